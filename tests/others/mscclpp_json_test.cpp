// Execution plans of MSCCL++: what is right is proved, each kind of mistake is found where it is, and what is no plan
// is refused.
#include "verified/others/mscclpp_json.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <string>
#include <vector>

#include "tests/others/drawn_plans.hpp"
#include "tests/others/mscclpp_plans.hpp"
#include "tests/support/garbled.hpp"
#include "verified/check/prove.hpp"
#include "verified/others/no_schedule.hpp"
#include "verified/others/onesided_check.hpp"
#include "verified/others/plan_schedule.hpp"

namespace tutti {
namespace {

using others::read_mscclpp_json;

std::string judged(const PlanJson& json) { return told(check_plan(read_mscclpp_json(json.dump()))); }

/// What the prover says of the plan as rounds.
std::string proved_as_rounds(const PlanJson& json) {
  const auto given = schedule_of(read_mscclpp_json(json.dump()));
  const auto verdict = Prover::prove(given.schedule, given.collective, given.root);
  if (const auto* wrong = std::get_if<Refuted>(&verdict)) return describe(wrong->counterexample);
  const auto& proof = std::get<Proved>(verdict);
  return fmt::format("proved, associative {}, commutative {}, agreement {}", proof.needs().associative,
                     proof.needs().commutative, proof.agreement());
}

/// All operations of one name have another one.
PlanJson renamed(PlanJson json, const std::string& from, const std::string& to) {
  for (auto& g : json["gpus"])
    for (auto& tb : g["threadblocks"])
      for (auto& op : tb["ops"])
        if (op["name"] == from) op["name"] = to;
  return json;
}

PlanJson port_alltoall(int p, const std::string& name = "pwsf") {
  return plan_json("alltoall", p, {.inputs = p, .outputs = p, .in_place = false, .remote = "o"}, [=](int r) {
    PlanBlock block;
    meet(block, p, true);
    block.move("copy", PlanJson::array({own("i", r)}), PlanJson::array({own("o", r)}));
    PlanJson from = PlanJson::array(), to = PlanJson::array();
    for (int peer = 0; peer < p; ++peer)
      if (peer != r) {
        from.push_back(own("i", peer));
        to.push_back(remote(id_of(r, peer), r));
      }
    block.move(name.c_str(), from, to, "port", all_channels(p)).on("wait", all_channels(p), "port");
    return std::vector<PlanBlock>{block};
  });
}

PlanJson read_reduce_scatter(int p) {
  return plan_json("reducescatter", p, {.inputs = p, .outputs = 1}, [=](int r) {
    PlanBlock block;
    meet(block, p, true);
    PlanJson from = PlanJson::array({own("i", r)});
    for (int peer = 0; peer < p; ++peer)
      if (peer != r) from.push_back(remote(id_of(r, peer), r));
    block.move("rre", from, PlanJson::array({own("i", r)}), "memory");
    meet(block, p);
    return std::vector<PlanBlock>{block};
  });
}

TEST_CASE("plans of each collective are proved, with what they need, and as rounds the prover finds the same") {
  const std::string moves = "proved, associative false, commutative false, agreement true";
  const std::string combines = "proved, associative true, commutative true, agreement true";
  const std::string pair = "proved, associative false, commutative true, agreement true";
  const std::vector<std::pair<PlanJson, std::string>> cases{
      {put_allgather(2), moves},          {put_allgather(5), moves},
      {put_allgather(3, "port"), moves},  {port_alltoall(4), moves},
      {read_allreduce(2), pair},          {read_allreduce(5), combines},
      {read_reduce_scatter(4), combines}, {ring_allreduce_json(4, 2), combines},
      {shared_broadcast(), moves},
  };
  for (const auto& [json, says] : cases) {
    const std::string collective = json.at("collective");
    CAPTURE(collective);
    CHECK(judged(json) == says);
    CHECK(proved_as_rounds(json) == says);
  }
  CHECK(judged(packet_allreduce(2)) == "proved, associative false, commutative true, agreement false");
  CHECK(judged(packet_allreduce(4)) == "proved, associative true, commutative true, agreement false");
  CHECK(proved_as_rounds(packet_allreduce(4)) == "proved, associative true, commutative true, agreement false");
  CHECK(judged(switch_allreduce(4)) == "proved, associative true, commutative true, agreement true");
  CHECK(judged(pipelined_allgather()) == moves);
  // What a port signals is never relaxed.
  CHECK(judged(renamed(renamed(put_allgather(3, "port"), "signal", "rlxsignal"), "wait", "rlxwait")) == moves);
}

/// The JSON with something done to an operation of a threadblock.
PlanJson with(PlanJson json, int gpu, int threadblock, const std::function<void(PlanJson& ops)>& change) {
  change(json["gpus"][static_cast<std::size_t>(gpu)]["threadblocks"][static_cast<std::size_t>(threadblock)]["ops"]);
  return json;
}
/// Without the how manyeth operation of that name, at all ranks or at one.
PlanJson without(PlanJson json, const std::string& name, int which = 0, int gpu = -1) {
  for (auto& g : json["gpus"])
    for (auto& tb : g["threadblocks"]) {
      if (gpu >= 0 && g["id"] != gpu) continue;
      int seen = 0;
      auto& ops = tb["ops"];
      for (std::size_t i = 0; i < ops.size(); ++i)
        if (ops[i]["name"] == name && seen++ == which) {
          ops.erase(i);
          break;
        }
    }
  return json;
}
TEST_CASE("each kind of mistake is refuted with the rank, the threadblock and the operation") {
  struct Case {
    const char* what;
    PlanJson json;
    std::string says;
  };
  const auto gather = put_allgather(3);
  const auto barrier_of = [](const PlanJson& json, int members) {
    return with(with(json, 0, 0, [=](PlanJson& ops) { ops[1]["num_threadblocks"] = members; }), 0, 1,
                [=](PlanJson& ops) { ops[1]["num_threadblocks"] = members; });
  };
  const std::vector<Case> cases{
      {"nobody asks whether the others have begun: their output of the call before may still be read",
       without(without(gather, "rlxsignal"), "rlxwait"),
       "race: the application of rank 0 behind call 1 takes chunk 2 of the output of rank 0, which rank 2, threadblock "
       "0, "
       "op 2 (put) in call 2 writes, and nothing orders them"},
      {"inputs are read before their rank has begun", without(without(read_allreduce(2), "rlxsignal"), "rlxwait"),
       "race: rank 0, threadblock 0, op 2 (rres) reads chunk 0 of the input of rank 1, which the application of rank 1 "
       "before call 1 writes, and nothing orders them"},
      {"no nop behind the wait: other threads do not wait", without(gather, "nop", 1),
       "race: rank 0, threadblock 0, op 3 (put) in call 2 writes chunk 0 of the output of rank 1, which is read by the "
       "application of rank 1 behind call 1"},
      {"no nop before the signal: other threads may still write", without(gather, "nop", 2),
       "race: the application of rank 1 behind call 1 takes chunk 0 of the output of rank 1, which rank 0, threadblock "
       "0, "
       "op 4 (put) writes, and nothing orders them"},
      {"a relaxed signal behind the data", renamed(gather, "signal", "rlxsignal"),
       "race: the application of rank 1 behind"},
      {"one wait too few", without(gather, "wait", 0, 1),
       "malformed: the memory channel from rank 0 to rank 1 is signalled 2 times in a call, and waited for 1 times"},
      {"both wait before they signal",
       renamed(renamed(renamed(put_allgather(2), "rlxsignal", "x"), "rlxwait", "rlxsignal"), "x", "rlxwait"),
       "deadlock: rank 0, threadblock 0, op 1 (rlxwait) waits for the memory channel from rank 1 to rank 0, where rank "
       "1, "
       "threadblock 0, op 1 (rlxwait) waits itself"},
      {"packets of two calls in one scratch", packet_allreduce(3, false),
       "race: rank 2, threadblock 0, op 0 (ppkt) in call 2 writes chunk 2 of the scratch of rank 0, which is read by "
       "rank 0, threadblock 0, op 2 (repkt), and nothing orders them"},
      {"packets that nobody sends", without(packet_allreduce(3), "ppkt", 0, 2),
       "deadlock: rank 0, threadblock 0, op 2 (repkt) waits for a packet in chunk 2 of the scratch of rank 0"},
      {"what is put to a port is overwritten before the flush",
       with(port_alltoall(2, "pws"), 0, 0,
            [](PlanJson& ops) {
              ops.push_back({{"name", "nop"}});
              ops.push_back({{"name", "copy"},
                             {"src_buff", PlanJson::array({own("i", 0)})},
                             {"dst_buff", PlanJson::array({own("i", 1)})}});
            }),
       "race: rank 0, threadblock 0, op 8 (copy) writes chunk 1 of the input of rank 0, while a send of it may be "
       "pending, "
       "that of rank 0, threadblock 0, op 5 (pws), and nothing orders them"},
      {"two threadblocks wait for one channel",
       plan_json("broadcast", 2, {},
                 [](int r) {
                   if (r == 0) return std::vector<PlanBlock>{PlanBlock().on("signal", {0}).on("signal", {0})};
                   return std::vector<PlanBlock>(2, PlanBlock().on("wait", {0}));
                 }),
       "malformed: threadblock 0 of rank 1 and threadblock 1 of rank 1 wait for the memory channel from rank 0 to rank "
       "1; "
       "one must"},
      {"two threadblocks signal by one channel",
       plan_json("broadcast", 2, {},
                 [](int r) {
                   if (r == 1) return std::vector<PlanBlock>{PlanBlock().on("wait", {0}).on("wait", {0})};
                   return std::vector<PlanBlock>(2, PlanBlock().on("signal", {0}));
                 }),
       "malformed: threadblock 0 of rank 0 and threadblock 1 of rank 0 signal by the memory channel from rank 0 to "
       "rank 1"},
      {"threadblocks that share a copy do not meet", shared_broadcast(false),
       "race: rank 0, threadblock 0, op 4 (put) reads part 1 of chunk 0 of the scratch of rank 0, which rank 0, "
       "threadblock 1, op 0 (copy) writes"},
      {"a barrier for more than come", barrier_of(shared_broadcast(), 3),
       "malformed: barrier 0 of rank 0 is for 3 threadblocks, and threadblock 0 of rank 0 and threadblock 1 of rank 0 "
       "come "
       "to it"},
      {"a semaphore that is not acquired",
       with(pipelined_allgather(), 0, 1, [](PlanJson& ops) { ops[4]["ops"].erase(0); }),
       "malformed: the semaphore 0 of rank 0 is released 3 times in a call, and waited for 0 times"},
      {"units that are sent before they are copied",
       [] {
         auto json = pipelined_allgather();
         for (auto& gpu : json["gpus"]) gpu["semaphores"][0]["init_value"] = 1;
         return json;
       }(),
       "race: rank 1, threadblock 1, op 4, unit 0 (put) reads part 0 of chunk 0 of the scratch of rank 1"},
      {"a chunk for the wrong place", with(gather, 1, 0, [](PlanJson& ops) { ops[4]["src_buff"][0]["index"] = 0; }),
       "race: "},
      {"operands of another chunk",
       with(read_allreduce(3), 1, 0, [](PlanJson& ops) { ops[4]["src_buff"][1]["index"] = 2; }), "race: "},
      {"an operand that is left out", with(read_allreduce(3), 1, 0, [](PlanJson& ops) { ops[4]["src_buff"].erase(1); }),
       "contract: chunk 1 of the output of rank 1, written last by rank 1, threadblock 0, op 4 (rres)"},
      {"scratch that nobody has written",
       plan_json("broadcast", 1, {.scratch = 1},
                 [](int) {
                   return std::vector<PlanBlock>{
                       PlanBlock().move("copy", PlanJson::array({own("s", 0)}), PlanJson::array({own("i", 0)}))};
                 }),
       "undefined: rank 0, threadblock 0, op 0 (copy) reads chunk 0 of the scratch of rank 0, where nothing is"},
      {"chunks that are copied over each other",
       plan_json("allreduce", 1, {.inputs = 3, .outputs = 3},
                 [](int) {
                   return std::vector<PlanBlock>{
                       PlanBlock().move("copy", PlanJson::array({own("i", 0, 2)}), PlanJson::array({own("i", 1, 2)}))};
                 }),
       "race: rank 0, threadblock 0, op 0 (copy) reads chunks that it writes itself, in no order"},
      {"nothing is done at all",
       plan_json("allgather", 2, {.inputs = 1, .outputs = 2}, [](int) { return std::vector<PlanBlock>{}; }),
       "contract: chunk 1 of the output of rank 0, written by nobody: found nothing, due chunk 0 of rank 1"},
      {"a packet is written twice",
       with(packet_allreduce(2), 0, 0, [](PlanJson& ops) { ops.insert(ops.begin(), ops[0]); }),
       "race: rank 0, threadblock 0, op 1 (ppkt) writes chunk 0 of the scratch of rank 1 as a packet, which rank 0, "
       "threadblock 0, op 0 (ppkt) does as well in the same call"},
  };
  for (const auto& c : cases) {
    const std::string what = c.what;
    CAPTURE(what);
    CHECK(judged(c.json).substr(0, c.says.size()) == c.says);
  }
}

void prove_ring(int p, int threadblocks) {
  const auto text = ring_allreduce_json(p, threadblocks).dump();
  const auto start = std::chrono::steady_clock::now();
  const auto plan = read_mscclpp_json(text);
  const auto read = std::chrono::steady_clock::now();
  CHECK(!check_plan(plan).refuted);
  const std::chrono::duration<double> reading = read - start, checking = std::chrono::steady_clock::now() - read;
  MESSAGE(p << " ranks, " << threadblocks << " threadblocks, " << text.size() << " bytes: read in " << reading.count()
            << " s, checked in " << checking.count() << " s");
}

TEST_CASE("a ring of 16 ranks on 8 threadblocks is proved, and it is said how long that takes") { prove_ring(16, 8); }

TEST_CASE("a ring of 64 ranks on 8 threadblocks is proved, and it is said how long that takes" *
          doctest::test_suite("slow")) {
  prove_ring(64, 8);
}

TEST_CASE("schedules are told from plans by their list of GPUs") {
  CHECK(others::is_mscclpp_plan(put_allgather(2).dump()));
  CHECK(others::is_mscclpp_plan("{\"gpus\" \n : []}"));
  CHECK_FALSE(others::is_mscclpp_plan(R"({"algorithm": "gpus", "p": 2})"));
  CHECK_FALSE(others::is_mscclpp_plan(R"({"algorithm": "\"gpus\": 1"})"));
}

TEST_CASE("what is no plan is refused in one line that names the place and what is due") {
  const auto right = put_allgather(2);
  const auto top = [&](const char* key, const PlanJson& value) {
    auto json = right;
    json[key] = value;
    return json.dump();
  };
  const auto gpu = [&](const char* key, const PlanJson& value) {
    auto json = right;
    json["gpus"][1][key] = value;
    return json.dump();
  };
  const auto op = [&](const PlanJson& value) {
    return with(right, 1, 0, [&](PlanJson& ops) { ops[0] = value; }).dump();
  };
  const auto chunk = [&](const char* key, const PlanJson& value) {
    return with(right, 0, 0, [&](PlanJson& ops) { ops[4]["dst_buff"][0][key] = value; }).dump();
  };
  const auto copy = [&](const PlanJson& from, const PlanJson& to) {
    return op({{"name", "copy"}, {"src_buff", from}, {"dst_buff", to}});
  };
  const auto one = PlanJson::array({own("o", 0)});
  const auto pipeline = pipelined_allgather();
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "this is no JSON"},
      {"[]", "[] is no object of JSON"},
      {"{\"gpus\": []}", "the field \"collective\" is not there"},
      {R"({"gpus": [], "gpus": []})", "the field \"gpus\" is there twice"},
      {top("collective", "sendrecv"), "\"collective\" is \"sendrecv\"; one of allreduce, allgather, reducescatter"},
      {top("inplace", 1), "\"inplace\" is 1; true or false is due"},
      {top("gpus", PlanJson::array()), "there are 0 gpus"},
      {top("gpus", 3), "\"gpus\" is 3; a list is due"},
      {top("gpus", PlanJson::array({1})), "gpu 0: 1 is no object"},
      {top("root", 1), "\"root\" is 1; 0 is due"},
      {top("colletive", "x"), "there is no field \"colletive\""},
      {gpu("id", 0), "gpu 1: \"id\" is 0; 1 is due"},
      {gpu("input_chunks", 3), "gpu 1: 3 chunks of input and 2 of output; 1 and 2 are due"},
      {gpu("output_chunks", 1 << 20), "\"output_chunks\" is 1048576"},
      {gpu("threadblocks", 1), "\"threadblocks\" is 1; a list is due"},
      {gpu("threadblocks", PlanJson::array({PlanJson::array()})), "gpu 1, threadblock 0: [] is no object"},
      {gpu("semaphores", PlanJson::array({{{"value", 1}}})), "gpu 1, semaphore 0: there is no field \"value\""},
      {gpu("channels", PlanJson::array({{{"channel_type", "wire"}}})),
       "\"channel_type\" is \"wire\"; one of none, memory"},
      {gpu("channels", PlanJson::array({{{"channel_type", "memory"}, {"connected_to", {1}}}})),
       "it is connected to 1; another one of 2 ranks is due"},
      {gpu("channels", PlanJson::array()), "there is no channel 0 of that type; the gpu has 0"},
      {gpu("remote_buffers", PlanJson::array()), "there is no remote buffer 0; the gpu has 0"},
      {op(1), "\"ops\" has what is no object"},
      {op({{"nome", "nop"}}), "gpu 1, threadblock 0, op 0: there is no field \"nome\""},
      {op({{"name", "glre"}}), "gpu 1, threadblock 0, op 0 (glre): there is no such op; there are nop, barrier"},
      {op({{"name", "barrier"}}), "\"barrier_id\" and \"num_threadblocks\" are due"},
      {op({{"name", "signal"}}), "\"channel_ids\" are due"},
      {op({{"name", "signal"}, {"channel_ids", {0}}, {"channel_type", "switch"}}),
       "\"channel_type\" must be memory or port"},
      {op({{"name", "signal"}, {"channel_ids", {7}}, {"channel_type", "memory"}}),
       "its threadblock has no channel 7 of type memory"},
      {op({{"name", "wait"}, {"channel_ids", {0, 0}}, {"channel_type", "memory"}}), "it names one of them twice"},
      {op({{"name", "flush"}, {"channel_ids", {0}}, {"channel_type", "memory"}}), "\"channel_type\" must be port"},
      {op({{"name", "sem_release"}, {"semaphore_ids", {0}}}), "there is no semaphore 0; the gpu has 0"},
      {op({{"name", "copy"}}), "src_buff and dst_buff are due"},
      {copy(one, PlanJson::array({own("o", 0), own("o", 1)})), "one src_buff and one dst_buff are due"},
      {copy(one, PlanJson::array({own("o", 0, 2)})), "chunks of 1 and of 2 in one op"},
      {copy(one, PlanJson::array({own("o", 2)})), "chunks 2 to 2 of the output of rank 1, which has 2"},
      {copy(one, PlanJson::array({own("x", 0)})), "\"type\" is \"x\"; i, o or s is due"},
      {copy(one, PlanJson::array({remote(0, 0)})), "a chunk of its own (\"type\") is due"},
      {copy(one, PlanJson::array({own("s", 0)})), "of the scratch of rank 1, which has 0"},
      {chunk("index", 2), "gpu 0, threadblock 0, op 4 (put): chunks 2 to 2 of the output of rank 1, which has 2"},
      {chunk("buffer_id", 1), "its threadblock has no remote buffer 1 for memory channels"},
      {chunk("type", "o"), "one of \"type\", \"buffer_id\" and \"switch_channel_id\" is due"},
      {chunk("size", 0), "\"size\" is 0"},
      {op({{"name", "put"}, {"src_buff", one}, {"dst_buff", PlanJson::array({remote(0, 0)})}}),
       "\"channel_type\" must be memory or port"},
      {op({{"name", "pws"},
           {"src_buff", one},
           {"dst_buff", PlanJson::array({remote(0, 0)})},
           {"channel_type", "memory"}}),
       "\"channel_type\" must be port"},
      {op({{"name", "rre"}, {"src_buff", one}, {"dst_buff", one}, {"channel_type", "port"}}),
       "\"channel_type\" must be memory"},
      {op({{"name", "put"},
           {"src_buff", one},
           {"dst_buff", PlanJson::array({remote(0, 0)})},
           {"channel_type", "port"}}),
       "it has 0 channel_ids; 1 are due"},
      {op({{"name", "ppkt"},
           {"src_buff", one},
           {"dst_buff", PlanJson::array({remote(0, 0)})},
           {"channel_type", "memory"}}),
       "packets are for scratch"},
      {op({{"name", "gstore"}, {"src_buff", one}, {"dst_buff", PlanJson::array({group(0, 0)})}}),
       "its threadblock has no switch channel 0"},
      {op({{"name", "nop"}, {"src_buff", one}}), "it moves nothing, and has chunks"},
      {op({{"name", "nop"}, {"ops", one}}), "\"iter_context\" and \"ops\" are for a pipeline"},
      {op({{"name", "pipeline"}}), "the field \"iter_context\" is not there"},
      {op({{"name", "pipeline"}, {"iter_context", {{"unit_size", 0}, {"num_chunks", 1}}}, {"ops", PlanJson::array()}}),
       "\"unit_size\" is 0; an integer of at least 1 is due"},
      {op({{"name", "copy"}, {"src_buff", one}, {"dst_buff", one}, {"tbg_info", {{"tb_id", 2}, {"tbg_size", 2}}}}),
       "\"tb_id\" is 2; an integer from 0 to 1 is due"},
      {with(pipeline, 0, 0,
            [](PlanJson& ops) {
              ops[0]["ops"].push_back(
                  {{"name", "pipeline"}, {"iter_context", ops[0]["iter_context"]}, {"ops", PlanJson::array()}});
            })
           .dump(),
       "a pipeline is within a pipeline"},
      {with(pipeline, 0, 0, [](PlanJson& ops) { ops[0]["iter_context"]["unit_size"] = 5; }).dump(),
       "pipelines have units of several sizes"},
      {with(pipeline, 0, 0, [](PlanJson& ops) { ops[0]["iter_context"]["num_chunks"] = 2; }).dump(),
       "1 chunks, and its pipeline goes through 2"},
      {with(read_allreduce(2), 1, 0, [](PlanJson& ops) { ops[4]["reduce_op"] = "max"; }).dump(),
       "reduce_op is \"max\", and sum in an op before"},
      {top("protocol", "LL128"), "\"protocol\" is \"LL128\"; Simple or LL is due"},
      {top("num_threads_per_block", "many"), "\"num_threads_per_block\" is \"many\"; an integer of at least 0 is due"},
      {[] {
         auto json = packet_allreduce(2);
         json["protocol"] = "Simple";
         return json.dump();
       }(),
       "gpu 0, threadblock 0, op 0 (ppkt): packets are for \"protocol\": \"LL\""},
      {renamed(packet_allreduce(2, false), "repkt", "re").dump(),
       "op 2 (re): scratch is for packets in some ops and for data in others"},
      {[] {
         auto json = ring_allreduce_json(2, 1);
         json["use_double_scratch_buffer"] = true;
         return json.dump();
       }(),
       "op 3 (put): with \"use_double_scratch_buffer\" scratch is for packets, and this op has data there"},
      {op({{"name", "get"},
           {"src_buff", PlanJson::array({remote(0, 0)})},
           {"dst_buff", PlanJson::array({own("o", 1)})},
           {"channel_type", "memory"}}),
       "it gets chunk 0 into chunk 1, of which the executor of MSCCL++ takes one for the other"},
      {gpu("semaphores", PlanJson(std::vector<PlanJson>(16385, PlanJson::object({{"init_value", 0}})))),
       "a list in it has more than 16384 objects"},
      {std::string(100000, '['), "it is nested deeper than any plan is"},
  };
  for (const auto& [text, says] : cases) {
    const auto shown = text.substr(0, 300), expected = says;
    CAPTURE(shown);
    CAPTURE(expected);
    std::string said = "it is read";
    try {
      static_cast<void>(check_plan(read_mscclpp_json(text)));
    } catch (const others::NoSchedule& e) {
      said = e.what();
    }
    CAPTURE(said);
    CHECK(said.find(expected) != std::string::npos);
    CHECK(said.find('\n') == std::string::npos);
  }
}

TEST_CASE("a plan that is garbled is refused, or is another plan that is judged") {
  reads_or_refuses<others::NoSchedule>(
      "garbled plans of MSCCL++",
      {put_allgather(3).dump(), read_allreduce(3).dump(), packet_allreduce(2).dump(), pipelined_allgather().dump(),
       port_alltoall(3).dump()},
      [](const std::string& text) { static_cast<void>(check_plan(read_mscclpp_json(text))); }, 2000, 10);
}

}  // namespace
}  // namespace tutti
