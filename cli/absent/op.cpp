// Stands in for the command `op` in a build without custom operators.
#include <CLI/CLI.hpp>
#include <stdexcept>

#include "cli/common/commands.hpp"

namespace tutti::cli {

Command add_op(CLI::App& app) {
  auto* parser = app.add_subcommand("op", "Judges a reduction operator: left out of this build");
  parser->allow_extras();
  return {parser, []() -> Exit {
            throw std::runtime_error(
                "custom operators were left out of this build; install libz3-dev and configure with -DTUTTI_OP=ON");
          }};
}

}  // namespace tutti::cli
