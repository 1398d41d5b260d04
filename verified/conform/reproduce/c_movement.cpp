#include <algorithm>
#include <utility>

#include "verified/conform/case/legal.hpp"
#include "verified/conform/reproduce/c_blocks.hpp"
#include "verified/conform/reproduce/c_datatype.hpp"
#include "verified/conform/reproduce/c_datatype_pair.hpp"
#include "verified/conform/reproduce/c_program.hpp"

namespace tutti::conform {
namespace {

/// Which arguments there are in the call for a side: one count and one type, or arrays.
struct Several {
  bool sent, received, bytes;
};

Several several(Procedure p) {
  const bool w = p == Procedure::alltoallw || p == Procedure::neighbor_alltoallw;
  if (!uses(p).irregular) return {false, false, w};
  const auto c = row(p).collective;
  if (!c) return {!sends_neighbours_the_same(p), true, w};
  return {tutti::row(*c).input != Input::own_block, tutti::row(*c).result != Result::own_block, w};
}

std::string number(std::int64_t n) { return std::to_string(n); }

class Movement {
 public:
  Movement(const Case& c, const CDatatypePair& datatypes)
      : c_(c), datatypes_(datatypes), each_(several(c.procedure)), says_(c) {
    for (Rank r = 0; r < c.ranks; ++r) {
      auto b = blocks_of_buffers(c, r);
      most_ = std::max({most_, b.sent.size(), b.received.size()});
      in_place_ = in_place_ || std::ranges::any_of(b.before, [](int id) { return id >= 0; });
      sends_.push_back(std::move(b.sent));
      receives_.push_back(std::move(b.received));
      before_.push_back(std::move(b.before));
    }
  }

  /// None where elements of buffers side by side are more than a Part.
  CProgram program() {
    if (c_.adjacent && !simple()) return {};
    program_.format = datatypes_.part == "double" ? "%g" : "%d";
    program_.shown = "@";
    const auto units = static_cast<std::int64_t>(most_) * (c_.count * (c_.irregular ? 3 : 1) + 2);
    const auto parts = units * (std::max(datatypes_.sent.extent, datatypes_.received.extent * datatypes_.per) + 4);
    const auto margin = 1024 + (c_.adjacent ? parts : 0);
    program_.margin = number(margin);
    program_.room = number(2 * margin + parts);
    declare_blocks();
    add(program_.declarations, says_.declarations());
    declare_put();
    put("send", "sends", "sends", false);
    if (in_place_) put("receive", "receives", "before", true);
    program_.fill.push_back("memcpy(due[k], receive[k], sizeof *due);");
    put("due", "receives", "receives", true);
    if (c_.adjacent) put_side_by_side();
    make_types();
    if (c_.bottom && !addresses_are_displacements(c_)) move_to_bottom();
    if (addresses_are_displacements(c_)) take_addresses();
    if (each_.sent) make_arrays("s", "sends", false);
    if (each_.received) make_arrays("r", "receives", true);
    program_.arguments = arguments();
    return std::move(program_);
  }

 private:
  /// An element is a Part at both sides, so that there is nothing to place.
  bool simple() const { return datatypes_.sent.type.predefined() && datatypes_.received.type.predefined(); }
  const CSide& side(bool received) const { return received ? datatypes_.received : datatypes_.sent; }
  std::string type(bool received) const {
    if (!c_.bottom || addresses_are_displacements(c_)) return type_of_element(received);
    return received ? "rbottom" : "sbottom";
  }
  std::string type_of_element(bool received) const {
    const auto& type = side(received).type;
    if (type.predefined()) return std::string(row(std::get<Type>(type.from)).mpi_name);
    return received && !datatypes_.one_type ? "rtype" : "stype";
  }
  std::string per(bool received) const { return number(received ? datatypes_.per : 1); }

  void declare_blocks() {
    auto& text = program_.declarations;
    text.push_back("typedef " + datatypes_.part + " Part;");
    text.push_back("/* By rank: how many blocks stand in a buffer, and which. */");
    add(text, table("sends", sends_));
    add(text, table("receives", receives_));
    if (in_place_) add(text, table("before", before_));
    const auto uneven = c_.irregular ? " * ((id / 100 % 100 + id % 100) % 4)" : "";
    text.push_back("static long units(int id) { return " + std::string(c_.irregular ? "" : "(void)id, ") +
                   number(c_.count) + "L" + uneven + "; }");
    const std::string head =
        "static long origin(const int* blocks, int b" + std::string(simple() ? ") {" : ", int per) {");
    const std::string times = simple() ? "" : " * per";
    // Displacements in bytes are never 0 alone: an MPI may count them in elements.
    const std::string first = each_.bytes ? "2" : "0", after_first = each_.bytes ? "2 + " : "";
    if (!c_.irregular && !c_.scattered) {
      text.push_back(head + " return " + after_first + "b * units(blocks[1 + b])" + times + "; }");
      return;
    }
    const std::string order = c_.scattered ? "int i = blocks[0] - 1; i > b; --i" : "int i = 0; i < b; ++i";
    const std::string gap = c_.scattered ? " + 2;" : ";";
    add(text, {head, "  long at = " + first + ";", "  for (" + order + ") at += units(blocks[1 + i])" + times + gap,
               "  return at;", "}"});
  }

