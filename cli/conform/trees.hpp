// The bracketings that a run reveals, in its reports.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "cli/conform/report.hpp"
#include "verified/conform/drive/revelation.hpp"

namespace tutti::cli {

/// What is revealed by the cases of a run whose bracketing was asked for, and that were not skipped.
std::vector<conform::Revelation> revelations_of(const ConformRun& run);

/// [{"case", "collective", "np", "trees": [{"tree": "((0·1)·2)", "why": null, "places": [{"elements": "0-3", "ranks":
/// "0-2"}]}], "findings", "skipped"}]; "why" there is no tree, where it is null.
nlohmann::ordered_json trees_as_json(const std::vector<conform::Revelation>& all);

/// The report of --reveal: {"version", "mpi", "revealed"}.
std::string print_trees_json(const std::string& library, const std::vector<conform::Revelation>& all);

}  // namespace tutti::cli
