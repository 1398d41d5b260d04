#include "verified/conform/worker/local.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "reference/scalar.hpp"
#include "verified/conform/worker/buffer.hpp"
#include "verified/conform/worker/combination.hpp"
#include "verified/conform/worker/error_text.hpp"

namespace tutti::mpi::conform {
namespace {

using tutti::conform::Case;
using tutti::conform::Kind;
using tutti::conform::Procedure;
using tutti::conform::Report;
using tutti::conform::Wrong;

/// Operators of one-sided communication (12.3.4): by 6.9.1 all predefined ones commute, and f(a, b) = b does not; so
/// either answer can be defended. "MPI_Op_commutative says: of MPI_REPLACE no, of MPI_NO_OP yes"
std::string answers_of_one_sided() {
  std::string text = "MPI_Op_commutative says";
  const std::pair<MPI_Op, const char*> ops[] = {{MPI_REPLACE, ": of MPI_REPLACE "}, {MPI_NO_OP, ", of MPI_NO_OP "}};
  for (const auto& [op, name] : ops) {
    int commutes = 0;
    const int code = MPI_Op_commutative(op, &commutes);
    text += name + (code != MPI_SUCCESS ? error_text(code) : std::string(commutes ? "yes" : "no"));
  }
  return text;
}

Report op_commutative(const Operand& operand) {
  int commutes = -1;
  const int code = MPI_Op_commutative(operand.op(), &commutes);
  if (code != MPI_SUCCESS) return {{{Kind::unexpected_error, "MPI_Op_commutative returns " + error_text(code)}}};
  if ((commutes != 0) == operand.reference().commutative()) return {.wrong = {}, .notes = {answers_of_one_sided()}};
  return {{{Kind::wrong_answer, "MPI_Op_commutative says " + std::string(commutes ? "yes" : "no") + " of " +
                                    operand.name() + ", which " + (commutes ? "does not" : "does")}}};
}

int reduce(const Case& c, const Operand& operand, std::byte* in, std::byte* inout) {
#if MPI_VERSION >= 4
  if (c.large_count) return MPI_Reduce_local_c(in, inout, c.count, operand.type(), operand.op(true));
#endif
  return MPI_Reduce_local(in, inout, static_cast<int>(c.count), operand.type(), operand.op());
}

/// What is wrong with the first element that is wrong; before all others with
/// one in which more than denormal numbers are.
void compare(const Operand& operand, const std::vector<std::byte>& in, const std::vector<std::byte>& before,
             std::span<const std::byte> found, Report& report) {
  std::vector<std::byte> due(operand.size());
  std::optional<Wrong> first;
  for (std::size_t at = 0; at < found.size(); at += operand.size()) {
    const Contributions both{
        &operand, tutti::conform::predefined_named(operand.name()), 0, {in.data() + at, before.data() + at}};
    operand.reference().combine(both.elements[0], both.elements[1], due.data());
    auto wrong = difference(both, found.data() + at, due.data());
    if (!wrong) continue;
    wrong->text = "element " + std::to_string(at / operand.size()) + ": " + wrong->text;
    const bool is_flushed = wrong->kind == Kind::denormal_flushed;
    if (!first || !is_flushed) first = std::move(wrong);
    if (!is_flushed) break;
  }
  if (first) report.wrong.push_back(std::move(*first));
}

template <class T>
std::string name_of(T x) {
  if (std::isnan(x)) return "NaN";
  return std::string(std::signbit(x) ? "-" : "") + (x == 0 ? "0" : std::to_string(static_cast<int>(std::fabs(x))));
}

/// "MPI_MAX on MPI_DOUBLE: of NaN and 1 NaN, of 1 and NaN NaN, of -0 and 0 0, of 0 and -0 0"
template <std::floating_point T>
std::string special_values(const Operand& operand) {
  constexpr T nan = std::numeric_limits<T>::quiet_NaN();
  constexpr std::pair<T, T> pairs[] = {{nan, 1}, {1, nan}, {-T{0}, T{0}}, {T{0}, -T{0}}};
  std::string text;
  for (auto [in, inout] : pairs) {
    const auto of = "of " + name_of(in) + " and " + name_of(inout) + " ";
    if (MPI_Reduce_local(&in, &inout, 1, operand.type(), operand.op()) == MPI_SUCCESS)
      text += (text.empty() ? ": " : ", ") + of + name_of(inout);
  }
  const auto [op, type] = *tutti::conform::predefined_named(operand.name());
  return std::string(row(op).mpi_name) + " on " + std::string(row(type).mpi_name) + text;
}

void add_notes(const Operand& operand, Report& report) {
  const auto predefined = tutti::conform::predefined_named(operand.name());
  if (!predefined) return;
  visit(predefined->second, [&]<class T>(std::type_identity<T>) {
    if constexpr (std::floating_point<T>) report.notes.push_back(special_values<T>(operand));
  });
}

class LocalCall : public Call {
 public:
  explicit LocalCall(const Case& c)
      : case_(c), operand_(operand_of(c.load)), in_(Lent::send, bytes()), inout_(Lent::receive, bytes()) {
    operand_.fill(in_.bytes().data(), c.count, 0, 2, c.seed);
    operand_.fill(inout_.bytes().data(), c.count, 1, 2, c.seed);
  }

  void start() override {
    error_code_ = reduce(case_, operand_, in_.bytes().data(), inout_.bytes().data());
    if (error_code_ != MPI_SUCCESS && !error_)
      error_ = Wrong{Kind::unexpected_error, "MPI_Reduce_local returns " + error_text(error_code_)};
  }
  void finish() override {}

 private:
  std::size_t bytes() const { return static_cast<std::size_t>(case_.count) * operand_.size(); }

  Case case_;
  Operand operand_;
  Buffer in_, inout_;
};

Report reduce_local(const Case& c, const Operand& operand) {
  const auto bytes = static_cast<std::size_t>(c.count) * operand.size();
  std::vector<std::byte> in(bytes), before(bytes);
  operand.fill(in.data(), c.count, 0, 2, c.seed);
  operand.fill(before.data(), c.count, 1, 2, c.seed);
  Buffer send(Lent::send, bytes), receive(Lent::receive, bytes);
  std::ranges::copy(in, send.bytes().begin());
  std::ranges::copy(before, receive.bytes().begin());
  send.forbid_writing();
  const int code = reduce(c, operand, send.bytes().data(), receive.bytes().data());
  send.allow_writing();
  if (code != MPI_SUCCESS) return {{{Kind::unexpected_error, "MPI_Reduce_local returns " + error_text(code)}}};
  Report report;
  compare(operand, in, before, receive.bytes(), report);
  if (const auto outside = receive.changed_before()) report.wrong.push_back(*outside);
  add_notes(operand, report);
  return report;
}

}  // namespace

Report run_locally(const Case& c) {
  const auto operand = operand_of(c.load);
  return c.procedure == Procedure::op_commutative ? op_commutative(operand) : reduce_local(c, operand);
}

std::unique_ptr<Call> reduce_locally(const Case& c) { return std::make_unique<LocalCall>(c); }

}  // namespace tutti::mpi::conform
