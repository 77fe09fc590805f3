#include "render/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace pbb::render {
namespace {

// `value` rounded to three significant digits, and the power of ten of its first digit after that.
struct Rounded {
  double value;
  int exponent;
};

Rounded RoundToThree(double value) {
  const std::string text = fmt::format("{:.2e}", value);  // "1.00e+03" for 999.5
  Rounded rounded{0, 0};
  std::from_chars(text.data(), text.data() + text.size(), rounded.value);
  const char* exponent = text.data() + text.find('e') + 1;
  if (*exponent == '+') ++exponent;
  std::from_chars(exponent, text.data() + text.size(), rounded.exponent);
  return rounded;
}

std::string WithCommas(double whole) {
  std::string digits = fmt::format("{:.0f}", whole);
  const size_t first = digits[0] == '-' ? 1 : 0;
  for (size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, ",");
  return digits;
}

}  // namespace

std::string ThreeDigits(double value) {
  if (value == 0) return "0";
  const Rounded rounded = RoundToThree(value);
  return fmt::format("{:.{}f}", rounded.value, std::max(0, 2 - rounded.exponent));
}

std::string ShortNumber(double value) {
  static constexpr struct {
    double unit;
    char suffix;
  } kSuffixes[] = {{1e9, 'G'}, {1e6, 'M'}, {1e3, 'k'}};
  const double rounded = RoundToThree(value).value;
  for (const auto& [unit, suffix] : kSuffixes) {
    if (std::abs(rounded) >= unit) return ThreeDigits(rounded / unit) + suffix;
  }
  return ThreeDigits(value);
}

std::string Amount(double value) {
  if (value == std::floor(value) || std::abs(value) >= 1000) return WithCommas(value);
  return ThreeDigits(value);
}

std::string Ratio(double value) { return ThreeDigits(value) + "x"; }

std::string Change(double before, double after) {
  if (before == after) return "0 %";
  if (before == 0) return "from 0";
  const double percent = (after / before - 1) * 100;
  return fmt::format("{:+.{}f} %", percent, std::abs(percent) < 99.95 ? 1 : 0);
}

TimeScale TimeScaleFor(std::span<const double> times_ns) {
  const double shortest = times_ns.empty() ? 0 : *std::min_element(times_ns.begin(), times_ns.end());
  if (shortest >= 1e9) return {1e9, "s"};
  if (shortest >= 1e6) return {1e6, "ms"};
  if (shortest >= 1e3) return {1e3, "us"};
  return {1, "ns"};
}

std::string Printable(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if (byte == 0xc2 && next >= 0x80 && next < 0xa0) {  // U+0080 to U+009F: control characters too
      out += fmt::format("\\x{:02x}", next);
      ++i;
    } else if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace pbb::render
