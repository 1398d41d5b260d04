// Scopes that are left early, as by `continue`, where variables of theirs end.
#pragma once

namespace llvm {
class Module;
}

namespace tutti::op::ir {

/// clang notes in a variable of its own where a path goes on behind the end of a scope, and chooses there by a switch
/// whose default nothing reaches. The last of its cases becomes the default, so that a loop with a `continue` ends in
/// one place, as it is written.
void close_left_scopes(llvm::Module& module);

}  // namespace tutti::op::ir
