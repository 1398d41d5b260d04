// The programme of a conformance run: legal, repeatable, and what must meet does.
// Compiled with -O1, since it compares the features of 40,000 cases.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <tuple>

#include "tests/support/property.hpp"
#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/loads.hpp"
#include "verified/conform/case/volume.hpp"
#include "verified/conform/case/wrongs.hpp"
#include "verified/conform/generate/cover.hpp"
#include "verified/conform/generate/mixture.hpp"
#include "verified/conform/generate/sweeps.hpp"

namespace tutti::conform {
namespace {

const ProgrammeRequest usual{.ranks = {2, 3, 4, 5, 7, 8}};

const std::vector<Case>& cases() {
  static const auto all = programme(usual).cases;
  return all;
}

/// What a case is like, feature by feature.
std::map<std::string, std::string> features_of(const Case& c) {
  const auto yes = [](bool it_is) { return std::string(it_is ? "yes" : "no"); };
  return {{"ranks", std::to_string(c.ranks)},
          {"form", std::string(name_of(c.form))},
          {"large count", yes(c.large_count)},
          {"comm", std::string(name_of(c.comm))},
          {"in place", yes(c.in_place)},
          {"irregular", yes(c.irregular)},
          {"scattered", yes(c.scattered)},
          {"bottom", yes(c.bottom)},
          {"freed", yes(c.freed)},
          {"adjacent", yes(c.adjacent)},
          {"completion", std::string(name_of(c.completion))},
          {"not significant", std::string(name_of(c.insignificant))},
          {"root", c.root == 0                            ? "first"
                   : c.root == roots(c.comm, c.ranks) - 1 ? "last"
                                                          : "inside"},
          {"load", c.load},
          {"scene", std::string(name_of(c.scenario))}};
}

using Meeting = std::array<std::string, 4>;

std::set<Meeting> meetings(const std::vector<Case>& all, Procedure procedure) {
  std::set<Meeting> met;
  for (const auto& c : all) {
    if (c.procedure != procedure || c.scenario == Scenario::error) continue;
    const auto features = features_of(c);
    for (const auto& [a, x] : features)
      for (const auto& [b, y] : features)
        if (a < b) met.insert({a, x, b, y});
  }
  return met;
}

TEST_CASE("every case is legal, and none is twice in the programme") {
  std::set<std::string> lines;
  for (const auto& c : cases()) {
    INFO(print(c));
    CHECK_FALSE(why_not(c));
    CHECK(parse_case(print(c)) == c);
    lines.insert(print(c));
  }
  CHECK(lines.size() * 100 > cases().size() * 97);
}

TEST_CASE("the usual programme has at least 20,000 cases, the quick one at most 2,500") {
  CHECK(cases().size() >= 20000);
  auto request = usual;
  request.size = ProgrammeSize::quick;
  const auto quick = programme(request).cases.size();
  CHECK(quick >= 1000);
  CHECK(quick <= 2500);
  CHECK(programme({.ranks = {2}, .size = ProgrammeSize::large, .procedures = {Procedure::bcast}}).cases.size() ==
        programme({.ranks = {2}, .procedures = {Procedure::bcast}}).cases.size() + 2);
}

TEST_CASE("a programme is a function of the request, and another seed gives another one") {
  const ProgrammeRequest request{.ranks = {3, 4}, .procedures = {Procedure::allreduce, Procedure::gatherv}, .seed = 5};
  const auto once = programme(request).cases;
  CHECK(once == programme(request).cases);
  auto other = request;
  other.seed = 6;
  CHECK(once != programme(other).cases);
  auto one = request;
  one.procedures = {Procedure::gatherv};
  const auto alone = programme(one).cases;
  CHECK(std::ranges::all_of(alone, [&](const Case& c) { return std::ranges::find(once, c) != once.end(); }));
}

/// Any case at all of a procedure, legal or not, from the levels that its features have.
Case any_case(const std::vector<Factor>& factors, const Case& start) {
  std::vector<int> levels;
  for (const auto& f : factors) levels.push_back(draw(f.levels));
  return made(start, factors, levels);
}

TEST_CASE("whatever two features a legal case has, the programme has a case with both") {
  std::map<Procedure, std::set<Meeting>> met;
  property(
      "whatever two features a legal case has, the programme has a case with both",
      [&] {
        const auto procedure = static_cast<Procedure>(draw(static_cast<int>(procedures.size())));
        const auto sweep = features(procedure, usual);
        const auto c = any_case(sweep.factors, sweep.start);
        RC_PRE(!why_not(c));
        if (!met.contains(procedure)) met[procedure] = meetings(cases(), procedure);
        for (const auto& meeting : meetings({c}, procedure)) RC_ASSERT(met[procedure].contains(meeting));
      },
      3000);
}

TEST_CASE("what meets in a programme does not depend on what is drawn, so that what does not is impossible") {
  const auto coverage = [](Procedure procedure, std::uint64_t seed) {
    auto request = usual;
    request.procedures = {procedure};
    request.seed = seed;
    std::vector<std::string> all;
    for (const auto& promise : programme(request).promises)
      for (const auto& c : promise.met) {
        auto text = promise.part + ": " + std::to_string(c.met);
        for (const auto& name : c.factors) text += " x " + name;
        all.push_back(text);
      }
    return all;
  };
  property(
      "what meets in a programme does not depend on what is drawn",
      [&] {
        const auto procedure = static_cast<Procedure>(draw(static_cast<int>(procedures.size())));
        const auto one = coverage(procedure, static_cast<std::uint64_t>(draw(1 << 20)));
        const auto other = coverage(procedure, static_cast<std::uint64_t>(draw(1 << 20)));
        RC_ASSERT(one.size() == other.size());
        for (std::size_t i = 0; i < one.size(); ++i) RC_ASSERT(one[i] == other[i]);
      },
      100);
}

/// The class of sizes that a case belongs to.
std::string size_class(const Case& c) {
  const auto blocks = !has_blocks(c.procedure) ? 1 : on_neighbours(c.procedure) ? 4 : c.ranks;
  return c.count * bytes_of_load(c.load) * blocks > 65536 ? "above" : "below";
}

TEST_CASE("every pair of features that a legal case above 64 KiB has meets there, and so below") {
  std::map<std::pair<Procedure, std::string>, std::set<Meeting>> met;
  for (const auto& c : cases())
    if (uses(c.procedure).count && communicates(c.procedure) && c.scenario != Scenario::error)
      for (const auto& meeting : meetings({c}, c.procedure)) met[{c.procedure, size_class(c)}].insert(meeting);
  property(
      "every pair of features that a legal case above 64 KiB has meets there, and so below",
      [&] {
        const auto procedure = static_cast<Procedure>(draw(static_cast<int>(procedures.size())));
        RC_PRE(uses(procedure).count && communicates(procedure));
        const bool above = draw(2);
        const auto sweep = above ? above_64_kib(procedure, usual) : below_64_kib(procedure, usual);
        const auto c = any_case(sweep.factors, sweep.start);
        RC_PRE(!why_not(c));
        RC_ASSERT(size_class(c) == (above ? "above" : "below"));
        for (const auto& meeting : meetings({c}, procedure))
          RC_ASSERT((met[{procedure, above ? "above" : "below"}].contains(meeting)));
      },
      2000);
}

TEST_CASE("a root that is neither the first nor the last is in a communicator of few ranks too, of every size class") {
  std::set<std::tuple<Procedure, std::string, Comm>> inside;
  for (const auto& c : cases())
    if (c.root > 0 && c.root < roots(c.comm, c.ranks) - 1) inside.insert({c.procedure, size_class(c), c.comm});
  for (const auto procedure : {Procedure::bcast, Procedure::scatter, Procedure::scatterv, Procedure::reduce})
    for (const auto* size : {"above", "below"})
      for (const auto comm : {Comm::inter, Comm::inter_rest, Comm::nested, Comm::split}) {
        const auto what = std::string(row(procedure).mpi_name) + " " + size + " " + std::string(name_of(comm));
        INFO(what);
        CHECK(inside.contains({procedure, size, comm}));
      }
}

TEST_CASE("what the MPI lacks is in no case, and all pairs of the rest meet nevertheless") {
  auto request = usual;
  request.procedures = {Procedure::allgatherv, Procedure::reduce};
  request.offer = parse_offer("lacks persistent\nlacks large-count\nlacks threads\n");
  const auto all = programme(request);
  CHECK(std::ranges::none_of(all.cases, [](const Case& c) {
    return c.form == Form::persistent || c.large_count || c.scenario == Scenario::threads;
  }));
  for (const auto procedure : request.procedures) {
    const auto met = meetings(all.cases, procedure);
    CHECK(met.contains({"comm", "inter", "form", "nonblocking"}));
    CHECK(met.contains({"form", "nonblocking", "scene", "between-messages"}));
  }
}

TEST_CASE("a cut-off of the MPI is straddled by the procedures that it names, or by all") {
  auto request = usual;
  request.procedures = {Procedure::bcast, Procedure::gather};
  request.offer = parse_offer("cut-off 7000 MPIR_CVAR_BCAST_SHORT_MSG_SIZE\ncut-off 9000 eager_limit\n");
  CHECK(parse_offer(print(request.offer)) == request.offer);
  // How many units more than so many bytes there are.
  std::map<std::pair<Procedure, int>, std::set<std::int64_t>> more;
  for (const auto& c : programme(request).cases)
    for (const int bytes : {7000, 9000})
      if (const int unit = bytes_of_load(c.load); unit > 0) more[{c.procedure, bytes}].insert(c.count - bytes / unit);
  const auto is_straddled = [&](Procedure p, int bytes) {
    return std::ranges::all_of(std::array{-1, 0, 1}, [&](int units) { return more[{p, bytes}].contains(units); });
  };
  CHECK(is_straddled(Procedure::bcast, 7000));
  CHECK(is_straddled(Procedure::bcast, 9000));
  CHECK(is_straddled(Procedure::gather, 9000));
  CHECK_FALSE(is_straddled(Procedure::gather, 7000));
  CHECK_THROWS_AS(parse_offer("lacks everything\n"), std::invalid_argument);
}

TEST_CASE("sizes are drawn evenly by their logarithms, with all residues of a vector width") {
  std::map<int, int> by_octave;
  std::set<std::int64_t> residues;
  for (const auto& c : cases()) {
    if (c.procedure != Procedure::allreduce || c.load.find('/') == std::string::npos) continue;
    const auto bytes = c.count * bytes_of_load(c.load);
    if (bytes > 65536) ++by_octave[static_cast<int>(std::bit_width(static_cast<std::uint64_t>(bytes)))];
    if (bytes > 512) residues.insert(c.count % 16);
  }
  CHECK(residues.size() == 16);
  for (int octave = 17; octave <= 20; ++octave) CHECK(by_octave[octave] > 10);
}

TEST_CASE(
    "every root of a communicator of every kind occurs, with every form, and each constructor with every form and np") {
  std::set<std::string> found;
  for (const auto& c : cases()) {
    Case place = c;
    place.load = Case{}.load, place.seed = 0, place.count = 1, place.scenario = Scenario::alone;
    place.large_count = place.in_place = place.irregular = place.scattered = place.bottom = place.freed =
        place.adjacent = false;
    place.completion = Completion::wait, place.insignificant = Insignificant::right;
    found.insert(print(place));
  }
  for (const auto& r : procedures)
    for (const int p : usual.ranks)
      for (int k = 0; uses(r.id).root && k < 8 * 3; ++k) {
        Case c{.procedure = r.id, .ranks = p, .form = static_cast<Form>(k / 8), .comm = static_cast<Comm>(k % 8)};
        for (c.root = 0; c.root < roots(c.comm, p); ++c.root)
          CHECK_MESSAGE(found.contains(print(c)), print(c) << " is missing");
      }
  std::set<std::tuple<Procedure, Form, Comm, int>> met;
  for (const auto& c : cases()) met.emplace(c.procedure, c.form, c.comm, c.ranks);
  for (const auto& r : procedures)
    for (const int p : usual.ranks)
      for (int k = 0; communicates(r.id) && k < comms * 3; ++k) {
        const Case c{
            .procedure = r.id, .ranks = p, .form = static_cast<Form>(k / comms), .comm = static_cast<Comm>(k % comms)};
        if (auto plain = c; uses(r.id).operators && (plain.load = "sum/int", why_not(plain))) continue;
        if (!uses(r.id).operators && why_not(c)) continue;
        CHECK_MESSAGE(met.contains({c.procedure, c.form, c.comm, c.ranks}), print(c) << " occurs with nothing");
      }
}

TEST_CASE(
    "every operator meets every datatype that it takes, in every reduction, and with every number of ranks in an "
    "allreduce") {
  std::set<std::string> found;
  for (const auto& c : cases()) {
    found.insert(std::string(row(c.procedure).name) + " " + c.load);
    found.insert(std::string(row(c.procedure).name) + " " + c.load + " " + std::to_string(c.ranks));
  }
  for (const auto& load : predefined_loads()) {
    for (const auto& r : procedures)
      if (uses(r.id).operators) CHECK(found.contains(std::string(r.name) + " " + load));
    for (const int p : usual.ranks) CHECK(found.contains("allreduce " + load + " " + std::to_string(p)));
  }
}

TEST_CASE("both sides of a switch at 2048 bytes occur for every procedure that carries data") {
  for (const auto& r : procedures) {
    if (!uses(r.id).count || !communicates(r.id)) continue;
    std::set<std::int64_t> more;
    for (const auto& c : cases())
      if (const int bytes = bytes_of_load(c.load); c.procedure == r.id && bytes > 0)
        more.insert(c.count - 2048 / bytes);
    for (const int units : {-1, 0, 1}) CHECK_MESSAGE(more.contains(units), r.name << " " << units);
  }
}

TEST_CASE("four procedures are revealed with every number of ranks, little and much, by a sum and by terms" *
          doctest::test_suite("slow")) {
  for (const auto size : {ProgrammeSize::quick, ProgrammeSize::normal}) {
    std::map<std::string, int> found;
    const auto all = programme({.ranks = {2, 3, 5}, .size = size}).cases;
    for (const auto& c : all)
      if (c.scenario == Scenario::reveal)
        ++found[std::string(row(c.procedure).name) + " " + std::to_string(c.ranks) + " " + c.load +
                (c.count > 1000 ? " much" : "")];
    CHECK(found.size() == 4 * 3 * 2 * 2);
    CHECK(std::ranges::all_of(found, [](const auto& f) { return f.second == 1; }));
    CHECK(found.contains("scan 5 term much"));
    CHECK(found.contains("reduce_scatter_block 2 sum/double"));
  }
}

TEST_CASE("every argument is wrong once") {
  std::set<std::string> found;
  for (const auto& c : cases()) found.insert(std::string(row(c.procedure).name) + " " + c.wrong);
  for (const auto& r : procedures)
    for (const auto& wrong : wrongs_of(r.id)) CHECK(found.contains(std::string(r.name) + " " + wrong));
}

TEST_CASE(
    "every operator meets every type that it is not defined for, in MPI_Allreduce, MPI_Reduce_local and another") {
  std::map<std::string, std::set<Procedure>> found;
  for (const auto& c : cases()) found[c.wrong].insert(c.procedure);
  std::size_t pairs = 0;
  for (const auto& op : ops)
    for (const auto& type : types) {
      const auto& by = found[std::string(op.name) + "/" + std::string(type.name)];
      if (allowed(op.id, type.id)) {
        CHECK(by.empty());
        continue;
      }
      ++pairs;
      CAPTURE(op.name);
      CAPTURE(type.name);
      CHECK(by.contains(Procedure::allreduce));
      CHECK(by.contains(Procedure::reduce_local));
      CHECK(by.size() == 3);
    }
  CHECK(pairs == wrong_pairs().size());
  CHECK(pairs > 100);
}

TEST_CASE("cases with a wrong argument come last") {
  CHECK(std::ranges::is_sorted(cases(), {}, [](const Case& c) { return c.scenario == Scenario::error; }));
}

TEST_CASE("the bytes that a case moves are those in the buffers of all ranks, in all its calls") {
  const auto bytes = [](const char* line) { return bytes_moved(parse_case(line)); };
  CHECK(bytes("bcast np=4 count=10 load=double") == 4 * 10 * 8 * 2);
  CHECK(bytes("alltoall np=4 count=10 load=double") == 4 * 4 * 10 * 8 * 2);
  CHECK(bytes("allreduce np=4 count=10 load=sum/int form=persistent") == 2 * 4 * 10 * 4 * 2);
  CHECK(bytes("bcast np=2 large-count count=2147483649 load=byte scene=in-flight form=nonblocking") ==
        std::int64_t{5} * 2147483649 * 2 * 2);
  CHECK(bytes("barrier np=4") == 0);
}

TEST_CASE("a mixture has the cases of one number of ranks, in another order and with other data at each turn") {
  const auto some = programme({.ranks = {2, 3, 5}, .size = ProgrammeSize::quick}).cases;
  const auto plain = [](Case c) { return c.seed = 0, print(c); };
  std::set<std::string> known, numbers;
  for (const auto& c : some) known.insert(plain(c));
  std::vector<Case> before;
  for (std::uint64_t turn = 0; turn < 6; ++turn) {
    const auto mixed = mixture(some, 200, 7, turn);
    REQUIRE(mixed.size() == 200);
    CHECK(mixed == mixture(some, 200, 7, turn));
    CHECK(mixed != before);
    std::set<Procedure> met;
    for (const auto& c : mixed) {
      CHECK(c.ranks == mixed.front().ranks);
      CHECK(c.scenario != Scenario::error);
      CHECK(c.scenario != Scenario::threads);
      CHECK(known.contains(plain(c)));
      met.insert(c.procedure);
    }
    CHECK(met.size() > 10);
    numbers.insert(std::to_string(mixed.front().ranks));
    before = mixed;
  }
  CHECK(numbers.size() == 3);
  CHECK(mixture({}, 200, 7, 0).empty());
}

TEST_CASE("a covering design with two levels each is small") {
  std::vector<Factor> factors;
  constexpr std::array flags{&Case::large_count, &Case::in_place};
  for (const auto flag : flags) factors.push_back({"flag", 2, [flag](Case& c, int level) { c.*flag = level; }});
  factors.push_back({"root", 2, [](Case& c, int level) { c.root = level; }});
  factors.push_back({"form", 2, [](Case& c, int level) { c.form = static_cast<Form>(level); }});
  std::mt19937_64 random(1);
  const Case start{.procedure = Procedure::gather, .ranks = 2};
  const auto all = cover(start, factors, all_pairs(factors.size()), why_not, random).cases;
  CHECK(all.size() >= 4);
  CHECK(all.size() <= 9);
}

TEST_CASE("what the standard does not define is refused, with the clause") {
  const auto why = [](const char* line) { return why_not(parse_case(line)).value_or("nothing"); };
  CHECK(why("allreduce np=4 load=sum/int") == "nothing");
  CHECK(why("scan np=4 comm=inter load=sum/int") == "MPI_Scan is not defined on intercommunicators (6.2.2)");
  CHECK(why("bcast np=1 comm=inter") == "an intercommunicator has two groups, so at least two ranks (7.6)");
  CHECK(why("allgather np=4 comm=inter in-place") == "MPI_IN_PLACE is for intracommunicators (6.2.3)");
  CHECK(why("bcast np=4 in-place") == "MPI_Bcast does not take MPI_IN_PLACE (6.3 to 6.11, 8.6)");
  CHECK(why("neighbor_alltoall np=4") == "MPI_Neighbor_alltoall needs a communicator with a topology (8.6)");
  CHECK(why("gather np=4 comm=inter root=2") == "the root is no rank of that communicator (6.2.2)");
  CHECK(why("gather np=5 comm=split root=1") == "nothing");
  CHECK(why("gather np=5 comm=split root=2") == "the root is no rank of that communicator (6.2.2)");
  CHECK(why("allgather np=4 root=1") == "MPI_Allgather has no root");
  CHECK(why("barrier np=4 large-count") == "MPI_Barrier has no count");
  CHECK(why("barrier np=4 load=byte") == "MPI_Barrier carries nothing");
  CHECK(why("reduce np=4 load=band/double") ==
        "'band/double' is no operator and datatype that MPI_Reduce takes (6.9.2)");
  CHECK(why("allreduce np=31 load=word") == "a word has room for 30 ranks");
  CHECK(why("gather np=4 irregular") == "MPI_Gather has one count for all blocks");
  CHECK(why("reduce_scatter np=4 load=sum/int scattered") == "MPI_Reduce_scatter has no displacements");
  CHECK(why("allreduce np=4 load=word bottom") ==
        "MPI_Allreduce has no datatype for each buffer, whose displacements are addresses");
  CHECK(why("bcast np=2 count=2147483648 load=byte") ==
        "the count is above 536870895, beyond which places in its buffers may not fit into an int; say large-count");
  CHECK(why("bcast np=2 large-count count=68719476737 load=byte") ==
        "the count is above 2^36, which no machine has the memory for");
  CHECK(why("bcast np=2 large-count count=2147483648 load=byte") == "nothing");
  CHECK(why("bcast np=2 scene=in-flight") == "a blocking call is never in flight");
  CHECK(why("bcast np=2 scene=error wrong=op") == "'op' is nothing that can be wrong with MPI_Bcast");
  CHECK(why("bcast np=2 scene=reveal") == "MPI_Bcast combines nothing, so that there is no bracketing");
  CHECK(why("allreduce np=2 load=max/double scene=reveal") ==
        "the bracketing is revealed of sums of floating-point numbers and of terms, not of 'max/double'");
  CHECK(why("exscan np=2 form=persistent comm=split load=term-commutative scene=reveal") == "nothing");
  CHECK(why("bcast np=2 wrong=root") == "an argument is wrong in the scene 'error' only");
  CHECK(why("alltoall np=8 load=columns count=12").starts_with("so many columns would overlap"));
  CHECK(why("alltoall np=8 load=columns count=11") == "nothing");
  CHECK(why("alltoall np=8 load=mixed") == "MPI_Alltoall has one datatype for all blocks");
  CHECK(why("alltoallw np=8 load=mixed") == "nothing");
  CHECK(why("reduce_local np=2 load=sum/int scene=error wrong=op-type") == "nothing");
  CHECK(why("op_commutative np=2 load=sum/int scene=error wrong=op") == "nothing");
  CHECK(why("reduce_local np=2 load=sum/int scene=threads") == "MPI_Reduce_local is local: no scene changes it");
  CHECK(why("reduce_local np=2 load=sum/int form=persistent") == "MPI_Reduce_local has one form only");
}

}  // namespace
}  // namespace tutti::conform
