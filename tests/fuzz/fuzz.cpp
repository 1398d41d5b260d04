// Whatever a reader of other people's texts is given, it reads, or refuses by the exception that it documents: it never
// crashes, never computes for ever, and what it has read it can write and read again.
//   fuzz NAME [ARGUMENTS OF libFuzzer...]     one reader;  fuzz --list   their names;
//   fuzz NAME --texts FOLDER                  writes right texts to FOLDER, to begin with
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/common/commands.hpp"
#include "cli/conform/expect.hpp"
#include "cli/recording.hpp"
#include "tests/others/mscclpp_plans.hpp"
#include "tests/support/recording.hpp"
#include "verified/baseline/recording.hpp"
#include "verified/check/prove.hpp"
#include "verified/choose/benefit.hpp"
#include "verified/choose/profile.hpp"
#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/report.hpp"
#include "verified/conform/drive/choice.hpp"
#include "verified/conform/drive/journal.hpp"
#include "verified/conform/drive/launch.hpp"
#include "verified/conform/generate/programme.hpp"
#include "verified/library/settings.hpp"
#include "verified/op/type.hpp"
#include "verified/others/msccl_xml.hpp"
#include "verified/others/mscclpp_json.hpp"
#include "verified/others/onesided_check.hpp"
#include "verified/others/plan_check.hpp"
#include "verified/others/plan_schedule.hpp"
#include "verified/others/schedule_file.hpp"
#include "verified/system/machine.hpp"

