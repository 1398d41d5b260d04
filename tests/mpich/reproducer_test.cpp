// C programs that show a failing case: they compile, hold under a right MPI, and fail under a faulty one.
#include "verified/conform/reproduce/reproducer.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "reference/scalar.hpp"
#include "tests/mpi/faulty/faults.hpp"
#include "tests/support/program.hpp"
#include "tests/support/property.hpp"
#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/loads.hpp"
#include "verified/conform/case/wrongs.hpp"
#include "verified/conform/drive/launch.hpp"
#include "verified/conform/drive/text.hpp"
#include "verified/conform/generate/programme.hpp"

namespace tutti::conform {
namespace {

const Wrong some_wrong{Kind::wrong_value, "rank 1, element 0: found 3, due 4"};
const Wrong some_error{Kind::unexpected_error, "rank 1: MPI_Reduce returns MPI_ERR_OTHER"};

/// Small cases with every procedure, form and communicator, one at a time.
std::vector<Case> small_cases() {
  std::vector<Case> all;
  for (const auto& r : procedures)
    for (int k = 0; k < 3 * comms; ++k) {
      Case c{.procedure = r.id, .ranks = 3, .form = static_cast<Form>(k / comms), .comm = static_cast<Comm>(k % comms)};
      if (uses(r.id).operators) c.load = k % 2 ? "sum/double" : "word";
      if (uses(r.id).count) c.count = 2;
      if (!why_not(c)) all.push_back(c);
    }
  return all;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST_CASE("there is a program of at most 62 lines of 120 columns for every procedure, form and communicator") {
  for (const auto& c : small_cases())
    for (const auto& found : {some_wrong, some_error}) {
      const auto lines = lines_of(reproducer(c, found));
      CHECK_MESSAGE(!lines.empty(), print(c));
      CHECK_MESSAGE(lines.size() <= 62, print(c));
      CHECK_MESSAGE(std::ranges::all_of(lines, [](const auto& line) { return line.size() <= 120; }), print(c));
    }
}

TEST_CASE("a program says what was found, and no finding ends its comment") {
  const auto text =
      reproducer(parse_case("allreduce np=3 load=sum/int"), {Kind::wrong_value, "found */ int x; /* due"});
  CHECK(text.starts_with("/* MPI_Allreduce of allreduce np=3 load=sum/int: found"));
  CHECK(text.find("found */") == std::string::npos);
  CHECK(text.find("mpiexec -n 3") != std::string::npos);
}

TEST_CASE("there is no program for what is illegal or the checker's own") {
  CHECK(reproducer(parse_case("alltoallw np=3 load=mixed"), some_wrong).empty());
  CHECK(reproducer(parse_case("scan np=3 comm=inter load=sum/int"), some_wrong).empty());
}

/// A program, compiled for MPICH.
class Compiled {
 public:
  explicit Compiled(const std::string& program) {
    const auto source = (folder_ / "a.c").string();
    std::ofstream(source) << program;
    const auto compiled = run(TUTTI_MPICC, "-std=c99 -Wall -Wextra -Werror -pthread -o " + binary() + " " + source);
    compiles_ = compiled.status == 0;
    if (!compiles_) std::cout << compiled.err;
  }
  bool compiles() const { return compiles_; }

  /// Its exit status, at most 10 s under a fault; -1 where it does not compile. `preload` besides libtutti-yield.
  int status(const Placement& placement, const std::string& preload = "", const std::string& fault = "") const {
    if (!compiles_) return -1;
    const auto command = std::string(TUTTI_MPIEXEC) + " -genv LD_PRELOAD " + TUTTI_YIELD + preload +
                         " -genv TUTTI_FAULT '" + fault + "' -n {np} " + binary();
    const auto spread = spread_command(command, LauncherFamily::hydra, placement.nodes, placement.ranks, "");
    return run("timeout", std::string("-k 1 ") + (fault.empty() ? "120 " : "10 ") +
                              replaced(spread, "{np}", std::to_string(placement.ranks)))
        .status;
  }

 private:
  std::string binary() const { return (folder_ / "a.out").string(); }
  Folder folder_;
  bool compiles_;
};

/// Where MPICH 4.0.2 itself is wrong: the second start of a persistent gather or scatter, the order of the blocks
/// between ranks that are neighbours twice, null pointers where a buffer is not significant, and MPI_Testall of what is
/// persistent.
bool is_wrong_in_mpich(const Case& c) {
  using enum Procedure;
  const auto is_one_of = [&](std::initializer_list<Procedure> all) {
    return std::ranges::find(all, c.procedure) != all.end();
  };
  if (c.form == Form::persistent && is_one_of({gather, gatherv, scatter, scatterv, allgather, allgatherv})) return true;
  if (c.insignificant == Insignificant::null && (c.procedure == exscan || (c.procedure == reduce && is_inter(c.comm))))
    return true;
  if (c.form == Form::persistent && c.completion == Completion::testall) return true;
  return is_one_of({neighbor_alltoall, neighbor_alltoallv, neighbor_alltoallw});
}

TEST_CASE("messages before and after a call among neighbours do not share names with the lists of neighbours") {
  const auto c = parse_case("neighbor_allgather np=2 comm=graph load=byte scene=between-messages");
  CHECK(Compiled(reproducer(c, some_wrong)).status({2}) == 0);
}

TEST_CASE(
    "programs hold whose communicator each constructor makes, and that start several at once or free an operator") {
  for (const std::string text : {"allgather np=3 comm=info",
                                 "scan np=3 comm=create load=word",
                                 "allreduce np=5 comm=create-group load=word",
                                 "allreduce np=4 comm=nested load=word",
                                 "scan np=3 comm=merged load=word",
                                 "bcast np=3 comm=inter-one",
                                 "reduce np=3 comm=inter-rest root=1 load=word",
                                 "barrier np=3 comm=inter-rest",
                                 "barrier np=4 comm=create-group",
                                 "neighbor_allgather np=3 comm=weighted",
                                 "neighbor_alltoallv np=5 comm=open count=2 irregular scattered",
                                 "neighbor_allgather np=6 comm=open load=vector",
                                 "allreduce np=3 form=nonblocking load=word freed",
                                 "allgatherv np=3 count=2 irregular bottom",
                                 "alltoallw np=3 count=2 scattered bottom",
                                 "bcast np=3 form=persistent load=vector root=1 bottom",
                                 "gather np=3 form=nonblocking load=resized root=2 bottom freed",
                                 "scatter np=3 in-place bottom",
                                 "bcast np=3 form=persistent completion=waitall scene=in-flight",
                                 "allreduce np=3 count=2 load=word scene=late",
                                 "bcast np=3 form=nonblocking root=1 scene=between-messages",
                                 "allreduce np=3 form=nonblocking load=word scene=outstanding",
                                 "bcast np=3 form=nonblocking root=1 scene=late",
                                 "alltoall np=3 count=2 scene=repeated",
                                 "scan np=3 load=word scene=tools",
                                 "bcast np=3 scene=error wrong=root handler=own",
                                 "neighbor_alltoallw np=3 comm=cart count=2 scattered bottom",
                                 "alltoallw np=3 large-count count=2 irregular scattered bottom",
                                 "bcast np=3 load=among-hundreds",
                                 "allreduce np=3 count=5 load=word adjacent",
                                 "exscan np=3 count=2 load=affine adjacent",
                                 "reduce_scatter np=3 count=2 load=word irregular adjacent",
                                 "alltoall np=3 count=5 adjacent",
                                 "gather np=3 root=1 adjacent",
                                 "alltoallv np=3 count=5 irregular adjacent",
                                 "allreduce np=3 form=nonblocking load=word completion=waitall scene=in-flight",
                                 "bcast np=3 form=nonblocking completion=testall scene=outstanding",
                                 "allgather np=2 form=nonblocking completion=waitany scene=outstanding",
                                 "bcast np=3 form=nonblocking completion=waitsome scene=in-flight",
                                 "allgather np=3 form=nonblocking completion=testany scene=in-flight",
                                 "alltoall np=3 form=nonblocking completion=testsome scene=in-flight",
                                 "allreduce np=3 large-count count=2 load=affine",
                                 "alltoall np=3 large-count count=2 load=struct-to-struct",
                                 "allreduce np=3 count=5 load=sum/f90_real_15"}) {
    const auto program = reproducer(parse_case(text), some_wrong);
    CHECK_MESSAGE(Compiled(program).status({parse_case(text).ranks}) == 0, text << "\n" << program);
  }
}

TEST_CASE("programs hold under a right MPI" * doctest::test_suite("slow")) {
  const auto all = programme({.ranks = {2, 3, 4}, .size = ProgrammeSize::quick}).cases;
  const auto usual = std::string(name_of(Completion::wait)) + std::string(name_of(Insignificant::right)) +
                     std::string(name_of(Scenario::alone));
  std::map<std::string, int> of_kind;
  int programs = 0;
  for (const auto& c : all) {
    const auto how = std::string(name_of(c.completion)) + (c.freed ? " freed" : "") +
                     std::string(name_of(c.insignificant)) + std::string(name_of(c.scenario));
    const auto kind = how == usual ? std::string(row(c.procedure).name) + " " + std::string(name_of(c.form)) : how;
    const auto text = reproducer(c, programs % 2 == 0 ? some_wrong : some_error);
    if (text.empty() || c.scenario == Scenario::error || is_wrong_in_mpich(c) || of_kind[kind]++ > 0) continue;
    ++programs;
    CHECK_MESSAGE(Compiled(text).status({c.ranks, c.nodes}) == 0, print(c) << "\n" << text);
  }
  CHECK(programs >= 50);
}

TEST_CASE("each datatype and each operator has a program that holds under a right MPI") {
  std::vector<std::string> lines;
  for (const auto& datatypes : datatype_pair_rows)
    if (datatypes.mixes.empty()) lines.push_back("allgather np=3 count=2 load=" + std::string(datatypes.name));
  for (const auto& user : user_operators) lines.push_back("allreduce np=3 count=2 load=" + std::string(user.name));
  for (const auto& line : lines) {
    const auto text = reproducer(parse_case(line), some_wrong);
    CHECK_MESSAGE(!text.empty(), line);
    CHECK_MESSAGE(Compiled(text).status({3}) == 0, line << "\n" << text);
  }
}

TEST_CASE("each operation has a program for each class of types that holds under a right MPI") {
  std::map<std::string, std::string> of_class;
  for (const auto& op : ops)
    for (const auto& type : types) {
      const auto load = std::string(op.name) + "/" + std::string(type.name);
      if (!predefined_named(load) || foreign_type_of(load)) continue;
      const bool is_unsigned = visit(type.id, []<class T>(std::type_identity<T>) { return std::is_unsigned_v<T>; });
      if (is_extreme(op.id) && is_unsigned) continue;  // which MPICH 4.0.2 takes for signed
      of_class[std::string(op.name) + std::to_string(static_cast<int>(type.type_class)) + (is_unsigned ? "u" : "")] =
          load;
    }
  CHECK(of_class.size() >= 25);
  for (const auto& named : of_class) {
    const auto& load = named.second;
    const auto text = reproducer(parse_case("allreduce np=3 count=40 load=" + load), some_wrong);
    CHECK_MESSAGE(Compiled(text).status({3}) == 0, load << "\n" << text);
  }
}

TEST_CASE("each wrong argument has a program that compiles") {
  for (const auto& wrong : wrong_arguments)
    for (const auto& r : procedures) {
      if (!wrong.applies(r.id)) continue;
      Case c{.procedure = r.id, .ranks = 2, .scenario = Scenario::error, .wrong = std::string(wrong.name)};
      if (uses(r.id).operators) c.load = "sum/int";
      if (on_neighbours(r.id)) c.comm = Comm::cart;
      const auto text = reproducer(c, {Kind::wrong_class, std::string(wrong.says)});
      CHECK_MESSAGE(!text.empty(), print(c));
      CHECK_MESSAGE(Compiled(text).compiles(), print(c) << "\n" << text);
      break;
    }
}

TEST_CASE("programs fail under a faulty MPI whose fault they show, and hold where the fault is not asked for") {
  property(
      "a program for a fault",
      [] {
        const auto at = *rc::gen::noShrink(
            rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(0, std::size(faulty::faults))));
        const auto& fault = faulty::faults[at];
        RC_PRE(fault.has_program);
        const auto c = parse_case(std::string(fault.example));
        const std::string name(fault.name), preload = std::string(":") + TUTTI_FAULTY;
        const auto text = reproducer(c, {fault.kinds.front(), name});
        RC_LOG(name + ": " + std::string(fault.example) + "\n" + text);
        RC_ASSERT(!why_not(c));
        const Compiled program(text);
        const int faulty = program.status({c.ranks, c.nodes}, preload, name);
        RC_ASSERT(faulty > 0);
        if (std::ranges::find(fault.kinds, Kind::hang) == fault.kinds.end()) RC_ASSERT(faulty != 124);
        RC_ASSERT(program.status({c.ranks, c.nodes}) == 0);
      },
      16);
}

TEST_CASE("a program of one element shows a comparison that takes the sign for a bit") {
  const std::string fault = "max-of-signed-char-as-unsigned", preload = std::string(":") + TUTTI_FAULTY;
  const auto c = parse_case("allreduce np=2 load=max/signed_char");
  const Compiled program(reproducer(c, {Kind::wrong_value, fault}));
  CHECK(program.status({c.ranks, c.nodes}, preload, fault) == 1);
  CHECK(program.status({c.ranks, c.nodes}) == 0);
}

TEST_CASE("nine in ten of the planted faults have a program that shows them") {
  const auto have = std::ranges::count_if(faulty::faults, &faulty::Fault::has_program);
  CHECK(have * 10 > std::ssize(faulty::faults) * 9);
}

TEST_CASE("a program shows by brackets where the ranks of an allreduce have different trees") {
  const std::string fault = "allreduce-other-bracketing-at-one-rank", preload = std::string(":") + TUTTI_FAULTY;
  for (const auto* load : {"term", "term-commutative"}) {
    const auto c = parse_case(std::string("allreduce np=4 count=8 scene=reveal load=") + load);
    const auto text = reproducer(c, {Kind::disagreement, "the bits differ from those of rank 0"});
    INFO(text);
    CHECK(lines_of(text).size() <= 62);
    CHECK(text.find("bracketed") != std::string::npos);
    const Compiled program(text);
    CHECK(program.status({c.ranks, c.nodes}, preload, fault) == 1);
    CHECK(program.status({c.ranks, c.nodes}) == 0);
  }
}

}  // namespace
}  // namespace tutti::conform
