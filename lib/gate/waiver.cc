#include "gate/waiver.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>

namespace pbb::gate {

bool IsDate(const std::string& text) {
  const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  if (std::count_if(text.begin(), text.end(), is_digit) != 8) return false;
  const auto number = [&](size_t at, size_t digits) { return std::atoi(text.substr(at, digits).c_str()); };
  const std::chrono::year_month_day day(std::chrono::year(number(0, 4)),
                                        std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                        std::chrono::day(static_cast<unsigned>(number(8, 2))));
  return day.ok();
}

}  // namespace pbb::gate
