// What can be chosen at a launch, of what an MPI says of its control variables: algorithms, components, and the values
// that numbers are varied to.
#include "verified/conform/case/choosable.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "tests/support/property.hpp"
#include "verified/conform/drive/choice.hpp"

namespace tutti::conform {
namespace {

std::vector<std::string> labels(const std::vector<ControlVariable>& variables) {
  std::vector<std::string> all;
  for (const auto& c : choosables(variables)) all.push_back(c.label + (c.why_not.empty() ? "" : " not"));
  return all;
}

using Labels = std::vector<std::string>;
using Environment = std::vector<std::string>;

ControlVariable words(const std::string& name, const std::vector<std::string>& of) {
  ControlVariable v{.name = name, .description = ""};
  for (const auto& word : of) v.items.push_back({word, word});
  return v;
}

const auto ibcast = words("MPIR_CVAR_IBCAST_INTRA_ALGORITHM", {"auto", "sched_auto", "tsp_tree", "tsp_ring"});
const ControlVariable tuned_bcast{.name = "coll_tuned_bcast_algorithm",
                                  .description = "",
                                  .items = {{"0", "ignore"}, {"1", "chain"}, {"2", "knomial"}}};

TEST_CASE("each algorithm of a variable is a choice but the defaults, set as its MPI takes it") {
  CHECK(choosables({ibcast}).at(0) ==
        Choosable{"ibcast=tsp_tree",
                  {"MPIR_CVAR_COLLECTIVE_FALLBACK=error", "MPIR_CVAR_IBCAST_INTRA_ALGORITHM=tsp_tree"}});
  CHECK(labels({ibcast}) == Labels{"ibcast=tsp_tree", "ibcast=tsp_ring"});
  CHECK(
      choosables({tuned_bcast}).at(1) ==
      Choosable{"bcast=knomial", {"OMPI_MCA_coll_tuned_use_dynamic_rules=1", "OMPI_MCA_coll_tuned_bcast_algorithm=2"}});
  CHECK(labels({words("MPIR_CVAR_REDUCE_SCATTER_BLOCK_INTER_ALGORITHM", {"x"})}) ==
        Labels{"reduce_scatter_block-inter=x"});
  const auto posix = choosables({words("MPIR_CVAR_BCAST_POSIX_INTRA_ALGORITHM", {"release_gather"})}).at(0);
  CHECK(posix.label == "bcast-posix=release_gather");
  CHECK(std::ranges::count(posix.environment, "MPIR_CVAR_POSIX_NUM_COLLS_THRESHOLD=0") == 1);
}

TEST_CASE("a number is varied together with the algorithms that its name tells, at values that are not its own") {
  const ControlVariable kval{
      .name = "MPIR_CVAR_IBCAST_TREE_KVAL", .description = "k value for tree based ibcast", .number = 2};
  const auto all = choosables({kval, ibcast});
  CHECK(labels({kval, ibcast}) ==
        Labels{"ibcast=tsp_tree", "ibcast=tsp_ring", "ibcast=tsp_tree+tree_kval:3", "ibcast=tsp_tree+tree_kval:8"});
  CHECK(all.back().environment == Environment{"MPIR_CVAR_COLLECTIVE_FALLBACK=error",
                                              "MPIR_CVAR_IBCAST_INTRA_ALGORITHM=tsp_tree",
                                              "MPIR_CVAR_IBCAST_TREE_KVAL=8"});
  const ControlVariable named{
      .name = "MPIR_CVAR_IBCAST_SPLIT", .description = "where the tsp_ring algorithm splits", .number = 3};
  CHECK(labels({named, ibcast}).back() == "ibcast=tsp_ring+split:64");
}

TEST_CASE("a number that no algorithm names is varied alone, or where one must be forced with each") {
  const ControlVariable size{.name = "MPIR_CVAR_IBCAST_SHORT_MSG_SIZE", .description = "", .number = 12288};
  CHECK(labels({size}) ==
        Labels{"ibcast=short_msg_size:1", "ibcast=short_msg_size:1031", "ibcast=short_msg_size:1048576"});
  const ControlVariable forced{.name = "coll_tuned_bcast_algorithm_segmentsize",
                               .description = "Only has meaning if algorithm is forced",
                               .number = 0};
  CHECK(labels({tuned_bcast, forced}) == Labels{"bcast=chain", "bcast=knomial", "bcast=chain+segmentsize:8",
                                                "bcast=chain+segmentsize:1031", "bcast=chain+segmentsize:1048576",
                                                "bcast=knomial+segmentsize:8", "bcast=knomial+segmentsize:1031",
                                                "bcast=knomial+segmentsize:1048576"});
  const ControlVariable fanout{.name = "coll_tuned_bcast_algorithm_tree_fanout",
                               .description = "Only has meaning if algorithm is forced",
                               .number = 4};
  CHECK(labels({tuned_bcast, fanout}).back() == "bcast=coll_tuned_bcast_algorithm_tree_fanout not");
}

TEST_CASE("no number is less than its description allows, and no radix less than 2") {
  const auto least = [](const char* name, const char* description) {
    return labels({{.name = name, .description = description, .number = 7}}).front();
  };
  CHECK(least("coll_sm_segments", "how many (must be >= 2, and more)") == "all=sm+segments:2");
  CHECK(least("coll_sm_degree", "Degree (must be => 1 and <= 255)") == "all=sm+degree:1");
  CHECK(least("coll_sm_radix", "of the tree (radix > 2)") == "all=sm+radix:3");
  CHECK(least("MPIR_CVAR_BCAST_KVAL", "") == "bcast=kval:2");
  CHECK(least("MPIR_CVAR_BCAST_FANOUT", "") == "bcast=fanout:1");
}

TEST_CASE("components are chosen by a priority above the others', but those that are chosen by their algorithms") {
  const auto priority = [](const std::string& of) {
    return ControlVariable{.name = "coll_" + of + "_priority", .description = "", .number = 0};
  };
  const ControlVariable segment{
      .name = "coll_adapt_bcast_segment_size", .description = "Only has meaning if algorithm is forced", .number = 8};
  const auto all = choosables({priority("tuned"), tuned_bcast, priority("self"), priority("adapt"), segment});
  CHECK(all.at(2) == Choosable{"all=adapt", {"OMPI_MCA_coll_adapt_priority=100"}});
  CHECK(all.at(3) == Choosable{"bcast=adapt+segment_size:1031",
                               {"OMPI_MCA_coll_adapt_priority=100", "OMPI_MCA_coll_adapt_bcast_segment_size=1031"}});
  CHECK(all.size() == 5);
  CHECK(labels({{.name = "coll_sync_barrier_before", .description = "", .number = 0}}).front() ==
        "all=sync+barrier_before:1");
}

TEST_CASE("what a description numbers in turn has these values, and what is true or not the other one") {
  const ControlVariable module{
      .name = "coll_han_bcast_up_module", .description = "up level module for bcast, 0 libnbc, 1 adapt", .number = 0};
  CHECK(choosables({module}).at(0) ==
        Choosable{"bcast=han+up_module:adapt",
                  {"OMPI_MCA_coll_han_priority=100", "OMPI_MCA_coll_han_bcast_up_module=1"}});
  const ControlVariable algorithm{.name = "coll_adapt_reduce_algorithm",
                                  .description = "Algorithm of reduce, 1: binomial, 2: in_order_binomial, 3: binary",
                                  .number = 1};
  CHECK(labels({algorithm}) == Labels{"reduce=adapt+algorithm:in_order_binomial", "reduce=adapt+algorithm:binary"});
  const ControlVariable once{
      .name = "MPIR_CVAR_BCAST_THROTTLE", .description = "no more at a time; setting it to 0 posts all", .number = 3};
  CHECK(labels({once}) == Labels{"bcast=throttle:1", "bcast=throttle:64"});
  const ControlVariable truth{
      .name = "MPIR_CVAR_BCAST_BUFFER_PER_CHILD", .description = "If set to true, a rank will …", .number = 0};
  CHECK(labels({truth}) == Labels{"bcast=buffer_per_child:1"});
  CHECK(labels({words("MPIR_CVAR_BCAST_TREE_TYPE", {"kary", "knomial_1"})}) ==
        Labels{"bcast=tree_type:kary", "bcast=tree_type:knomial_1"});
}

TEST_CASE("what nobody knows how to set is named, and what is not of collectives, or only reports, is left out") {
  const ControlVariable file{.name = "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE", .description = "a tuning file"};
  CHECK(labels({file}) == Labels{"all=MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE not"});
  for (const char* name : {"btl_tcp_port_min", "MPIR_CVAR_NOLOCAL", "coll_base_verbose", "coll_tuned_major_version",
                           "coll_tuned_bcast_algorithm_count", "MPIR_CVAR_COLLECTIVE_FALLBACK",
                           "MPIR_CVAR_COLL_ALIAS_CHECK", "MPIR_CVAR_BCAST_DEVICE_COLLECTIVE", "coll", ""}) {
    CAPTURE(name);
    CHECK_FALSE(is_of_collectives(name));
    CHECK(labels({{.name = name, .description = "", .number = 1}}).empty());
  }
  CHECK(is_of_collectives("MPIR_CVAR_PROGRESS_MAX_COLLS"));
}

const std::string& one_of(const std::vector<std::string>& all) {
  return all[static_cast<std::size_t>(draw(static_cast<int>(all.size())))];
}

TEST_CASE("whatever an MPI says of its variables, each choice has a label of its own and is read again as it was") {
  const std::vector<std::string> parts{
      "MPIR_CVAR", "coll", "sm",    "tuned", "IBCAST", "reduce_scatter", "block", "KVAL",
      "algorithm", "size", "inter", "posix", "",       "radix",          "x y#z", "neighbor_allgather"};
  const std::vector<std::string> says{
      "0 = self; 1 = basic", "Only has meaning",    "if true", "(>= 99999)", "- 1 x 3 y",
      "1 a, 2 a, 3 b",       "algorithm is forced", "\t",      "0 0 1 1 2 2"};
  property("for any words", [&] {
    std::vector<ControlVariable> variables;
    std::set<std::string> names;
    for (int n = draw(6); n > 0; --n) {
      ControlVariable v{.name = "", .description = ""};
      for (int k = 1 + draw(4); k > 0; --k) v.name += (v.name.empty() ? "" : "_") + one_of(parts);
      for (int k = draw(3); k > 0; --k) v.description += one_of(says) + " ";
      for (int k = draw(3); k > 0; --k) v.items.push_back({std::to_string(k), one_of(parts)});
      if (draw(2) == 0) v.number = draw(2000) - 5;
      if (names.insert(v.name).second && v.name.find_first_of(" #") == std::string::npos) variables.push_back(v);
    }
    std::string text;
    const auto made = choosables(variables);
    for (const auto& c : made) {
      RC_LOG() << print(c);
      text += print(c);
    }
    const auto read = parse_choices(text);
    std::set<std::string> own;
    for (const auto& c : made) own.insert(c.label);
    RC_ASSERT(read.size() == own.size());
    for (const auto& c : read) RC_ASSERT(c.why_not.empty() != c.environment.empty());
  });
}

}  // namespace
}  // namespace tutti::conform
