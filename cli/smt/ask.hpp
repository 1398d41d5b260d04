// Asks Z3 what is to be proved for all p: what is quick to answer first, so that a wrong rule is refuted soon.
#pragma once
#include "cli/smt/verify_smt.hpp"
#include "verified/check/smt/query.hpp"

namespace tutti::cli {

/// Fills in the answers, from `jobs` threads, each under that limit. A query is left unknown, with the reason, where it
/// takes long and only proofs need it of which another query is refuted.
void ask(SmtResults& results, const smt::Limit& limit, int jobs, bool quiet);

}  // namespace tutti::cli
