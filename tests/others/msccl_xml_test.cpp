// The algorithm files of MSCCL: right ones, each kind of mistake with its threadblock and step, and what is no such
// file.
#include "verified/others/msccl_xml.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "tests/others/drawn_plans.hpp"
#include "tests/support/garbled.hpp"
#include "verified/check/prove.hpp"
#include "verified/others/plan_check.hpp"
#include "verified/others/plan_schedule.hpp"
#include "verified/others/schedule_file.hpp"

namespace tutti {
namespace {

using others::check_plan;
using others::read_msccl_xml;

/// A threadblock of a file that is written: its steps get their numbers as they come.
class Block {
 public:
  Block(int id, int send, int receive, int channel = 0)
      : text_(fmt::format("<tb id=\"{}\" send=\"{}\" recv=\"{}\" chan=\"{}\">\n", id, send, receive, channel)) {}

  Block& step(std::string_view type, std::string_view source, int from, std::string_view target, int to, int count = 1,
              int depid = -1, int deps = -1) {
    text_ += fmt::format(
        "<step s=\"{}\" type=\"{}\" srcbuf=\"{}\" srcoff=\"{}\" dstbuf=\"{}\" dstoff=\"{}\" cnt=\"{}\" depid=\"{}\" "
        "deps=\"{}\" hasdep=\"1\"/>\n",
        steps_++, type, source, from, target, to, count, depid, deps);
    return *this;
  }
  /// In one place of one buffer.
  Block& at(std::string_view type, int chunk, std::string_view buffer = "i") {
    return step(type, buffer, chunk, buffer, chunk);
  }
  Block& nop(int depid, int deps) { return step("nop", "i", -1, "o", -1, 0, depid, deps); }
  std::string text() const { return text_ + "</tb>\n"; }

