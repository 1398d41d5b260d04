#include "verified/op/judge/subject.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>

#include "verified/op/judge/predefined.hpp"
#include "verified/op/judge/source_terms.hpp"
#include "verified/op/shell_words.hpp"

namespace tutti::op {
namespace {

/// C that stands in a file as long as some copy lives.
class Generated {
 public:
  Generated(const std::string& name, const std::string& text) : file_(name) { std::ofstream(file_.path()) << text; }
  Source source() const { return {.file = file_.path(), .flags = {}}; }

 private:
  TemporaryFile file_;
};

/// C files that go with the operator's.
struct Besides {
  std::optional<Source> pre, meant;
};

Subject subject_of(const Type& type, Function function) {
  return {.trial = {.type = type, .function = std::move(function), .pre = {}},
          .terms = {},
          .without_terms = "",
          .commute = {},
          .definition = {}};
}

Function load(const Source& source, const std::string& function) {
  return Function::load(compile_library(source).path(), function);
}

Source with_traps(Source source) {
  source.flags.insert(source.flags.end(), trapping_flags().begin(), trapping_flags().end());
  return source;
}

/// As they lie in memory, whatever their members are called; of whole numbers the sign is left out, too.
bool lie_alike(const Leaf& a, std::size_t offset, const Leaf& b) {
  return a.offset == b.offset + offset && is_floating(a.scalar) == is_floating(b.scalar) &&
         value_bytes(a.scalar) == value_bytes(b.scalar);
}

/// `all` is some elements of `one`, side by side.
bool is_several(const Type& all, const Type& one) {
  if (all.size % one.size != 0 || all.leaves.size() != all.size / one.size * one.leaves.size()) return false;
  for (std::size_t i = 0; i < all.leaves.size(); ++i)
    if (const auto n = one.leaves.size(); !lie_alike(all.leaves[i], i / n * one.size, one.leaves[i % n])) return false;
  return true;
}

/// A type that the source itself says its elements are of.
struct TypeOfCode {
  Type type;
  int line;
};

/// Of which no two lie alike in memory; one that --type cannot say has no size. As bytes, elements of any type are
/// copied and compared: these say nothing.
std::vector<TypeOfCode> types_of_code(const Module& module, const std::string& function) {
  std::vector<TypeOfCode> all;
  for (const auto& seen : module.element_types(function)) {
    TypeOfCode known{{}, seen.line};
    try {
      if (!seen.text.empty()) known.type = parse_type(seen.text);
    } catch (const InputError&) {  // such as a member whose name is a keyword in C
    }
    const auto lies_like_it = [&](const TypeOfCode& other) {
      return other.type.size == known.type.size && (known.type.size == 0 || is_several(other.type, known.type));
    };
    const bool is_byte = known.type.size == 1 && known.type.leaves[0].scalar != Scalar::boolean;
    if (!is_byte && std::ranges::none_of(all, lies_like_it)) all.push_back(std::move(known));
  }
  return all;
}

std::string listed(const std::vector<TypeOfCode>& all) {
  std::string text;
  for (const auto& t : all)
    text += (text.empty() ? "" : ", ") + (t.type.size == 0 ? "what --type cannot say" : "'" + t.type.text + "'") +
            " in line " + std::to_string(t.line);
  return text;
}

/// Throws InputError where the code says nothing, or several things.
TypeOfCode type_by_code(const Source& source) {
  const auto place = source.file + ": " + source.function;
  if (!can_execute_source()) throw InputError("of which type are the elements? name it with --type, or --datatype");
  const Module module(compile_bitcode(source).path());
  module.check_operator(source.function);
  auto all = types_of_code(module, source.function);
  if (all.empty()) throw InputError(place + " does not say of which type its elements are; name it with --type");
  if (all.size() > 1 || all.front().type.size == 0)
    throw InputError(place + " takes its elements for " + listed(all) + "; name theirs with --type");
  return std::move(all.front());
}

/// What the code takes its elements for, where that is one type, and another one than `type`.
std::string other_type(const Module& module, const std::string& function, const Type& type) {
  const auto all = types_of_code(module, function);
  const bool is_other =
      all.size() == 1 && all[0].type.size > 0 && !is_several(type, all[0].type) && !is_several(all[0].type, type);
  return is_other ? listed(all) : "";
}

/// Judges what is compiled, and as far as this build can the source itself.
Subject of_source(const Source& source, const std::string& function, const Type& type, const Besides& besides) {
  auto subject = subject_of(type, load(source, function));
  subject.trial.with_traps = [=] { return load(with_traps(source), function); };
  subject.trial.build = [=](const Compiler& compiler) {
    return Function::load(compile_library(source, compiler).path(), function);
  };
  if (besides.pre) subject.trial.pre = load(*besides.pre, "tutti_pre");
  if (!can_execute_source()) {
    subject.without_terms = "this tutti was built without LLVM 14; install llvm-14-dev and build it again";
    return subject;
  }
  const auto modules = std::make_shared<Modules>(Modules{Module(compile_bitcode(source).path()), {}, {}});
  if (besides.pre) modules->pre.emplace(compile_bitcode(*besides.pre).path());
  if (besides.meant) modules->meant.emplace(compile_bitcode(*besides.meant).path());
  modules->op.check_operator(function);
  subject.other_type = other_type(modules->op, function, type);
  subject.definition = modules->op.definition_of(function);
  subject.terms = terms_of(modules, function, type);
  return subject;
}

Subject of_library(const Request& request, const Type& type, const std::optional<Source>& pre) {
  auto subject = subject_of(type, Function::load(*request.file, *request.function));
  if (pre) subject.trial.pre = load(*pre, "tutti_pre");
  subject.without_terms = "a library has no source; random runs can refute, and never prove";
  return subject;
}

Subject of_predefined(const Request& request) {
  const auto op = *predefined_op(*request.file);
  const auto datatype = predefined_datatype(request.type);
  if (!datatype)
    throw InputError("--type: '" + request.type + "' is no predefined datatype; name one, such as double or MPI_2INT");
  if (request.precondition) throw InputError("--pre: is for operators of your own; leave it out for " + *request.file);
  auto subject = subject_of(element_type(*datatype), predefined_function(op, *datatype));
  subject.terms = predefined_terms(op, *datatype);
  return subject;
}

bool are_alike(const Type& a, const Type& b) {
  return a.size == b.size && std::ranges::equal(a.leaves, b.leaves, [](const Leaf& x, const Leaf& y) {
           return x.scalar == y.scalar && x.offset == y.offset;
         });
}

/// The element's type, by --type, or else by --datatype; both must say the same.
Type type_of(const Request& request) {
  if (!request.datatype) return parse_type(request.type);
  const auto named = predefined_datatype(*request.datatype);
  if (!named)
    throw InputError("--datatype: '" + *request.datatype +
                     "' is no predefined datatype; name one, such as MPI_DOUBLE_INT");
  const auto element = element_type(*named);
  if (request.type.empty()) return element;
  auto type = parse_type(request.type);
  if (!are_alike(type, element))
    throw InputError("--datatype: an element of " + *request.datatype + " is " + element.text + ", not --type '" +
                     request.type + "'; name the one that is meant");
  return type;
}

/// The constant of MPI whose name in C is the type's, such as MPI_DOUBLE.
std::string predefined_constant(const std::string& type) {
  static const std::map<std::string, std::string> constants{{"char", "MPI_CHAR"},
                                                            {"signed char", "MPI_SIGNED_CHAR"},
                                                            {"unsigned char", "MPI_UNSIGNED_CHAR"},
                                                            {"short", "MPI_SHORT"},
                                                            {"unsigned short", "MPI_UNSIGNED_SHORT"},
                                                            {"int", "MPI_INT"},
                                                            {"unsigned", "MPI_UNSIGNED"},
                                                            {"unsigned int", "MPI_UNSIGNED"},
                                                            {"long", "MPI_LONG"},
                                                            {"unsigned long", "MPI_UNSIGNED_LONG"},
                                                            {"long long", "MPI_LONG_LONG"},
                                                            {"unsigned long long", "MPI_UNSIGNED_LONG_LONG"},
                                                            {"float", "MPI_FLOAT"},
                                                            {"double", "MPI_DOUBLE"},
                                                            {"long double", "MPI_LONG_DOUBLE"},
                                                            {"bool", "MPI_C_BOOL"},
                                                            {"_Bool", "MPI_C_BOOL"},
                                                            {"int8_t", "MPI_INT8_T"},
                                                            {"int16_t", "MPI_INT16_T"},
                                                            {"int32_t", "MPI_INT32_T"},
                                                            {"int64_t", "MPI_INT64_T"},
                                                            {"uint8_t", "MPI_UINT8_T"},
                                                            {"uint16_t", "MPI_UINT16_T"},
                                                            {"uint32_t", "MPI_UINT32_T"},
                                                            {"uint64_t", "MPI_UINT64_T"},
                                                            {"float _Complex", "MPI_C_FLOAT_COMPLEX"},
                                                            {"double _Complex", "MPI_C_DOUBLE_COMPLEX"}};
  const auto found = constants.find(type);
  return found == constants.end() ? "" : found->second;
}

/// What *datatype is: predefined where a name of MPI says so; else a derived one, of which nothing but the size is
/// known.
std::optional<Source::Datatype> datatype_of(const Request& request, const Type& type) {
  constexpr std::size_t bytes_of_long_double = sizeof(long double);
  std::size_t size = 0;
  for (const auto& leaf : type.leaves)
    size += leaf.scalar == Scalar::f80 ? bytes_of_long_double : value_bytes(leaf.scalar);
  const auto name = request.datatype ? *request.datatype : predefined_constant(type.text);
  if (name.empty()) return {};
  return Source::Datatype{.handle = name, .size = size, .extent = type.size, .named = true};
}

/// A source of the user, as far as it is known before the type is.
Source source_of(const Request& request) {
  Source source{.file = *request.file,
                .flags = {},
                .function = *request.function,
                .constants = request.constants,
                .datatype = {}};
  if (const std::string mpi = TUTTI_MPI_INCLUDE; !mpi.empty()) source.flags.push_back("-I" + mpi);
  for (auto& flag : shell_words("--cflags", request.flags)) source.flags.push_back(flag);
  return source;
}

Subject of_file_or_expression(const Request& request) {
  const bool has_source = request.file && !is_library(*request.file);
  std::optional<int> line;
  const auto type = [&] {
    if (!request.type.empty() || request.datatype) return type_of(request);
    if (!has_source) throw InputError("of which type are the elements? name it with --type, or --datatype");
    auto known = type_by_code(source_of(request));
    line = known.line;
    return std::move(known.type);
  }();
  std::optional<Generated> pre_text, meant_text, op_text;
  if (request.precondition) pre_text.emplace("pre.c", source_of_precondition(type, *request.precondition));
  if (request.meant) meant_text.emplace("meant.c", source_of_expression(type, *request.meant, "--meant"));
  const auto generated = [](const auto& text) { return text ? std::optional(text->source()) : std::nullopt; };
  const Besides besides{generated(pre_text), generated(meant_text)};
  if (request.expression) {
    op_text.emplace("expr.c", source_of_expression(type, *request.expression));
    auto subject = of_source(op_text->source(), "tutti_op", type, besides);
    subject.definition.reset();  // the text is no file of the user
    // The text must be there as long as it may be compiled again.
    subject.trial.with_traps = [text = *op_text, compile = subject.trial.with_traps] { return compile(); };
    return subject;
  }
  if (!has_source) return of_library(request, type, besides.pre);
  auto source = source_of(request);
  source.datatype = datatype_of(request, type);
  auto subject = of_source(source, *request.function, type, besides);
  subject.type_line = line;
  return subject;
}

}  // namespace

bool is_predefined(const std::string& file) { return predefined_op(file).has_value(); }

Subject subject_of(const Request& request) {
  auto subject = request.file && is_predefined(*request.file) ? of_predefined(request) : of_file_or_expression(request);
  subject.commute = request.commute;
  subject.trial.equal_by_value = request.equal_by_value;
  subject.trial.ordinary = request.ordinary;
  subject.trial.lengths = request.lengths;
  subject.trial.seed = request.seed;
  subject.trial.tries = request.tries;
  if (subject.terms) {
    subject.terms->equal_by_value = request.equal_by_value;
    subject.terms->lengths = request.lengths;
  }
  return subject;
}

}  // namespace tutti::op
