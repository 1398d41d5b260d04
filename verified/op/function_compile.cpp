// The compilers of operators, run as programs, and the source of an expression.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "verified/op/function.hpp"
#include "verified/system/program.hpp"

namespace tutti::op {
namespace {

bool is_c(const Source& source) { return source.file.ends_with(".c"); }

constexpr const char* function_option = "--function";  ///< the file that Source::function is in, for a compiler

constexpr const char* in_c =
    "\n#ifdef __cplusplus\nextern \"C\"\n#endif\n__attribute__((visibility(\"default\"), used)) ";

/// The variable gets its value when the library is loaded; who reads the constants knows it besides.
std::string constant_text(const std::string& constant, std::size_t i) {
  const auto equals = constant.find('=');
  const auto name = constant.substr(0, equals);
  auto text = fmt::format("{}void* const {}{};\n#line 1 \"--constant\"\n{}void* const {}{} = (void*)&({});\n", in_c,
                          parameter_symbol, i, in_c, parameter_symbol, i, name);
  if (equals == std::string::npos) return text;
  return text + fmt::format(
                    "{}const __typeof__({}) {}{} = {};\n"
                    "__attribute__((constructor)) static void tutti_set_{}(void) {{\n"
                    "  __builtin_memcpy((void*)&({}), (const void*)&{}{}, sizeof({}));\n}}\n",
                    in_c, name, value_symbol, i, constant.substr(equals + 1), i, name, value_symbol, i, name);
}

/// An expression of `type`: what `of` says of it, if it is one of these.
template <class F>
std::string chosen(const std::vector<Source::Datatype>& all, F of) {
  std::string text;
  for (const auto& t : all)
    text += &t == &all.back() ? fmt::format("{}", of(t)) : fmt::format("type == ({}) ? {} : ", t.handle, of(t));
  return text;
}

/// MPI's questions about a datatype, answered for these; about another the answer is not known.
std::string datatypes_text(const std::vector<Source::Datatype>& all) {
  std::vector<std::string> handles, known;
  std::string missing;  // Fortran's, in some MPIs
  for (const auto& t : all) {
    handles.push_back(fmt::format("(long)({})", t.handle));
    known.push_back(fmt::format("type == ({})", t.handle));
    missing += fmt::format("#ifndef {0}\n#define {0} MPI_DATATYPE_NULL\n#endif\n", t.handle);
  }
  return fmt::format(R"(
#ifdef MPI_VERSION
{6}{0}const long {1}[] = {{{2}}};
#ifdef __cplusplus
extern "C" {{
#endif
int tutti_answers_for_another_datatype(void);
static int tutti_asks_for(MPI_Datatype type) {{
  return {3} ? MPI_SUCCESS : tutti_answers_for_another_datatype();
}}
int MPI_Type_size(MPI_Datatype type, int* size) {{ return *size = {4}, tutti_asks_for(type); }}
int MPI_Type_size_x(MPI_Datatype type, MPI_Count* size) {{ return *size = {4}, tutti_asks_for(type); }}
int MPI_Type_get_extent(MPI_Datatype type, MPI_Aint* low, MPI_Aint* extent) {{
  return *low = 0, *extent = {5}, tutti_asks_for(type);
}}
int MPI_Type_get_true_extent(MPI_Datatype type, MPI_Aint* low, MPI_Aint* extent) {{
  return MPI_Type_get_extent(type, low, extent);
}}
int MPI_Type_get_envelope(MPI_Datatype type, int* integers, int* addresses, int* types, int* combiner) {{
  return *integers = *addresses = *types = 0, *combiner = MPI_COMBINER_NAMED, tutti_asks_for(type);
}}
#ifdef __cplusplus
}}
#endif
#endif
)",
                     in_c, datatype_symbol, fmt::join(handles, ", "), fmt::join(known, " || "),
                     chosen(all, [](const auto& t) { return t.size; }),
                     chosen(all, [](const auto& t) { return t.extent; }), missing);
}

/// In C a type can only be compared, so a function whose other parameters are no void* is not known to be one.
std::string large_count_text(const std::string& function) {
  return fmt::format(R"(
#ifdef __cplusplus
namespace {{
template <class T> struct tutti_is_count {{ static constexpr bool value = false; }};
template <> struct tutti_is_count<long> {{ static constexpr bool value = true; }};
template <> struct tutti_is_count<long long> {{ static constexpr bool value = true; }};
template <class T> struct tutti_is_count<const T> : tutti_is_count<T> {{}};
template <class A, class B, class L, class D>
constexpr bool tutti_takes_count(void (*)(A, B, L*, D)) {{ return tutti_is_count<L>::value; }}
constexpr bool tutti_takes_count(...) {{ return false; }}
}}
{0}const bool {1} = tutti_takes_count(
#line 1 "--function"
{2});
#else
#ifdef MPI_VERSION
#define TUTTI_DATATYPE MPI_Datatype
#else
#define TUTTI_DATATYPE void
#endif
#define TUTTI_IS(L, D) __builtin_types_compatible_p(__typeof__({2}), void(void*, void*, L*, D*))
{0}const _Bool {1} = TUTTI_IS(long, void) || TUTTI_IS(long long, void) || TUTTI_IS(long, TUTTI_DATATYPE) ||
    TUTTI_IS(long long, TUTTI_DATATYPE);
#endif
)",
                     in_c, large_count_symbol, function);
}