  void declare_put() {
    auto& text = program_.declarations;
    if (simple()) {
      add(text, {"static void put(Part* to, const int* places, const int* ids, int k) {",
                 "  for (int b = 0; b < places[0]; ++b)",
                 "    for (long i = 0; ids[1 + b] >= 0 && i < units(ids[1 + b]); ++i)",
                 "      to[origin(places, b) + i] = (Part)(ids[1 + b] * 10 + i + 100 * k);", "}"});
      return;
    }
    text.push_back("static const int s_at[] = {" + datatypes_.sent.at + "}; /* of an element, in Parts */");
    if (!datatypes_.one_type) text.push_back("static const int r_at[] = {" + datatypes_.received.at + "};");
    add(text, {std::string("static void put(Part* to, const int* places, const int* ids, const int* at, int parts, ") +
                   "int extent, int per, int k) {",
               "  for (int b = 0; b < places[0]; ++b)",
               "    for (long i = 0; ids[1 + b] >= 0 && i < units(ids[1 + b]) * parts * per; ++i)",
               std::string("      to[(origin(places, b, per) + i / parts) * extent + at[i % parts]] = ") +
                   "(Part)(ids[1 + b] * 10 + i + 100 * k);",
               "}"});
  }

  void put(const std::string& to, const std::string& places, const std::string& ids, bool received) {
    auto text = "put(" + to + "[k] + margin, " + places + "[rank], " + ids + "[rank], ";
    if (!simple())
      text += std::string(received && !datatypes_.one_type ? "r_at, " : "s_at, ") + number(side(received).parts) +
              ", " + number(side(received).extent) + ", " + per(received) + ", ";
    program_.fill.push_back(text + "k + turn);");
  }

  static CAdjacent adjacent_buffers() {
    return adjacent_to_receive_buffer("length(receives[rank]) ? length(sends[rank]) : 0");
  }

  void put_side_by_side() {
    add(program_.declarations,
        {"static long length(const int* blocks) {",
         "  return blocks[0] ? origin(blocks, blocks[0] - 1) + units(blocks[blocks[0]]) : 0;", "}"});
    add(program_.declarations, adjacent_buffers().declarations);
    add(program_.fill, adjacent_buffers().fill);
  }

  void make_types() {
    if (datatypes_.others > 0)
      add(program_.once, {"for (int i = 0; i < " + number(datatypes_.others) + "; ++i) {", "  MPI_Datatype other;",
                          "  MPI_Type_contiguous(i + 1, MPI_BYTE, &other), MPI_Type_commit(&other);", "}"});
    for (const bool received : {false, true}) {
      if (side(received).type.predefined() || (received && datatypes_.one_type)) continue;
      const auto name = type_of_element(received);
      auto& text_of_file = program_.declarations;
      if (name == "rtype" && text_of_file.back() == "static MPI_Datatype stype;")
        text_of_file.back() = "static MPI_Datatype stype, rtype;";
      else
        text_of_file.push_back("static MPI_Datatype " + name + ";");
      const auto calls = c_constructors(side(received).type, name, "u", c_.large_count);
      if (calls.size() > 1 && !std::exchange(has_part_type_, true)) program_.once.push_back("MPI_Datatype u;");
      std::string text;
      for (const auto& call : calls) text += (text.empty() ? "" : " ") + call;
      add(program_.once, wrapped(text, 4));
      program_.once.push_back("MPI_Type_commit(&" + name + ");");
      program_.types.push_back(name);
    }
  }

  /// Moves the buffers of the only call.
  void move_to_bottom() {
    add(program_.declarations,
        {"static MPI_Datatype sbottom, rbottom;", "static MPI_Datatype at_address(void* buffer, MPI_Datatype type) {",
         "  int one = 1; MPI_Aint at, lower, extent; MPI_Datatype there, made;",
         "  MPI_Get_address(buffer, &at), MPI_Type_get_extent(type, &lower, &extent);",
         std::string("  MPI_Type_create_hindexed(1, &one, &at, type, &there), ") +
             "MPI_Type_create_resized(there, lower, extent, &made);",
         "  return MPI_Type_commit(&made), made;", "}"});
    for (const bool received : {false, true}) {
      program_.once.push_back(type(received) + " = at_address(" + (received ? "receive" : "send") + "[0] + margin, " +
                              type_of_element(received) + ");");
      program_.types.push_back(type(received));
    }
  }

