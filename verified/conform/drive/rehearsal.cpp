#include "verified/conform/drive/rehearsal.hpp"

#include <chrono>
#include <fstream>
#include <optional>
#include <string_view>

#include "verified/conform/drive/text.hpp"
#include "verified/system/program.hpp"
#include "verified/system/temporary_folder.hpp"

namespace tutti::conform {
namespace {

using Clock = std::chrono::steady_clock;

/// Where this fails, a failure of another program says nothing.
constexpr const char* control =
    "#include <mpi.h>\nint main(int argc, char** argv) { return MPI_Init(&argc, &argv), MPI_Finalize(), 0; }\n";

/// Its exit status, or nothing where it had to be ended.
std::optional<int> wait(Program& program, double seconds, const std::function<bool()>& stop) {
  constexpr int poll_milliseconds = 20;
  const auto until = Clock::now() + std::chrono::duration<double>(seconds);
  for (;;) {
    if (const auto status = program.wait(poll_milliseconds)) return status;
    if (Clock::now() < until && !stop()) continue;
    program.end();
    return std::nullopt;
  }
}

/// Why not, or nothing.
std::string compile(const std::filesystem::path& program, const std::filesystem::path& made,
                    const std::string& compiler, const Launcher& launcher, const std::function<bool()>& stop) {
  Program compiling(shell_command(compiler + " -std=c99 -pthread " + shell_quoted(program.string()) + " -o " +
                                  shell_quoted(made.string())));
  const auto status = wait(compiling, launcher.start_limit, stop);
  if (!status) return stop() ? "interrupted" : "its compiler does not come to an end";
  if (*status == not_run) return "there is no " + compiler + "; name the compiler of this MPI, --mpicc";
  return *status == 0 ? "" : "it does not compile: " + last_lines(compiling.output(), 2);
}

}  // namespace

std::string describe(const Rehearsal& r) {
  if (r.launches == 0) return "not tried: " + r.why_not;
  return "fails " + std::to_string(r.failed) + " of " + std::to_string(r.launches) +
         (r.why_not.empty() ? "" : ", then " + r.why_not);
}

std::string compiler_beside(const std::string& launcher) {
  const auto word = launcher.substr(0, launcher.find_first_of(" \t"));
  const auto slash = word.rfind('/');
  const auto at = slash == std::string::npos ? 0 : slash + 1;
  for (const std::string_view name : {"mpiexec", "mpirun"})
    if (std::string_view(word).substr(at).starts_with(name))
      return word.substr(0, at) + "mpicc" + word.substr(at + name.size());
  return {};
}

Rehearsal rehearse(const std::filesystem::path& program, const std::string& compiler, const Launcher& launcher,
                   const Placement& placement, const Choice& choice, const std::function<bool()>& stop) {
  constexpr int most_launches = 5, most_hangs = 2;
  Rehearsal r;
  if (compiler.empty()) {
    r.why_not = "nobody knows the compiler of this MPI; name it, --mpicc";
    return r;
  }
  const TemporaryFolder folder("program", launcher.folder);
  auto with_program = launcher;
  with_program.worker = folder / "control";
  std::ofstream(folder / "control.c") << control;
  r.why_not = compile(folder / "control.c", with_program.worker, compiler, launcher, stop);
  if (r.why_not.empty()) {
    Program launched(worker_command(with_program, placement, choice, ""));
    if (wait(launched, launcher.start_limit, stop) != 0)
      r.why_not = stop() ? "interrupted"
                         : "a program that calls MPI_Init and MPI_Finalize alone fails, too: " +
                               last_lines(launched.output(), 2);
  }
  with_program.worker = folder / "a.out";
  if (r.why_not.empty()) r.why_not = compile(program, with_program.worker, compiler, launcher, stop);
  for (int hangs = 0; r.why_not.empty() && r.launches < most_launches && hangs < most_hangs;) {
    Program launched(worker_command(with_program, placement, choice, ""));
    const auto status = wait(launched, launcher.time_limit, stop);
    if (!status && stop()) {
      r.why_not = "interrupted";
      break;
    }
    if (launched.output().find(" ranks are due") != std::string::npos) {
      r.why_not = "it was compiled for another MPI than that of the launcher; name its compiler, --mpicc";
      break;
    }
    ++r.launches;
    if (status != 0) ++r.failed;
    if (!status) ++hangs;
  }
  return r;
}

}  // namespace tutti::conform
