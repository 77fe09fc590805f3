#include "base/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>

#include "base/clock.h"
#include "base/error.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): unistd.h declares it for _GNU_SOURCE only

namespace pbb {
namespace {

constexpr int64_t kNsPerMs = 1'000'000;
constexpr int kStopPollMs = 100;

struct Pipe {
  int read = -1;
  int write = -1;
};

Pipe OpenPipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw Error(ExitCode::kInternal, fmt::format("can't open a pipe: {}", std::strerror(errno)));
  }
  return {ends[0], ends[1]};
}

void CloseFd(int* fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

std::vector<std::string> Environment(const std::map<std::string, std::string>& variables) {
  std::vector<std::string> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (variables.count(std::string(text.substr(0, text.find('=')))) == 0) environment.emplace_back(text);
  }
  for (const auto& [name, value] : variables) environment.push_back(fmt::format("{}={}", name, value));
  return environment;
}

std::vector<char*> Pointers(std::vector<std::string>* texts) {
  std::vector<char*> pointers;
  for (std::string& text : *texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Between fork and exec: async-signal-safe calls only.
struct ChildSetup {
  int in, out, err, report;
  const std::optional<int>& cpu;
  char* const* argv;
  char* const* envp;
  pid_t parent;

  [[noreturn]] void Exec() const {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);  // died before prctl
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    bool ready = true;
    if (cpu) {
      cpu_set_t set;
      CPU_ZERO(&set);
      CPU_SET(static_cast<size_t>(*cpu), &set);
      ready = sched_setaffinity(0, sizeof set, &set) == 0;
    }
    // A source may be one of the targets (our stdin closed): moved out of the way first.
    const int fds[] = {fcntl(in, F_DUPFD_CLOEXEC, 3), fcntl(out, F_DUPFD_CLOEXEC, 3), fcntl(err, F_DUPFD_CLOEXEC, 3)};
    for (int target = 0; target < 3; ++target) ready = ready && dup2(fds[target], target) == target;
    if (ready) execvpe(argv[0], argv, envp);
    const int reason = errno;
    [[maybe_unused]] const ssize_t written = write(report, &reason, sizeof reason);
    _exit(127);
  }
};

// Keeps a write to a closed pipe from raising SIGPIPE, without changing what the process does about it elsewhere.
class SigpipeBlocked {
 public:
  SigpipeBlocked() {
    sigemptyset(&sigpipe_);
    sigaddset(&sigpipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &sigpipe_, &before_);
  }
  ~SigpipeBlocked() {
    const timespec no_time{};
    while (sigtimedwait(&sigpipe_, nullptr, &no_time) > 0) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  SigpipeBlocked(const SigpipeBlocked&) = delete;
  SigpipeBlocked& operator=(const SigpipeBlocked&) = delete;

 private:
  sigset_t sigpipe_;
  sigset_t before_;
};

int PollMs(int64_t deadline_ns, int at_most_ms) {
  const int64_t left_ms = (deadline_ns - MonotonicNs() + kNsPerMs - 1) / kNsPerMs;
  return static_cast<int>(std::clamp<int64_t>(left_ms, 0, at_most_ms));
}

}  // namespace

std::vector<int> AllowedCpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cpus;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(static_cast<size_t>(cpu), &set)) cpus.push_back(cpu);
  }
  return cpus;
}

