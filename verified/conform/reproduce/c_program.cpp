#include "verified/conform/reproduce/c_program.hpp"

#include <algorithm>

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

int most_edges(const Topology& graph) {
  std::size_t most = 1;
  for (const auto* lists : {&graph.sources, &graph.destinations})
    for (const auto& list : *lists) most = std::max(most, list.size());
  return static_cast<int>(most);
}

Lines make_graph(const Topology& graph, bool weighted) {
  auto lines = table("from", graph.sources);
  for (auto& line : table("to", graph.destinations)) lines.push_back(std::move(line));
  if (weighted) {
    const auto most = std::to_string(most_edges(graph));
    lines.push_back("int weight[" + most + "];");
    lines.push_back("for (int e = 0; e < " + most + "; ++e) weight[e] = e + 1;");
  }
  const std::string weights = weighted ? "weight" : "MPI_UNWEIGHTED";
  lines.push_back("MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, from[rank][0], &from[rank][1], " + weights + ",");
  lines.push_back("                               to[rank][0], &to[rank][1], " + weights +
                  ", MPI_INFO_NULL, 0, comm);");
  return lines;
}

Lines make_graph_of_all(const Topology& graph) {
  const auto [index, edges] = edge_lists_of(graph);
  return wrapped("MPI_Graph_create(MPI_COMM_WORLD, " + std::to_string(index.size()) + ", (int[]){" + list_of(index) +
                     "}, (int[]){" + list_of(edges) + "}, 0, comm);",
                 4);
}

Lines make_grid(const Grid& grid) {
  const auto periodic = grid.periodic.empty() ? std::vector<int>(grid.dimensions.size(), 1) : grid.periodic;
  return {"MPI_Cart_create(MPI_COMM_WORLD, " + std::to_string(grid.dimensions.size()) + ", (int[]){" +
          list_of(grid.dimensions) + "}, (int[]){" + list_of(periodic) + "}, 0, comm);"};
}

/// The rank of the world from which on ranks are in the upper group of an intercommunicator.
Rank first_of_upper_group(const Case& c) {
  return c.comm == Comm::inter_one || c.comm == Comm::inter_rest ? c.ranks - 1 : c.ranks / 2;
}

/// The intercommunicator is made in `*made`.
Lines make_groups(const Case& c, const std::string& made) {
  const auto upper = std::to_string(first_of_upper_group(c));
  return {"MPI_Comm part;", "MPI_Comm_split(MPI_COMM_WORLD, rank < " + upper + ", rank, &part);",
          "MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, rank < " + upper + " ? " + upper + " : 0, 1, " + made + ");"};
}

}  // namespace

Seat seat_of(Comm comm, int ranks, Rank in_world) {
  const auto members = members_of(comm, ranks, in_world);
  const int here = static_cast<int>(members.local.size()), there = static_cast<int>(members.remote.size());
  const auto own = static_cast<Rank>(std::ranges::find(members.local, in_world) - members.local.begin());
  if (members.has_root) return {{here, there}, {0, own}};
  return {{there, here}, {1, own}};
}

void add(Lines& to, const Lines& more, const std::string& before) {
  for (const auto& line : more) to.push_back(before + line);
}

std::string in_lower_group(const Case& c, const std::string& rank) {
  return rank + " < " + std::to_string(first_of_upper_group(c));
}

std::string root_argument(const Case& c) {
  const auto root = std::to_string(c.root);
  if (!is_inter(c.comm)) return root;
  const auto seat = [&](Rank in_world) { return seat_of(c.comm, c.ranks, in_world).at; };
  Rank the_root = 0;
  while (seat(the_root).group != 0 || seat(the_root).rank != c.root) ++the_root;
  const auto in_group_of_root =
      std::string(c.comm == Comm::inter_one ? "!" : "") + "(" + in_lower_group(c, "rank") + ")";
  return "!" + in_group_of_root + " ? " + root + " : rank == " + std::to_string(the_root) +
         " ? MPI_ROOT : MPI_PROC_NULL";
}

std::string in_place_argument(const Case& c, const std::string& buffer) {
  if (!uses(c.procedure).root) return "MPI_IN_PLACE";
  return "me == " + std::to_string(c.root) + " ? MPI_IN_PLACE : (void*)(" + buffer + ")";
}

