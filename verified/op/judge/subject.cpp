#include "verified/op/judge/subject.hpp"

#include <z3++.h>

#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>

#include "verified/op/ir/execute.hpp"
#include "verified/op/judge/predefined.hpp"

namespace tutti::op {
namespace {

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

/// C that stands in a file as long as some copy lives.
class Generated {
 public:
  Generated(const std::string& name, const std::string& text) : file_(name) { std::ofstream(file_.path()) << text; }
  Source source() const { return {.file = file_.path(), .flags = {}}; }

 private:
  TemporaryFile file_;
};

/// What stays as long as the terms do.
struct Modules {
  Module op;
  std::optional<Module> pre, meant;
};

/// C files that go with the operator's.
struct Besides {
  std::optional<Source> pre, meant;
};

std::variant<z3::expr, Unsupported> precondition(const Module& module, const Type& type, const Element& element,
                                                 Floats floats) {
  auto& context = element.front().ctx();
  auto truth = module.execute_precondition("tutti_pre", type, floats, context);
  if (auto* over_a = std::get_if<z3::expr>(&truth)) {
    z3::expr_vector from(context), to(context);
    for (const auto& constant : constants(context, type, floats, "a", 0)) from.push_back(constant);
    for (const auto& term : element) to.push_back(term);
    return over_a->substitute(from, to);
  }
  return truth;
}

/// Executes once for each length and kind of floats, and hands out translations: contexts are used by one thread each.
class Executed {
 public:
  Executed(std::shared_ptr<const Modules> modules, const Module& module, std::string function, Type type)
      : modules_(std::move(modules)), module_(module), function_(std::move(function)), type_(std::move(type)) {}

  std::variant<Summary, Unsupported> operator()(z3::context& to, int len, Floats floats) {
    const std::lock_guard lock(mutex_);
    auto& kept = kept_[{len, floats}];
    if (!kept) kept.emplace(module_.execute(function_, type_, len, floats, context_));
    if (const auto* summary = std::get_if<Summary>(&*kept)) return translated(*summary, to);
    return *kept;
  }

 private:
  std::shared_ptr<const Modules> modules_;
  const Module& module_;
  std::string function_;
  Type type_;
  std::mutex mutex_;
  z3::context context_;
  std::map<std::pair<int, Floats>, std::optional<std::variant<Summary, Unsupported>>> kept_;
};

Call call_of(const std::shared_ptr<const Modules>& modules, const Module& module, const std::string& function,
             const Type& type) {
  const auto executed = std::make_shared<Executed>(modules, module, function, type);
  return [=](z3::context& context, int len, Floats floats) { return (*executed)(context, len, floats); };
}

Symbolic terms_of(const std::shared_ptr<const Modules>& modules, const std::string& function, const Type& type) {
  Symbolic s{.type = type, .call = call_of(modules, modules->op, function, type)};
  if (modules->pre)
    s.pre = [=](const Element& element, Floats floats) { return precondition(*modules->pre, type, element, floats); };
  if (modules->meant) s.meant = call_of(modules, *modules->meant, "tutti_op", type);
  const auto loop = modules->op.canonical_loop(function, type);
  s.canonical = loop.is;
  s.why_not_canonical = loop.why_not;
  return s;
}

Subject subject_of(const Type& type, Function function) {
  return {.trial = {.type = type, .function = std::move(function), .pre = {}},
          .terms = {},
          .without_terms = "",
          .commute = {}};
}

Function load(const Source& source, const std::string& function) {
  return Function::load(compile_library(source).path(), function);
}

Source with_traps(Source source) {
  source.flags.insert(source.flags.end(), trapping_flags().begin(), trapping_flags().end());
  return source;
}

/// Judges what is compiled, and as far as this build can the source itself.
Subject of_source(const Source& source, const std::string& function, const Type& type, const Besides& besides) {
  auto subject = subject_of(type, load(source, function));
  subject.trial.with_traps = [=] { return load(with_traps(source), function); };
  if (besides.pre) subject.trial.pre = load(*besides.pre, "tutti_pre");
  if (!can_execute_source()) {
    subject.without_terms = "this tutti was built without LLVM 14; install llvm-14-dev and build it again";
    return subject;
  }
  const auto modules = std::make_shared<Modules>(Modules{Module(compile_bitcode(source).path()), {}, {}});
  if (besides.pre) modules->pre.emplace(compile_bitcode(*besides.pre).path());
  if (besides.meant) modules->meant.emplace(compile_bitcode(*besides.meant).path());
  modules->op.check_operator(function);
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

bool is_library(const std::string& file) { return file.ends_with(".so"); }

Subject of_file_or_expression(const Request& request) {
  const auto type = parse_type(request.type);
  std::optional<Generated> pre_text, meant_text, op_text;
  if (request.precondition) pre_text.emplace("pre.c", source_of_precondition(type, *request.precondition));
  if (request.meant) meant_text.emplace("meant.c", source_of_expression(type, *request.meant));
  const auto source_of = [](const auto& text) { return text ? std::optional(text->source()) : std::nullopt; };
  const Besides besides{source_of(pre_text), source_of(meant_text)};
  if (request.expression) {
    op_text.emplace("expr.c", source_of_expression(type, *request.expression));
    auto subject = of_source(op_text->source(), "tutti_op", type, besides);
    subject.trial.with_traps = [text = *op_text, compile = subject.trial.with_traps] { return compile(); };
    return subject;
  }
  if (is_library(*request.file)) return of_library(request, type, besides.pre);
  Source source{.file = *request.file, .flags = {"-I" TUTTI_MPI_INCLUDE}, .function = *request.function};
  for (auto& flag : words(request.flags)) source.flags.push_back(flag);
  return of_source(source, *request.function, type, besides);
}

}  // namespace

bool is_predefined(const std::string& file) { return predefined_op(file).has_value(); }

Subject subject_of(const Request& request) {
  auto subject = request.file && is_predefined(*request.file) ? of_predefined(request) : of_file_or_expression(request);
  subject.commute = request.commute;
  subject.trial.equal_by_value = request.equal_by_value;
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