ChildProcess::ChildProcess(const ChildOptions& options) : stderr_tail_bytes_(options.stderr_tail_bytes) {
  if (options.command.empty()) throw Error(ExitCode::kInternal, "a child process needs a command");
  std::vector<std::string> arguments = options.command;
  std::vector<std::string> environment = Environment(options.variables);
  const std::vector<char*> argv = Pointers(&arguments);
  const std::vector<char*> envp = Pointers(&environment);
  Pipe in = OpenPipe(), out = OpenPipe(), err = OpenPipe(), report = OpenPipe();
  const ChildSetup setup{in.read, out.write, err.write, report.write, options.cpu, argv.data(), envp.data(), getpid()};
  pid_ = fork();
  if (pid_ == 0) setup.Exec();
  const int fork_error = pid_ < 0 ? errno : 0;
  for (int* fd : {&in.read, &out.write, &err.write, &report.write}) CloseFd(fd);
  stdin_ = in.write;
  stdout_ = out.read;
  stderr_ = err.read;
  int reason = fork_error;
  // Empty when exec closed the pipe: then the program runs.
  while (pid_ > 0 && read(report.read, &reason, sizeof reason) < 0 && errno == EINTR) {
  }
  CloseFd(&report.read);
  if (reason != 0) {
    if (pid_ > 0) Reap(0);
    for (int* fd : {&stdin_, &stdout_, &stderr_}) CloseFd(fd);
    throw Error(ExitCode::kMissingTool, fmt::format("can't start: {}", std::strerror(reason)), options.command.front());
  }
  for (const int fd : {stdin_, stdout_, stderr_}) fcntl(fd, F_SETFL, O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
  Kill();
  for (int* fd : {&stdin_, &stdout_, &stderr_}) CloseFd(fd);
}

bool ChildProcess::Write(std::string_view bytes, int64_t timeout_ns) {
  const SigpipeBlocked no_sigpipe;
  const int64_t deadline = MonotonicNs() + timeout_ns;
  while (!bytes.empty()) {
    if (stdin_ < 0) return false;
    const ssize_t n = write(stdin_, bytes.data(), bytes.size());
    if (n >= 0) {
      bytes.remove_prefix(static_cast<size_t>(n));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return false;
    // Meanwhile it may be stuck in a write to us.
    pollfd fds[] = {{stdin_, POLLOUT, 0}, {stdout_, POLLIN, 0}, {stderr_, POLLIN, 0}};
    if (poll(fds, 3, PollMs(deadline, 1000)) <= 0 && MonotonicNs() >= deadline) return false;
    if (fds[1].revents != 0 && ReadSome(stdout_, &pending_) == Input::kEnd) return false;
    ReadStderr();
  }
  return true;
}

ChildProcess::Read ChildProcess::ReadLine(int64_t timeout_ns, const std::function<bool()>& stopped, std::string* line) {
  const int64_t deadline = MonotonicNs() + timeout_ns;
  size_t searched = 0;
  for (;;) {
    const size_t end = pending_.find('\n', searched);
    if (end != std::string::npos) {
      *line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      return Read::kLine;
    }
    searched = pending_.size();
    if (stopped && stopped()) return Read::kStopped;
    pollfd fds[] = {{stdout_, POLLIN, 0}, {stderr_, POLLIN, 0}};
    const int ready = poll(fds, 2, PollMs(deadline, kStopPollMs));
    if (ready <= 0) {
      if (MonotonicNs() >= deadline) return Read::kTimeout;
      continue;
    }
    if (fds[1].revents != 0) ReadStderr();
    if (fds[0].revents != 0 && ReadSome(stdout_, &pending_) == Input::kEnd) {
      line->swap(pending_);
      pending_.clear();
      return Read::kEnd;
    }
  }
}

void ChildProcess::CloseStdin() { CloseFd(&stdin_); }

bool ChildProcess::Wait(int64_t timeout_ns) {
  const int64_t deadline = MonotonicNs() + timeout_ns;
  while (!Reap(WNOHANG)) {
    if (MonotonicNs() >= deadline) return false;
    ReadStderr();
    const timespec pause{0, kNsPerMs};
    nanosleep(&pause, nullptr);
  }
  ReadStderr();
  return true;
}

void ChildProcess::Kill() {
  if (pid_ <= 0 || status_) return;
  kill(-pid_, SIGKILL);  // one that has ended keeps its status until it is reaped
  Reap(0);
  ReadStderr();
}

std::string ChildProcess::StatusText() const {
  if (!status_) return "still running";
  if (WIFEXITED(*status_)) return fmt::format("exit code {}", WEXITSTATUS(*status_));
  const int signal_number = WTERMSIG(*status_);
  const char* name = sigabbrev_np(signal_number);
  return fmt::format("killed by signal {} ({})", signal_number, name != nullptr ? name : "?");
}

ChildProcess::Input ChildProcess::ReadSome(int fd, std::string* into) {
  char block[1 << 16];
  for (;;) {
    const ssize_t n = read(fd, block, sizeof block);
    if (n > 0) {
      into->append(block, static_cast<size_t>(n));
      return Input::kData;
    }
    if (n == 0) return Input::kEnd;
    if (errno == EINTR) continue;
    return errno == EAGAIN ? Input::kNothing : Input::kEnd;
  }
}

void ChildProcess::ReadStderr() {
  while (stderr_ >= 0) {
    const Input input = ReadSome(stderr_, &stderr_tail_);
    if (stderr_tail_.size() > stderr_tail_bytes_) stderr_tail_.erase(0, stderr_tail_.size() - stderr_tail_bytes_);
    if (input == Input::kEnd) CloseFd(&stderr_);  // else poll would report its end again and again
    if (input != Input::kData) return;
  }
}

bool ChildProcess::Reap(int options) {
  if (status_) return true;
  int status = 0;
  pid_t done;
  do {
    done = waitpid(pid_, &status, options);
  } while (done < 0 && errno == EINTR);
  if (done == 0) return false;
  status_ = status;
  return true;
}

}  // namespace pbb
