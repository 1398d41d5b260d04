#include "verified/op/judge/accepted.hpp"

#include <algorithm>

#include "verified/op/black_box/black_box.hpp"
#include "verified/op/black_box/draw.hpp"
#include "verified/op/judge/binary.hpp"
#include "verified/op/judge/datatype.hpp"
#include "verified/op/judge/load.hpp"
#include "verified/op/judge/predefined.hpp"

namespace tutti::op {
namespace {

std::vector<Source::Datatype> all_datatypes() {
  std::vector<Source::Datatype> all;
  for (const auto& t : predefined_datatypes())
    all.push_back(datatype_of(std::string(t.mpi_name), element_type(t.elements)));
  return all;
}

struct OnAny {
  Function function;
  std::vector<std::uint64_t> handles;  ///< of all predefined datatypes
};

OnAny source_on_any(const Request& request) {
  auto source = source_of(request);
  source.datatypes = all_datatypes();
  const auto library = compile_library(source);
  return {load(library, source.function), datatype_handles(library.path(), source.datatypes.size())};
}

OnAny binary_on_any(const Request& request) {
  const Binary binary(*request.file);
  const auto described = binary.find(request);
  if (const auto source = described ? binary.source_of(*described, request) : std::nullopt) {
    try {
      return source_on_any(*source);
    } catch (const DoesNotCompile&) {  // then the machine code is judged
    }
  }
  return {described ? binary.load(*described) : binary.load(request), handles_of(all_datatypes())};
}

bool are_alike(const Outcome& a, const Outcome& b) { return a.inout == b.inout && a.finding == b.finding; }

bool is_told_apart(const Function& function, std::uint64_t handle, const Type& type, const Request& request) {
  constexpr int tries = 8, len = 2;
  Drawer drawer(type, request.seed);
  for (int i = 0; i < tries; ++i) {
    if (request.deadline.left() <= 0)
      throw DeadlinePassed(*request.file +
                           ": which datatypes it takes was not found out within the time limit; raise --time-limit");
    Bytes in(len * type.size), inout(len * type.size);
    drawer.draw(Tier::small, len, in.data());
    drawer.draw(Tier::small, len, inout.data());
    const auto known = call_once(function.with_handle(handle), type, in, inout, len);
    if (!are_alike(known, call_once(function, type, in, inout, len))) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> accepted_datatypes(const Request& request) {
  const auto any = kind_of(*request.file) == FileKind::source
                       ? with_known_name(request, [&] { return source_on_any(request); })
                       : binary_on_any(request);
  const auto function = any.function.with_handle(Function::no_handle);
  const auto all = predefined_datatypes();
  std::vector<std::string> accepted;
  for (std::size_t i = 0; i < any.handles.size(); ++i)
    if (is_told_apart(function, any.handles[i], element_type(all[i].elements), request))
      accepted.emplace_back(all[i].mpi_name);
  if (accepted.empty())
    throw InputError(*request.file + ": " + any.function.name() +
                     " does not tell one predefined datatype from another by *datatype; name its elements' type with "
                     "--type");
  return accepted;
}

}  // namespace tutti::op
