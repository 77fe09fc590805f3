#include "result/log_store.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "base/hash.h"
#include "log_samples.h"
#include "result/writer.h"
#include "samples.h"

namespace pbb::result {
namespace {

namespace fs = std::filesystem;

class LogStoreTest : public testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.path() + "/" + name; }

  // All files and folders below the scratch folder, sorted.
  std::vector<std::string> Left() const {
    std::vector<std::string> names;
    for (const auto& item : fs::recursive_directory_iterator(folder_.path())) {
      names.push_back(fs::relative(item.path(), folder_.path()).string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  LogEntry Entry(const std::string& id, uint64_t number) const {
    LogEntry entry = FirstEntry();
    entry.id = id;
    entry.number = number;
    entry.base.sha256 = Sha256Hex(base_);
    entry.head.sha256 = Sha256Hex(head_);
    return entry;
  }

  void Add(const LogStore& store, const LogEntry& entry) const {
    OutputFile log(store.log());
    store.Add(entry, base_, head_, &log, "log of " + entry.id);
  }

  const std::string base_ = WriteDocument(BaselineSample());
  const std::string head_ = WriteDocument(FullSample());
  TemporaryFolder folder_;
};

std::string ErrorOf(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    return error.what();
  }
  return "";
}

TEST_F(LogStoreTest, FolderIsBesideTheLog) {
  EXPECT_EQ(LogStore("reports/PERF_LOG.md").folder(), "reports/PERF_LOG");
  EXPECT_EQ(LogStore("LOG.md").folder(), "LOG");
  EXPECT_EQ(ErrorOf([] { LogStore("reports/PERF_LOG"); }), "reports/PERF_LOG: a log's name ends in .md");
}

TEST_F(LogStoreTest, LogWithoutFolderHasNoEntries) { EXPECT_TRUE(LogStore(Path("LOG.md")).Entries().empty()); }

TEST_F(LogStoreTest, WhatIsAddedIsReadBackOldestFirst) {
  const LogStore store(Path("LOG.md"));
  Add(store, Entry("b", 1));
  Add(store, Entry("a", 2));
  const std::vector<LogEntry> entries = store.Entries();
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].id, "b");
  EXPECT_EQ(entries[1].id, "a");
  EXPECT_EQ(ReadFile(Path("LOG.md")), "log of a");
  EXPECT_EQ(ReadFile(Path("LOG/a/base.json")), base_);
  EXPECT_EQ(WriteDocument(store.Head(entries[0])), head_);
  EXPECT_EQ(Left(), (std::vector<std::string>{"LOG", "LOG.md", "LOG/a", "LOG/a/base.json", "LOG/a/entry.json",
                                              "LOG/a/head.json", "LOG/b", "LOG/b/base.json", "LOG/b/entry.json",
                                              "LOG/b/head.json"}));
}

TEST_F(LogStoreTest, LogThatCanNotBeWrittenLeavesNothingBehind) {
  if (access("/dev/full", W_OK) != 0) GTEST_SKIP() << "no /dev/full here";
  const LogStore store(Path("LOG.md"));
  OutputFile full("/dev/full");
  EXPECT_NE(ErrorOf([&] { store.Add(Entry("a", 1), base_, head_, &full, "log"); }), "");
  EXPECT_EQ(Left(), std::vector<std::string>{});
  Add(store, Entry("a", 1));  // the folder is not ours to remove any more
  OutputFile again("/dev/full");
  EXPECT_NE(ErrorOf([&] { store.Add(Entry("b", 2), base_, head_, &again, "log"); }), "");
  EXPECT_FALSE(fs::exists(Path("LOG/b")));
  EXPECT_EQ(store.Entries().size(), 1U);
}

TEST_F(LogStoreTest, UsedIdIsNeverWrittenOver) {
  const LogStore store(Path("LOG.md"));
  Add(store, Entry("a", 1));
  LogEntry other = Entry("a", 2);
  other.title = "another";
  EXPECT_NE(ErrorOf([&] { Add(store, other); }).find("can't be put in place"), std::string::npos);
  EXPECT_EQ(store.Entries()[0].title, Entry("a", 1).title);
  EXPECT_EQ(Left().size(), 6U);
}

TEST_F(LogStoreTest, ErratumThatCanNotBeWrittenLeavesTheEntryAsItWas) {
  if (access("/dev/full", W_OK) != 0) GTEST_SKIP() << "no /dev/full here";
  const LogStore store(Path("LOG.md"));
  Add(store, Entry("a", 1));
  LogEntry corrected = Entry("a", 1);
  corrected.errata = {{"2026-12-03", "wrong"}};
  OutputFile full("/dev/full");
  EXPECT_NE(ErrorOf([&] { store.Replace(corrected, &full, "log"); }), "");
  EXPECT_TRUE(store.Entries()[0].errata.empty());
  OutputFile log(store.log());
  store.Replace(corrected, &log, "corrected");
  EXPECT_EQ(store.Entries()[0].errata.size(), 1U);
  EXPECT_EQ(ReadFile(store.log()), "corrected");
}

TEST_F(LogStoreTest, RawDocumentThatWasChangedIsRefused) {
  const LogStore store(Path("LOG.md"));
  Add(store, Entry("a", 1));
  WriteFile(Path("LOG/a/head.json"), base_);
  EXPECT_NE(ErrorOf([&] { store.Head(store.Entries()[0]); }).find("not the document that the entry was made from"),
            std::string::npos);
  fs::remove(Path("LOG/a/base.json"));
  EXPECT_NE(ErrorOf([&] { store.Base(store.Entries()[0]); }).find("No such file"), std::string::npos);
}

TEST_F(LogStoreTest, FolderWithoutEntryIsNotSkipped) {
  const LogStore store(Path("LOG.md"));
  Add(store, Entry("a", 1));
  fs::create_directory(Path("LOG/.left-behind"));
  EXPECT_EQ(store.Entries().size(), 1U);
  fs::rename(Path("LOG/a"), Path("LOG/c"));
  EXPECT_NE(ErrorOf([&] { store.Entries(); }).find("is of entry \"a\""), std::string::npos);
  fs::remove(Path("LOG/c/entry.json"));
  EXPECT_NE(ErrorOf([&] { store.Entries(); }).find("LOG/c: has no entry.json"), std::string::npos);
}

}  // namespace
}  // namespace pbb::result
