// Runs a program and keeps what it wrote.
#pragma once
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "verified/system/temporary_folder.hpp"

namespace tutti {

inline std::string read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// An empty folder that goes with the test.
class Folder : public TemporaryFolder {
 public:
  Folder() : TemporaryFolder("tutti-test") {}
  bool empty() const { return std::filesystem::is_empty(path()); }
};

struct Outcome {
  int status;
  std::string out, err;
};

/// Runs the program with arguments as the shell reads them.
inline Outcome run(const std::string& program, const std::string& arguments) {
  const Folder folder;
  const auto out = folder / "out", err = folder / "err";
  const auto command = program + " " + arguments + " >" + out.string() + " 2>" + err.string();
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(out), read(err)};
}

}  // namespace tutti