  void take_addresses() {
    program_.declarations.push_back("static MPI_Aint saddress, raddress;");
    program_.once.push_back(
        "MPI_Get_address(send[0] + margin, &saddress), MPI_Get_address(receive[0] + margin, &raddress);");
  }

  /// Counts, displacements and types of the blocks of a side.
  void make_arrays(const std::string& prefix, const std::string& blocks, bool received) {
    const auto room = "[" + number(static_cast<std::int64_t>(most_)) + "]";
    const std::string integer = c_.large_count ? "MPI_Count " : "int ";
    const std::string displacement =
        c_.large_count || (each_.bytes && on_neighbours(c_.procedure)) ? "MPI_Aint " : "int ";
    const auto types = each_.bytes ? " static MPI_Datatype " + prefix + "types" + room + ";" : "";
    program_.declarations.push_back("static " + integer + prefix + "n" + room + "; static " + displacement + prefix +
                                    "at" + room + ";" + types);
    const auto times = simple() ? "" : " * " + per(received);
    const auto bytes = each_.bytes ? " * " + number(side(received).extent) + " * (int)sizeof(Part)" : "";
    const auto address_of_buffer = addresses_are_displacements(c_) ? prefix + "address + " : "";
    const auto at =
        address_of_buffer + "origin(" + blocks + "[rank], b" + (simple() ? "" : ", " + per(received)) + ")" + bytes;
    add(program_.once, wrapped("for (int b = 0; b < " + blocks + "[rank][0]; ++b) " + prefix + "n[b] = units(" +
                                   blocks + "[rank][1 + b])" + times + ", " + prefix + "at[b] = " + at +
                                   (each_.bytes ? ", " + prefix + "types[b] = " + type(received) : "") + ";",
                               4));
  }

  std::string block_arguments(const std::string& buffer, bool received) const {
    const std::string prefix = received ? "r" : "s", side = received ? "2" : "1";
    if (received ? each_.received : each_.sent)
      return buffer + ", " + says_.list(side, prefix + "n", Insignificant::no_count) + ", " +
             says_.list(side, prefix + "at", Insignificant::no_count) + ", " +
             (each_.bytes ? says_.list(side, prefix + "types", Insignificant::no_type)
                          : says_.type(side, type(received)));
    const auto times = received && datatypes_.per > 1 ? " * " + per(true) : "";
    const auto count = std::string("units(") + (received ? "receives" : "sends") + "[rank][1])" + times;
    return buffer + ", " + says_.count(side, count) + ", " + says_.type(side, type(received));
  }

  /// The arguments of a broadcast: the root sends, the others receive.
  std::string broadcast_arguments(const std::string& from, const std::string& to) const {
    const auto one = [](const std::string& at_root, const std::string& elsewhere) {
      return at_root == elsewhere ? at_root : "sends[rank][0] ? " + at_root + " : " + elsewhere;
    };
    const auto elsewhere = "units(0)" + (datatypes_.per > 1 ? " * " + per(true) : "");
    return one(from, to) + ", " + one("units(0)", elsewhere) + ", " + one(type(false), type(true)) + ", " +
           root_argument(c_);
  }

  std::string arguments() const {
    std::string from = says_.buffer("1", c_.bottom     ? "MPI_BOTTOM"
                                         : c_.adjacent ? adjacent_buffers().buffer
                                                       : "send[k] + margin");
    std::string to = says_.buffer("2", c_.bottom ? "MPI_BOTTOM" : "receive[k] + margin");
    if (c_.procedure == Procedure::bcast) return broadcast_arguments(from, to);
    const bool rooted = uses(c_.procedure).root;
    const bool of_root = rooted && tutti::row(*row(c_.procedure).collective).input == Input::of_root;
    if (c_.in_place) (of_root ? to : from) = in_place_argument(c_, of_root ? to : from);
    return block_arguments(from, false) + ", " + block_arguments(to, true) + (rooted ? ", " + root_argument(c_) : "");
  }

  const Case& c_;
  const CDatatypePair& datatypes_;
  Several each_;
  CSignificance says_;
  std::size_t most_ = 1;
  bool in_place_ = false, has_part_type_ = false;
  std::vector<std::vector<int>> sends_, receives_, before_;
  CProgram program_;
};

}  // namespace

CProgram movement_program(const Case& c) {
  const auto datatypes = c_datatype_pair(c.load);
  return datatypes ? Movement(c, *datatypes).program() : CProgram{};
}

}  // namespace tutti::conform
