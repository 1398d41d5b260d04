// The parts of the page of `tutti conform`; each adds to its body.
#pragma once
#include <pugixml.hpp>
#include <string>

#include "cli/conform/report.hpp"
#include "cli/page.hpp"
#include "verified/conform/drive/revelation.hpp"

namespace tutti::cli {

/// Procedures and algorithms by number of ranks, and procedures by what their cases have about them. Cells with
/// failures lead to those of the procedure.
void add_matrices(pugi::xml_node body, const ConformRun& run);

/// Each failure that stands for itself, by procedure: its smallest case, the command and the C program that show it.
void add_failures(pugi::xml_node body, const ConformRun& run);

/// Where the failures of a procedure are on the page: "failures-bcast".
std::string place_of_failures(conform::Procedure procedure);

/// A picture of each tree with more than one leaf, and below it where the MPI combines so.
void add_trees(pugi::xml_node body, const std::vector<conform::Revelation>& all);

}  // namespace tutti::cli
