// Medians and quantiles. Pure: numbers in, numbers out; every value must be finite.
#pragma once

#include <span>
#include <vector>

namespace pbb::stats {

std::vector<double> Sorted(std::span<const double> values);

// The middle value; of an even number of values the mean of the two middle ones. Order is of no account.
// Throws Error(kInternal) without values: there is no number to return, and 0 would look like one.
double Median(std::span<const double> values);

// The quantile at `share` (0 to 1) by linear interpolation between order statistics: rank share * (n - 1), counted
// from 0 (Hyndman and Fan's definition 7). Throws Error(kInternal) without values or for a share outside 0..1.
double Quantile(std::span<const double> values, double share);

}  // namespace pbb::stats
