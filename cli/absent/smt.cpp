// Stands in for what `tutti verify` asks of Z3 in a build without it.
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/smt/verify_smt.hpp"

namespace tutti::cli {
namespace {

[[noreturn]] void left_out() {
  throw std::runtime_error(
      "--smt, --all-p and --smt2 were left out of this build; install libz3-dev and configure with -DTUTTI_SMT=ON");
}

}  // namespace

void check_smt_is_there() { left_out(); }
SmtResults ask_z3(const SmtRequest&, const SweepRequest&, const std::vector<SweepResult>&, bool) { left_out(); }
bool SmtResults::refuted() const { left_out(); }
bool SmtResults::unknown() const { left_out(); }
std::string print_text(const SmtResults&, bool) { left_out(); }
void add_json(nlohmann::ordered_json&, const SmtResults&) { left_out(); }
void add_junit(std::vector<JUnitCase>&, const SmtResults&) { left_out(); }

}  // namespace tutti::cli
