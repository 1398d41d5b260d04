#include "verified/op/judge/subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

#include "verified/op/judge/binary.hpp"
#include "verified/op/judge/datatype.hpp"
#include "verified/op/judge/load.hpp"
#include "verified/op/judge/other_reading.hpp"
#include "verified/op/judge/predefined.hpp"
#include "verified/op/judge/source_terms.hpp"
#include "verified/op/judge/type_of_code.hpp"

namespace tutti::op {
namespace {

/// C that stands in a file as long as some copy lives.
class Generated {
 public:
  Generated(const std::string& name, const std::string& text) : file_(name) { std::ofstream(file_.path()) << text; }
  Source source(const Deadline& deadline) const { return {.file = file_.path(), .flags = {}, .deadline = deadline}; }

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

Function load(const Source& source, const std::string& function) { return load(compile_library(source), function); }

Source with_traps(Source source) {
  source.flags.insert(source.flags.end(), trapping_flags().begin(), trapping_flags().end());
  return source;
}

/// Throws InputError where the code says nothing, or several things.
TypeOfCode type_by_code(const Source& source) {
  if (!can_execute_source()) throw InputError("of which type are the elements? name it with --type, or --datatype");
  const Module module(compile_bitcode(source));
  module.check_operator(source.function);
  return type_of_code(module.element_types(source.function), source.file + ": " + source.function);
}

struct Compiled {
  Source source;
  TemporaryFile library;
};

/// C++ of which no flag says otherwise is what g++ 12 takes it for, C++17, and where that does not compile, C++20.
Compiled compiled(const Source& source) {
  const auto says_standard = [](const std::string& flag) { return flag.starts_with("-std="); };
  if (!source.file.ends_with(".c") && std::ranges::none_of(source.flags, says_standard)) {
    auto usual = source;
    usual.flags.insert(usual.flags.begin(), "-std=gnu++17");
    try {
      return {usual, compile_library(usual)};
    } catch (const DoesNotCompile&) {  // then it is C++20, or an error
    }
  }
  return {source, compile_library(source)};
}

/// Judges what is compiled, and as far as this build can the source itself.
Subject of_source(const Source& given, const std::string& function, const Type& type, const Besides& besides,
                  std::optional<bool> large_count = {}) {
  const auto [source, library] = compiled(given);
  std::shared_ptr<Modules> modules;
  auto subject = subject_of(type, load(library, function));
  if (can_execute_source()) {
    modules = std::make_shared<Modules>(Modules{Module(compile_bitcode(source)), {}, {}});
    if (large_count) modules->op.set_large_count(*large_count);
    large_count = modules->op.takes_large_count(function);
  } else if (!large_count) {
    large_count = subject.trial.function.large_count();
  }
  subject.large_count = large_count.value_or(false);
  subject.trial.function = subject.trial.function.with_large_count(large_count);
  subject.trial.with_traps = [source = source, function, large_count] {
    return load(with_traps(source), function).with_large_count(large_count);
  };
  subject.trial.build = [source = source, function, large_count](const Compiler& compiler) {
    return load(compile_library(source, compiler), function).with_large_count(large_count);
  };
  if (besides.pre) subject.trial.pre = load(*besides.pre, "tutti_pre");
  if (!modules) {
    subject.without_terms = "this tutti was built without LLVM 14; install llvm-14-dev and build it again";
    return subject;
  }
  if (besides.pre) modules->pre.emplace(compile_bitcode(*besides.pre));
  if (besides.meant) modules->meant.emplace(compile_bitcode(*besides.meant));
  modules->op.check_operator(function);
  subject.other_type = other_type(modules->op.element_types(function), type);
  subject.definition = modules->op.definition_of(function);
  subject.other_reading = other_reading(source);
  subject.terms = terms_of(modules, function, type);
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

/// The files that go with the operator's, as long as some copy lives.
class GeneratedBesides {
 public:
  GeneratedBesides(const Request& request, const Type& type) : deadline_(request.deadline) {
    if (request.precondition) pre_.emplace("pre.c", source_of_precondition(type, *request.precondition));
    if (request.meant) meant_.emplace("meant.c", source_of_expression(type, *request.meant, "--meant"));
  }
  Besides sources() const {
    const auto source = [this](const auto& text) {
      return text ? std::optional(text->source(deadline_)) : std::nullopt;
    };
    return {source(pre_), source(meant_)};
  }

 private:
  Deadline deadline_;
  std::optional<Generated> pre_, meant_;
};

bool says_type(const Request& request) { return !request.type.empty() || request.datatype; }

Subject of_expression(const Request& request) {
  if (!says_type(request)) throw InputError("of which type are the elements? name it with --type, or --datatype");
  const auto type = type_of(request);
  const Generated text("expr.c", source_of_expression(type, *request.expression));
  auto subject = of_source(text.source(request.deadline), "tutti_op", type, GeneratedBesides(request, type).sources());
  subject.definition.reset();  // the text is no file of the user
  // The text must be there as long as it may be compiled again.
  subject.trial.with_traps = [text, compile = subject.trial.with_traps] { return compile(); };
  return subject;
}

Subject of_source_file(const Request& request) {
  auto source = source_of(request);
  std::optional<int> line;
  const auto type = [&] {
    if (says_type(request)) return type_of(request);
    auto known = type_by_code(source);
    line = known.line;
    return std::move(known.type);
  }();
  if (auto datatype = datatype_of(request, type)) source.datatypes = {std::move(*datatype)};
  auto subject =
      of_source(source, *request.function, type, GeneratedBesides(request, type).sources(), request.large_count);
  subject.type_line = line;
  return subject;
}

/// As machine code. `why` its source is not judged.
Subject of_machine_code(const Request& request, const Binary& binary, const std::optional<BinaryFunction>& described,
                        const std::string& why) {
  auto function = described ? binary.load(*described) : binary.load(request);
  const auto seen = described ? described->types : std::vector<SeenType>{};
  std::optional<int> line;
  const auto type = [&] {
    if (says_type(request)) return type_of(request);
    auto known = type_of_code(seen, *request.file + ": " + function.name());
    line = known.line;
    return std::move(known.type);
  }();
  if (const auto datatype = datatype_of(request, type))
    for (const auto handle : handles_of({*datatype})) function = function.with_handle(handle);
  if (request.large_count) function = function.with_large_count(request.large_count);
  auto subject = subject_of(type, function);
  subject.large_count = request.large_count.value_or(false);
  if (request.precondition) subject.trial.pre = load(*GeneratedBesides(request, type).sources().pre, "tutti_pre");
  subject.without_terms = why + "; random runs can refute, and never prove";
  subject.other_type = other_type(seen, type);
  if (described && described->defined.line > 0) subject.definition = described->defined;
  subject.type_line = line;
  return subject;
}

/// The binary's own function, and not what its source is compiled to here; unless --constant gives a variable a value,
/// which a binary cannot be told.
void run_what_is_compiled(Subject& subject, const Request& request, Function function) {
  if (std::ranges::any_of(request.constants, [](const auto& c) { return c.find('=') != std::string::npos; })) return;
  if (const auto datatype = datatype_of(request, subject.trial.type))
    for (const auto handle : handles_of({*datatype})) function = function.with_handle(handle);
  subject.trial.function = function.with_large_count(subject.large_count);
}

/// By its source, if debug information leads to it.
Subject of_binary(const Request& request) {
  const Binary binary(*request.file);
  const auto described = binary.find(request);
  if (!described) return of_machine_code(request, binary, described, "no debug information leads to its source");
  const auto of_source = binary.source_of(*described, request);
  if (!of_source) return of_machine_code(request, binary, described, binary.why_no_source(*described));
  try {
    auto subject = of_source_file(*of_source);
    subject.by_source = described->source;
    run_what_is_compiled(subject, request, binary.load(*described));
    const auto source = source_of(*of_source);
    if (const auto newer = newer_file(source, *request.file)) {
      subject.by_source += fmt::format(", {} is newer than {}",
                                       *newer == described->source ? "which" : "of which " + *newer, *request.file);
      subject.other_reading = *newer + " is newer than " + *request.file + ": compile it again";
    }
    if (!subject.other_reading) subject.other_reading = reading_by_flags(source);
    if (!subject.other_reading) subject.other_reading = flag_in_doubt(described->producer);
    return subject;
  } catch (const DoesNotCompile&) {
    return of_machine_code(request, binary, described,
                           "its source " + described->source + " does not compile, with what --cflags says");
  }
}

/// Those that are elements of the type, up to their padding.
std::vector<Bytes> samples_of(const Type& type, const std::vector<Bytes>& samples) {
  std::vector<Bytes> all;
  for (auto sample : samples) {
    const auto& last = type.leaves.back();
    if (sample.size() > type.size || sample.size() < last.offset + value_bytes(last.scalar)) continue;
    sample.resize(type.size);
    const bool has_no_truth = std::ranges::any_of(type.leaves, [&](const Leaf& leaf) {
      return leaf.scalar == Scalar::boolean && sample[leaf.offset] > std::byte{1};
    });
    if (!has_no_truth) all.push_back(std::move(sample));
  }
  return all;
}

Subject of_file(const Request& request) {
  if (is_predefined(*request.file)) return of_predefined(request);
  if (kind_of(*request.file) != FileKind::source) return of_binary(request);
  return with_known_name(request, [&] { return of_source_file(request); });
}

}  // namespace

bool is_predefined(const std::string& file) { return predefined_op(file).has_value(); }

Subject subject_of(const Request& request) {
  auto subject = request.file ? of_file(request) : of_expression(request);
  subject.commute = request.commute;
  subject.knows_datatype = request.datatype || request.data;
  subject.trial.equal_by_value = request.equal_by_value;
  subject.trial.ordinary = request.ordinary;
  subject.trial.lengths = request.lengths;
  subject.trial.seed = request.seed;
  subject.trial.samples = samples_of(subject.trial.type, request.samples);
  subject.trial.tries = request.tries;
  if (subject.terms) {
    subject.terms->equal_by_value = request.equal_by_value;
    subject.terms->ordinary = request.ordinary;
    subject.terms->lengths = request.lengths;
  }
  return subject;
}

}  // namespace tutti::op
