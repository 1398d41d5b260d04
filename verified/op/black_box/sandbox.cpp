#include "verified/op/black_box/sandbox.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace tutti::op {

namespace {

constexpr std::size_t usual_bytes = std::size_t{1} << 24;  ///< for the cases of a run
constexpr std::size_t most_cases = 4096;
constexpr int missing_function = 127;  ///< the status with which the dynamic linker ends a process

std::size_t aligned(std::size_t n) { return (n + 63) / 64 * 64; }

bool is_write([[maybe_unused]] const void* context) {
#ifdef __x86_64__
  return (static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & 2) != 0;
#else
  return true;
#endif
}

[[noreturn]] void stop(const char* what) { throw EnvironmentError(fmt::format("{}: {}", what, std::strerror(errno))); }

/// What a signal says of an operator.
std::string_view meaning(int signal) {
  switch (signal) {
    case SIGFPE: return "an integer divided by zero, or the least one by -1";
    case SIGABRT: return "abort(), an assertion or an exception";
    case SIGILL:
    case SIGTRAP: return "a trap of the compiler, or no instruction";
    default: return "a system call that is not allowed";
  }
}

}  // namespace

/// What the child is doing, read by its parent when it is dead.
struct Sandbox::Journal {
  volatile std::size_t at_case, calls;
  volatile int at_call;  ///< or in_precondition
  volatile int signal;   ///< that ended it, or 0
  volatile std::size_t address;
  volatile bool was_write;

  static constexpr int in_precondition = -1;
  static Journal* ours;  ///< of this process, for its signal handler

  static void on_signal(int signal, siginfo_t* info, void* context) {
    ours->address = reinterpret_cast<std::size_t>(info->si_addr);
    ours->was_write = is_write(context);
    ours->signal = signal;
    _exit(1);
  }

  void catch_signals() {
    ours = this;
    static char stack[1 << 16];
    const stack_t alternative{stack, 0, sizeof stack};
    sigaltstack(&alternative, nullptr);
    struct sigaction action {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (const int s : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS}) sigaction(s, &action, nullptr);
  }
};

Sandbox::Journal* Sandbox::Journal::ours = nullptr;

Sandbox::Sandbox(const Type& type, const Function& function, std::optional<Function> pre, int most)
    : type_(type),
      function_(function),
      pre_(std::move(pre)),
      arena_(type, most, function.handle()),
      shared_bytes_(usual_bytes + 4 * (static_cast<std::size_t>(most) + 1) * (type.size + 1)) {
  void* got = mmap(nullptr, shared_bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) stop("no memory for the operands");
  shared_ = static_cast<std::byte*>(got);
  journal_ = new (shared_) Journal{};
}

Sandbox::~Sandbox() { munmap(shared_, shared_bytes_); }

std::size_t Sandbox::capacity(const CallSequence& sequence) const {
  const auto per_case = 1 + static_cast<std::size_t>(sequence.cells) * (1 + type_.size);
  return std::clamp<std::size_t>((usual_bytes - 4096) / per_case, 1, most_cases);
}

void Sandbox::prepare(const CallSequence& sequence, std::size_t count) {
  sequence_ = sequence;
  count_ = count;
  std::byte* at = shared_ + aligned(sizeof(Journal));
  fates_ = reinterpret_cast<Fate*>(at);
  at += aligned(count);
  admitted_ = reinterpret_cast<std::uint8_t*>(at);
  at += aligned(count * static_cast<std::size_t>(sequence.cells));
  cells_ = at;
  map_pages(cells_, cells_bytes());
  std::fill_n(fates_, count, Fate::pending);
}

std::optional<Failure> Sandbox::run(Placement placement, double deadline) {
  *journal_ = Journal{};
  arena_.place(placement);
  const auto end = call_in_child(
      deadline, [this](const Write&) { live(); }, [this] { return std::size_t{journal_->calls}; });
  if (end.how == CallEnd::How::returned) return {};
  fates_[journal_->at_case] = Fate::failed;
  Failure failure = failure_of(end);
  failure.hangs = end.how == CallEnd::How::late;
  if (failure.hangs) failure.says = fmt::format("is not over after {} s", deadline);
  return failure;
}

void Sandbox::live() try {
  journal_->catch_signals();
  map_pages(cells_, cells_bytes());
  int longest = 1;
  for (const auto& call : sequence_.calls) longest = std::max(longest, call.len);
  arena_.map_pages(longest);
  for (std::size_t i = 0; i < count_; ++i)
    if (fates_[i] == Fate::pending) run_case(i);
} catch (...) {
  abort();
}

bool Sandbox::check_operands(std::size_t i) {
  if (!pre_) return true;
  for (int c = 0; c < sequence_.operands; ++c)
    if (!pre_->holds(cells(i) + static_cast<std::size_t>(c) * type_.size)) return false;
  return true;
}

void Sandbox::run_case(std::size_t i) {
  journal_->at_case = i;
  journal_->at_call = Journal::in_precondition;
  if (!check_operands(i)) {
    fates_[i] = Fate::excluded;
    return;
  }
  const auto at = [&](int c) { return cells(i) + static_cast<std::size_t>(c) * type_.size; };
  for (std::size_t s = 0; s < sequence_.calls.size(); ++s) {
    const OperatorCall& call = sequence_.calls[s];
    journal_->at_call = static_cast<int>(s);
    journal_->calls = journal_->calls + 1;
    arena_.set(at(call.in), at(call.inout), call.len, function_.length_word(call.len));
    function_.get()(arena_.invec(), arena_.inoutvec(), arena_.len(), arena_.datatype());
    std::memcpy(at(call.out), arena_.result(), static_cast<std::size_t>(call.len) * type_.size);
  }
  journal_->at_call = Journal::in_precondition;
  if (pre_)
    for (int c = 0; c < sequence_.cells; ++c)
      admitted_[i * static_cast<std::size_t>(sequence_.cells) + static_cast<std::size_t>(c)] = pre_->holds(at(c));
  fates_[i] = Fate::done;
}

Failure Sandbox::failure_of(const CallEnd& end) const {
  const Journal& j = *journal_;
  const std::size_t at_case = j.at_case, address = j.address;
  const int signal = j.signal;
  Failure failure{Law::total, "", true, at_case, {}};
  if (j.at_call != Journal::in_precondition) failure.call = sequence_.calls[static_cast<std::size_t>(j.at_call)];
  const auto access =
      signal == SIGSEGV || signal == SIGBUS ? arena_.describe(address, j.was_write, failure.call.len) : std::nullopt;
  if (access) {
    failure.law = Law::memory;
    failure.says = *access;
  } else if (signal == SIGSEGV || signal == SIGBUS) {
    failure.says = fmt::format("SIG{} at address {:#x}", sigabbrev_np(signal), address);
  } else if (signal != 0) {
    failure.says = fmt::format("SIG{}: {}", sigabbrev_np(signal), meaning(signal));
  } else if (end.how == CallEnd::How::killed) {
    failure.says = fmt::format("is killed by SIG{}", sigabbrev_np(end.number));
  } else {
    failure.says = fmt::format("ends the process with status {}", end.number);
  }
  if (end.how == CallEnd::How::exited && end.number == missing_function) {
    failure.is_known = false;
    failure.says = "calls a function that the library lacks, such as one of MPI; give its source file instead";
  } else if (j.at_call == Journal::in_precondition) {
    failure.is_known = false;
    failure.says = "the precondition: " + failure.says;
  }
  return failure;
}

}  // namespace tutti::op
