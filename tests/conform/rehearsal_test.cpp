// Programs for failing cases, compiled and launched by stand-ins for an MPI's compiler and launcher.
#include "verified/conform/drive/rehearsal.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "tests/support/program.hpp"
#include "tests/support/says.hpp"

namespace tutti::conform {
namespace {

/// A folder with a compiler that takes the program for a text of the shell.
class Stage {
 public:
  Stage() {
    std::ofstream(folder_ / "cc") << "#!/bin/sh\ngrep -q bad \"$3\" && echo its fault && exit 1\n"
                                     "grep -q mpi.h \"$3\" && echo '#!/bin/sh' >\"$5\" && chmod +x \"$5\" && exit\n"
                                     "cp \"$3\" \"$5\" && chmod +x \"$5\"\n";
    std::filesystem::permissions(folder_ / "cc", std::filesystem::perms::owner_all);
  }
  std::string command = "env NP={np}";  // of the launcher
  std::string compiler() const { return (folder_ / "cc").string(); }
  Rehearsal rehearse(
      const std::string& text, const std::string& compiler, const Choice& choice = {},
      const std::function<bool()>& stop = [] { return false; }) const {
    std::ofstream(folder_ / "a.c") << "#!/bin/sh\n" << text << "\n";
    const Launcher launcher{.command = command, .worker = "none", .folder = folder_ / "", .time_limit = 0.5};
    return conform::rehearse(folder_ / "a.c", compiler, launcher, {3}, choice, stop);
  }
  Rehearsal rehearse(const std::string& text) const { return rehearse(text, compiler()); }

 private:
  Folder folder_;
};

TEST_CASE("a program is launched five times as its case was, and its failures are counted") {
  const Stage stage;
  CHECK(stage.rehearse("exit 1") == Rehearsal{5, 5});
  CHECK(stage.rehearse("exit 0") == Rehearsal{5, 0});
  CHECK(stage.rehearse("[ \"$NP\" = 3 ]") == Rehearsal{5, 0});
  CHECK(stage.rehearse("[ \"$A\" = 1 ]") == Rehearsal{5, 5});
  CHECK(stage.rehearse("[ \"$A\" = 1 ]", stage.compiler(), {"bcast=tree", {{"A", "1"}}}) == Rehearsal{5, 0});
  const Folder folder;
  CHECK(stage.rehearse("echo >> " + (folder / "x").string() + "; [ $(wc -l < " + (folder / "x").string() +
                       ") -gt 2 ]") == Rehearsal{5, 2});
}

TEST_CASE("a program that hangs is ended, and launched once more") {
  CHECK(Stage().rehearse("sleep 1000") == Rehearsal{2, 2});
}

TEST_CASE("why a program could not be launched is said, and is no failure of it") {
  const Stage stage;
  const auto why = [](const Rehearsal& r) {
    CHECK(r.launches == 0);
    return describe(r);
  };
  CHECK(says(why(stage.rehearse("bad")), "not tried: it does not compile: its fault"));
  CHECK(says(why(stage.rehearse("exit 1", "no-such-compiler")), "not tried: there is no no-such-compiler; name "));
  CHECK(says(why(stage.rehearse("exit 1", "")), "not tried: nobody knows the compiler of this MPI; name it, --mpicc"));
  CHECK(says(why(stage.rehearse("echo 3 ranks are due; exit 2")), "not tried: it was compiled for another MPI"));
  CHECK(says(why(stage.rehearse("exit 1", stage.compiler(), {}, [] { return true; })), "interrupted"));
  CHECK(describe({5, 4}) == "fails 4 of 5");
  Stage broken;
  broken.command = "sh -c 'echo no such host; exit 1'";
  CHECK(says(why(broken.rehearse("exit 1")), "MPI_Init and MPI_Finalize alone fails, too: no such host"));
}

TEST_CASE("the compiler stands beside the launcher, by the same suffix") {
  CHECK(compiler_beside("mpiexec.mpich -n {np}") == "mpicc.mpich");
  CHECK(compiler_beside("/opt/a/bin/mpirun -np {np}") == "/opt/a/bin/mpicc");
  CHECK(compiler_beside("mpiexec") == "mpicc");
  CHECK(compiler_beside("srun -n {np}").empty());
  CHECK(compiler_beside("/mpiexec.d/run -n {np}").empty());
}

}  // namespace
}  // namespace tutti::conform
