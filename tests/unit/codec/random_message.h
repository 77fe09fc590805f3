// Random messages of any type, by reflection, and random damage to their bytes: the fuel of agreement tests.
#pragma once

#include <google/protobuf/message.h>

#include <random>
#include <string>

namespace pbb::codec {

using Random = std::mt19937_64;

// Fills `message`: each field with some probability, edge values often, strings of all kinds (valid UTF-8 where the
// schema asks for it), declared numbers for closed enums, extensions that its pool knows, unknown fields, required
// fields always.
void FillRandomly(Random* random, google::protobuf::Message* message);

// One to three random edits: flipped bits, cut, doubled or removed stretches, inserted bytes, two payloads joined.
std::string Damage(Random* random, std::string bytes);

}  // namespace pbb::codec
