#include "verified/conform/reproduce/c_program.hpp"

#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/significance.hpp"
#include "verified/conform/case/topology.hpp"

namespace tutti::conform {
namespace {

std::string list_of(const std::vector<int>& numbers) {
  std::string text;
  for (const int n : numbers) text += (text.empty() ? "" : ", ") + std::to_string(n);
  return text;
}

Lines make_graph(int ranks) {
  const auto graph = irregular_graph(ranks);
  auto lines = table("from", graph.sources);
  for (auto& line : table("to", graph.destinations)) lines.push_back(std::move(line));
  for (const auto* line :
       {"MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, from[rank][0], &from[rank][1], MPI_UNWEIGHTED,",
        "                               to[rank][0], &to[rank][1], MPI_UNWEIGHTED, MPI_INFO_NULL, 0, comm);"})
    lines.emplace_back(line);
  return lines;
}

Lines make_grid(int ranks) {
  const auto dimensions = grid_dimensions(ranks);
  const std::vector<int> periodic(dimensions.size(), 1);
  return {"MPI_Cart_create(MPI_COMM_WORLD, " + std::to_string(dimensions.size()) + ", (int[]){" + list_of(dimensions) +
          "}, (int[]){" + list_of(periodic) + "}, 0, comm);"};
}

}  // namespace

Seat seat_of(Comm comm, int ranks, Rank in_world) {
  const int middle = ranks / 2;
  switch (comm) {
    case Comm::self: return {{1, 0}, {0, 0}};
    case Comm::split: return {{(ranks + 1 - in_world % 2) / 2, 0}, {0, in_world / 2}};
    case Comm::reversed: return {{ranks, 0}, {0, ranks - 1 - in_world}};
    case Comm::inter:
      return {{middle, ranks - middle}, in_world < middle ? Process{0, in_world} : Process{1, in_world - middle}};
    default: return {{ranks, 0}, {0, in_world}};
  }
}

void add(Lines& to, const Lines& more, const std::string& before) {
  for (const auto& line : more) to.push_back(before + line);
}

std::string root_argument(const Case& c) {
  const auto root = std::to_string(c.root);
  if (c.comm != Comm::inter) return root;
  return "rank >= " + std::to_string(c.ranks / 2) + " ? " + root + " : rank == " + root + " ? MPI_ROOT : MPI_PROC_NULL";
}

std::string in_place_argument(const Case& c, const std::string& buffer) {
  if (!uses(c.procedure).root) return "MPI_IN_PLACE";
  return "me == " + std::to_string(c.root) + " ? MPI_IN_PLACE : (void*)(" + buffer + ")";
}

Lines CSignificance::declarations() const {
  if (case_.insignificant == Insignificant::right) return {};
  std::vector<std::vector<int>> says;
  for (Rank r = 0; r < case_.ranks; ++r) {
    const auto seat = seat_of(case_.comm, case_.ranks, r);
    const auto what = significance(case_, seat.members, seat.at);
    says.push_back({static_cast<int>(what.send), static_cast<int>(what.receive)});
  }
  Lines text{
      "/* By rank: of what is sent and received all is significant (0), all but the buffer (1), nothing (2). */"};
  add(text, table("ignored", says));
  return text;
}

std::string CSignificance::unless(const std::string& is_not, const std::string& instead,
                                  const std::string& right) const {
  return case_.insignificant == Insignificant::right ? right
                                                     : "ignored[rank][" + is_not + " ? " + instead + " : " + right;
}

std::string CSignificance::no_pointer() const {
  return case_.insignificant == Insignificant::null ? "NULL" : "(void*)1";
}

std::string CSignificance::buffer(const std::string& side, const std::string& right) const {
  if (case_.insignificant == Insignificant::right) return right;
  return "(" + unless(side + "]", no_pointer(), "(void*)(" + right + ")") + ")";
}

std::string CSignificance::list(const std::string& side, const std::string& right) const {
  return unless(side + "] == 2", no_pointer(), right);
}

std::string CSignificance::count(const std::string& side, const std::string& right) const {
  return unless(side + "] == 2", "-1", right);
}

std::string CSignificance::type(const std::string& side, const std::string& right) const {
  return unless(side + "] == 2", "MPI_DATATYPE_NULL", right);
}

Lines wrapped(const std::string& text, std::size_t indent) {
  constexpr std::size_t most = 112;
  Lines lines;
  auto rest = text;
  std::string before;
  while (before.size() + rest.size() > most) {
    auto cut = rest.rfind(' ', most - before.size());
    if (cut == std::string::npos || cut == 0) break;
    lines.push_back(before + rest.substr(0, cut));
    rest = rest.substr(cut + 1);
    before.assign(indent, ' ');
  }
  lines.push_back(before + rest);
  return lines;
}

Lines table(const std::string& name, const std::vector<std::vector<int>>& rows) {
  std::size_t widest = 1;
  for (const auto& row : rows) widest = std::max(widest, row.size());
  std::string text =
      "static const int " + name + "[" + std::to_string(rows.size()) + "][" + std::to_string(widest + 1) + "] = {";
  for (std::size_t r = 0; r < rows.size(); ++r) {
    text += (r ? ", {" : "{") + std::to_string(rows[r].size());
    if (!rows[r].empty()) text += ", " + list_of(rows[r]);
    text += "}";
  }
  return wrapped(text + "};", 4);
}

Lines make_communicator(const Case& c) {
  const auto half = std::to_string(c.ranks / 2);
  switch (c.comm) {
    case Comm::world: return {"comm[0] = MPI_COMM_WORLD;"};
    case Comm::dup: return {"MPI_Comm_dup(MPI_COMM_WORLD, comm);"};
    case Comm::split: return {"MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, comm);"};
    case Comm::reversed: return {"MPI_Comm_split(MPI_COMM_WORLD, 0, " + std::to_string(c.ranks) + " - rank, comm);"};
    case Comm::self: return {"comm[0] = MPI_COMM_SELF;"};
    case Comm::inter:
      return {"MPI_Comm half;", "MPI_Comm_split(MPI_COMM_WORLD, rank < " + half + ", rank, &half);",
              "MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < " + half + " ? " + half + " : 0, 1, comm);"};
    case Comm::cart: return make_grid(c.ranks);
    case Comm::graph: return make_graph(c.ranks);
  }
  __builtin_unreachable();
}

}  // namespace tutti::conform
