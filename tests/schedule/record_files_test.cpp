// Where a record may stand, and what is said where it stands elsewhere.
#include "verified/schedule/record_files.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tutti {
namespace {

/// What is said after a record was entered from each of the files; empty where they are all in their places.
std::string complaint(const std::vector<std::string>& files) {
  RecordFiles all("algorithms");
  for (const auto& file : files) all.enter(file);
  try {
    all.check();
  } catch (const Misplaced& e) {
    return e.what();
  }
  return "";
}

std::vector<std::string> names_in(const std::string& file) {
  std::vector<std::string> names;
  for (const auto& entry : RecordFiles("algorithms").enter(file)) names.push_back(entry.name);
  return names;
}

TEST_CASE("a record is entered for each collective that its folder serves") {
  CHECK(names_in("/src/verified/algorithms/bcast/chain.cpp") == std::vector<std::string>{"bcast/chain"});
  CHECK(names_in("algorithms/allgatherv/ring.cpp") == std::vector<std::string>{"allgather/ring", "allgatherv/ring"});
  CHECK(complaint({"algorithms/bcast/ring.cpp", "algorithms/reduce/ring.cpp"}) == "");
}

TEST_CASE("a record that stands outside the folder of a collective is named, and where it belongs") {
  for (const std::string file :
       {"/src/verified/algorithms/foo/ring.cpp", "algorithms/ring.cpp", "algorithms/reduce/old/ring.cpp", "ring.cpp",
        "algorithms/reduce/ring.cc", "elsewhere/reduce/ring.cpp", "", "reduce/", "algorithms/reduce/"}) {
    CAPTURE(file);
    CHECK(names_in(file).empty());
    CHECK(complaint({"algorithms/bcast/chain.cpp", file})
              .starts_with(file + ": its record belongs to no collective; move the file to algorithms/COLLECTIVE/"
                                  "NAME.cpp, where COLLECTIVE is one of reduce, allreduce,"));
  }
}

TEST_CASE("a record whose name would not stand in a list or a command line is refused") {
  for (const std::string name : {"two words", "a,b", "a\nb", "a\tb", "ä", "\"a\"", "a*"}) {
    const auto file = "algorithms/bcast/" + name + ".cpp";
    CAPTURE(file);
    CHECK(names_in(file).empty());
    CHECK(complaint({file}) == file +
                                   ": its record would be called by the file's name; rename the file, with letters, "
                                   "digits, _, - and . alone");
  }
  CHECK(names_in("algorithms/bcast/k-nomial_2.1.cpp") == std::vector<std::string>{"bcast/k-nomial_2.1"});
}

TEST_CASE("two records of one name are refused: in one file, and in two that serve the same collective") {
  CHECK(complaint({"algorithms/bcast/a.cpp", "algorithms/bcast/a.cpp"}) ==
        "algorithms/bcast/a.cpp: it has two records, and both would be called bcast/a; move one to a file of its own");
  CHECK(complaint({"algorithms/gatherv/a.cpp", "algorithms/gather/a.cpp"}) ==
        "algorithms/gather/a.cpp: its record would be called gather/a, as that in algorithms/gatherv/a.cpp; rename one "
        "of the files");
}

TEST_CASE("two files of one name are refused just where their folders serve the same collective, in either order") {
  for (const auto& first : collectives)
    for (const auto& second : collectives) {
      const auto in = [](const CollectiveRow& c) { return "algorithms/" + std::string(c.name) + "/a.cpp"; };
      const auto names = names_in(in(first));
      const bool meet = std::ranges::any_of(
          names_in(in(second)), [&](const std::string& name) { return std::ranges::find(names, name) != names.end(); });
      CAPTURE(first.name);
      CAPTURE(second.name);
      CHECK(complaint({in(first), in(second)}).empty() != meet);
    }
}

TEST_CASE("all that is wrong is said at once") {
  const auto text = complaint({"a.cpp", "b.cpp"});
  CHECK(text.find("a.cpp: ") == 0);
  CHECK(text.find("\nb.cpp: ") != std::string::npos);
}

}  // namespace
}  // namespace tutti
