#include "verified/op/judge/load.hpp"

#include <fstream>

#include "verified/op/ir/execute.hpp"
#include "verified/op/judge/binary.hpp"
#include "verified/op/shell_words.hpp"

namespace tutti::op {

Source source_of(const Request& request) {
  Source source{.file = *request.file,
                .flags = {},
                .function = *request.function,
                .constants = request.constants,
                .datatypes = {},
                .deadline = request.deadline};
  if (const std::string mpi = TUTTI_MPI_INCLUDE; !mpi.empty()) source.flags.push_back("-I" + mpi);
  for (auto& flag : shell_words("--cflags", request.flags)) source.flags.push_back(flag);
  return source;
}

void check_name(const Request& request, const DoesNotCompile& errors) {
  if (!names_function(errors) || !can_execute_source()) return;
  auto source = source_of(request);
  source.function.clear();
  source.flags.emplace_back("-femit-all-decls");  // static ones, too
  Module(compile_bitcode(source)).check_operator(*request.function);
}

Function load(const TemporaryFile& library, const std::string& function) {
  return place_of(function) ? Binary(library.path()).load(function) : Function::load(library.path(), function);
}

std::vector<std::uint64_t> handles_of(const std::vector<Source::Datatype>& datatypes) {
  const std::string mpi = TUTTI_MPI_INCLUDE;
  if (mpi.empty()) return {};
  const TemporaryFile text("handles.c");
  std::ofstream(text.path()) << "#include <mpi.h>\n";
  return datatype_handles(compile_library({.file = text.path(), .flags = {"-I" + mpi}, .datatypes = datatypes}).path(),
                          datatypes.size());
}

}  // namespace tutti::op
