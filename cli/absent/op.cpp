// Stands in for the command `op` in a build without custom operators.
#include <stdexcept>

#include "cli/common/commands.hpp"

namespace tutti::cli {

Command add_op(Parser& app) {
  auto parser = app.command("op", "Judges a reduction operator: left out of this build");
  parser.allow_extras();
  return {parser, []() -> Exit {
            throw std::runtime_error(
                "custom operators were left out of this build; install libz3-dev and configure with -DTUTTI_OP=ON");
          }};
}

}  // namespace tutti::cli
