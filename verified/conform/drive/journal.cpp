#include "verified/conform/drive/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "verified/conform/drive/text.hpp"
#include "verified/system/text_file.hpp"

namespace tutti::conform {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int version = 1;

[[noreturn]] void refuse(const fs::path& path, const std::string& why) {
  throw std::invalid_argument(path.string() + ": " + why);
}

/// FNV-1a of its lines.
std::string digest(const std::vector<Case>& programme) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const auto& c : programme)
    for (const char letter : print(c) + "\n") hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  std::ostringstream text;
  text << std::hex << hash;
  return text.str();
}

Json header(const std::vector<Case>& programme, const std::string& options) {
  return {{"tutti", "conform"},
          {"version", version},
          {"options", options},
          {"cases", programme.size()},
          {"programme", digest(programme)}};
}

std::string print_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json print_json(int number, const Case& c, const Outcome& o) {
  Json json{{"number", number}, {"case", print(c)}, {"verdict", name_of(o.verdict)}};
  for (const auto& f : o.found)
    json["found"].push_back({{"kind", name_of(f.wrong.kind)}, {"rank", f.rank}, {"text", f.wrong.text}});
  if (!o.why.empty()) json["why"] = o.why;
  if (!o.notes.empty()) json["notes"] = o.notes;
  if (o.verdict == Verdict::failed) json["again"] = name_of(o.again);
  for (const auto& c_before : o.before) json["before"].push_back(print(c_before));
  return json;
}

template <class T>
T valid(const std::optional<T>& value, const char* what) {
  if (!value) throw std::invalid_argument(std::string("there is no such ") + what);
  return *value;
}

/// The conversion of a number that is not in the range of an int has no defined result.
int int_in(const Json& json) {
  const auto number = json.is_number() ? json.get<double>() : std::nan("");
  if (!(std::abs(number) <= std::numeric_limits<int>::max())) throw std::invalid_argument("a number is no int");
  return static_cast<int>(number);
}

/// What is nested deeper than any line of a record is left out: copies of it have no bound.
Json parse_line_of_record(const std::string& line) {
  constexpr int deepest = 8;
  const auto is_near = [](int depth, Json::parse_event_t, const Json&) { return depth <= deepest; };
  return Json::parse(line, is_near, false);
}

Outcome outcome_in(const Json& json) {
  Outcome o;
  o.verdict = valid(verdict_named(json.at("verdict").get<std::string>()), "verdict");
  for (const auto& f : json.value("found", Json::array()))
    o.found.push_back({int_in(f.at("rank")),
                       {valid(kind_named(f.at("kind").get<std::string>()), "kind"), f.at("text").get<std::string>()}});
  if (o.verdict == Verdict::failed && o.found.empty()) throw std::invalid_argument("a failure without a finding");
  o.why = json.value("why", "");
  o.notes = json.value("notes", std::vector<std::string>());
  o.again = valid(again_named(json.value("again", std::string(name_of(Again::not_asked)))), "again");
  for (const auto& line : json.value("before", std::vector<std::string>())) o.before.push_back(parse_case(line));
  return o;
}

void take(Journal::Past& past, const Json& json, const std::vector<Case>& programme) {
  if (json.contains("mpi")) {
    past.library = Library{json.at("standard").get<std::string>(), json.at("mpi").get<std::string>()};
    return;
  }
  const auto number = int_in(json.at("number"));
  const auto k = static_cast<std::size_t>(number);
  if (number < 0 || k >= programme.size() || json.at("case").get<std::string>() != print(programme[k]))
    throw std::invalid_argument("the programme has no such case");
  past.outcomes[k] = outcome_in(json);
}

void check_header(const fs::path& path, const Json& found, const Json& due) {
  const auto field = [&](const char* name) { return found.is_object() ? found.value(name, Json()) : Json(); };
  const auto text = [&](const char* name) { return field(name).is_string() ? field(name).get<std::string>() : ""; };
  if (text("tutti") != "conform") refuse(path, "is no record of tutti conform");
  if (field("version") != version) refuse(path, "was written by another version of tutti; begin a new record");
  const auto is_of_the_options = text("options") == due.at("options").get<std::string>();
  if (text("programme") != due.at("programme").get<std::string>() && is_of_the_options)
    refuse(path, "records other cases by the same options, as for an MPI that offers others; begin a new record");
  if (text("programme") != due.at("programme").get<std::string>())
    refuse(path, "records another programme, of the options '" + text("options") + "', not '" +
                     due.at("options").get<std::string>() + "'; give the same options, or begin a new record");
}

}  // namespace

Journal::Journal(fs::path path, int flags)
    : path_(std::move(path)), file_(open(path_.c_str(), flags | O_CLOEXEC, 0644)) {
  if (file_ >= 0 && flock(file_, LOCK_EX | LOCK_NB) == 0) return;
  if (file_ >= 0) {
    close(file_);
    refuse(path_, "is being written by another run");
  }
  if (errno == EEXIST) refuse(path_, "exists; go on with --resume, or name another file for --record");
  refuse(path_, std::string("cannot be opened for writing: ") + std::strerror(errno));
}

Journal::Journal(Journal&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      past_(std::move(other.past_)),
      synced_(other.synced_) {}

Journal::~Journal() {
  if (file_ < 0) return;
  fsync(file_);
  close(file_);
}

Journal Journal::begin(const fs::path& path, const std::vector<Case>& programme, const std::string& options) {
  Journal journal(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND);
  journal.write(print_line(header(programme, options)));
  journal.past_.outcomes.resize(programme.size());
  return journal;
}

Journal Journal::resume(const fs::path& path, const std::vector<Case>& programme, const std::string& options) {
  auto text = read_file(path);
  if (!text) refuse(path, std::string("cannot be read: ") + std::strerror(errno));
  text->erase(text->rfind('\n') + 1);
  Journal journal(path, O_WRONLY | O_APPEND);
  journal.past_.outcomes.resize(programme.size());
  std::istringstream lines(*text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const auto json = parse_line_of_record(line);
    if (number == 1) {
      check_header(path, json, header(programme, options));
      continue;
    }
    try {
      if (json.is_discarded()) throw std::invalid_argument("it is not JSON");
      take(journal.past_, json, programme);
    } catch (const std::exception& e) {
      refuse(path.string() + ":" + std::to_string(number), std::string("is no record of an outcome: ") + e.what());
    }
  }
  if (number == 0) refuse(path, "is no record of tutti conform");
  if (ftruncate(journal.file_, static_cast<off_t>(text->size())) != 0) refuse(path, "cannot be shortened");
  return journal;
}

void Journal::add(const Library& library) {
  write(print_line({{"mpi", library.text}, {"standard", library.standard}}));
}

void Journal::add(int number, const Case& c, const Outcome& outcome) {
  write(print_line(print_json(number, c, outcome)));
}

void Journal::write(const std::string& line) {
  if (::write(file_, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
    throw std::runtime_error(path_.string() + ": cannot be written: " + std::strerror(errno));
  if (std::chrono::steady_clock::now() - synced_ < std::chrono::seconds(1)) return;
  fsync(file_);
  synced_ = std::chrono::steady_clock::now();
}

}  // namespace tutti::conform
