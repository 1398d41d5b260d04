#include "verified/op/judge/binary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <sstream>

namespace tutti::op {
namespace {

std::string place_text(const BinaryFunction& function) {
  return fmt::format("{}:{}", std::filesystem::path(function.defined.file).filename().string(), function.defined.line);
}

/// The same function, once for each unit that includes it.
bool are_one(const BinaryFunction& a, const BinaryFunction& b) {
  return a.name == b.name && a.symbol == b.symbol && a.defined.file == b.defined.file &&
         a.defined.line == b.defined.line;
}

std::vector<BinaryFunction> distinct_functions(const std::vector<BinaryFunction>& all) {
  std::vector<BinaryFunction> once;
  for (const auto& f : all)
    if (std::ranges::none_of(once, [&](const BinaryFunction& o) { return are_one(o, f); })) once.push_back(f);
  return once;
}

std::string listed_functions(const std::vector<BinaryFunction>& all) {
  constexpr std::size_t most = 20;
  std::vector<std::string> names;
  for (const auto& f : all) names.push_back(f.last_name.empty() ? place_text(f) + " (a lambda)" : f.name);
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const bool too_many = names.size() > most;
  names.resize(std::min(names.size(), most));
  return fmt::format("{}{}", fmt::join(names, ", "), too_many ? ", …" : "");
}

/// With the whole path, where files of one name are several.
std::string places(const std::vector<BinaryFunction>& all) {
  std::vector<std::string> texts;
  for (const auto& f : all) {
    const bool is_like_another =
        std::ranges::count_if(all, [&](const BinaryFunction& o) { return place_text(o) == place_text(f); }) > 1;
    texts.push_back(is_like_another ? fmt::format("{}:{}", f.defined.file, f.defined.line) : place_text(f));
  }
  return fmt::format("{}", fmt::join(texts, " and "));
}

/// The beginnings of flags by which a source means something else; they are the same in gcc and clang.
constexpr const char* with_meaning =
    "-std= -fwrapv -fno-wrapv -fstrict-aliasing -fno-strict-aliasing -ftrapv -fsigned-char -funsigned-char "
    "-fno-signed-char -fno-unsigned-char -ffast-math -fno-fast-math -fshort-enums -funsafe-math "
    "-ffinite-math-only -frounding-m -ffp-contract= -fno-signed-zero -fassociative-m -freciprocal-math "
    "-fpack-struct -trigraphs -march= -mavx -mfma -msse -mno-avx -mno-fma -mno-sse -fopenmp";

/// Those of flags that change code, and not what its source says; and of files and macros, which are looked for
/// elsewhere.
constexpr const char* without_meaning =
    "-O -g -W -w -I -i -D -U -m64 -mtune= -mred-zone -mno-red-zone -mcmodel= -mbranch -mindirect -mprefer -mstack "
    "-mshstk -momit -mno-omit -mharden -mzeroupper -mvzeroupper -mpopcnt -mbmi -mlzcnt -mf16c -maes -mpclmul -fPI "
    "-fpi -fno-PI -fno-pi -fstack -fno-stack -fcf-protection -fasynchronous -fno-asynchronous -funwind "
    "-fno-unwind -fexceptions -fno-exceptions -fno-rtti -fvisibility -ffunction-sections -fdata-sections -fno-plt "
    "-fplt -fno-semantic -fsemantic -fomit -fno-omit -fcommon -fno-common -funroll -fno-unroll -ftree -fno-tree "
    "-fvect -fno-vect -finline -fno-inline -flto -fno-lto -ffat -fno-fat -fdiagnostics -fno-diagnostics -fmessage "
    "-ffile-prefix -fdebug -fmacro-prefix -fmacro-backtrace -frandom-seed -fcanonical -fprofile -fno-profile "
    "-fcoverage -ftest-coverage -fno-math-errno -fmath-errno -ftrapping-math -fno-trapping-math -fsanitize "
    "-fno-sanitize -fno-ident -fno-builtin -fipa -fno-ipa -freorder -fno-reorder -falign-f -falign-j -falign-l "
    "-fschedule -fno-schedule -fsched -fgcse -fno-gcse -fira -fmerge-c -fno-merge-c -ftls-model -fno-threadsafe "
    "-fkeep -fsplit -fno-split -fprefetch -fmax-errors -fpermissive -fno-lifetime -fpre-include -fcrossjumping "
    "-fif-conversion -fpeephole -fthread-jumps -fuse-linker -fverbose-asm -fno-verbose -fdelete-null "
    "-fno-delete-null -faggressive -fno-aggressive -fpredictive -fversion-loops -floop -fno-loop -fcolor "
    "-fno-color -fident -fno-strict-volatile -fhardened -fzero-call -ftrivial-auto-var-init --param";

bool is_one_of(std::string_view flag, const char* beginnings) {
  std::istringstream all(beginnings);
  return std::any_of(std::istream_iterator<std::string>(all), {},
                     [&](const std::string& beginning) { return flag.starts_with(beginning); });
}

/// As the compiler has told them, without what else it says of itself.
std::vector<std::string> flags_of(const std::string& producer) {
  std::istringstream words(producer);
  std::vector<std::string> flags;
  for (std::string word; words >> word;) {
    if (word == "-Ofast") word = "-ffast-math";
    if (word == "-fno-strict-overflow") word = "-fwrapv";
    if (word.starts_with('-')) flags.push_back(word);
  }
  return flags;
}

std::string flags_with_meaning(const std::string& producer) {
  std::string flags;
  for (const auto& flag : flags_of(producer))
    if (is_one_of(flag, with_meaning)) flags += flag + " ";
  return flags;
}

}  // namespace

std::optional<std::string> flag_in_doubt(const std::string& producer) {
  for (const auto& flag : flags_of(producer))
    if (!is_one_of(flag, with_meaning) && !is_one_of(flag, without_meaning))
      return fmt::format("by the flag {} of its compiler the source may say something else", flag);
  return std::nullopt;
}

Binary::Binary(const std::string& file) : file_(file), kind_(kind_of(file)) {
  const bool is_linked_here = kind_ == FileKind::object || kind_ == FileKind::archive;
  if (!std::filesystem::exists(file)) throw InputError(file + ": there is no such file");
  functions_ = binary_functions(is_linked_here ? loaded() : file, file);
}

const std::string& Binary::loaded() const {
  if (!loadable_) loadable_ = loadable(file_, kind_);
  return loadable_->path;
}

std::vector<BinaryFunction> Binary::matching(const Request& request) const {
  const auto all_that = [&](auto is_meant) {
    std::vector<BinaryFunction> found;
    std::ranges::copy_if(functions_, std::back_inserter(found), is_meant);
    return distinct_functions(found);
  };
  if (request.address) return all_that([&](const BinaryFunction& f) { return f.address == *request.address; });
  const auto& name = *request.function;
  const auto place = place_of(name);
  auto found = all_that([&](const BinaryFunction& f) { return f.name == name || f.symbol == name; });
  if (found.empty() && place)
    found = all_that([&](const BinaryFunction& f) { return f.is_operator && is_at(f.defined, *place); });
  if (found.empty()) found = all_that([&](const BinaryFunction& f) { return f.last_name == name; });
  if (found.empty()) found = all_that([&](const BinaryFunction& f) { return f.last_name.starts_with(name + "<"); });
  return found;
}

std::optional<BinaryFunction> Binary::find(const Request& request) const {
  auto found = matching(request);
  if (found.empty()) return {};
  if (std::ranges::any_of(found, &BinaryFunction::is_operator))
    std::erase_if(found, [](const BinaryFunction& f) { return !f.is_operator; });
  if (found.size() > 1 && !request.address)
    throw InputError(fmt::format("{} has {} functions {}; name one by its place, which is {}", file_, found.size(),
                                 *request.function, places(found)));
  if (!found[0].is_operator)
    throw InputError(fmt::format("{}: {} does not have the parameters of an MPI_User_function; of those that have {}",
                                 file_, found[0].name, operators()));
  return found[0];
}

std::string Binary::operators() const {
  std::vector<BinaryFunction> all;
  std::ranges::copy_if(functions_, std::back_inserter(all), &BinaryFunction::is_operator);
  return all.empty() ? "it has none" : "it has " + listed_functions(all);
}

std::string Binary::why_no_source(const BinaryFunction& function) const {
  if (function.language != Language::c && function.language != Language::cpp)
    return function.source + " is neither C nor C++";
  if (!std::filesystem::is_regular_file(function.source)) return "its source " + function.source + " is not there";
  // Those of the same name, with its scopes, or at the same place.
  const bool is_only_one = std::ranges::none_of(functions_, [&](const BinaryFunction& o) {
    return o.source == function.source && o.name == function.name && o.address != function.address;
  });
  return is_only_one ? "" : "more than one function begins at " + function.name;
}

std::optional<Request> Binary::source_of(const BinaryFunction& function, Request request) const {
  if (!why_no_source(function).empty()) return {};
  request.file = function.source;
  request.function = function.name;
  request.flags = flags_with_meaning(function.producer) + request.flags;
  return request;
}

Function Binary::load(const BinaryFunction& function) const {
  return Function::load(loaded(), function.address, function.name);
}

Function Binary::load(const std::string& place) const {
  Request request;
  request.function = place;
  const auto found = find(request);
  return found ? load(*found) : load(request);
}

Function Binary::load(const Request& request) const {
  if (!request.function)
    throw InputError(fmt::format("no debug information of {} tells of a function at {:#x}; compile it with -g", file_,
                                 request.address.value_or(0)));
  try {
    return Function::load(loaded(), *request.function);
  } catch (const InputError&) {
    const auto wanted = fmt::format("{} has no function {}", file_, *request.function);
    if (!functions_.empty())
      throw InputError(fmt::format("{}; of those with the parameters of an MPI_User_function {}", wanted, operators()));
    throw InputError(fmt::format("{}; {}; of what is compiled with -g, static functions are found, too", wanted,
                                 exported(loaded())));
  }
}

}  // namespace tutti::op
