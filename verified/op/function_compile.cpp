// The compilers of operators, run as programs, and the source of an expression.
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>

#include "verified/op/function.hpp"

namespace tutti::op {
namespace {

struct Ended {
  int error;   ///< why it did not start, or 0
  int status;  ///< 0 where it succeeded
  std::string text;
};

/// Runs a program of PATH; `text` is what it writes to its standard output and error.
Ended run(const std::vector<std::string>& words) {
  const TemporaryFile log("log");
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log.path().c_str(), O_WRONLY | O_CREAT, 0600);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  std::vector<char*> arguments;
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child;
  Ended ended{posix_spawnp(&child, arguments[0], &files, nullptr, arguments.data(), environ), 0, {}};
  posix_spawn_file_actions_destroy(&files);
  if (ended.error != 0) return ended;
  while (waitpid(child, &ended.status, 0) < 0 && errno == EINTR) {
  }
  std::ifstream file(log.path());
  ended.text.assign(std::istreambuf_iterator<char>(file), {});
  return ended;
}

bool is_c(const Source& source) { return source.file.ends_with(".c"); }

/// What is compiled in place of the source, so that a function that nothing calls is kept.
TemporaryFile with_entry(const Source& source, const std::string& file) {
  TemporaryFile wrapper(is_c(source) ? "entry.c" : "entry.cpp");
  std::ofstream(wrapper.path()) << fmt::format(
      "#include \"{}\"\n#ifdef __cplusplus\nextern \"C\"\n#endif\n__attribute__((visibility(\"default\"), used)) "
      "void* const {};\n#line 1 \"--function\"\nvoid* const {} = (void*)\n{};\n",
      file, entry_symbol(source.function), entry_symbol(source.function), source.function);
  return wrapper;
}

TemporaryFile compile(const Source& source, std::vector<std::string> command, const char* result, const char* remedy) {
  const auto file = std::filesystem::absolute(source.file).string();
  if (access(file.c_str(), R_OK) != 0)
    throw InputError(fmt::format("{} cannot be read: {}", source.file, std::strerror(errno)));
  std::optional<TemporaryFile> wrapper;
  if (!source.function.empty()) wrapper = with_entry(source, file);
  TemporaryFile made(result);
  if (!is_c(source)) command.push_back("-std=gnu++20");
  command.insert(command.end(), source.flags.begin(), source.flags.end());
  command.insert(command.end(), {"-o", made.path(), wrapper ? wrapper->path() : file});
  const auto ended = run(command);
  if (ended.error != 0)
    throw EnvironmentError(fmt::format("{} cannot be run: {}; {}", command[0], std::strerror(ended.error), remedy));
  if (ended.status != 0) throw InputError(fmt::format("{} does not compile:\n{}", source.file, ended.text));
  return made;
}

/// Includes and the type, as tutti_t and T.
std::string head(const Type& type) {
  const auto is_complex = [](const Leaf& leaf) { return leaf.in_complex; };
  const bool any = std::any_of(type.leaves.begin(), type.leaves.end(), is_complex);
  return fmt::format(
      "{}#include <math.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>\n"
      "#include <string.h>\n#include <sys/types.h>\n{}\ntypedef tutti_t T;\n",
      any ? "#include <complex.h>\n" : "", declare(type, "tutti_t"));
}

bool is_array(const Type& type) { return type.text.ends_with("]"); }

}  // namespace

TemporaryFile::TemporaryFile(const std::string& name) {
  std::string folder = (std::filesystem::temp_directory_path() / "tutti-op-XXXXXX").string();
  if (!mkdtemp(folder.data()))
    throw EnvironmentError(
        fmt::format("{}: no folder can be made there: {}; set TMPDIR", folder, std::strerror(errno)));
  path_ = {new std::string(folder + "/" + name), [folder](const std::string* path) {
             std::error_code ignored;
             std::filesystem::remove_all(folder, ignored);
             delete path;
           }};
}

TemporaryFile compile_library(const Source& source) {
  return compile(
      source,
      {is_c(source) ? "cc" : "c++", "-O1", "-g", "-w", "-fPIC", "-shared", "-Wl,-Bsymbolic", "-ffp-contract=off"},
      "op.so", "install gcc and g++");
}

const std::vector<std::string>& trapping_flags() {
  static const std::vector<std::string> flags{
      "-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift,float-cast-overflow,bool,unreachable",
      "-fsanitize-undefined-trap-on-error"};
  return flags;
}

TemporaryFile compile_bitcode(const Source& source) {
  return compile(source,
                 {is_c(source) ? "clang-14" : "clang++-14", "-O1", "-Xclang", "-disable-llvm-passes", "-g", "-w",
                  "-Werror=integer-overflow", "-c", "-emit-llvm", "-ffp-contract=on"},
                 "op.bc", "install clang-14, or give a shared library");
}

std::string source_of_expression(const Type& type, const std::string& expression) {
  if (is_array(type))
    throw InputError(
        fmt::format("--expr gives a value, and C has no values of the array '{0}'; put it into a struct: "
                    "'struct{{…}}'",
                    type.text));
  const auto first = expression.find_first_not_of(" \t\n");
  const bool is_list = first != std::string::npos && expression[first] == '{';
  return fmt::format(R"({}
void tutti_op(void* tutti_invec, void* tutti_inoutvec, int* tutti_len, void* tutti_datatype) {{
  (void)tutti_datatype;
  const tutti_t* tutti_in = tutti_invec;
  tutti_t* tutti_inout = tutti_inoutvec;
  for (int tutti_i = 0; tutti_i < *tutti_len; ++tutti_i) {{
    const tutti_t a = tutti_in[tutti_i], b = tutti_inout[tutti_i];
    tutti_inout[tutti_i] = {}
#line 1 "--expr"
{}
    {};
  }}
}}
)",
                     head(type), is_list ? "(tutti_t)" : "(", expression, is_list ? "" : ")");
}

std::string source_of_precondition(const Type& type, const std::string& expression) {
  return fmt::format(
      R"({}
int tutti_pre(const tutti_t* tutti_element) {{
  {};
  return !!(
#line 1 "--pre"
{}
  );
}}
)",
      head(type),
      is_array(type) ? "const __typeof__(&(*tutti_element)[0]) a = *tutti_element" : "const tutti_t a = *tutti_element",
      expression);
}

}  // namespace tutti::op
