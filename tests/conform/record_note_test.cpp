// What a rank says of a case that is recorded.
#include "verified/conform/judge/record_note.hpp"

#include <algorithm>

#include "tests/support/property.hpp"
#include "verified/conform/case/case.hpp"
#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/offer.hpp"

namespace tutti::conform {
namespace {

TEST_CASE("digests and times are read as they are written, and nothing else is taken for them") {
  property("digests", [] {
    Digests digests;
    for (int i = draw(4); i > 0; --i) {
      digests.different.emplace_back();
      for (int k = 0; k < 16; ++k) digests.different.back() += "0123456789abcdef"[draw(16)];
    }
    RC_ASSERT(parse_digests(print(digests)) == digests);
    RC_ASSERT(!parse_times(print(digests)));
  });
  property("times, to the nanosecond", [] {
    std::vector<double> seconds;
    for (int i = 1 + draw(30); i > 0; --i) seconds.push_back((1 + draw(1'000'000)) * 1e-9);
    const auto times = summarise(seconds, draw(5));
    const auto read = parse_times(print(times));
    RC_ASSERT(read.has_value());
    RC_ASSERT(read->calls == times.calls);
    RC_ASSERT(read->late == times.late);
    for (std::size_t q = 0; q < times.seconds.size(); ++q)
      RC_ASSERT(std::abs(read->seconds[q] - times.seconds[q]) < 1e-12);
    RC_ASSERT(!parse_digests(print(times)));
  });
  for (const char* text : {"", "digest", "digests 0123", "digests 0123456789abcdeg", "digests 0123456789ABCDEF"})
    CHECK_FALSE(parse_digests(text));
  for (const char* text : {"times", "times 5 0 1 2 3 4 5 6", "times 5 0 1 2 3 4 5 6 7 8", "times 0 0 1 2 3 4 5 6 7",
                           "times 5 -1 1 2 3 4 5 6 7", "times 5 0 1 2 3 4 3 6 7", "times 5 0 0 2 3 4 5 6 7"})
    CHECK_FALSE(parse_times(text));
  CHECK(parse_times("times 5 0 1 2 3 4 5 6 7"));
}

TEST_CASE("quantiles ascend from the least to the most") {
  const auto times = summarise({5, 1, 3, 2, 4}, 2);
  CHECK(times.seconds.front() == 1);
  CHECK(times.seconds[median_quantile] == 3);
  CHECK(times.seconds.back() == 5);
  CHECK(std::ranges::is_sorted(times.seconds));
  CHECK(summarise({7}, 0).seconds[median_quantile] == 7);
}

TEST_CASE("calls with a result that are not persistent have digests, those on the world not in place are timed") {
  const auto is_legal = [](const std::string& line) { return !why_not(parse_case(line)); };
  CHECK(is_legal("allreduce np=2 load=sum/double scene=digest"));
  CHECK(is_legal("allreduce np=2 load=sum/double in-place scene=digest"));
  CHECK(is_legal("allreduce np=2 load=sum/double scene=time"));
  CHECK(is_legal("barrier np=2 scene=time"));
  CHECK_FALSE(is_legal("barrier np=2 scene=digest"));
  CHECK_FALSE(is_legal("allreduce np=2 load=sum/double in-place scene=time"));
  CHECK_FALSE(is_legal("allreduce np=2 comm=dup load=sum/double scene=time"));
  CHECK(is_legal("allreduce np=2 form=nonblocking load=sum/double scene=digest"));
  CHECK_FALSE(is_legal("allreduce np=2 form=persistent load=sum/double scene=digest"));
  CHECK(is_legal("allreduce np=2 form=nonblocking load=sum/double scene=time"));
  CHECK_FALSE(is_legal("allreduce np=2 form=persistent load=sum/double scene=time"));
  CHECK(is_legal("reduce_local np=2 load=sum/double scene=time"));
  CHECK_FALSE(is_legal("reduce_local np=2 load=sum/double scene=digest"));
  CHECK_FALSE(is_legal("op_commutative np=2 load=sum/double scene=time"));
}

TEST_CASE("by a schedule of ours the plain call is timed, where the worker has our executor") {
  const auto why = [](const std::string& line) { return why_not(parse_case(line)).value_or("legal"); };
  const std::string right = "allreduce np=2 schedule=allreduce/mixed_radix:2 load=sum/double scene=time";
  CHECK(why(right) == "legal");
  CHECK(print(parse_case(right)) == right);
  CHECK(why("allreduce np=2 schedule=allreduce/ring load=sum/double").find("in the scene 'time' only") !=
        std::string::npos);
  CHECK(why("allreduce np=2 schedule=allreduce/ring form=nonblocking load=sum/double scene=time") != "legal");
  CHECK(why("reduce_local np=2 schedule=reduce/ring load=sum/double scene=time") != "legal");
  CHECK_FALSE(lacking(Offer{}, parse_case(right)));
  CHECK(lacking(parse_offer("lacks schedules\n"), parse_case(right)) == "this worker was built without our executor");
}

}  // namespace
}  // namespace tutti::conform