CAdjacent adjacent_to_receive_buffer(const std::string& parts) {
  return {"(sent() ? receive[k] + margin - sent() : send[k] + margin)",
          {"/* Parts that end where the receive buffer begins. */", "static long sent(void) { return " + parts + "; }"},
          {"memcpy(receive[k] + margin - sent(), send[k] + margin, (size_t)sent() * sizeof(Part));",
           "memcpy(due[k] + margin - sent(), send[k] + margin, (size_t)sent() * sizeof(Part));"}};
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
  return case_.insignificant == Insignificant::garbage ? "(void*)1" : "NULL";
}

std::string CSignificance::buffer(const std::string& side, const std::string& right) const {
  if (case_.insignificant == Insignificant::other_buffer)
    return "(" +
           unless(side + "]", side == "1" ? "(void*)(receive[k] + margin)" : "(void*)(send[k] + margin)",
                  "(void*)(" + right + ")") +
           ")";
  if (!is_one_of(Insignificant::no_buffer)) return right;
  return "(" + unless(side + "]", no_pointer(), "(void*)(" + right + ")") + ")";
}

std::string CSignificance::list(const std::string& side, const std::string& right, Insignificant alone) const {
  return is_one_of(alone) ? unless(side + "] == 2", no_pointer(), right) : right;
}

std::string CSignificance::count(const std::string& side, const std::string& right) const {
  if (case_.insignificant == Insignificant::zero) return unless(side + "] == 2", "0", right);
  return is_one_of(Insignificant::no_count) ? unless(side + "] == 2", "-1", right) : right;
}

std::string CSignificance::type(const std::string& side, const std::string& right) const {
  if (case_.insignificant == Insignificant::zero) return unless(side + "] == 2", "MPI_BYTE", right);
  return is_one_of(Insignificant::no_type) ? unless(side + "] == 2", "MPI_DATATYPE_NULL", right) : right;
}

bool CSignificance::is_one_of(Insignificant alone) const {
  return case_.insignificant == alone || case_.insignificant == Insignificant::null ||
         case_.insignificant == Insignificant::garbage;
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
    case Comm::dup:
      return {"for (int i = 0; i <= " + std::to_string(duplicates_before) +
              "; ++i) MPI_Comm_dup(MPI_COMM_WORLD, comm); /* the last of many */"};
    case Comm::split: return {"MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, comm);"};
    case Comm::reversed: return {"MPI_Comm_split(MPI_COMM_WORLD, 0, " + std::to_string(c.ranks) + " - rank, comm);"};
    case Comm::self: return {"comm[0] = MPI_COMM_SELF;"};
    case Comm::inter:
    case Comm::inter_one:
    case Comm::inter_rest: return make_groups(c, "comm");
    case Comm::cart:
    case Comm::thin:
    case Comm::open: return make_grid(grid_of(c.comm, c.ranks));
    case Comm::graph:
    case Comm::star:
    case Comm::weighted: return make_graph(topology_of(c.comm, c.ranks), c.comm == Comm::weighted);
    case Comm::ring: return make_graph_of_all(topology_of(c.comm, c.ranks));
    case Comm::info:
      return {"MPI_Info info;", "MPI_Info_create(&info), MPI_Info_set(info, \"tutti_hint\", \"1\");",
              "MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, comm), MPI_Info_free(&info);"};
    case Comm::nested:
      return {"MPI_Comm part;", "MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &part);",
              "MPI_Comm_split(part, 0, -rank, comm);"};
    case Comm::create: {
      std::string turned;
      for (const Rank r : members_of(c.comm, c.ranks, 0).local)
        turned += (turned.empty() ? "" : ", ") + std::to_string(r);
      return {"MPI_Group all, some;", "MPI_Comm_group(MPI_COMM_WORLD, &all);",
              "MPI_Group_incl(all, " + std::to_string(c.ranks) + ", (int[]){" + turned + "}, &some);",
              "MPI_Comm_create(MPI_COMM_WORLD, some, comm);"};
    }
    case Comm::create_group:
      return {"MPI_Group all, some;", "MPI_Comm_group(MPI_COMM_WORLD, &all);",
              "int first = rank < " + half + " ? 0 : " + half + ", last = rank < " + half + " ? " + half +
                  " - 1 : " + std::to_string(c.ranks - 1) + ";",
              "MPI_Group_range_incl(all, 1, (int[][3]){{first, last, 1}}, &some);",
              "MPI_Comm_create_group(MPI_COMM_WORLD, some, 1, comm);"};
    case Comm::merged: {
      auto lines = make_groups(c, "&both");
      lines.front() = "MPI_Comm part, both;";
      lines.push_back("MPI_Intercomm_merge(both, " + in_lower_group(c, "rank") + ", comm);");
      return lines;
    }
  }
  __builtin_unreachable();
}

}  // namespace tutti::conform
