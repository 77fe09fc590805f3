// Data to stdout, whole or with an error: a full disk must not end in exit code 0, a closed pipe must not end in a
// crash. Words to stderr, as far as it goes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"

namespace pbb {

// Throws Error(kUsage) when it could not be written in full. A reader that has gone away (`| head`) is no error.
void WriteStdout(std::string_view text);

// Says that something is done: on stdout, or where that takes nothing on stderr. It is no error any more.
void SayDone(std::string_view text);

// Writes to stderr whatever becomes of it: a closed or full stderr must not change how a command ends.
void WriteStderr(std::string_view text);

// For the start of main: streams that the caller closed become ones that refuse. Otherwise the next file to be opened
// would be stdout or stderr, and what is said there would land in it.
void KeepStandardStreamsTaken();

// An output, and the flag that asked for it.
struct AskedOutput {
  std::string flag;
  const OutputFile* file;
};

// Throws Error(kUsage) when two of them are one file, however it is spelt: the second would write over the first.
void RefuseSameTarget(const std::vector<AskedOutput>& outputs);

// Throws Error(kUsage) when an output is the file `input`, which it would write over: what is read is not lost.
void RefuseInput(const std::vector<AskedOutput>& outputs, const std::string& input);

}  // namespace pbb
