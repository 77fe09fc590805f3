#include "result/log_store.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/hash.h"
#include "result/reader.h"

namespace pbb::result {
namespace {

namespace fs = std::filesystem;

constexpr char kBase[] = "base.json";
constexpr char kHead[] = "head.json";
constexpr char kEntry[] = "entry.json";

// A folder that is removed again with all that is in it, unless it is kept.
class NewFolder {
 public:
  // Made when it isn't there; one that is there already is not ours to remove.
  explicit NewFolder(fs::path path) : path_(std::move(path)) {
    std::error_code error;
    ours_ = fs::create_directory(path_, error);
    if (error) throw UsageError("can't make the folder: " + error.message(), path_.string());
  }
  ~NewFolder() {
    std::error_code ignored;
    if (ours_) fs::remove_all(path_, ignored);
  }
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  void RenameTo(const fs::path& to) {
    std::error_code error;
    fs::rename(path_, to, error);  // refuses a folder that has files in it
    if (error) throw UsageError("can't be put in place: " + error.message(), to.string());
    path_ = to;
  }
  void Keep() { ours_ = false; }
  std::string File(const char* name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
  bool ours_ = false;
};

}  // namespace

LogStore::LogStore(std::string log) : log_(std::move(log)) {
  const fs::path path(log_);
  if (path.extension() != ".md") throw UsageError("a log's name ends in .md", log_);
  folder_ = (path.parent_path() / path.stem()).string();
}

std::string LogStore::PathOf(const std::string& id, const char* file) const {
  return (fs::path(folder_) / id / file).string();
}

std::vector<LogEntry> LogStore::Entries() const {
  std::vector<LogEntry> entries;
  if (!fs::exists(folder_)) return entries;
  std::error_code error;
  for (const fs::directory_entry& item : fs::directory_iterator(folder_, error)) {
    const std::string name = item.path().filename().string();
    if (name[0] == '.' || !item.is_directory()) continue;
    const std::string path = PathOf(name, kEntry);
    if (!fs::exists(path)) {
      throw UsageError(fmt::format("has no {}, as every entry of {} has", kEntry, log_), item.path().string(),
                       "restore it from the commit that added the entry, or move a folder that is none elsewhere");
    }
    LogEntry entry = ParseLogEntry(ReadFile(path), path);
    if (entry.id != name) {
      throw UsageError(fmt::format("is of entry \"{}\", not of its folder", entry.id), path,
                       "give the folder its name back: an entry is never copied");
    }
    entries.push_back(std::move(entry));
  }
  if (error) throw UsageError("can't be read: " + error.message(), folder_);
  // Two branches may have given one number to two entries.
  std::sort(entries.begin(), entries.end(), [](const LogEntry& a, const LogEntry& b) {
    return std::tie(a.number, a.date, a.id) < std::tie(b.number, b.date, b.id);
  });
  return entries;
}

Document LogStore::Base(const LogEntry& entry) const { return Raw(entry, kBase, entry.base.sha256); }

Document LogStore::Head(const LogEntry& entry) const { return Raw(entry, kHead, entry.head.sha256); }

Document LogStore::Raw(const LogEntry& entry, const char* file, const std::string& sha256) const {
  const std::string path = PathOf(entry.id, file);
  const std::string text = ReadFile(path);
  if (Sha256Hex(text) != sha256) {
    throw UsageError("is not the document that the entry was made from: its SHA-256 is another", path,
                     "restore the file from the commit that added the entry");
  }
  return ParseDocument(text, path);
}

void LogStore::Add(const LogEntry& entry, const std::string& base, const std::string& head, OutputFile* log_file,
                   const std::string& log_text) const {
  NewFolder all(folder_);
  NewFolder aside(fs::path(folder_) / fmt::format(".{}.{}", entry.id, getpid()));
  WriteFile(aside.File(kBase), base);
  WriteFile(aside.File(kHead), head);
  WriteFile(aside.File(kEntry), WriteLogEntry(entry));
  aside.RenameTo(fs::path(folder_) / entry.id);
  log_file->Commit(log_text);
  aside.Keep();
  all.Keep();
}

void LogStore::Replace(const LogEntry& entry, OutputFile* log_file, const std::string& log_text) const {
  const std::string path = PathOf(entry.id, kEntry);
  const std::string old = ReadFile(path);
  WriteFile(path, WriteLogEntry(entry));
  try {
    log_file->Commit(log_text);
  } catch (...) {
    WriteFile(path, old);
    throw;
  }
}

}  // namespace pbb::result
