// Figures as people read them: three significant digits for what was measured, all digits for what was counted, and
// always with a unit beside them.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pbb::render {

// Rounded to three significant digits, no exponent: 0.0123, 4.56, 45.0, 1230. Zero is "0".
std::string ThreeDigits(double value);

// The same with k, M or G (1e3, 1e6, 1e9) from 1000 up: 2.25M, 45.6k, 999.
std::string ShortNumber(double value);

// What was counted: whole values in full with commas (212,480), others to three digits, or to a whole one from 1000 up.
std::string Amount(double value);

// "2.31x"
std::string Ratio(double value);

// From before to after in per cent, with sign and unit: "+12.3 %", "-0.4 %", "0 %" when equal, "from 0" when before
// is 0.
std::string Change(double before, double after);

// Times that stand together share one scale, that of the shortest: what is 1000 times longer then shows its digits.
struct TimeScale {
  double unit_ns;         // nanoseconds in one unit
  std::string_view unit;  // ns, us, ms, s
  std::string Text(double ns) const { return ThreeDigits(ns / unit_ns); }
};
TimeScale TimeScaleFor(std::span<const double> times_ns);

// Bytes that would move the cursor or break a line are written \xNN, so that a name or an error text can't.
std::string Printable(std::string_view text);

}  // namespace pbb::render
