// Text that any XML 1.0 parser takes.
#pragma once

#include <string>
#include <string_view>

namespace pbb::render {

// Escaped for element content and for attributes in double quotes. Tab, line feed and carriage return are written as
// references, so that an attribute keeps them. What XML 1.0 forbids even as a reference (other control characters,
// U+FFFE, U+FFFF) and bytes that are no UTF-8 become U+FFFD.
std::string XmlText(std::string_view text);

}  // namespace pbb::render
