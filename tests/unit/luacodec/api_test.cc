// pbplan.so as a program sees it: loading, reloading, bound objects, options, and calls that come back in the middle.
#include <elf.h>
#include <malloc.h>

#include <cstring>
#include <set>

#include "lua_fixture.h"

namespace pbb::luacodec {
namespace {

class ApiTest : public LuaTest {
 protected:
  ApiTest() { LoadSet("codec"); }
};

TEST_F(ApiTest, TypesAreSortedAndWithoutMapEntries) {
  EXPECT_EQ(Value("table.concat(pb.types(), ' ')"), "lc.All lc.All.Inner lc.HoldsSet lc.Leaf lc.Must lc.Set");
}

TEST_F(ApiTest, UnknownTypes) {
  EXPECT_EQ(Error("pb.encode('no.Such', {})"), "unknown message type \"no.Such\"");
  EXPECT_EQ(Error("pb.decode('', '')"), "unknown message type \"\"");
  EXPECT_EQ(Error("pb.message('.lc.All')"), "unknown message type \".lc.All\"");
  EXPECT_EQ(Error("pb.message('lc.All.ByNameEntry')"), "unknown message type \"lc.All.ByNameEntry\"");
  EXPECT_EQ(Error("pb.message()"), "unknown message type \"nil\"");
}

TEST_F(ApiTest, WrongArguments) {
  EXPECT_EQ(Error("pb.encode('lc.Leaf')"), "lc.Leaf: table expected, got nil");
  EXPECT_EQ(Error("pb.message('lc.Leaf').decode(5)"), "lc.Leaf: string expected, got number");
}

TEST_F(ApiTest, MessageSetsAreRefusedByName) {
  EXPECT_EQ(Error("pb.message('lc.HoldsSet')"), "lc.HoldsSet: option message_set_wire_format is not supported");
  EXPECT_EQ(Error("pb.encode('lc.Set', {})"), "lc.Set: option message_set_wire_format is not supported");
}

TEST_F(ApiTest, Options) {
  EXPECT_EQ(Value("pb.option('int64')"), "cdata");
  EXPECT_EQ(Value("pb.option('int64', 'number')"), "number");
  EXPECT_EQ(Value("pb.decode('lc.All', '\\16\\5').i64"), "5");
  EXPECT_EQ(Value("pb.option('deterministic', true)"), "true");
  EXPECT_EQ(Value("pb.option('deterministic')"), "true");
  EXPECT_EQ(Error("pb.option('x')"), "unknown option \"x\"");
  EXPECT_EQ(Error("pb.option('int64', 5)"), "option int64: \"cdata\" or \"number\" expected");
  EXPECT_EQ(Error("pb.option('deterministic', 1)"), "option deterministic: true or false expected");
  EXPECT_EQ(Value("pb.option('validate_utf8')"), "true");
}

TEST_F(ApiTest, AnUnknownTypeNameWithANulIsGivenWhole) {
  EXPECT_EQ(Value("select(2, pcall(pb.encode, 'x\\0y', {}))"), std::string("unknown message type \"x\0y\"", 26));
  EXPECT_EQ(Value("select(2, pcall(pb.option, 'x\\0y'))"), std::string("unknown option \"x\0y\"", 20));
}

TEST_F(ApiTest, AnUnknownOptionIsGivenAsItIs) {
  EXPECT_EQ(Error("pb.option('x\"\\1\\\\y')"), "unknown option \"x\"\1\\y\"");
}

TEST_F(ApiTest, ATypeOrOptionNameThatIsNoStringIsGivenByTostring) {
  for (const char* const name : {"{}", "print", "function() end", "newproxy()", "5.5", "true", "7LL",
                                 "setmetatable({}, { __tostring = function() return 'mine' end })"}) {
    Run(std::string("name = ") + name);
    const std::string quoted = "\"" + Value("name") + "\"";
    EXPECT_EQ(Error("pb.encode(name, {})"), "unknown message type " + quoted);
    EXPECT_EQ(Error("pb.message(name)"), "unknown message type " + quoted);
    EXPECT_EQ(Error("pb.option(name)"), "unknown option " + quoted);
  }
}

TEST_F(ApiTest, OpenedTwiceItSharesTypes) {
  Run("package.loaded.pbplan = nil; again = require 'pbplan'");
  EXPECT_EQ(Value("#again.types()"), "6");
}

TEST_F(ApiTest, AnExtensionLoadedLaterCountsForObjectsMadeBefore) {
  Run("all = pb.message('lc.All')");
  EXPECT_EQ(Value("#all.decode('\\176\\9\\7')._unknown_fields"), "3");
  LoadSet("late");
  EXPECT_EQ(Value("all.decode('\\176\\9\\7')._extensions['lc.late']"), "7");
  EXPECT_EQ(Value("all.encode { _extensions = { ['lc.late'] = 7 } } == '\\176\\9\\7'"), "true");
}

TEST_F(ApiTest, AFailedLoadLeavesEverythingAsItWas) {
  Run("leaf = pb.message('lc.Leaf')");
  EXPECT_EQ(Error("pb.load('\\10\\5abc')").substr(0, 21), "bad descriptor set: m");
  EXPECT_EQ(Error("pb.load(5)"), "bad descriptor set: string expected, got number");
  EXPECT_EQ(Value("leaf.decode(leaf.encode { a = 3 }).a"), "3");
  EXPECT_EQ(Value("#pb.types()"), "6");
}

TEST_F(ApiTest, ALostTypeSaysSoAndComesBack) {
  // A file of the same name without its types takes them away.
  Run("leaf = pb.message('lc.Leaf'); pb.load('\\10\\13\\10\\11codec.proto')");
  EXPECT_EQ(Error("leaf.encode {}"), "unknown message type \"lc.Leaf\"");
  Run("collectgarbage(); pb.load(set)");
  EXPECT_EQ(Value("#leaf.encode { a = 3 }"), "2");
}

TEST_F(ApiTest, TenThousandReloadsKeepMemoryFlat) {
  Run("for i = 1, 100 do pb.load(set) end collectgarbage() collectgarbage()");
  const size_t blocks = allocator_.live_blocks;
  const size_t bytes = mallinfo2().uordblks;
  Run("for i = 1, 9900 do pb.load(set) end collectgarbage() collectgarbage()");
  EXPECT_LE(allocator_.live_blocks, blocks + 50);
  EXPECT_LE(mallinfo2().uordblks, bytes + 200000) << "a schema is larger than that when 9,900 of them leak";
}

TEST_F(ApiTest, AMetamethodMayEncodeDecodeAndLoad) {
  Run(R"lua(
    local inner = { a = 1, s = ("x"):rep(3000) }
    local proxy = setmetatable({}, { __index = function(_, key)
      pb.load(set)
      assert(#pb.encode("lc.Leaf", inner) == 3005)
      assert(pb.decode("lc.Leaf", pb.encode("lc.Leaf", inner)).s == inner.s)
      if key == "a" then return 7 end
      if key == "s" then return "mine" end
    end })
    local bytes = pb.encode("lc.All", { name = "n", leaf = proxy, leaves = { proxy, proxy } })
    local back = pb.decode("lc.All", bytes)
    assert(back.name == "n" and back.leaf.a == 7 and back.leaves[2].s == "mine")
  )lua");
}

// Each of them may take 100 levels of C stack.
TEST_F(ApiTest, CallsThatNestThroughIndexAreBoundedAndTheNextCallWorks) {
  Run(R"lua(
    local left
    local function make()
      local t = setmetatable({}, { __index = function(_, key)
        if key == "name" and left > 0 then
          left = left - 1
          pb.encode("lc.All", make())
        end
      end })
      for i = 1, 100 do t = { next = t } end
      return t
    end
    function nest(calls)
      left = calls - 1
      return select(2, pcall(pb.encode, "lc.All", make()))
    end
  )lua");
  for (int run = 0; run < 3; ++run) {
    EXPECT_EQ(Value("#nest(5) > 200"), "true");
    EXPECT_EQ(Value("nest(6)"), "lc.All: nested calls too deep");
    EXPECT_EQ(Value("nest(50)"), "lc.All: nested calls too deep");
  }
  Run(R"lua(
    inner = { __index = function() pb.decode("lc.Leaf", "") end }
    for i = 1, 4 do
      local object = setmetatable({}, inner)
      inner = { __index = function() pb.encode("lc.Leaf", object) end }
    end
    decoder = setmetatable({}, inner)
  )lua");
  EXPECT_EQ(Error("pb.encode('lc.Leaf', decoder)"), "lc.Leaf: nested calls too deep");
  EXPECT_EQ(Value("#nest(5) > 200"), "true");
}

class PiecesTest : public ApiTest, public testing::WithParamInterface<std::pair<std::string, std::string>> {
 protected:
  // Bytes that Lua asks for while it decodes that many pieces.
  size_t BytesToDecode(int pieces) {
    Run("count = " + std::to_string(pieces) + "; bytes = (" + GetParam().first + "):rep(count) collectgarbage()");
    const size_t before = allocator_.requested_bytes;
    Run("t = pb.decode('lc.All', bytes)");
    const size_t bytes = allocator_.requested_bytes - before;
    Run("assert(" + GetParam().second + "._unknown_fields == ('\\72\\1'):rep(count))");
    return bytes;
  }
};

TEST_P(PiecesTest, UnknownFieldsOfAMessageInPiecesTakeLinearMemory) {
  BytesToDecode(10);
  const size_t once = BytesToDecode(2000);
  const size_t twice = BytesToDecode(4000);
  EXPECT_LE(twice, once * 5 / 2);
  EXPECT_LE(twice, 4000 * 2 * 10U);
}

INSTANTIATE_TEST_SUITE_P(Shapes, PiecesTest,
                         testing::Values(std::pair("'\\58\\2\\72\\1\\10\\0'", "t.leaf"),
                                         std::pair("'\\91\\72\\1\\92\\10\\0'", "t.inner"),
                                         std::pair("'\\178\\6\\2\\72\\1\\10\\0'", "t._extensions['lc.remark']"),
                                         std::pair("'\\122\\6\\58\\2\\72\\1\\10\\0\\10\\0'", "t.next.leaf")));

TEST_F(ApiTest, PiecesOfSeveralMessagesStayApart) {
  Run(R"lua(
    local leaf, node, text, name = "\58\2\72", "\106\2\72", "\98\1x", "\10\0"
    local t = pb.decode("lc.All", leaf .. "\1" .. node .. "\2" .. leaf .. "\3" .. node .. "\4" .. text .. node .. "\5" ..
                        leaf .. "\6" .. node .. "\7\72\8")
    assert(t.leaf._unknown_fields == "\72\1\72\3\72\6")
    assert(t.node._unknown_fields == "\72\5\72\7")
    assert(t._unknown_fields == "\72\8")
  )lua");
}

// A finalizer runs wherever the collector takes a step: in the middle of a call that builds a table.
TEST_F(ApiTest, AFinalizerMayDecodeInTheMiddle) {
  Run(R"lua(
    local bytes = pb.encode("lc.All", { wide = { 1, 2, 3 }, names = { "a", "b" }, _unknown_fields = "\200\12\1" })
    local runs, armed = 0, true
    local function arm()
      local p = newproxy(true)
      getmetatable(p).__gc = function()
        local t = pb.decode("lc.All", bytes)
        assert(t.wide[3] == 3LL and t._unknown_fields == "\200\12\1")
        runs = runs + 1
        if armed then arm() end
      end
    end
    arm()
    collectgarbage("setpause", 10)
    collectgarbage("setstepmul", 100000)
    for i = 1, 5000 do
      local t = pb.decode("lc.All", bytes)
      assert(t.wide[1] == 1LL and t.wide[2] == 2LL and t.wide[3] == 3LL and t._unknown_fields == "\200\12\1")
      assert(pb.encode("lc.All", t) == bytes)
    end
    armed = false
    assert(runs >= 20, runs)
  )lua");
}

TEST_F(ApiTest, AnErrorInAMetamethodPassesThroughAndTheNextCallWorks) {
  EXPECT_EQ(Error("pb.encode('lc.All', { leaf = setmetatable({}, { __index = function() error('mine', 0) end }) })"),
            "mine");
  EXPECT_EQ(Value("#pb.encode('lc.Leaf', { a = 1 })"), "2");
}

TEST_F(ApiTest, WorksInACoroutineAtFullDepth) {
  Run(R"lua(
    local t = { name = "leaf" }
    for i = 1, 100 do t = { next = t } end
    local bytes = coroutine.wrap(function()
      local bytes = pb.encode("lc.All", t)
      local back = pb.decode("lc.All", bytes)
      for i = 1, 100 do back = back.next end
      assert(back.name == "leaf")
      return bytes
    end)()
    assert(#bytes > 200)
    local ok, text = pcall(pb.encode, "lc.All", { next = t })
    assert(text == "lc.All: nesting over 100 levels", text)
  )lua");
}

// Tables are walked, or indexed when they have a metatable or many keys: the bytes and errors are the same.
TEST_F(ApiTest, WalkedAndIndexedTablesAreWrittenAlike) {
  Run(R"lua(
    local function crowded(t) for i = 1, 60 do t["junk" .. i] = i end return t end
    local function proxy(t) return setmetatable({}, { __index = t }) end
    local function same(t) return t end
    local function case(make, wanted)
      for _, change in ipairs { same, crowded, proxy } do
        local ok, result = pcall(pb.encode, "lc.All", change(make()))
        assert(result == wanted, result)
      end
    end
    case(function() return { f = 7, name = "n", i64 = 5, node = { a = 1 }, _unknown_fields = "\200\12\1",
      _extensions = { ["lc.note"] = "x" }, [1] = "junk", [true] = "junk" } end,
      "\10\1n\16\5\106\2\8\1\162\6\1x\253\255\255\255\15\7\0\0\0\200\12\1")
    case(function() return { name = 5, node = {}, text = "x" } end,
      "lc.All.choice: oneof has both text and node set")
    case(function() return { f = "no", names = { 5 } } end, "lc.All.names[1]: string expected, got number")
    case(function() return { _extensions = 5, name = 5 } end, "lc.All._extensions: table expected, got number")
    case(function() return { _unknown_fields = 5 } end, "lc.All._unknown_fields: string expected, got number")
    assert(pcall(pb.encode, "lc.Must", crowded { id = 1 }))
    for _, change in ipairs { same, crowded, proxy } do
      local _, text = pcall(pb.encode, "lc.Must", change { next = { id = 1 } })
      assert(text == "lc.Must.id: required field missing", text)
    end
  )lua");
}

TEST_F(ApiTest, WideMessagesAtFullDepthFitTheStack) {
  Run(R"lua(
    local function level(next)
      local t = { name = "n", i64 = 1, u64 = 2, numbers = { 1 }, names = { "a" }, leaf = next and {}, d = 1, f = 1, next = next,
        by_name = next and next.next and { k = {} } }
      for i = 1, 20 do t["junk" .. i] = i end
      return t
    end
    local t
    for i = 0, 100 do t = level(t) end
    local bytes = pb.encode("lc.All", t)
    assert(pb.encode("lc.All", pb.decode("lc.All", bytes)) == bytes)
  )lua");
}

TEST_F(ApiTest, UseWhileTheStateIsClosedIsAnError) {
  // Finalizers run newest first: this object is older than the codec's state and runs when that is gone.
  lua_close(lua_);
  lua_ = luaL_newstate();
  luaL_openlibs(lua_);
  Run("package.cpath = '" PBB_BUILD_DIR "/codecs/?.so;' .. package.cpath");
  Run(R"lua(
    local early = newproxy(true)
    local pb
    getmetatable(early).__gc = function() io.stderr:write(tostring(select(2, pcall(pb.types))), "\n") end
    keep = early
    pb = require "pbplan"
  )lua");
  testing::internal::CaptureStderr();
  lua_close(lua_);
  lua_ = nullptr;
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "pbplan: the Lua state is being closed\n");
}

TEST(PbplanSo, NeedsNeitherLuajitNorProtobuf) {
  const std::string elf = ReadFile(PBB_BUILD_DIR "/codecs/pbplan.so");
  Elf64_Ehdr header;
  std::memcpy(&header, elf.data(), sizeof header);
  std::set<std::string> needed;
  for (int i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    std::memcpy(&section, elf.data() + header.e_shoff + static_cast<size_t>(i) * sizeof section, sizeof section);
    if (section.sh_type != SHT_DYNAMIC) continue;
    Elf64_Shdr strings;
    std::memcpy(&strings, elf.data() + header.e_shoff + section.sh_link * sizeof strings, sizeof strings);
    for (size_t at = section.sh_offset; at < section.sh_offset + section.sh_size; at += sizeof(Elf64_Dyn)) {
      Elf64_Dyn entry;
      std::memcpy(&entry, elf.data() + at, sizeof entry);
      if (entry.d_tag == DT_NEEDED) needed.insert(elf.data() + strings.sh_offset + entry.d_un.d_val);
    }
  }
  EXPECT_EQ(needed.count("libstdc++.so.6"), 1U) << "the file was read wrongly";
  for (const std::string& library : needed) {
    for (const char* const word : {"luajit", "protobuf", "crypto", "fmt"}) {
      EXPECT_EQ(library.find(word), std::string::npos) << library;
    }
  }
}

}  // namespace
}  // namespace pbb::luacodec
