#include "verified/op/debug/functions.hpp"

#include <fmt/format.h>

#include "verified/op/debug/read_functions.hpp"
#include "verified/system/forked_call.hpp"
#include "verified/system/packed.hpp"

namespace tutti::op {
namespace {

void put(Packer& to, const BinaryFunction& f) {
  to.put(f.is_operator);
  for (const std::string_view text : {f.name, f.last_name, f.symbol, f.defined.file, f.source, f.producer})
    to.put(text);
  to.put(f.address);
  to.put(f.defined.line);
  to.put(static_cast<int>(f.language));
  to.put(f.types.size());
  for (const auto& type : f.types) {
    to.put(std::string_view(type.text));
    to.put(type.line);
  }
}

BinaryFunction function(Unpacker& from) {
  BinaryFunction f{};
  f.is_operator = from.flag();
  for (auto* text : {&f.name, &f.last_name, &f.symbol, &f.defined.file, &f.source, &f.producer}) *text = from.text();
  f.address = from.size();
  f.defined.line = from.number();
  f.language = static_cast<Language>(from.number());
  for (auto n = from.size(); n > 0 && from.whole; --n) {
    auto text = from.text();
    f.types.push_back({std::move(text), from.number()});
  }
  return f;
}

}  // namespace

std::vector<BinaryFunction> binary_functions(const std::string& file, const std::string& called) {
  constexpr double limit = 60;
  const auto end = call_in_child(limit, [&](const Write& write) {
    Packer all;
    const auto pack = [&](const std::vector<BinaryFunction>& functions, std::string_view fault) {
      all.put(fault);
      for (const auto& f : functions) put(all, f);
    };
    try {
      pack(debug::read_functions(file), "");
    } catch (const InputError& e) {
      pack({}, e.what());
    }
    write(all.bytes);
  });
  if (end.how != CallEnd::How::returned)
    throw InputError(
        fmt::format("reading the debug information of {} ends by {}; compile it again, or remove that by "
                    "strip -g",
                    called, end.text));
  Unpacker from{end.wrote};
  if (const auto fault = from.text(); !fault.empty()) throw InputError(called + fault);
  std::vector<BinaryFunction> all;
  while (!from.bytes.empty() && from.whole) all.push_back(function(from));
  return all;
}

}  // namespace tutti::op
