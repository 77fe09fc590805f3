// Child processes that answer line by line: spawned with pipes, read with a timeout, always killed and reaped.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pbb {

struct ChildOptions {
  std::vector<std::string> command;              // program (looked up in PATH) and arguments
  std::map<std::string, std::string> variables;  // added to the environment, or replaced in it
  std::optional<int> cpu;                        // the one CPU it may run on
  size_t stderr_tail_bytes = 8192;               // how much of the end of its stderr is kept
};

// CPUs that this process may run on, ascending.
std::vector<int> AllowedCpus();

// One process in a process group of its own, so that Ctrl-C at the terminal reaches us alone and a kill takes what the
// child has started too. It is killed when this process dies. No descriptor of ours but its three leaks into it.
class ChildProcess {
 public:
  enum class Read {
    kLine,     // a whole line
    kEnd,      // it closed its stdout, most often by dying; what came after the last line end is in `line`
    kTimeout,  // no whole line in time
    kStopped,  // `stopped` said so
  };

  // Throws Error(kMissingTool) when the program can't be started, with the system's reason.
  explicit ChildProcess(const ChildOptions& options);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // Writes all of `bytes` to its stdin. False when it has closed it or did not read within the time. Raises no SIGPIPE.
  bool Write(std::string_view bytes, int64_t timeout_ns);

  // The next line of its stdout, without the line end. `stopped` is asked ten times a second. Its stderr is read
  // meanwhile, so that it can't block on that.
  Read ReadLine(int64_t timeout_ns, const std::function<bool()>& stopped, std::string* line);

  void CloseStdin();

  // Waits for its end and reaps it; false when it still runs after that time.
  bool Wait(int64_t timeout_ns);

  // Kills its process group and reaps it. Nothing happens when it has ended already.
  void Kill();

  // Once it was reaped: "exit code 70", "killed by signal 11 (SEGV)".
  std::string StatusText() const;

  // The last bytes of its stderr so far.
  const std::string& stderr_tail() const { return stderr_tail_; }

  pid_t pid() const { return pid_; }

 private:
  enum class Input { kData, kEnd, kNothing };
  Input ReadSome(int fd, std::string* into);
  void ReadStderr();
  bool Reap(int options);

  pid_t pid_ = -1;
  std::optional<int> status_;  // as waitpid gives it
  int stdin_ = -1;
  int stdout_ = -1;
  int stderr_ = -1;
  std::string pending_;  // read from stdout, not yet returned
  std::string stderr_tail_;
  size_t stderr_tail_bytes_;
};

}  // namespace pbb