/// What is compiled in place of the source, so that a function that nothing calls is kept.
TemporaryFile with_entry(const Source& source, const std::string& file) {
  TemporaryFile wrapper(is_c(source) ? "entry.c" : "entry.cpp");
  std::ofstream text(wrapper.path());
  text << fmt::format("#include \"{}\"\n", file);
  if (!source.function.empty() && !place_of(source.function))
    text << fmt::format(
                "#ifdef __cplusplus\nextern \"C\"\n#endif\n__attribute__((visibility(\"default\"), used)) void* const "
                "{};\n"
                "#line 1 \"{}\"\nvoid* const {} = (void*)\n{};\n",
                entry_symbol(source.function), function_option, entry_symbol(source.function), source.function)
         << large_count_text(source.function);
  for (std::size_t i = 0; i < source.constants.size(); ++i) text << constant_text(source.constants[i], i);
  if (!source.datatypes.empty()) text << datatypes_text(source.datatypes);
  return wrapper;
}

/// The exit status.
int run_until(const Deadline& deadline, Program& compiler, const std::string& file) {
  constexpr double most_seconds = 1000;
  while (true) {
    const auto status = compiler.wait(static_cast<int>(1000 * std::min(deadline.left(), most_seconds)) + 1);
    if (status) return *status;
    if (deadline.left() > 0) continue;
    compiler.end();
    throw DeadlinePassed(fmt::format("{} was not compiled within the time limit; raise --time-limit", file));
  }
}

TemporaryFile compile(const Source& source, std::vector<std::string> command, const char* result, const char* remedy) {
  const auto file = std::filesystem::absolute(source.file).string();
  if (access(file.c_str(), R_OK) != 0)
    throw InputError(fmt::format("{} cannot be read: {}", source.file, std::strerror(errno)));
  if (file.find_first_of("\"\n") != std::string::npos)
    throw InputError(fmt::format("{}: a path with a quote or a line break cannot be included; rename it", file));
  std::optional<TemporaryFile> wrapper;
  if (!source.function.empty() || !source.datatypes.empty()) wrapper = with_entry(source, file);
  TemporaryFile made(result);
  if (!is_c(source))  // private functions, too; and without what MPIs declare of C++, which is no part of MPI any more
    command.insert(command.end(), {"-std=gnu++20", "-fno-access-control", "-DOMPI_SKIP_MPICXX", "-DMPICH_SKIP_MPICXX"});
  command.insert(command.end(), source.flags.begin(), source.flags.end());
  command.insert(command.end(), {"-o", made.path(), wrapper ? wrapper->path() : file});
  Program compiler({.words = std::move(command)});
  const int status = run_until(source.deadline, compiler, source.file);
  if (status == not_run) throw EnvironmentError(fmt::format("{}; {}", compiler.output(), remedy));
  if (status != 0) throw DoesNotCompile(fmt::format("{} does not compile:\n{}", source.file, compiler.output()));
  return made;
}

