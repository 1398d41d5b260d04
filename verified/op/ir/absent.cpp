// Stands in for symbolic execution in a build without LLVM 14.
#include "verified/op/function.hpp"
#include "verified/op/ir/execute.hpp"
#include "verified/op/prove/summary.hpp"

namespace tutti::op {

struct Module::Parts {};

bool can_execute_source() { return false; }

Module::Module(const std::string&, std::vector<std::string>) {
  throw EnvironmentError("this tutti was built without LLVM 14");
}
Module::~Module() = default;
Module::Module(Module&&) noexcept = default;
Module& Module::operator=(Module&&) noexcept = default;

void Module::check_operator(const std::string&) const {}
void Module::set_large_count(bool) {}
bool Module::takes_large_count(const std::string&) const { return false; }
std::optional<SourceLine> Module::definition_of(const std::string&) const { return {}; }
std::vector<SeenType> Module::element_types(const std::string&) const { return {}; }
std::variant<Summary, Unsupported> Module::execute(const std::string&, const Type&, int, Floats, z3::context&) const {
  return Unsupported{"", "built without LLVM 14"};
}
std::variant<z3::expr, Unsupported> Module::execute_precondition(const std::string&, const Type&, Floats,
                                                                 z3::context&) const {
  return Unsupported{"", "built without LLVM 14"};
}
Module::Canonical Module::canonical_loop(const std::string&, const Type&) const { return {false, "no LLVM 14"}; }

}  // namespace tutti::op
