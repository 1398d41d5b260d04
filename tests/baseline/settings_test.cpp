// Which settings are tried to get an old tree back.
#include "verified/baseline/settings.hpp"

#include <doctest/doctest.h>

namespace tutti::baseline {
namespace {

using conform::Choice, conform::Procedure;

std::vector<std::string> labels(const std::vector<Choice>& choices) {
  std::vector<std::string> all;
  for (const auto& c : choices) all.push_back(c.label);
  return all;
}

TEST_CASE(
    "what the first record had set otherwise comes first, as far as it is about the reduction, then what is offered") {
  Environment before, after;
  before.cut_offs = {{"MPIR_CVAR_REDUCE_SHORT_MSG_SIZE", 2048},
                     {"MPIR_CVAR_BCAST_SHORT_MSG_SIZE", 100},
                     {"coll_tuned_reduce_segment_size", 512}};
  after.cut_offs = {{"MPIR_CVAR_REDUCE_SHORT_MSG_SIZE", 8192}, {"coll_tuned_reduce_segment_size", 512}};
  before.variables = {{"MPIR_CVAR_REDUCE_INTRA_ALGORITHM", "binomial"},
                      {"MPIR_CVAR_BCAST_INTRA_ALGORITHM", "binomial"},
                      {"UCX_TLS", "tcp"},
                      {"MPIR_CVAR_SAME", "1"}};
  after.variables = {{"MPIR_CVAR_SAME", "1"}};
  const std::vector<Choice> offered{
      {"reduce=a", {{"A", "1"}}}, {"bcast=a", {}}, {"ireduce=a", {}}, {"reduce-inter=a", {}}, {"reduce=b", {}, "--b"}};
  const auto found = settings_for(Procedure::reduce, before, after, offered);
  CHECK(labels(found) == std::vector<std::string>{"reduce=MPIR_CVAR_REDUCE_SHORT_MSG_SIZE",
                                                  "reduce=MPIR_CVAR_REDUCE_INTRA_ALGORITHM,UCX_TLS", "reduce=a",
                                                  "reduce=b"});
  CHECK(found[0].environment == tutti::Environment{{"MPIR_CVAR_REDUCE_SHORT_MSG_SIZE", "2048"}});
  CHECK(found[1].environment ==
        tutti::Environment{{"MPIR_CVAR_REDUCE_INTRA_ALGORITHM", "binomial"}, {"UCX_TLS", "tcp"}});
  after.cut_offs.clear();
  const auto of_openmpi = settings_for(Procedure::reduce, before, after, {});
  CHECK(of_openmpi.at(1).environment == tutti::Environment{{"OMPI_MCA_coll_tuned_reduce_segment_size", "512"}});
  CHECK(settings_for(Procedure::reduce, after, after, {}).empty());
}

}  // namespace
}  // namespace tutti::baseline