/// "my_op.c:12", the places of a compiler's messages of that kind.
std::vector<std::string> lines_of(const std::string& messages, std::string_view kind) {
  std::vector<std::string> all;
  std::istringstream lines(messages);
  for (std::string line; std::getline(lines, line);) {
    const auto file = line.find(':'), number = line.find(':', file + 1);
    if (!line.ends_with(kind) || number == std::string::npos) continue;
    all.push_back(line.substr(0, number));
    all.back().erase(0, all.back().rfind('/') + 1);
  }
  return all;
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

TemporaryFile::TemporaryFile(const std::string& name) try
    : folder_(std::make_shared<TemporaryFolder>("tutti-op")), path_(*folder_ / name) {
} catch (const std::runtime_error& e) {
  throw EnvironmentError(std::string(e.what()) + "; set TMPDIR");
}

bool names_function(const DoesNotCompile& errors) {
  return std::string_view(errors.what()).find(std::string(function_option) + ":") != std::string_view::npos;
}

TemporaryFile compile_library(const Source& source, const Compiler& compiler) {
  std::vector<std::string> command{
      is_c(source) ? compiler.c : compiler.cxx, "-g", "-w", "-fPIC", "-shared", "-Wl,-Bsymbolic"};
  command.insert(command.end(), compiler.flags.begin(), compiler.flags.end());
  return compile(source, std::move(command), "op.so", "install gcc and g++");
}

TemporaryFile compile_library(const Source& source) {
  return compile_library(source, {.name = "", .c = "cc", .cxx = "c++", .flags = {"-O1", "-ffp-contract=off"}});
}

const std::vector<Compiler>& other_compilers() {
  static const auto all = [] {
    std::vector<Compiler> made;
    // gcc 12 makes vfmaddsub of a·b ± c·d in vectors whatever -ffp-contract says, where the machine has it.
    struct Way {
      std::vector<std::string> flags;
      bool contracts = false;
      bool gcc_obeys = true;
    };
    const Way ways[] = {
        {{"-O0"}}, {{"-O2"}}, {{"-O3"}}, {{"-O3", "-march=native"}, false, false}, {{"-O3", "-march=native"}, true}};
    for (const auto& [name, c, cxx] : {std::array{"gcc", "gcc", "g++"}, std::array{"clang", "clang-14", "clang++-14"}})
      for (const auto& way : ways) {
        if (!way.gcc_obeys && std::string_view(c) == "gcc") continue;
        const auto how = way.contracts ? "-ffp-contract=fast" : "-ffp-contract=off";
        made.push_back(
            {fmt::format("{} {} {}", name, fmt::join(way.flags, " "), how), c, cxx, way.flags, way.contracts});
        made.back().flags.emplace_back(how);
      }
    return made;
  }();
  return all;
}

const std::vector<std::string>& trapping_flags() {
  static const std::vector<std::string> flags{
      "-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift,float-cast-overflow,bool,unreachable,bounds",
      "-fsanitize-undefined-trap-on-error"};
  return flags;
}

namespace {

/// clang looks at variables alone, gcc at what is written the same way, such as s.i or *p; but for C++17 it tells of
/// what that defines, too.
std::vector<std::string> unsequenced_by_gcc(const Source& source) try {
  constexpr std::string_view before_17[] = {"++98", "++03", "++0x", "++11", "++1y", "++14"};
  const auto is_before_17 = [&](const std::string& flag) {
    return flag.starts_with("-std=") && std::ranges::any_of(before_17, [&](auto end) { return flag.ends_with(end); });
  };
  const auto standard = std::ranges::find_if(source.flags.rbegin(), source.flags.rend(),
                                             [](const std::string& flag) { return flag.starts_with("-std="); });
  if (!is_c(source) && (standard == source.flags.rend() || !is_before_17(*standard))) return {};
  auto strict = source;
  strict.flags.emplace_back("-Werror=sequence-point");
  compile(strict, {is_c(source) ? "gcc" : "g++", "-fsyntax-only"}, "op.none", "install gcc and g++");
  return {};
} catch (const DoesNotCompile& errors) {
  return lines_of(errors.what(), "-Werror=sequence-point]");
} catch (const EnvironmentError&) {
  return {};
}

}  // namespace

Bitcode compile_bitcode(const Source& source) {
  const auto with = [&](const std::vector<std::string>& last_flags) {
    auto copy = source;
    copy.flags.insert(copy.flags.end(), last_flags.begin(), last_flags.end());
    return compile(copy,
                   {is_c(source) ? "clang-14" : "clang++-14", "-O1", "-Xclang", "-disable-llvm-passes", "-g",
                    "-fsanitize=shift-base", "-fsanitize-trap=shift-base", "-c", "-emit-llvm", "-ffp-contract=on"},
                   "op.bc", "install clang-14, or give a shared library");
  };
  const std::vector<std::string> usual{"-Wno-everything", "-Werror=integer-overflow"};  // whatever the user's flags say
  auto strict = usual;
  strict.insert(strict.end(), {"-Werror=unsequenced", "-ferror-limit=0"});
  try {
    return {with(strict), unsequenced_by_gcc(source)};
  } catch (const DoesNotCompile& errors) {
    auto lines = lines_of(errors.what(), "-Wunsequenced]");
    if (lines.empty()) throw;
    return {with(usual), std::move(lines)};
  }
}

TemporaryFile preprocess(const Source& source, const std::vector<std::string>& flags) {
  std::vector<std::string> command{is_c(source) ? "gcc" : "g++", "-E", "-fdirectives-only", "-w"};
  command.insert(command.end(), flags.begin(), flags.end());
  return compile({.file = source.file, .flags = source.flags, .deadline = source.deadline}, std::move(command), "op.i",
                 "install gcc and g++");
}

namespace {

/// The flags but for these, with what follows them in the same word or in the next one.
std::vector<std::string> without(const std::vector<std::string>& flags, std::initializer_list<std::string_view> these) {
  std::vector<std::string> left;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const auto* is = std::ranges::find_if(these, [&](auto name) { return flags[i].starts_with(name); });
    if (is == these.end())
      left.push_back(flags[i]);
    else if (flags[i] == *is)
      ++i;
  }
  return left;
}

}  // namespace

