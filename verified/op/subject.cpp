#include "verified/op/subject.hpp"

#include <z3++.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>

#include "verified/op/ir/execute.hpp"
#include "verified/op/predefined.hpp"

namespace tutti::user {
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
  std::optional<Module> pre;
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

Symbolic terms_of(const std::shared_ptr<const Modules>& modules, const std::string& function, const Type& type) {
  Symbolic s{.type = type, .call = [=](z3::context& context, int len, Floats floats) {
               return modules->op.execute(function, type, len, floats, context);
             }};
  if (modules->pre)
    s.pre = [=](const Element& element, Floats floats) { return precondition(*modules->pre, type, element, floats); };
  s.canonical = modules->op.canonical_loop(function, type).is;
  return s;
}

/// Judges what is compiled, and as far as this build can the source itself.
Subject of_source(const Source& source, const std::string& function, const Type& type,
                  const std::optional<Source>& pre) {
  Subject subject{.trial = {.type = type, .function = Function::load(compile_library(source).path(), function)}};
  if (pre) subject.trial.pre = Function::load(compile_library(*pre).path(), "tutti_pre");
  if (!can_execute_source()) {
    subject.without_terms = "this tutti was built without LLVM 14";
    return subject;
  }
  const auto modules = std::make_shared<Modules>(Modules{Module(compile_bitcode(source).path()), {}});
  if (pre) modules->pre.emplace(compile_bitcode(*pre).path());
  modules->op.check_operator(function);
  subject.terms = terms_of(modules, function, type);
  return subject;
}

Subject of_library(const Request& request, const Type& type, const std::optional<Source>& pre) {
  Subject subject{.trial = {.type = type, .function = Function::load(*request.file, *request.function)}};
  if (pre) subject.trial.pre = Function::load(compile_library(*pre).path(), "tutti_pre");
  subject.without_terms = "a library has no source; random runs can refute, and never prove";
  return subject;
}

Subject of_predefined(const Request& request) {
  const auto op = *predefined_op(*request.file);
  const auto datatype = predefined_datatype(request.type);
  if (!datatype)
    throw InputError("--type: '" + request.type + "' is no predefined datatype; name one, such as double or MPI_2INT");
  if (request.precondition) throw InputError("--pre: is for operators of your own; leave it out for " + *request.file);
  Subject subject{.trial = {.type = element_type(*datatype), .function = predefined_function(op, *datatype)}};
  subject.terms = predefined_terms(op, *datatype);
  return subject;
}

bool is_library(const std::string& file) { return file.ends_with(".so"); }

Subject of_file_or_expression(const Request& request) {
  const auto type = parse_type(request.type);
  std::optional<Generated> pre_text, op_text;
  if (request.precondition) pre_text.emplace("pre.c", source_of_precondition(type, *request.precondition));
  const auto pre = pre_text ? std::optional(pre_text->source()) : std::nullopt;
  if (request.expression) {
    op_text.emplace("expr.c", source_of_expression(type, *request.expression));
    return of_source(op_text->source(), "tutti_op", type, pre);
  }
  if (is_library(*request.file)) return of_library(request, type, pre);
  Source source{.file = *request.file, .flags = words(TUTTI_MPI_FLAGS), .function = *request.function};
  for (auto& flag : words(request.flags)) source.flags.push_back(flag);
  return of_source(source, *request.function, type, pre);
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

}  // namespace tutti::user
