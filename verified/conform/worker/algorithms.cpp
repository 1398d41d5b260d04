#include "verified/conform/worker/algorithms.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string_view>
#include <type_traits>

#include "verified/system/forked_call.hpp"

namespace tutti::mpi::conform {

using tutti::conform::ControlVariable;

#ifdef SMPI_H  // SimGrid's MPI has no MPI_T
std::vector<ControlVariable> variables_of_collectives() { return {}; }
std::vector<tutti::conform::CutOff> cut_offs() { return {}; }
#else

namespace {

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

constexpr double most_seconds = 60;  ///< for a question to the MPI, in a process of its own

bool initialise() {
  int provided;
  return MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS;
}

/// As "VALUE NAME".
std::vector<std::string> items_of(MPI_T_enum enumeration) {
  std::vector<std::string> items;
  int count = 0, length;
  std::array<char, 256> name;
  length = static_cast<int>(name.size());
  MPI_T_enum_get_info(enumeration, &count, name.data(), &length);
  for (int i = 0; i < count; ++i) {
    int value;
    length = static_cast<int>(name.size());
    if (MPI_T_enum_get_item(enumeration, i, &value, name.data(), &length) == MPI_SUCCESS)
      items.push_back(std::to_string(value) + " " + name.data());
  }
  return items;
}

/// The value of a variable that is one number.
std::optional<std::int64_t> number_in(int variable, MPI_Datatype type) {
  MPI_T_cvar_handle handle;
  int count = 0;
  if (MPI_T_cvar_handle_alloc(variable, nullptr, &handle, &count) != MPI_SUCCESS || count != 1) return std::nullopt;
  const auto read = [&]<class T>(std::type_identity<T>) -> std::optional<std::int64_t> {
    T value{};
    if (MPI_T_cvar_read(handle, &value) != MPI_SUCCESS) return std::nullopt;
    return static_cast<std::int64_t>(value);
  };
  std::optional<std::int64_t> number;
  if (type == MPI_INT) number = read(std::type_identity<int>{});
  if (type == MPI_UNSIGNED) number = read(std::type_identity<unsigned>{});
  if (type == MPI_UNSIGNED_LONG) number = read(std::type_identity<unsigned long>{});
  if (type == MPI_UNSIGNED_LONG_LONG) number = read(std::type_identity<unsigned long long>{});
  if (type == MPI_C_BOOL) number = read(std::type_identity<bool>{});
  MPI_T_cvar_handle_free(&handle);
  return number;
}

bool is_cut_off(const std::string& variable) {
  constexpr std::array ends{"msg_size", "_limit", "_threshold", "_segment_size", "_segsize", "_chunk_size", "_cutoff"};
  const auto name = lower(variable);
  return std::ranges::any_of(ends, [&](const char* end) { return name.ends_with(end); });
}

/// Writes "BYTES NAME" for each variable that is a cut-off.
void write_cut_offs(const Write& write) {
  constexpr std::int64_t least = 64, most = std::int64_t{4} << 20;
  if (!initialise()) return;
  int count = 0;
  MPI_T_cvar_get_num(&count);
  for (int i = 0; i < count; ++i) {
    std::array<char, 512> name{};
    int name_length = name.size(), description_length = 0, verbosity, bind, scope;
    MPI_Datatype type;
    if (MPI_T_cvar_get_info(i, name.data(), &name_length, &verbosity, &type, nullptr, nullptr, &description_length,
                            &bind, &scope) != MPI_SUCCESS ||
        !is_cut_off(name.data()) || bind != MPI_T_BIND_NO_OBJECT)
      continue;
    const auto bytes = number_in(i, type);
    if (!bytes || *bytes < least || *bytes > most) continue;
    const auto text = std::to_string(*bytes) + " " + name.data() + "\n";
    write(std::as_bytes(std::span(text)));
  }
}

/// Writes four lines for each variable of collectives: name, description, items between tabs, and its number or
/// nothing.
void write_variables(const Write& write) {
  if (!initialise()) return;
  int count = 0;
  MPI_T_cvar_get_num(&count);
  for (int i = 0; i < count; ++i) {
    std::array<char, 512> name{};
    std::array<char, 16384> description{};
    int name_length = name.size(), description_length = description.size(), verbosity, bind, scope;
    MPI_Datatype type;
    MPI_T_enum enumeration = MPI_T_ENUM_NULL;
    if (MPI_T_cvar_get_info(i, name.data(), &name_length, &verbosity, &type, &enumeration, description.data(),
                            &description_length, &bind, &scope) != MPI_SUCCESS ||
        bind != MPI_T_BIND_NO_OBJECT || !tutti::conform::is_of_collectives(name.data()))
      continue;
    std::string says = description.data();
    std::ranges::replace(says, '\n', ' ');
    auto text = std::string(name.data()) + "\n" + says + "\n";
    if (enumeration != MPI_T_ENUM_NULL)
      for (const auto& item : items_of(enumeration)) text += item + "\t";
    const auto number = number_in(i, type);
    text += "\n" + (number ? std::to_string(*number) : "") + "\n";
    write(std::as_bytes(std::span(text)));
  }
}

bool accepts(const std::string& variable, const std::string& value) {
  const auto answer = call_in_child(most_seconds, [&](const Write& write) {
    constexpr std::byte yes{1};
    if (setenv(variable.c_str(), value.c_str(), 1) == 0 && initialise()) write(std::span(&yes, 1));
  });
  return answer.how == CallEnd::How::returned && !answer.wrote.empty();
}

/// The longest end of `run` that the variable accepts. MPICH joins the lines of a description without a space, so that
/// "… Force ring algorithm" and "smp - …" become "algorithmsmp - …".
std::optional<std::string> accepted_end(const std::string& variable, const std::string& run) {
  for (const std::string_view before : {"", "algorithm", "algorithms"})
    if (run.starts_with(before) && run.size() > before.size() && accepts(variable, run.substr(before.size())))
      return run.substr(before.size());
  for (std::size_t from = 1; from < run.size(); ++from)
    if (accepts(variable, run.substr(from))) return run.substr(from);
  return std::nullopt;
}

/// The words before " - ".
std::set<std::string> explained_words(const std::string& variable, const std::string& description) {
  const auto in_word = [](unsigned char c) { return std::islower(c) || std::isdigit(c) || c == '_'; };
  std::set<std::string> words;
  for (auto dash = description.find(" - "); dash != std::string::npos; dash = description.find(" - ", dash + 1)) {
    auto end = dash;
    while (end > 0 && description[end - 1] == ' ') --end;
    auto begin = end;
    while (begin > 0 && in_word(static_cast<unsigned char>(description[begin - 1]))) --begin;
    if (const auto word = accepted_end(variable, description.substr(begin, end - begin))) words.insert(*word);
  }
  return words;
}

}  // namespace

std::vector<tutti::conform::CutOff> cut_offs() {
  std::vector<tutti::conform::CutOff> all;
  const auto answer = call_in_child(most_seconds, write_cut_offs);
  if (answer.how != CallEnd::How::returned) return all;
  std::istringstream text(std::string(reinterpret_cast<const char*>(answer.wrote.data()), answer.wrote.size()));
  for (tutti::conform::CutOff c; text >> c.bytes >> c.name;) all.push_back(c);
  return all;
}

std::vector<ControlVariable> variables_of_collectives() {
  std::vector<ControlVariable> all;
  const auto answer = call_in_child(most_seconds, write_variables);
  if (answer.how != CallEnd::How::returned) return all;
  std::istringstream text(std::string(reinterpret_cast<const char*>(answer.wrote.data()), answer.wrote.size()));
  ControlVariable v;
  for (std::string items, number; std::getline(text, v.name) && std::getline(text, v.description) &&
                                  std::getline(text, items) && std::getline(text, number);) {
    v.items.clear();
    std::istringstream parts(items);
    for (std::string item; std::getline(parts, item, '\t');)
      v.items.push_back({item.substr(0, item.find(' ')), item.substr(item.find(' ') + 1)});
    if (v.items.empty())
      for (const auto& word : explained_words(v.name, v.description)) v.items.push_back({word, word});
    v.number = number.empty() ? std::nullopt : std::optional(std::int64_t{std::stoll(number)});
    all.push_back(v);
  }
  return all;
}
#endif

}  // namespace tutti::mpi::conform