 private:
  std::string text_;
  int steps_ = 0;
};

std::string algo(std::string_view collective, int gpus, int chunks, bool in_place,
                 const std::function<std::vector<Block>(int rank)>& blocks, int scratch = 0) {
  auto text = fmt::format(
      "<algo name=\"drawn up\" proto=\"Simple\" nchannels=\"8\" nchunksperloop=\"{}\" ngpus=\"{}\" coll=\"{}\" "
      "inplace=\"{}\">\n",
      chunks, gpus, collective, in_place ? 1 : 0);
  for (int r = 0; r < gpus; ++r) {
    text +=
        fmt::format("<gpu id=\"{}\" i_chunks=\"{}\" o_chunks=\"{}\" s_chunks=\"{}\">\n", r, chunks, chunks, scratch);
    for (const auto& block : blocks(r)) text += block.text();
    text += "</gpu>\n";
  }
  return text + "</algo>\n";
}

/// By channel c go the chunks from c·p on.
std::string ring_allreduce(int p, int channels = 1) {
  return algo("allreduce", p, p * channels, true, [=](int r) {
    std::vector<Block> blocks;
    for (int c = 0; c < channels; ++c) {
      Block block(c, (r + 1) % p, (r + p - 1) % p, c);
      const auto chunk = [&](int back) { return c * p + ((r - back) % p + p) % p; };
      block.at("s", chunk(0));
      for (int k = 1; k < p; ++k) block.at("rrcs", chunk(k));
      for (int k = 0; k < p - 2; ++k) block.at("rcs", chunk(k));
      block.at("r", chunk(p - 2));
      blocks.push_back(block);
    }
    return blocks;
  });
}

std::string allpairs_allgather(int p, int chunks) {
  return algo("allgather", p, p * chunks, false, [=](int r) {
    std::vector<Block> blocks;
    for (int other = 0; other < p; ++other) {
      if (other == r) continue;
      Block block(static_cast<int>(blocks.size()), other, other);
      block.step("s", "i", 0, "o", r * chunks, chunks).step("r", "i", 0, "o", other * chunks, chunks);
      blocks.push_back(block);
    }
    Block copy(static_cast<int>(blocks.size()), -1, -1);
    copy.step("cpy", "i", 0, "o", r * chunks, chunks);
    blocks.push_back(copy);
    return blocks;
  });
}

std::string allpairs_alltoall(int p, int chunks) {
  return algo("alltoall", p, p * chunks, false, [=](int r) {
    std::vector<Block> blocks;
    for (int other = 0; other < p; ++other) {
      Block block(other, other == r ? -1 : other, other == r ? -1 : other);
      if (other == r)
        block.step("cpy", "i", r * chunks, "o", r * chunks, chunks);
      else
        block.step("s", "i", other * chunks, "o", r * chunks, chunks).step("r", "i", 0, "o", other * chunks, chunks);
      blocks.push_back(block);
    }
    return blocks;
  });
}

/// Each sends each block to whom it is due, who puts it into scratch and adds them up in the order of the ranks.
std::string allpairs_reduce_scatter(int p, bool waits = true) {
  return algo(
      "reduce_scatter", p, p, false,
      [=](int r) {
        std::vector<Block> blocks;
        for (int other = 0; other < p; ++other) {
          Block block(other, other == r ? -1 : other, other == r ? -1 : other);
          if (other != r) block.step("s", "i", other, "s", r).step("r", "i", other, "s", other);
          blocks.push_back(block);
        }
        Block sum(p, -1, -1);
        int steps = 0;
        for (int other = 0; other < p; ++other) {
          const bool is_own = other == r;
          sum.step(other == 0 ? "cpy" : "re", is_own ? "i" : "s", is_own ? r : other, "o", 0, 1,
                   is_own || !waits ? -1 : other, is_own || !waits ? -1 : 1);
          ++steps;
        }
        blocks.push_back(sum);
        return blocks;
      },
      p);
}

std::string chain_broadcast(int p, int chunks) {
  return algo("broadcast", p, chunks, true, [=](int r) {
    Block block(0, r + 1 < p ? r + 1 : -1, r - 1);
    for (int c = 0; c < chunks; ++c) block.at(r == 0 ? "s" : r + 1 < p ? "rcs" : "r", c);
    return std::vector<Block>{block};
  });
}

/// What comes from below is not stored: from the last rank to the first, so that the order is kept.
std::string chain_reduce(int p) {
  return algo("reduce", p, 1, true, [=](int r) {
    Block block(0, r - 1, r + 1 < p ? r + 1 : -1);
    block.at(r + 1 == p ? "s" : r > 0 ? "rrs" : "rrc", 0);
    return std::vector<Block>{block};
  });
}

std::string judged(const std::string& text, std::optional<int> slots = std::nullopt) {
  return told(check_plan(read_msccl_xml(text), slots));
}

TEST_CASE("right files are proved, with what they need of the operator and of their connections") {
  CHECK(judged(ring_allreduce(2)) == "proved, associative false, commutative true, agreement true, slots 2");
  for (const int p : {3, 4, 7})
    CHECK(judged(ring_allreduce(p)) == "proved, associative true, commutative true, agreement true, slots 2");
  CHECK(judged(ring_allreduce(4, 3)) == "proved, associative true, commutative true, agreement true, slots 2");
  CHECK(judged(allpairs_allgather(4, 1)) == "proved, associative false, commutative false, agreement true, slots 1");
  CHECK(judged(allpairs_allgather(3, 2)) == "proved, associative false, commutative false, agreement true, slots 1");
  CHECK(judged(allpairs_alltoall(4, 1)) == "proved, associative false, commutative false, agreement true, slots 1");
  CHECK(judged(allpairs_alltoall(3, 4)) == "proved, associative false, commutative false, agreement true, slots 1");
  CHECK(judged(allpairs_reduce_scatter(5)) == "proved, associative true, commutative false, agreement true, slots 1");
  CHECK(judged(chain_broadcast(5, 3)) == "proved, associative false, commutative false, agreement true, slots 0");
  CHECK(judged(chain_reduce(5)) == "proved, associative true, commutative false, agreement true, slots 0");
}

TEST_CASE("a plan as a schedule of rounds is proved with the same needs, and each message is there once") {
  for (const auto& text :
       {ring_allreduce(2), ring_allreduce(5), ring_allreduce(3, 2), allpairs_allgather(4, 1), allpairs_alltoall(4, 1),
        allpairs_reduce_scatter(5), chain_broadcast(5, 3), chain_reduce(5)}) {
    const auto plan = read_msccl_xml(text);
    const auto verdict = check_plan(plan);
    auto given = schedule_of(plan);
    CAPTURE(text);
    const auto proof = Prover::prove(given.schedule, plan.collective, plan.root);
    const auto* wrong = std::get_if<Refuted>(&proof);
    const auto why = wrong ? describe(wrong->counterexample) : "";
    CAPTURE(why);
    REQUIRE(std::holds_alternative<Proved>(proof));
    CHECK(std::get<Proved>(proof).needs() == verdict.needs);
    if (row(plan.collective).combines()) CHECK(std::get<Proved>(proof).agreement() == verdict.agreement);
  }
  CHECK_THROWS_WITH_AS(schedule_of(read_msccl_xml(allpairs_alltoall(3, 4))),
                       "each block has 4 chunks, for which rounds of blocks have no words", others::NoSchedule);
}

/// The text with one place replaced.
std::string with(std::string text, const std::string& what, const std::string& by, int which = 0) {
  auto at = text.find(what);
  for (; which > 0 && at != std::string::npos; --which) at = text.find(what, at + 1);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

TEST_CASE("each kind of mistake is refuted with the rank, the threadblock and the step") {
  struct Case {
    std::string text, says;
    std::optional<int> slots = std::nullopt;
  };
  // Two threadblocks of rank 0 that share chunk 0 while the first one sends it.
  const auto pending = [](int depid, int deps) {
    return algo("broadcast", 2, 1, true, [=](int r) {
      if (r == 1) return std::vector<Block>{Block(0, 0, 0).at("r", 0)};
      return std::vector<Block>{Block(0, 1, -1).at("s", 0),
                                Block(1, -1, -1).step("cpy", "i", 0, "i", 0, 1, depid, deps)};
    });
  };
  CHECK(judged(pending(0, 0)).starts_with("proved"));
  const auto circle = algo("allreduce", 2, 1, true,
                           [](int r) { return std::vector<Block>{Block(0, 1 - r, 1 - r).at("rrc", 0).at("s", 0)}; });
  const auto waits_for_itself = algo("broadcast", 2, 1, true, [](int r) {
    if (r == 1) return std::vector<Block>{Block(0, -1, 0).at("r", 0)};
    return std::vector<Block>{Block(0, 1, -1).step("s", "i", 0, "i", 0, 1, 0, 1).at("cpy", 0)};
  });
  const auto exchange = algo("allreduce", 2, 1, true,
                             [](int r) { return std::vector<Block>{Block(0, 1 - r, 1 - r).at("s", 0).at("rrc", 0)}; });
  CHECK(judged(exchange) == "proved, associative false, commutative true, agreement false, slots 1");
  const std::vector<Case> cases{
      {pending(-1, -1),
       "race: rank 0, threadblock 1, step 0 (cpy) writes chunk 0 of the input of rank 0, while a send of it may be "
       "pending, that of rank 0, threadblock 0, step 0 (s), and nothing orders them"},
      {allpairs_reduce_scatter(3, false),
       "race: rank 1, threadblock 3, step 0 (cpy) reads chunk 0 of the scratch of rank 1"},
      {circle,
       "deadlock: rank 0, threadblock 0, step 0 (rrc) waits for a message of rank 1; rank 1, threadblock 0, step 0 "
       "(rrc) "
       "waits for a message of rank 0"},
      {waits_for_itself, "deadlock: rank 0, threadblock 0, step 0 (s) waits for rank 0, threadblock 0, step 1 (cpy)"},
      {with(pending(0, 0), "hasdep=\"1\"", "hasdep=\"0\""),
       "deadlock: rank 0, threadblock 1, step 0 (cpy) waits for rank 0, threadblock 0, step 0 (s), which is over and "
       "does "
       "not say so (hasdep)"},
      {algo("allreduce", 2, 3, true,
            [](int r) {
              if (r == 1) return std::vector<Block>{};
              return std::vector<Block>{Block(0, -1, -1).step("cpy", "i", 0, "i", 1, 2)};
            }),
       "race: rank 0, threadblock 0, step 0 (cpy) reads chunks that it writes itself, in no order"},
      {exchange,
       "deadlock: with 0 slots for each connection rank 0, threadblock 0, step 0 (s) waits for a slot to rank 1", 0},
      {ring_allreduce(4), "deadlock: with 0 slots", 0},
      {with(ring_allreduce(4), "type=\"rrcs\"", "type=\"rcs\""), "contract: chunk"},
      {with(ring_allreduce(4), "type=\"r\"", "type=\"rrc\""),
       "contract: chunk 2 of the output of rank 0, written last by "
       "rank 0, threadblock 0, step 6 (rrc)"},
      {with(ring_allreduce(4), "srcoff=\"0\"", "srcoff=\"1\""), "contract: chunk"},
      {with(chain_broadcast(3, 2), "<step s=\"1\" type=\"s\"", "<step s=\"1\" type=\"cpy\""),
       "malformed: rank 1, threadblock 0, step 1 (rcs) receives from rank 0 on channel 0 what is not sent"},
      {with(chain_broadcast(3, 2), "<step s=\"1\" type=\"r\"", "<step s=\"1\" type=\"cpy\""),
       "malformed: rank 1, threadblock 0, step 1 (rcs) sends to rank 2 on channel 0 what is not received"},
      {with(allpairs_allgather(3, 2), "cnt=\"2\"", "cnt=\"1\""),
       "malformed: rank 1, threadblock 0, step 1 (r) receives 2 chunks, where rank 0, threadblock 0, step 0 (s) sends "
       "1"},
      {with(chain_broadcast(3, 2), "chan=\"0\"", "chan=\"1\"", 2),
       "malformed: rank 1, threadblock 0, step 0 (rcs) sends"},
      {with(chain_broadcast(3, 2), "coll=\"broadcast\"", "coll=\"allreduce\""),
       "contract: chunk 0 of the output of rank 0, "
       "written by nobody: found 0 of chunk 0, due 0-2 of chunk 0"},
      {algo("broadcast", 2, 1, false,
            [](int r) {
              return std::vector<Block>{Block(0, r == 0 ? 1 : -1, r - 1).step(r == 0 ? "s" : "r", "o", 0, "o", 0)};
            }),
       "undefined: rank 0, threadblock 0, step 0 (s) reads chunk 0 of the output of rank 0, where nothing is"},
      {with(allpairs_alltoall(3, 1), "srcoff=\"1\"", "srcoff=\"2\""),
       "contract: chunk 0 of the output of rank 1, written last by rank 1, threadblock 0, step 1 (r): found chunk 2 of "
       "rank 0, due chunk 1 of rank 0"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.text);
    CHECK(judged(c.text, c.slots).substr(0, c.says.size()) == c.says);
  }
}

TEST_CASE("rings of 64 ranks on 8 channels are proved, and it is said how long that takes") {
  const auto start = std::chrono::steady_clock::now();
  CHECK(judged(ring_allreduce(64, 8)) == "proved, associative true, commutative true, agreement true, slots 2");
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  MESSAGE("64 ranks, 8 channels: " << seconds.count() << " s");
}

TEST_CASE("a plan that mixes chunks where nothing is due is proved, and has no rounds of blocks") {
  const auto plan = read_msccl_xml(algo(
      "allreduce", 1, 2, true,
      [](int) { return std::vector<Block>{Block(0, -1, -1).step("cpy", "i", 0, "s", 0).step("re", "i", 1, "s", 0)}; },
      1));
  CHECK(told(check_plan(plan)).starts_with("proved"));
  CHECK_THROWS_WITH_AS(schedule_of(plan),
                       "chunks of different numbers are combined on the way, which rounds of blocks cannot say",
                       others::NoSchedule);
}

TEST_CASE("what is no such file is refused in one line, with the line of the text") {
  struct Case {
    std::string text, says;
  };
  const auto ring = ring_allreduce(3);
  const std::vector<Case> cases{
      {"", "line 1: this is no XML"},
      {"<algo", "line 1: this is no XML"},
      {"<algos/>", "line 1: <algos> stands there; <algo> is due"},
      {"<algo/>", "line 1: coll is \"\"; one of allreduce, allgather"},
      {with(ring, "coll=\"allreduce\"", "coll=\"scan\""), "line 1: coll is \"scan\"; one of allreduce"},
      {with(ring, "ngpus=\"3\"", "ngpus=\"4\""), "\"ngpus\" is 4, and there are 3 gpus"},
      {with(ring, "ngpus=\"3\"", "ngpus=\"0\""), "ngpus is \"0\"; an integer from 1 to 4096 is due"},
      {with(ring, "ngpus=\"3\"", "ngpus=\"99999999999\""), "ngpus is \"99999999999\""},
      {with(ring, "ngpus=\"3\"", "nranks=\"3\""), "<algo> has no attribute nranks"},
      {with(ring, "inplace=\"1\"", "inplace=\"2\""), "inplace is \"2\""},
      {with(allpairs_allgather(3, 1), "nchunksperloop=\"3\"", "nchunksperloop=\"4\""),
       "nchunksperloop is 4, and the 3 blocks"},
      {with(ring, "gpu id=\"1\"", "gpu id=\"0\""), "the gpu 0 is there twice"},
      {with(ring, "gpu id=\"1\"", "gpu id=\"7\""), "id is \"7\"; an integer from 0 to 2 is due"},
      {with(ring, "<gpu ", "<cpu "), "this is no XML"},
      {with(ring, "send=\"1\"", "send=\"0\""), "line 3: send is 0, the gpu itself"},
      {with(ring, "send=\"1\"", "send=\"9\""), "line 3: send is \"9\"; an integer from -1 to 2 is due"},
      {with(ring, "send=\"1\"", "send=\"-1\""), "line 4: s sends, and its tb has no send"},
      {with(ring, "recv=\"2\"", "recv=\"-1\""), "rrcs receives, and its tb has no recv"},
      {with(ring, "<step s=\"1\"", "<step s=\"2\""), "line 5: s is 2 in step 1 of its tb"},
      {with(ring, "type=\"s\"", "type=\"send\""), "type is \"send\"; one of nop, s, r, rcs"},
      {with(ring, "srcoff=\"0\"", "srcoff=\"3\""), "chunks 3 to 3 of the input, which has 3"},
      {with(ring, "srcoff=\"0\"", "srcoff=\"-1\""), "srcoff is \"-1\""},
      {with(ring, "srcbuf=\"i\"", "srcbuf=\"x\""), "srcbuf is \"x\"; i, o or s is due"},
      {with(ring, "srcbuf=\"i\"", "srcbuf=\"s\""), "of the scratch, which has 0"},
      {with(ring, "cnt=\"1\"", ""), "line 4: <step> lacks cnt"},
      {with(ring, " s=\"1\"", ""), "line 5: <step> lacks s"},
      {with(ring, "cnt=\"1\"", "cnt=\"1\" cnt=\"2\""), "line 4: cnt is there twice"},
      {with(ring, "hasdep=\"1\"", "hasdep=\"x\""), "hasdep is \"x\""},
      {with(ring, "hasdep=\"1\"", "hasdep=\"2\""), "hasdep is \"2\"; an integer from 0 to 1 is due"},
      {with(ring, " hasdep=\"1\"", ""), "<step> lacks hasdep"},
      {with(ring, " nchannels=\"8\"", ""), "<algo> lacks nchannels"},
      {algo("allreduce", 1, 1, true,
            [](int) {
              return std::vector<Block>{Block(0, -1, -1), Block(0, -1, -1)};
            }),
       "the tb 0 of gpu 0 is there twice"},
      {algo("allreduce", 1, 1, true,
            [](int) {
              return std::vector<Block>{Block(0, -1, -1), Block(1, -1, -1).step("cpy", "i", 0, "i", 0, 1, 0, 0)};
            }),
       "depid is 0, a tb that has no steps"},
      {algo("broadcast", 2, 1, true,
            [](int r) { return std::vector<Block>{Block(0, 1 - r, 1 - r).nop(0, 1).at(r == 0 ? "s" : "r", 0)}; }),
       "the nop in step 0 of tb 0 has no step behind it that waits as well"},
      {algo("allreduce", 2, 1, true,
            [](int) {
              std::vector<Block> blocks;
              for (int id = 0; id < 4097; ++id) blocks.emplace_back(id, -1, -1);
              return blocks;
            }),
       "the gpus so far have 8194 tbs; at most 8192 are looked at"},
      {algo(
           "allreduce", 257, 1, true, [](int) { return std::vector<Block>{}; }, 65536),
       "with as much scratch as this one the gpus have 16842752 chunks of it; at most 16777216 are looked at"},
      {with(ring, "chan=\"0\"", "chan=\"8\""), "chan is \"8\"; an integer from -1 to 7 is due"},
      {with(ring, "tb id=\"0\"", "tb id=\"1\""), "id is \"1\"; an integer from 0 to 0 is due"},
      {ring + ring, "a second document stands there"},
      {algo("broadcast", 2, 1, true,
            [](int r) { return std::vector<Block>{Block(0, 1 - r, 1 - r).at(r == 0 ? "s" : "r", 0).nop(0, 0)}; }),
       "the nop in step 1 of tb 0 has no step behind it that waits as well"},
      {algo("allreduce", 2, 3, true,
            [](int) {
              return std::vector<Block>{Block(0, -1, -1).step("re", "i", 0, "i", 1, 2).step("re", "i", 0, "i", 1, 1)};
            }),
       "cnt is 1, and 2 in the re before, into the same chunk"},
      {with(ring, "cnt=\"1\"", "cnt=\"0\""), "cnt is \"0\""},
      {with(ring, "cnt=\"1\"", "cnt=\"65536\""), "chunks 0 to 65535 of the input"},
      {with(ring, "depid=\"-1\"", "depid=\"5\""), "depid is 5, and gpu 0 has no such tb"},
      {with(ring, "depid=\"-1\" deps=\"-1\"", "depid=\"0\" deps=\"99\""),
       "deps is \"99\"; an integer from 0 to 4 is due"},
      {algo("allreduce", 2, 1, true,
            [](int r) {
              return std::vector<Block>{Block(0, 1 - r, -1).at("s", 0), Block(1, 1 - r, -1).at("s", 0)};
            }),
       "rank 0: threadblocks 0 and 1 both send to rank 1 on channel 0; one must"},
  };
  for (const auto& c : cases) {
    const auto shown = c.text.substr(0, 300);
    CAPTURE(shown);
    std::string said = "it is read";
    try {
      static_cast<void>(check_plan(read_msccl_xml(c.text)));
    } catch (const others::NoSchedule& e) {
      said = e.what();
    }
    CAPTURE(said);
    CHECK(said.find(c.says) != std::string::npos);
    CHECK(said.find('\n') == std::string::npos);
  }
}

TEST_CASE("a file that is garbled is refused, or is another plan that is judged") {
  reads_or_refuses<others::NoSchedule>(
      "garbled files of MSCCL", {ring_allreduce(4, 2)},
      [](const std::string& text) {
        const auto plan = read_msccl_xml(text);
        if (!check_plan(plan).refuted) static_cast<void>(schedule_of(plan));
      },
      2000, 10);
}

}  // namespace
}  // namespace tutti
