#include "luagen/full_extension.h"

#include "luagen/full_decode.h"
#include "luagen/full_encode.h"

namespace pbb::luagen {

void EmitLateExtension(FullScope* scope, const plan::Extension& extension) {
  LuaWriter* out = scope->out;
  const plan::Field& field = extension.field;
  out->Line("local H = {{}}");
  EmitHandlers(scope, nullptr, field, 0);
  out->Open("local function read(r, t, i, e, d, a, tag_read)");
  out->Line("local h = H[tag_read]");
  out->Line("if h then return h(r, t, i, e, d, a) end");
  out->Close();
  out->Open("local function write(w, root, v, i, d)");
  const int room = FixedBytes(field) + 16;
  out->Line("if i + {0} > w.cap then grow(w, root, i, {0}) end", room);
  EmitPutField(scope, field, 0, 16);
  out->Line("return i");
  out->Close();
  out->Line("R.add_late({}, {{number = {}, name = {}, write = write, read = read}})",
            Quote(scope->plan.messages[extension.extendee].full_name), field.number, Quote(field.full_name));
}

}  // namespace pbb::luagen
