#include "verified/conform/reproduce/reproducer.hpp"

#include <algorithm>

#include "verified/conform/case/legal.hpp"
#include "verified/conform/reproduce/c_completion.hpp"
#include "verified/conform/reproduce/c_program.hpp"

namespace tutti::conform {
namespace {

constexpr std::size_t most_lines = 62, most_columns_of_text = 120;

/// MPI_Iallreduce_c, MPI_Neighbor_alltoall_init, …
std::string name_of_call(const Case& c) {
  std::string name(row(c.procedure).mpi_name);
  if (c.form == Form::nonblocking) {
    name[4] = static_cast<char>(name[4] - 'A' + 'a');
    name.insert(4, "I");
  }
  if (c.form == Form::persistent) name += "_init";
  return name + (c.large_count ? "_c" : "");
}

/// What begins the call, and what ends it.
struct CCall {
  Lines begin, end;
};

/// The names of what the call uses; `first` is where a persistent request is made.
struct CNames {
  std::string comm, request, first;
  std::string error = {};  ///< keeps what the procedures return; empty: nothing does
};

CCall call(const Case& c, const std::string& arguments, const CNames& name) {
  const auto kept = name.error.empty() ? "" : name.error + " = ";
  const auto unless_wrong = name.error.empty() ? "" : "if (!" + name.error + ") " + kept;
  const auto text = kept + name_of_call(c) + "(" + arguments +
                    (arguments.empty() || !communicates(c.procedure) ? "" : ", ") +
                    (communicates(c.procedure) ? name.comm : "");
  if (c.form == Form::blocking) return {wrapped(text + ");", 4), {}};
  const auto end = completion(c, name.request, name.error);
  if (c.form == Form::nonblocking) return {wrapped(text + ", &" + name.request + ");", 4), end};
  auto begin = wrapped("if (" + name.first + ") " + text + ", MPI_INFO_NULL, &" + name.request + ");", 4);
  if (!starts_all_at_once(c)) begin.push_back(unless_wrong + "MPI_Start(&" + name.request + ");");
  return {begin, end};
}

/// Prints an error that is not due: an MPI may return it without calling the handler, which would end the program.
std::string print_of_error(const std::string& error) {
  return "printf(\"rank %d: the error %d is returned\\n\", rank, " + error + ")";
}

/// A comment holds no end of a comment, and no line of it is too long.
Lines title(const Case& c, const Wrong& found) {
  std::string text = name_of_call(c) + " of " + print(c) + ": " + found.text;
  for (auto at = text.find("*/"); at != std::string::npos; at = text.find("*/")) text.replace(at, 2, "* ");
  constexpr std::size_t most = 200;
  if (text.size() > most) text = text.substr(0, text.rfind(' ', most)) + " ...";
  auto lines = wrapped("/* " + text, 3);
  lines.push_back("   MPI 4.0, " + std::string(row(c.procedure).clause) + ". mpicc -std=c99" +
                  (c.scenario == Scenario::threads ? " -pthread" : "") + " FILE && mpiexec -n " +
                  std::to_string(c.ranks) + " ./a.out" +
                  (c.nodes.count > 1 ? ", ranks on nodes " + node_list(c.nodes, c.ranks) : "") +
                  "; it exits with 1 where it fails. */");
  return lines;
}

/// The format of a Part with `name` in the place of each @.
std::string with_name(std::string text, char name) {
  std::ranges::replace(text, '@', name);
  return text;
}

Lines functions(const Case& c, const CProgram& p, bool keeps_errors) {
  const auto the_call = call(c, p.arguments, {"comm[k]", "request[k]", "!turn", keeps_errors ? "error[k]" : ""});
  Lines text{"static void start(int k, int turn) {",
             "  memset(send[k], 255, sizeof *send), memset(receive[k], 255, sizeof *receive);"};
  add(text, p.fill, "  ");
  add(text, the_call.begin, "  ");
  text.push_back("}");
  if (completes_all_at_once(c)) {
    text.push_back("static int complete(void) {");
    add(text, completion_of_all(c, keeps_errors ? "error[0]" : ""), "  ");
    text.push_back("  return 0;");
    text.push_back("}");
  }
  text.push_back("static int finish(int k) {");
  if (!completes_all_at_once(c)) add(text, the_call.end, "  ");
  if (keeps_errors) text.push_back("  if (error[k]) return " + print_of_error("error[k]") + ", 1;");
  add(text, p.after, "  ");
  text.push_back("  for (long i = 0; i < room; ++i) {");
  text.push_back("    Part a = receive[k][i], b = due[k][i];");
  text.push_back("    if (memcmp(&receive[k][i], &due[k][i], sizeof a)" +
                 (p.differs.empty() ? "" : " && (" + p.differs + ")") + ")");
  const std::string print =
      "      return printf(\"rank %d: element %ld is " + p.format + ", due " + p.format + "\\n\", rank, i - margin,";
  const auto shown = with_name(p.shown, 'a') + ", " + with_name(p.shown, 'b') + "), 1;";
  if (print.size() + 1 + shown.size() <= most_columns_of_text)
    text.push_back(print + " " + shown);
  else
    add(text, {print, "                    " + shown});
  text.push_back("  }");
  text.push_back("  return 0;");
  text.push_back("}");
  return text;
}

Lines scenario_alone() { return {"for (int turn = 0; turn < 2; ++turn) start(0, turn), wrong |= finish(0);"}; }

Lines scenario_repeated(const Case& c) {
  return {"for (int turn = 0; turn < " + std::to_string(repetitions(c)) +
          "; ++turn) start(0, turn), wrong |= finish(0);"};
}

/// Each rank waits for up to four milliseconds of its own before it enters, and before it completes.
Lines scenario_late() {
  return {"for (int turn = 0; turn < 3; ++turn) {",
          "  for (double t = MPI_Wtime(); MPI_Wtime() - t < 1e-3 * ((rank * 7 + turn * 3) % 5);) continue;",
          "  start(0, turn);",
          "  for (double t = MPI_Wtime(); MPI_Wtime() - t < 1e-3 * ((rank * 3 + turn * 2) % 5);) continue;",
          "  wrong |= finish(0);",
          "}"};
}

Lines scenario_tools() {
  return {"for (int turn = 0; turn < 3; ++turn) {", "  int provided;",
          "  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);",
          "  start(0, turn), MPI_T_finalize(), wrong |= finish(0);", "}"};
}

/// The handles are freed while the call is pending.
Lines scenario_freed(const CProgram& p) {
  std::string text = "MPI_Comm_free(&comm[0])";
  for (const auto& type : p.types) text += ", MPI_Type_free(&" + type + ")";
  if (!p.op.empty()) text += ", MPI_Op_free(&" + p.op + ")";
  return {"start(0, 0);", text + ";", "wrong |= finish(0);"};
}

/// In another order at each rank, or by one procedure that is for several requests.
std::string finish_all(const Case& c) {
  const auto n = std::to_string(at_once(c));
  return std::string(completes_all_at_once(c) ? "wrong |= complete(); " : "") + "for (int k = " + n +
         "; k > 0; --k) wrong |= finish((rank + k) % " + n + ");";
}

/// On one communicator.
Lines scenario_outstanding(const Case& c) {
  const auto n = std::to_string(at_once(c));
  return {"MPI_Request barrier;", "start(0, 0), MPI_Ibarrier(comm[0], &barrier);",
          "for (int k = 1; k < " + n + "; ++k) start(k, 0);", finish_all(c), "MPI_Wait(&barrier, MPI_STATUS_IGNORE);"};
}

Lines scenario_in_flight(const Case& c, bool keeps_errors) {
  const auto n = std::to_string(at_once(c));
  const auto finish = finish_all(c);
  if (c.form == Form::nonblocking)
    return {"for (int k = 0; k < " + n + "; ++k) start((rank + k) % " + n + ", 0);", finish};
  const auto start = "  for (int k = 0; k < " + n + "; ++k) start(k, turn);";
  if (!starts_all_at_once(c)) return {"for (int turn = 0; turn < 2; ++turn) {", start, "  " + finish, "}"};
  return {"for (int turn = 0; turn < 2; ++turn) {", start,
          std::string("  ") + (keeps_errors ? "error[0] = " : "") + "MPI_Startall(" + n + ", request);", "  " + finish,
          "}"};
}

Lines scenario_threads() {
  return {"pthread_t thread[3];",
          "for (int k = 0; k < 3; ++k) pthread_create(&thread[k], NULL, one_thread, &numbers[k]);",
          "for (int k = 0; k < 3; ++k) pthread_join(thread[k], NULL), wrong |= failed[k];"};
}

/// The call; where it is nonblocking, each rank starts it when the one before it has, since it waits for nobody.
Lines start_in_turn(const Case& c) {
  if (c.form != Form::nonblocking) return {"start(0, 0), wrong |= finish(0);"};
  return {"MPI_Comm turn; /* on which nobody else receives */",
          "MPI_Comm_dup(MPI_COMM_WORLD, &turn);",
          "if (rank) MPI_Recv(NULL, 0, MPI_INT, rank - 1, 1, turn, MPI_STATUS_IGNORE);",
          "start(0, 0);",
          "if (rank + 1 < " + std::to_string(c.ranks) + ") MPI_Send(NULL, 0, MPI_INT, rank + 1, 1, turn);",
          "wrong |= finish(0);"};
}

/// Two messages from each rank to another, sent before the call: one received during it, the other behind it.
Lines scenario_between_messages(const Case& c) {
  const bool inter = is_inter(c.comm);
  Lines text{
      "MPI_Request message[3]; int here, size, got[2], left;",
      std::string("MPI_Comm_rank(comm[0], &here), MPI_Comm_") + (inter ? "remote_" : "") + "size(comm[0], &size);",
      std::string("int next = ") + (inter ? "here < size ? here : MPI_PROC_NULL" : "(here + 1) % size") + ";",
      std::string("int source = next == MPI_PROC_NULL ? next : MPI_ANY_SOURCE, sender = ") +
          (inter ? "here;" : "(here + size - 1) % size;"),
      "MPI_Irecv(&got[0], 1, MPI_INT, source, MPI_ANY_TAG, comm[0], &message[0]);",
      "for (int m = 1; m < 3; ++m) MPI_Isend(&here, 1, MPI_INT, next, m - 1, comm[0], &message[m]);"};
  add(text, start_in_turn(c));
  add(text, {"MPI_Recv(&got[1], 1, MPI_INT, source, MPI_ANY_TAG, comm[0], MPI_STATUS_IGNORE);",
             "for (int m = 0; m < 3; ++m) MPI_Wait(&message[m], MPI_STATUS_IGNORE);",
             "MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm[0], &left, MPI_STATUS_IGNORE);",
             "if (left) printf(\"rank %d: a message is left\\n\", rank), wrong = 1;",
             "if (source != MPI_PROC_NULL && (got[0] != sender || got[1] != sender)) "
             "wrong = 1, puts(\"a message is another one\");"});
  return text;
}

Lines scenario(const Case& c, const CProgram& p, bool keeps_errors) {
  if (c.freed) return scenario_freed(p);
  switch (c.scenario) {
    case Scenario::in_flight: return scenario_in_flight(c, keeps_errors);
    case Scenario::outstanding: return scenario_outstanding(c);
    case Scenario::between_messages: return scenario_between_messages(c);
    case Scenario::threads: return scenario_threads();
    case Scenario::late: return scenario_late();
    case Scenario::repeated: return scenario_repeated(c);
    case Scenario::tools: return scenario_tools();
    default: return scenario_alone();
  }
}

bool mentions(const Lines& lines, const std::string& word) {
  return std::ranges::any_of(lines, [&](const auto& line) { return line.find(word) != std::string::npos; });
}

Lines body_of_main(const Case& c, const Lines& before, const Lines& statements) {
  const auto copies = at_once(c);
  Lines text{"int main(int argc, char** argv) {"};
  if (c.scenario == Scenario::threads) {
    text.push_back("  int provided;");
    text.push_back("  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);");
  } else {
    text.push_back("  MPI_Init(&argc, &argv);");
  }
  text.back() += " MPI_Comm_rank(MPI_COMM_WORLD, &rank);";
  const auto due = std::to_string(c.ranks);
  text.push_back("  int world; MPI_Comm_size(MPI_COMM_WORLD, &world);");
  text.push_back("  if (world != " + due + ") return puts(\"" + due + " ranks are due\"), MPI_Finalize(), 2;");
  add(text, make_communicator(c), "  ");
  const bool shares = c.scenario == Scenario::outstanding;
  if (copies > 1)
    text.push_back("  for (int k = 1; k < " + std::to_string(copies) + "; ++k) " +
                   (shares ? "comm[k] = comm[0];" : "MPI_Comm_dup(comm[0], &comm[k]);"));
  if (c.freed) text.push_back("  MPI_Comm_dup(comm[0], comm);");
  add(text, before, "  ");
  add(text, statements, "  ");
  text.push_back("  return printf(\"rank %d: %s\\n\", rank, wrong ? \"FAIL\" : \"PASS\"), MPI_Finalize(), wrong;");
  text.push_back("}");
  return text;
}

Lines includes(const Case& c, bool strings) {
  Lines text{"#include <mpi.h>"};
  if (c.scenario == Scenario::threads) text.push_back("#include <pthread.h>");
  if (c.load.find("int") != std::string::npos && c.load.ends_with("_t")) text.push_back("#include <stdint.h>");
  text.push_back("#include <stdio.h>");
  if (!strings) return text;
  text.push_back("#include <string.h>");
  return text;
}

/// The send buffer on pages that cannot be written to during the call.
void forbid_writing(CProgram& p) {
  p.fill.push_back("mprotect(send, sizeof send, PROT_READ);");
  p.after.insert(p.after.begin(), "mprotect(send, sizeof send, PROT_READ | PROT_WRITE);");
}

Lines with_buffers(const Case& c, const Wrong& found, CProgram p) {
  const bool read_only = found.kind == Kind::send_buffer_written, keeps_errors = found.kind == Kind::unexpected_error;
  if (read_only) forbid_writing(p);
  const auto copies = std::to_string(at_once(c));
  auto text = title(c, found);
  add(text, includes(c, true));
  if (read_only) text.push_back("#include <sys/mman.h>");
  if (mentions(p.once, "setrlimit")) text.push_back("#include <sys/resource.h>");
  text.push_back("enum { margin = " + p.margin + ", room = " + p.room +
                 " }; /* Parts before a buffer and behind it, and in all */");
  const auto functions_of_case = functions(c, p, keeps_errors);
  const bool needs_me = mentions(functions_of_case, "me ==");
  text.push_back(std::string("static int rank, wrong") + (needs_me ? ", me;" : ";"));
  add(text, p.declarations);
  text.push_back("static MPI_Comm comm[" + copies + "];");
  if (c.form != Form::blocking) text.back() += " static MPI_Request request[" + copies + "];";
  if (keeps_errors) text.back() += " static int error[" + copies + "];";
  const auto buffer = [&](const std::string& name) { return name + "[" + copies + "][room]"; };
  if (read_only)
    add(text,
        {"static Part send[" + copies +
             "][(room + 65535) / 65536 * 65536] __attribute__((aligned(65536))); /* whole pages, of up to 64 KiB */",
         "static Part " + buffer("receive") + ", " + buffer("due") + ";"});
  else
    text.push_back("static Part " + buffer("send") + ", " + buffer("receive") + ", " + buffer("due") + ";");
  add(text, functions_of_case);
  if (c.scenario == Scenario::threads) {
    text.push_back("static int numbers[] = {0, 1, 2}, failed[3];");
    text.push_back(
        "static void* one_thread(void* k) { return start(*(int*)k, 0), failed[*(int*)k] = finish(*(int*)k), NULL; }");
  }
  auto once = p.once;
  if (needs_me) once.insert(once.begin(), "MPI_Comm_rank(comm[0], &me);");
  add(text, body_of_main(c, once, scenario(c, p, keeps_errors)));
  return text;
}

Lines without_buffers(const Case& c, const Wrong& found, const CStatements& s) {
  auto text = title(c, found);
  add(text, includes(c, false));
  text.push_back("static int rank, wrong;");
  text.push_back("static MPI_Comm comm[1];");
  add(text, s.declarations);
  add(text, body_of_main(c, {}, s.main));
  return text;
}

Lines program(const Case& c, const Wrong& found) {
  if (c.scenario == Scenario::error) return without_buffers(c, found, error_statements(c, found.kind));
  if (c.procedure == Procedure::op_commutative) return without_buffers(c, found, op_commutative_statements(c));
  if (c.procedure == Procedure::barrier) {
    const bool keeps_errors = found.kind == Kind::unexpected_error;
    const auto lines = call(c, "", {"comm[0]", "request", "!late", keeps_errors ? "error" : ""});
    auto all = lines.begin;
    if (keeps_errors) all.insert(all.begin(), "int error = MPI_SUCCESS;");
    add(all, lines.end);
    if (keeps_errors) all.push_back("if (error) return " + print_of_error("error") + ", 1;");
    return without_buffers(c, found, barrier_statements(c, all));
  }
  const auto parts = uses(c.procedure).operators ? reduction_program(c, found) : movement_program(c);
  return parts.arguments.empty() ? Lines{} : with_buffers(c, found, parts);
}

/// Ranks cannot meet on a communicator that they have freed, to compare what they have; of buffers at MPI_BOTTOM
/// the datatypes are made for one call; a mixture of all procedures is no short program; a program that is to end at
/// once cannot say that it has passed; and of buffers side by side all arguments are significant.
bool can_be_said(const Case& c, const Wrong& found) {
  if (c.scenario == Scenario::mixed || c.handler == Handler::fatal) return false;
  if (c.adjacent && c.insignificant != Insignificant::right) return false;
  return !(c.freed && found.kind == Kind::disagreement) && !(c.bottom && at_once(c) > 1);
}

}  // namespace

std::string reproducer(const Case& c, const Wrong& found) {
  if (why_not(c) || !can_be_said(c, found)) return "";
  const auto lines = program(c, found);
  const bool fits = lines.size() <= most_lines &&
                    std::ranges::all_of(lines, [](const auto& line) { return line.size() <= most_columns_of_text; });
  if (!fits) return "";
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

}  // namespace tutti::conform
