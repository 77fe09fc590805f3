// cpp-hand: which messages there is hand-written code for, and what they must look like for it to be right.
#pragma once

#include <string_view>

#include "luacodec/schema.h"

namespace pbb::luacodec {

// Places of fields in MessagePlan::fields, for plans that MatchHandType() took.
namespace person {
enum Field : uint8_t {
  kName,
  kAge,
  kEmails,
  kStatus,
  kAddress,
  kFriends,
  kLuckyNumbers,
  kAvatar,
  kUserId,
  kBalance,
  kWeightKg,
  kAgesByNickname,
  kNicknameByAge,
  kAddressesByLabel,
  kCount
};
}
namespace address {
enum Field : uint8_t { kStreet, kCity, kZip, kApartment, kCount };
}
namespace bench {
enum Field : uint8_t { kId, kName, kRetries, kLuckyNumbers, kTags, kInner, kStats, kExtCount, kExtLabel, kCount };
}
namespace inner {
enum Field : uint8_t { kKey, kWeight, kCount };
}
namespace stats {
enum Field : uint8_t { kLatencyNs, kAttempts, kCount };
}

// Field names as upvalues of a bound decode function, one message after another from this place in the list.
inline constexpr int kPersonKeys = 0;
inline constexpr int kAddressKeys = kPersonKeys + person::kCount;
inline constexpr int kBenchKeys = kAddressKeys + address::kCount;
inline constexpr int kInnerKeys = kBenchKeys + bench::kCount;
inline constexpr int kStatsKeys = kInnerKeys + inner::kCount;
inline constexpr int kHandKeys = kStatsKeys + stats::kCount;
inline constexpr int kHandKeyUpvalue = 4;  // the first one's upvalue
const char* HandKey(int place);

// kNone unless `message`, and every message in it, is declared as the hand-written code has it: names, numbers, kinds,
// presence, packing, extensions. A load that adds an extension so takes the type away from cpp-hand.
HandType MatchHandType(const MessagePlan& message);

// Whether there is hand-written code for a type of this name, however it is declared.
bool IsHandName(std::string_view full_name);

}  // namespace pbb::luacodec