TemporaryFile preprocess_as_clang(const Source& source, const std::vector<std::string>& flags) {
  const auto clang = [&](const Source& what, std::vector<std::string> options, const char* result) {
    options.insert(options.begin(), {is_c(source) ? "clang-14" : "clang++-14", "-E", "-w"});
    options.insert(options.end(), flags.begin(), flags.end());
    return compile({.file = what.file, .flags = what.flags, .deadline = source.deadline}, std::move(options), result,
                   "install clang-14");
  };
  const char* suffix = is_c(source) ? "op.c" : "op.cpp";
  const auto evaluated = clang(source, {"-frewrite-includes"}, suffix);
  const auto rest = without(source.flags, {"-include", "-imacros"});  // files that are in the text now
  const auto but_macros = without(rest, {"-D", "-U"});
  const TemporaryFile nothing(suffix), macros("macros.h");
  std::ofstream(nothing.path()) << "\n";
  const auto defined = clang({.file = nothing.path(), .flags = but_macros}, {"-dM"}, "macros.h");
  // gcc has no such operators to ask, and #ifdef does.
  std::ofstream(macros.path()) << "# 1 \"<built-in>\"\n#define __has_feature(x) 0\n#define __has_extension(x) 0\n"
                               << std::ifstream(defined.path()).rdbuf();
  return preprocess({.file = evaluated.path(), .flags = rest, .deadline = source.deadline},
                    {"-undef", "-imacros", macros.path()});
}

std::string source_of_expression(const Type& type, const std::string& expression, std::string_view option) {
  if (is_array(type))
    throw InputError(
        fmt::format("{1} gives a value, and C has no values of the array '{0}'; put it into a struct: "
                    "'struct{{…}}'",
                    type.text, option));
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
#line 1 "{}"
{}
    {};
  }}
}}
)",
                     head(type), is_list ? "(tutti_t)" : "(", option, expression, is_list ? "" : ")");
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
