// Which codecs there are, what each can and can't do, and how to make one for a cell.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "codec/codec.h"
#include "codec/codec_name.h"

namespace pbb::codec {

// What a codec does that another may leave out: figures are only as comparable as these.
struct Fairness {
  bool copies = true;  // a decoded string outlives the input
  bool validates_utf8 = true;
  bool keeps_unknown_fields = true;
  bool reuses = false;  // decodes into, or encodes to, an object that exists already
};

struct CodecInfo {
  std::string id;
  std::string language;                                     // "C++", "Lua"
  std::string version;                                      // of the implementation or library
  std::string what;                                         // one line
  std::string limits;                                       // what it can't do, "" when there is nothing
  std::map<std::string, std::vector<std::string>> options;  // name -> values, the first is the default
  bool uses_lua = false;
  Fairness fairness;
  std::string module_folder;  // of the codec tree, for generated modules; "" for pbplan.so and for C++
};

// All codecs in the order in which tables show them.
const std::vector<CodecInfo>& AllCodecs();

// Throws Error(kUsage) with a suggestion for an unknown codec.
const CodecInfo& FindCodec(const std::string& id);

// Throws Error(kUsage) with a suggestion for an unknown codec, option or value. Options at their default are dropped.
void ValidateCodecName(CodecName* name);

// What a codec is made for.
struct CodecSpec {
  CodecName name;
  std::string descriptor_set;  // FileDescriptorSet bytes
  std::string proto_file;      // file that declares the type, e.g. "hello.proto"
  std::string type;            // "hello.Person"
  std::string codec_tree;      // folder that the Lua side loads from
  // A schema that the tree was not built for: generated modules are made from the descriptor set, in memory.
  bool generate = false;
  bool jit = true;
  std::vector<std::string> jit_options;  // for jit.opt.start; empty = VM defaults
};

struct MadeCodec {
  std::unique_ptr<Codec> codec;  // null when not applicable
  std::string why_not;           // then: why, in a few words
};

// Throws Error for what makes any cell of this codec impossible (no codec tree, VM without JIT though jit is asked
// for).
MadeCodec MakeCodec(const CodecSpec& spec);

// "" when the codec can be used here with this tree, else what is missing and how to get it.
std::string WhyUnusable(const CodecInfo& info, const std::string& codec_tree);

}  // namespace pbb::codec