namespace {

using namespace tutti;
using Texts = std::vector<std::string>;

void require(bool holds) {
  if (!holds) std::abort();
}

bool is_read = false;  ///< one of the texts, since it was made false

/// Refused by this exception, or read.
template <class Refusal, class Read>
void read_or_refuse(Read read) {
  try {
    read();
    is_read = true;
  } catch (const Refusal&) {
  }
}

/// For readers of files; in memory where the machine has such a folder.
const std::string& file() {
  static const std::string path = [] {
    const auto* folder = std::filesystem::is_directory("/dev/shm") ? "/dev/shm" : "/tmp";
    return std::string(folder) + "/tutti-fuzz-" + std::to_string(getpid());
  }();
  return path;
}

void write(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

const std::vector<conform::Case>& programme() {
  static const auto cases = conform::programme({.ranks = {2}, .nodes = 2, .size = conform::ProgrammeSize::quick}).cases;
  return cases;
}

std::string recorded(int rank) {
  std::string text;
  for (const auto& line : recorded_file(rank, 1, {recorded_allreduce(1, rank, 7, "allreduce np=1 load=sum/int")}))
    text += line + "\n";
  return text;
}

Texts printed_cases() {
  Texts all;
  for (std::size_t i = 0; i < programme().size(); i += 20) all.push_back(print(programme()[i]));
  return all;
}

std::string a_journal() {
  {
    auto journal = conform::Journal::begin(file(), programme(), "--np 2");
    journal.add({"an MPI", "4.0"});
    conform::Outcome failed;
    failed.verdict = conform::Verdict::failed;
    failed.found = {{1, {conform::Kind::wrong_value, "element 0"}}};
    failed.before = {programme()[0]};
    journal.add(1, programme()[1], failed);
  }
  std::ifstream in(file(), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string a_recording() {
  baseline::Recording r;
  r.environment.mpi = "an MPI";
  r.launches = 1;
  const auto c = conform::parse_case("allreduce np=2 load=sum/double scene=digest");
  r.results.push_back({c, {{{"0123456789abcdef"}}, {{"0123456789abcdef"}}}});
  auto timed = c;
  timed.scenario = conform::Scenario::time;
  r.times.push_back({timed, false, {conform::CallTimes{{1, 2, 3, 4, 5, 6, 7}, 20, 0}}});
  auto revealed = c;
  revealed.scenario = conform::Scenario::reveal;
  r.trees.push_back({revealed, {{1, 8, {{"(0·1)", "", {0, 1}}}}}});
  return write_recording(r);
}

struct Reader {
  std::string name;
  std::function<Texts()> right;
  std::function<void(const std::string&)> read;
};

const std::vector<Reader>& readers() {
  using Invalid = std::invalid_argument;
  static const std::vector<Reader> all{
      {"case", printed_cases,
       [](const std::string& text) {
         read_or_refuse<Invalid>([&] {
           const auto c = conform::parse_case(text);
           (void)why_not(c);
           require(conform::parse_case(print(c)) == c);
         });
       }},
      {"choices",
       [] { return Texts{"allreduce=ring env MPIR_CVAR_X=ring  # why\nbcast=tree args --mca coll tuned\n"}; },
       [](const std::string& text) { read_or_refuse<Invalid>([&] { (void)conform::parse_choices(text); }); }},
      {"offer", [] { return Texts{"lacks persistent\nlacks threads\ncut-off 7000 MPIR_CVAR_BCAST\n"}; },
       [](const std::string& text) {
         read_or_refuse<Invalid>([&] {
           const auto offer = conform::parse_offer(text);
           require(conform::parse_offer(print(offer)) == offer);
         });
       }},
      {"schedule",
       [] {
         Texts all{R"({"collective": "bcast", "p": 2, "rounds": [{"steps": [{"from": 0, "to": 1}]}]})"};
         for (const auto* name : {"allreduce/ring", "reduce/binomial", "alltoall/bruck", "barrier/dissemination"})
           if (const auto* algorithm = find_algorithm(name))
             all.push_back(others::print_schedule(*algorithm, {.ranks = 4}));
         return all;
       },
       [](const std::string& text) {
         read_or_refuse<others::NoSchedule>([&] {
           const auto given = others::read_schedule(text);
           if (given.schedule.ranks > 64 || given.schedule.slots() > 4096) return;
           const auto algorithm = others::algorithm_of(given, given.name);
           const auto line = others::print_schedule(algorithm, {.ranks = given.schedule.ranks, .root = given.root});
           require(others::print_schedule(others::algorithm_of(others::read_schedule(line), given.name),
                                          {.ranks = given.schedule.ranks, .root = given.root}) == line);
         });
       }},
      {"msccl",
       [] {
         return Texts{
             "<algo name=\"a\" proto=\"LL\" nchannels=\"1\" nchunksperloop=\"1\" ngpus=\"2\" coll=\"allreduce\" "
             "inplace=\"1\"><gpu id=\"0\" i_chunks=\"1\" o_chunks=\"0\" s_chunks=\"1\"><tb id=\"0\" send=\"1\" "
             "recv=\"1\" "
             "chan=\"0\"><step s=\"0\" type=\"s\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"s\" dstoff=\"0\" cnt=\"1\" "
             "depid=\"-1\" "
             "deps=\"-1\" hasdep=\"0\"/><step s=\"1\" type=\"rrc\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"i\" dstoff=\"0\" "
             "cnt=\"1\" depid=\"-1\" deps=\"-1\" hasdep=\"0\"/></tb></gpu><gpu id=\"1\" i_chunks=\"1\" o_chunks=\"0\" "
             "s_chunks=\"1\"><tb id=\"0\" send=\"0\" recv=\"0\" chan=\"0\"><step s=\"0\" type=\"s\" srcbuf=\"i\" "
             "srcoff=\"0\" dstbuf=\"s\" dstoff=\"0\" cnt=\"1\" depid=\"-1\" deps=\"-1\" hasdep=\"0\"/><step s=\"1\" "
             "type=\"rrc\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"i\" dstoff=\"0\" cnt=\"1\" depid=\"-1\" deps=\"-1\" "
             "hasdep=\"0\"/></tb></gpu></algo>"};
       },
       [](const std::string& text) {
         read_or_refuse<others::NoSchedule>([&] {
           const auto plan = others::read_msccl_xml(text);
           if (plan.ranks * plan.outputs() > 4096) return;
           const auto verdict = others::check_plan(plan);
           if (verdict.refuted) return;
           const auto given = others::schedule_of(plan);
           require(std::holds_alternative<Proved>(Prover::prove(given.schedule, plan.collective, plan.root)));
         });
       }},
      {"mscclpp",
       [] {
         return Texts{put_allgather(2).dump(),          put_allgather(2, "port").dump(), read_allreduce(2).dump(),
                      packet_allreduce(2).dump(),       pipelined_allgather().dump(),    switch_allreduce(2).dump(),
                      ring_allreduce_json(3, 2).dump(), shared_broadcast().dump()};
       },
       [](const std::string& text) {
         read_or_refuse<others::NoSchedule>([&] {
           const auto plan = others::read_mscclpp_json(text);
           if (plan.ranks * plan.cells() > 4096) return;
           const auto verdict = others::check_plan(plan);
           if (verdict.refuted) return;
           try {
             const auto given = others::schedule_of(plan);
             require(std::holds_alternative<Proved>(Prover::prove(given.schedule, plan.collective, plan.root)));
           } catch (const others::NoSchedule&) {  // there are no rounds of it
           }
         });
       }},
      {"machine",
       [] {
         return Texts{print(Machine{.host = "a", .processors = {0, 1, 5}})};
       },
       [](const std::string& text) {
         read_or_refuse<Invalid>([&] {
           const auto machine = parse_machine(text);
           require(parse_machine(print(machine)).processors == machine.processors);
         });
       }},
      {"line",
       [] {
         return Texts{"begin 3",
                      "wrong 3 1 wrong-value element 0 of 50",
                      "done",
                      "digests 0123456789abcdef",
                      "times 12 1 1 2 3 4 5 6 7",
                      "tree 0-499,700 ((0·1)·2)"};
       },
       [](const std::string& text) {
         const auto line = conform::parse_line(text);
         if (line) (void)conform::parse_world(*line);
         const auto digests = conform::parse_digests(text);
         const auto times = conform::parse_times(text);
         if (times) require(conform::parse_times(print(*times)) == times);
         const auto tree = conform::parse_revealed(text);
         if (tree) require(conform::parse_revealed(print(*tree)).has_value());
         is_read = is_read || line || digests || times || tree;
       }},
      {"journal", [] { return Texts{a_journal()}; },
       [](const std::string& text) {
         write(file(), text);
         read_or_refuse<Invalid>([] { (void)conform::Journal::resume(file(), programme(), "--np 2"); });
       }},
      {"expectations", [] { return Texts{"maybe allreduce np=7 comm=* wrong-order # bug 123\n* crash,hang\n"}; },
       [](const std::string& text) {
         write(file(), text);
         read_or_refuse<cli::UsageError>([] { (void)cli::read_expectations(file()); });
       }},
      {"recording", [] { return Texts{a_recording()}; },
       [](const std::string& text) {
         read_or_refuse<Invalid>([&] {
           const auto r = baseline::parse_recording(text, "r");
           require(baseline::parse_recording(write_recording(r), "r") == r);
         });
       }},
      {"recorded", [] { return Texts{recorded(0)}; },
       [](const std::string& text) {
         write(file() + ".0", text);
         read_or_refuse<cli::UsageError>([] { (void)cli::read_recorded_application("--calls", file()); });
       }},
      {"profile", [] { return Texts{write_profile(default_profile())}; },
       [](const std::string& text) {
         read_or_refuse<Invalid>([&] {
           const auto profile = parse_profile(text, "p");
           require(write_profile(parse_profile(write_profile(profile), "p")) == write_profile(profile));
         });
       }},
      {"calls", [] { return Texts{R"({"version":1,"calls":[{"collective":"allreduce","p":3,"bytes":8,"count":3}]})"}; },
       [](const std::string& text) { read_or_refuse<Invalid>([&] { (void)parse_calls(text, "c"); }); }},
      {"type",
       [] {
         return Texts{"double", "struct{double v; int i, j[2];}", "int[3][4]"};
       },
       [](const std::string& text) { read_or_refuse<op::InputError>([&] { (void)op::parse_type(text); }); }},
      {"settings",
       [] {
         return Texts{"run,after=0", "check", "allreduce=ring,bcast=off", "size,root"};
       },
       [](const std::string& text) {
         for (auto variable :
              {&library::Environment::modes, &library::Environment::algorithms, &library::Environment::bits,
               &library::Environment::transport, &library::Environment::check_exit, &library::Environment::verbose}) {
           library::Environment environment{};
           environment.*variable = text.c_str();
           read_or_refuse<Invalid>([&] {
             const auto settings = library::read_settings(environment);
             require(write_settings(library::parse_settings(write_settings(settings))) == write_settings(settings));
           });
         }
       }},
  };
  return all;
}

const Reader* asked = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  const std::string name = *argc > 1 ? (*argv)[1] : "";
  for (const auto& reader : readers()) {
    if (name == "--list") std::puts(reader.name.c_str());
    if (reader.name == name) asked = &reader;
  }
  if (name == "--list") std::exit(0);
  if (!asked) {
    std::fputs("usage: fuzz NAME [ARGUMENTS OF libFuzzer...] | fuzz NAME --texts FOLDER | fuzz --list\n", stderr);
    std::exit(2);
  }
  if (*argc == 4 && std::string((*argv)[2]) == "--texts") {
    int number = 0;
    for (const auto& text : asked->right()) {
      is_read = false;
      asked->read(text);
      if (!is_read) std::fprintf(stderr, "fuzz: %s refuses what is right: %s\n", name.c_str(), text.c_str());
      if (!is_read) std::exit(1);
      write(std::string((*argv)[3]) + "/right-" + std::to_string(number++), text);
    }
    std::exit(0);
  }
  std::rotate(*argv + 1, *argv + 2, *argv + *argc);
  --*argc;
  (void)file();  // so that it goes after what is done at the exit
  std::atexit([] {
    for (const char* end : {"", ".0"}) std::filesystem::remove(file() + end);
  });
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  asked->read({reinterpret_cast<const char*>(data), size});
  return 0;
}
