#include <algorithm>
#include <numeric>

#include "verified/conform/case/loads.hpp"
#include "verified/conform/reproduce/c_operator.hpp"
#include "verified/conform/reproduce/c_program.hpp"

namespace tutti::conform {
namespace {

/// Counts of the blocks that the group of `seat` receives.
std::vector<int> block_counts(const Case& c, const Seat& seat) {
  const int size = seat.members.size(seat.at.group), other = seat.members.size(1 - seat.at.group);
  const auto uneven = [&](int blocks) {
    std::vector<int> counts;
    for (int b = 0; b < blocks; ++b) counts.push_back(static_cast<int>(c.count) * (b % 4));
    return counts;
  };
  const auto sum = [](const std::vector<int>& counts) { return std::accumulate(counts.begin(), counts.end(), 0); };
  if (!c.irregular)
    return std::vector<int>(static_cast<std::size_t>(size),
                            static_cast<int>(c.count) * (seat.members.inter() ? other : 1));
  auto counts = uneven(size);
  if (seat.members.inter()) counts.back() += std::max(0, sum(uneven(other)) - sum(counts));
  return counts;
}

/// At a rank: the letter that it contributes, or -1; the letters due, from and to before; where its block begins, how
/// many elements are due, and how many it contributes.
struct Share {
  int own, from, to, first, due, total;
};

Share share_of(const Case& c, const Seat& seat) {
  const auto letter = [&](int group, Rank r) { return group == 0 ? r : seat.members.first + r; };
  Share share{letter(seat.at.group, seat.at.rank), 0, 0, 0, static_cast<int>(c.count), static_cast<int>(c.count)};
  if (c.procedure == Procedure::reduce_local) return {1, 0, 2, 0, share.due, share.total};
  const auto collective = *row(c.procedure).collective;
  if (!contributes(collective, seat.members, seat.at)) share.own = -1;
  if (tutti::row(collective).result == Result::own_block) {
    const auto counts = block_counts(c, seat);
    share.first = std::accumulate(counts.begin(), counts.begin() + seat.at.rank, 0);
    share.due = counts[static_cast<std::size_t>(seat.at.rank)];
    share.total = std::accumulate(counts.begin(), counts.end(), 0);
  }
  const auto due = combined(collective, seat.members, c.root, seat.at);
  if (!due) return share.due = 0, share;
  share.from = letter(due->group, due->ranks.first);
  share.to = letter(due->group, due->ranks.last - 1) + 1;
  return share;
}

bool everywhere(const Case& c) { return c.procedure == Procedure::allreduce && !is_inter(c.comm); }

bool rounds(const Case& c) {
  const auto pair = predefined_named(c.load);
  return pair && row(pair->first).rounds_in.contains(row(pair->second).type_class);
}

/// Instead of what is due: what rank 0 has found.
Lines compare_with_rank_0(const Case& c) {
  const auto bytes = std::to_string(c.count) + " * sizeof(Part), MPI_BYTE, ";
  return {"int me, size; MPI_Comm_rank(comm[k], &me), MPI_Comm_size(comm[k], &size);",
          "if (!me) memcpy(due[k], receive[k], sizeof *due);",
          "for (int r = 1; !me && r < size; ++r) MPI_Send(due[k] + margin, " + bytes + "r, 9, comm[k]);",
          "if (me) MPI_Recv(due[k] + margin, " + bytes + "0, 9, comm[k], MPI_STATUS_IGNORE);"};
}

CAdjacent adjacent_buffers() {
  return adjacent_to_receive_buffer("plans[rank][1] < 0 || !plans[rank][5] ? 0 : plans[rank][6]");
}

std::string arguments(const Case& c, const COperator& op) {
  const CSignificance says(c);
  const auto send = says.buffer("1", c.adjacent ? adjacent_buffers().buffer : "send[k] + margin"),
             receive = says.buffer("2", "receive[k] + margin");
  const std::string n = c.procedure == Procedure::reduce_scatter         ? "counts"
                        : c.procedure == Procedure::reduce_scatter_block ? "plans[rank][5]"
                                                                         : std::to_string(c.count);
  return (c.in_place ? in_place_argument(c, send) : send) + ", " + receive + ", " + n + ", " + op.mpi_type + ", " +
         op.mpi_op + (c.procedure == Procedure::reduce ? ", " + root_argument(c) : "");
}

/// The table of plans, and what follows from it.
void add_plans(const Case& c, CProgram& program) {
  std::vector<std::vector<int>> plans, counts;
  int most = 0;
  for (Rank r = 0; r < c.ranks; ++r) {
    const auto seat = c.procedure == Procedure::reduce_local ? Seat{} : seat_of(c.comm, c.ranks, r);
    const auto p = share_of(c, seat);
    plans.push_back({p.own, p.from, p.to, p.first, p.due, p.total});
    counts.push_back(block_counts(c, seat));
    most = std::max(most, p.total);
  }
  auto& text = program.declarations;
  text.push_back(
      "/* By rank: its contribution; those due, from and up to, from which element on, and how many; its length. */");
  add(text, table("plans", plans));
  const int margin = (bytes_of_load(c.load) < long_element ? 64 : 1) + (c.adjacent ? most : 0);
  program.margin = std::to_string(margin);
  if (bytes_of_load(c.load) >= long_element)
    program.once.emplace_back("setrlimit(RLIMIT_STACK, &(struct rlimit){1 << 28, 1 << 28}); /* for several Parts */");
  program.room = std::to_string(2 * margin + most);
  if (c.procedure != Procedure::reduce_scatter) return;
  add(text, table("blocks", counts));
  const auto type = std::string(c.large_count ? "MPI_Count" : "int");
  text.push_back("static " + type + " counts[" + std::to_string(c.ranks) + "];");
  program.once.push_back("for (int b = 0; b < blocks[rank][0]; ++b) counts[b] = blocks[rank][1 + b];");
}

void fill_buffers(const Case& c, CProgram& program) {
  auto& fill = program.fill;
  fill.push_back("const int* plan = &plans[rank][1];");
  fill.push_back("for (long i = 0; plan[0] >= 0 && i < plan[5]; ++i) {");
  fill.push_back(std::string("  send[k][margin + i] = value(") +
                 (c.procedure == Procedure::reduce_local ? "0" : "plan[0]") + ", i, k + turn);");
  if (c.in_place || c.procedure == Procedure::reduce_local) {
    const auto where = c.procedure == Procedure::reduce ? "if (me == " + std::to_string(c.root) + ") " : "";
    fill.push_back("  " + where + "receive[k][margin + i] = value(plan[0], i, k + turn);");
  }
  fill.push_back("}");
  fill.push_back("memcpy(due[k], receive[k], sizeof *due);");
  fill.push_back("for (long i = 0; i < plan[4]; ++i) {");
  fill.push_back("  Part x = value(plan[1], plan[3] + i, k + turn);");
  fill.push_back("  for (int r = plan[1] + 1; r < plan[2]; ++r) x = combine(x, value(r, plan[3] + i, k + turn));");
  fill.push_back("  due[k][margin + i] = x;");
  fill.push_back("}");
  if (!c.adjacent) return;
  add(program.declarations, adjacent_buffers().declarations);
  add(fill, adjacent_buffers().fill);
}

/// An expression of which the ranks' results differ in a bit where they are rounded differently.
constexpr const char* inexact = "(Part)1 / (3 + r + i + k)";

/// The least positive number of the type.
std::string least_of(const Case& c) {
  return visit(predefined_named(c.load)->second, []<class T>(std::type_identity<T>) -> std::string {
    if constexpr (std::is_same_v<T, float>) return "1.4e-45f";
    if constexpr (std::is_same_v<T, long double>) return "3.7e-4951L";
    return "5e-324";
  });
}

std::string value_of(const Case& c, const COperator& op, const Wrong& found, bool agree) {
  if (found.kind == Kind::denormal_flushed) return "(1 + (r + i + k) % 3) * (Part)" + least_of(c);
  if (!rounds(c)) return op.value;
  if (agree) return inexact;
  const bool of_nan = found.text.find("NaN") != std::string::npos;
  return of_nan ? "r ? (Part)(" + op.value + ") : (Part)(0.0 / 0.0)" : op.value;
}

/// Parts, how they are combined, and what each rank contributes.
void add_operator(const COperator& op, const std::string& value, bool checks_type, bool large_count,
                  CProgram& program) {
  auto& text = program.declarations;
  text.push_back(op.type);
  add(text, op.helpers);
  add(text, wrapped("static Part combine(Part a, Part b) { return " + op.combine + "; }", 4));
  if (value.find("h(") != std::string::npos)
    add(text,
        {"static unsigned long long h(int r, long i, int k) { /* bits of no order */",
         "  unsigned long long x = (r * 31ull + (unsigned long)i * 7 + (unsigned)k + 1) * 11400714819323198485ull;",
         "  return x ^ x >> 29;", "}"});
  const bool is_whole = value.starts_with("filled(");
  add(text, wrapped("static Part value(int r, long i, int k) { return " + op.unused + (is_whole ? "" : "(Part)") +
                        (value.front() == '{' || is_whole ? value : "(" + value + ")") + "; }",
                    4));
  program.format = op.format;
  program.shown = op.shown;
  program.differs = op.differs;
  if (!op.get_type.empty()) {
    text.push_back("static MPI_Datatype type;");
    program.once.push_back(op.get_type);
  }
  if (op.make.empty()) return;
  add(text, {"static MPI_Datatype type; static MPI_Op op;",
             std::string("static void function(void* in, void* inout, ") + (large_count ? "MPI_Count" : "int") +
                 "* n, MPI_Datatype* t) { (void)t;"});
  if (checks_type)
    add(text, {"  MPI_Aint low, due, extent = 0;", "  MPI_Type_get_extent(type, &low, &due);",
               "  if (*t != MPI_DATATYPE_NULL) MPI_Type_get_extent(*t, &low, &extent);",
               "  if (extent != due) printf(\"rank %d: the operator gets another datatype\\n\", rank), wrong = 1;"});
  add(text, {"  for (int i = 0; i < *n; ++i) ((Part*)inout)[i] = combine(((Part*)in)[i], ((Part*)inout)[i]);", "}"});
  for (auto line : op.make) {
    const std::string create = "MPI_Op_create(";
    if (large_count && line.starts_with(create)) line.replace(0, create.size(), "MPI_Op_create_c(");
    add(program.once, wrapped(line, 4));
  }
  program.once.push_back("MPI_Type_commit(&type);");
  program.types = {"type"};
  program.op = "op";
}

}  // namespace

CProgram reduction_program(const Case& c, const Wrong& found) {
  const bool agree = found.kind == Kind::disagreement && everywhere(c) && (rounds(c) || is_term(c.load));
  const auto op = agree && is_term(c.load) ? bracketed_words(c) : operator_of(c);
  CProgram program;
  add_operator(op, value_of(c, op, found, agree), found.kind == Kind::bad_operands, c.large_count, program);
  add(program.declarations, CSignificance(c).declarations());
  add_plans(c, program);
  fill_buffers(c, program);
  if (c.in_place && c.procedure != Procedure::reduce)  // what is left of the contribution behind the result
    program.after = {"for (long i = margin + plans[rank][5]; i < room - margin; ++i) due[k][i] = receive[k][i];"};
  if (agree) program.after = compare_with_rank_0(c);
  program.arguments = arguments(c, op);
  return program;
}

}  // namespace tutti::conform
