// protoc --pblua_out=mode=full:DIR FILE.proto: the Lua generator as a protoc plugin. A request on stdin, a response on
// stdout; exit 0 even when the response says that the schema can't be served, as protoc's plugin rules want it.
#include <exception>
#include <iostream>

#include "answer.h"

namespace {

// Text for whoever started it by hand.
constexpr char kNotProtoc[] =
    "protoc-gen-pblua: stdin holds no CodeGeneratorRequest; protoc starts this program:\n"
    "  protoc --pblua_out=mode=full:DIR FILE.proto\n";

int Serve() {
  google::protobuf::compiler::CodeGeneratorRequest request;
  // protoc never asks for nothing, so an empty input is no request either.
  if (!request.ParseFromIstream(&std::cin) || request.file_to_generate_size() == 0) {
    std::cerr << kNotProtoc;
    return 2;
  }
  if (!pbb::Answer(request).SerializeToOstream(&std::cout) || !std::cout.flush()) {
    std::cerr << "protoc-gen-pblua: can't write the response\n";
    return 2;
  }
  return 0;
}

}  // namespace

int main() {
  try {
    return Serve();
  } catch (const std::exception& error) {
    std::cerr << "protoc-gen-pblua: internal error: " << error.what() << "\n";
    return 70;
  }
}
