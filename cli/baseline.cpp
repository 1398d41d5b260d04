// tutti baseline: has anything changed since the old machine?
#include "cli/baseline/compare.hpp"
#include "cli/baseline/record.hpp"
#include "cli/common/commands.hpp"

namespace tutti::cli {

Command add_baseline(Parser& app) {
  auto parser = app.command("baseline", "Records what an MPI does, and says what has changed since");
  const auto record = add_baseline_record(parser), compare = add_baseline_compare(parser);
  parser.footer(
      "Each command explains itself: tutti baseline record --help\n"
      "Example: tutti baseline record new.json && tutti baseline compare old.json new.json");
  return {parser, [=] { return (record.parser.chosen() ? record : compare).run(); }};
}

}  // namespace tutti::cli
