// `tutti op` in the tests of an application: link tutti::op, and with doctest or GoogleTest
//   const auto verdict = tutti::check_op("keep_max.c", "keep_max", "struct{double v; int i;}", "--commute 1");
//   CHECK_MESSAGE(verdict, verdict.text);      EXPECT_TRUE(verdict) << verdict.text;
#pragma once
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <initializer_list>
#include <string>

namespace tutti {

/// What `tutti op` says of a function.
struct OpVerdict {
  int status = 2;    ///< its exit status: 0 MPI may use it, 1 it may not, 3 unknown, 2 and others: it was not judged
  std::string text;  ///< what it printed
  explicit operator bool() const { return status == 0; }
};

/// May MPI use that MPI_User_function of a source file or a shared library on elements of that type in C? `more` are
/// further options of `tutti op`, quoted as for a shell. Runs that program: TUTTI_PROGRAM, or `tutti` of the PATH.
inline OpVerdict check_op(const std::string& file, const std::string& function, const std::string& type,
                          const std::string& more = "") {
#ifdef TUTTI_PROGRAM
  std::string command = "exec '" TUTTI_PROGRAM "' op";
#else
  std::string command = "exec tutti op";
#endif
  for (const auto& word : {file, std::string("--function"), function, std::string("--type"), type}) {
    command += " '";
    for (const char c : word) command += c == '\'' ? std::string("'\\''") : std::string(1, c);
    command += '\'';
  }
  OpVerdict verdict;
  std::FILE* output = popen((command + " " + more + " 2>&1").c_str(), "r");
  if (!output) return verdict;
  for (std::array<char, 4096> part; const auto n = std::fread(part.data(), 1, part.size(), output);)
    verdict.text.append(part.data(), n);
  const int ended = pclose(output);
  verdict.status = WIFEXITED(ended) ? WEXITSTATUS(ended) : 2;
  return verdict;
}

}  // namespace tutti
