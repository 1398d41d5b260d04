#include "verified/conform/reproduce/c_completion.hpp"

namespace tutti::conform {
namespace {

/// A procedure for several requests, of which the second is ours and the others are null.
struct Outstanding {
  std::string declared, call;
  bool tests;              ///< so that it is called until `done` is set
  std::string wrong = {};  ///< what cannot be
  std::string says = {};   ///< and how it is printed, behind the rank
};

Outstanding several(Completion how) {
  const std::string any = "at != 1", says_any = "request %d has completed, where only request 1 can\\n\", rank, at";
  const std::string some = "done != 1 || at[0] != 1";
  const std::string says_some =
      "%d requests have completed, first %d, where only request 1 can\\n\", rank, done, at[0]";
  // Compilers take the constant for an array that is too short.
  const std::string none = " MPI_Status* none = MPI_STATUSES_IGNORE;";
  switch (how) {
    case Completion::wait: break;
    case Completion::test: return {"int done = 0;", "MPI_Test(&all[1], &done, MPI_STATUS_IGNORE)", true};
    case Completion::waitall: return {"MPI_Status status[3];", "MPI_Waitall(3, all, status)", false};
    case Completion::testall: return {"int done = 0;" + none, "MPI_Testall(3, all, &done, none)", true};
    case Completion::waitany:
      return {"int at = -1;", "MPI_Waitany(3, all, &at, MPI_STATUS_IGNORE)", false, any, says_any};
    case Completion::testany:
      return {"int at = -1, done = 0;", "MPI_Testany(3, all, &at, &done, MPI_STATUS_IGNORE)", true, any, says_any};
    case Completion::waitsome:
      return {"int at[3] = {-1, -1, -1}, done = 0; MPI_Status status[3];", "MPI_Waitsome(3, all, &done, at, status)",
              false, some, says_some};
    case Completion::testsome:
      return {"int at[3] = {-1, -1, -1}, done = 0;" + none, "MPI_Testsome(3, all, &done, at, none)", true, some,
              says_some};
  }
  return {"", "MPI_Wait(&all[1], MPI_STATUS_IGNORE)", false};
}

}  // namespace

Lines completion(const Case& c, const std::string& request, const std::string& error) {
  const auto kept = error.empty() ? "" : error + " = ";
  const std::string unless_wrong = error.empty() ? "" : "if (!" + error + ") ";
  if (c.completion == Completion::wait) return {unless_wrong + kept + "MPI_Wait(&" + request + ", MPI_STATUS_IGNORE);"};
  const auto how = several(c.completion);
  Lines text{"MPI_Request all[3] = {MPI_REQUEST_NULL, " + request + ", MPI_REQUEST_NULL};"};
  if (!how.declared.empty()) text.push_back(how.declared);
  const auto loop = error.empty() ? "while (!done) " : "while (!done && !" + error + ") ";
  text.push_back((how.tests ? loop : unless_wrong) + kept + how.call + ";");
  text.push_back(request + " = all[1];");
  if (how.wrong.empty()) return text;
  const auto succeeded = error.empty() ? "" : "!" + error + " && ";
  text.push_back("if (" + succeeded + (error.empty() ? how.wrong : "(" + how.wrong + ")") + ")");
  text.push_back("  return printf(\"rank %d: " + how.says + "), 1;");
  return text;
}

Lines completion_of_all(const Case& c, const std::string& error) {
  const auto n = std::to_string(at_once(c)), kept = error.empty() ? "" : error + " = ";
  const std::string unless_wrong = error.empty() ? "" : " && !" + error;
  const auto all = "(" + n + ", request, ";
  const Lines once_each{
      "  if (at[i] < 0 || at[i] >= " + n + " || seen[at[i]]++)",
      "    return printf(\"rank %d: request %d is said to have completed again\\n\", rank, at[i]), 1;"};
  // Compilers take the constant for an array that is too short.
  const std::string statuses = "MPI_Status status[" + n + "];";
  Lines text;
  const auto again = [&](const std::string& declared, const std::string& call, const std::string& how_many) {
    text = {"int seen[" + n + "] = {0}, at[" + n + "], done = 0; " + statuses,
            "for (int left = " + n + "; left > 0" + unless_wrong + "; left -= " + how_many + ") {",
            "  " + declared + kept + call + ";"};
    add(text, {"  for (int i = 0; i < " + how_many + (error.empty() ? "" : " && !" + error) + "; ++i)"});
    add(text, once_each, "  ");
    text.emplace_back("}");
  };
  const auto until_done = "do " + kept;
  const auto done = "; while (!done" + unless_wrong + ");";
  const auto all_at_once = [&](const std::string& declared, const std::string& call) {
    text = {declared + statuses, call};
    if (c.form != Form::nonblocking) return;
    add(text, {"for (int i = 0; i < " + n + unless_wrong + "; ++i)",
               "  if (request[i] != MPI_REQUEST_NULL) return printf(\"rank %d: request %d is left\\n\", rank, i), 1;"});
  };
  switch (c.completion) {
    case Completion::waitall: all_at_once("", kept + "MPI_Waitall" + all + "status);"); break;
    case Completion::testall:
      all_at_once("int done = 0; ", until_done + "MPI_Testall" + all + "&done, status)" + done);
      break;
    case Completion::waitany: again("", "MPI_Waitany" + all + "&at[0], status), done = 1", "done"); break;
    case Completion::testany:
      again("done = 0; do ", "MPI_Testany" + all + "&at[0], &done, status)" + done.substr(0, done.size() - 1), "done");
      break;
    case Completion::waitsome: again("", "MPI_Waitsome" + all + "&done, at, status)", "done"); break;
    case Completion::testsome:
      again("done = 0; do ", "MPI_Testsome" + all + "&done, at, status)" + done.substr(0, done.size() - 1), "done");
      break;
    default: break;
  }
  return text;
}

}  // namespace tutti::conform
