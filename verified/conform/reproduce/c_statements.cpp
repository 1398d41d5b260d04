// Programs whose point is not data: a barrier, a wrong argument, an inquiry.
#include <algorithm>

#include "verified/conform/case/legal.hpp"
#include "verified/conform/case/loads.hpp"
#include "verified/conform/case/wrongs.hpp"
#include "verified/conform/reproduce/c_program.hpp"

namespace tutti::conform {
namespace {

std::string mpi_name(const Case& c) { return std::string(row(c.procedure).mpi_name); }

/// The arguments of a right call on ints, each under its name.
struct Plain {
  std::string send = "data[0]", receive = "data[1]", count = "1", type = "MPI_INT", op = "MPI_SUM", root = "0",
              comm = "comm[0]";
};

Plain spoilt(const Case& c) {
  const auto& wrong = wrong_argument_named(c.wrong)->spoilt;
  Plain to;
  if (wrong.root) to.root = *wrong.root == WrongRoot::size ? "size" : std::to_string(no_rank);
  if (wrong.comm == WrongComm::null) to.comm = "MPI_COMM_NULL";
  if (wrong.comm == WrongComm::world) to.comm = "MPI_COMM_WORLD";
  if (wrong.comm == WrongComm::intercommunicator) to.comm = "inter";
  if (wrong.one_sided) to.op = *wrong.one_sided == OneSided::replace ? "MPI_REPLACE" : "MPI_NO_OP";
  if (wrong.op) to.op = *wrong.op ? row(**wrong.op).mpi_name : "MPI_OP_NULL";
  if (wrong.type) to.type = *wrong.type ? row(**wrong.type).mpi_name : "MPI_DATATYPE_NULL";
  if (wrong.count) to.count = std::to_string(*wrong.count);
  if (wrong.uncommitted) to.type = "uncommitted";
  if (wrong.in_place) (on_neighbours(c.procedure) ? to.send : to.receive) = "MPI_IN_PLACE";
  return to;
}

/// That the class c is one of those that are due.
std::string is_due(const Case& c) {
  std::string text;
  for (const auto& name : due_classes(*wrong_argument_named(c.wrong), c.procedure))
    text += (text.empty() ? "c == " : " || c == ") + name;
  return text;
}

/// Arrays have one entry per rank or neighbour, of which the first may be wrong.
std::string call(const Case& c, const Plain& a) {
  using enum Procedure;
  const auto one = [](const std::string& buffer, const std::string& n, const std::string& type) {
    return buffer + ", " + n + ", " + type;
  };
  const Plain right;
  const bool spoils_send = a.type != right.type || a.count != right.count;
  const auto many = [&](const std::string& buffer, bool spoilt) {
    return buffer + ", " + (spoilt && a.count != "1" ? "wrong_counts" : "counts") + ", at, " +
           (spoilt ? a.type : right.type);
  };
  const auto typed = [&](const std::string& buffer, bool spoilt) {
    return buffer + ", " + (spoilt && a.count != "1" ? "wrong_counts" : "counts") + ", at, " +
           (spoilt && a.type != right.type ? "wrong_types" : "types");
  };
  const auto sent = one(a.send, a.count, a.type), received = one(a.receive, a.count, a.type);
  const auto plain_sent = one(a.send, "1", "MPI_INT"), plain_received = one(a.receive, "1", "MPI_INT");
  const auto reduction = a.send + ", " + a.receive + ", " + a.count + ", " + a.type + ", " + a.op;
  const auto root = ", " + a.root;
  std::string text;
  switch (c.procedure) {
    case reduce: text = reduction + root; break;
    case allreduce:
    case reduce_scatter_block:
    case scan:
    case exscan: text = reduction; break;
    case reduce_scatter:
      text =
          a.send + ", " + a.receive + ", " + (a.count == "1" ? "counts" : "wrong_counts") + ", " + a.type + ", " + a.op;
      break;
    case bcast: text = received + root; break;
    case gather: text = sent + ", " + plain_received + root; break;
    case gatherv: text = sent + ", " + many(a.receive, false) + root; break;
    case scatter: text = plain_sent + ", " + received + root; break;
    case scatterv: text = many(a.send, false) + ", " + received + root; break;
    case allgather:
    case alltoall:
    case neighbor_allgather:
    case neighbor_alltoall: text = sent + ", " + plain_received; break;
    case allgatherv:
    case neighbor_allgatherv: text = sent + ", " + many(a.receive, false); break;
    case alltoallv:
    case neighbor_alltoallv: text = many(a.send, spoils_send) + ", " + many(a.receive, false); break;
    case alltoallw:
    case neighbor_alltoallw: text = typed(a.send, spoils_send) + ", " + typed(a.receive, false); break;
    case barrier: return "MPI_Barrier(" + a.comm + ")";
    case reduce_local: return "MPI_Reduce_local(" + reduction + ")";
    case op_commutative: return "MPI_Op_commutative(" + a.op + ", data[0])";
  }
  return mpi_name(c) + "(" + text + ", " + a.comm + ")";
}

}  // namespace

CStatements error_statements(const Case& c, Kind kind) {
  const auto arguments = spoilt(c);
  const auto text = call(c, arguments);
  const auto uses_name = [&](const char* name) { return text.find(name) != std::string::npos; };
  CStatements s;
  auto& to = s.main;
  const auto n = std::to_string(std::max(16, c.ranks));
  to = {"int size, sum = 0;", "MPI_Comm_size(comm[0], &size);",
        "for (int i = 0; i < 2; ++i) MPI_Comm_set_errhandler(i ? MPI_COMM_SELF : MPI_COMM_WORLD, handler);",
        "MPI_Comm_set_errhandler(comm[0], handler);"};
  to.insert(to.begin(), c.handler == Handler::own
                            ? "MPI_Errhandler handler; MPI_Comm_create_errhandler(handle, &handler);"
                            : "MPI_Errhandler handler = MPI_ERRORS_RETURN;");
  const bool names_one = communicates(c.procedure) && !wrong_argument_named(c.wrong)->spoilt.comm;
  if (c.handler == Handler::own)
    s.declarations = {
        "static int handled; /* times that the handler is called */",
        names_one
            ? "static void handle(MPI_Comm* in, int* code, ...) { (void)code, handled += *in == comm[0] ? 1 : 100; }"
            : "static void handle(MPI_Comm* in, int* code, ...) { (void)in, (void)code, ++handled; }"};
  if (uses_name("data")) to.push_back("static int data[2][" + n + "];");
  if (uses_name("uncommitted")) {
    to.push_back("MPI_Datatype uncommitted;");
    to.push_back("MPI_Type_contiguous(1, MPI_INT, &uncommitted);");
  }
  const bool typed = uses_name("types");
  const auto array = [&](const std::string& name, const std::string& type, const std::string& value) {
    if (!uses_name((" " + name + ",").c_str())) return;
    to.push_back(type + " " + name + "[" + n + "];");
    to.push_back("for (int i = 0; i < " + n + "; ++i) " + name + "[i] = " + value + ";");
  };
  array("counts", "int", "1");
  array("wrong_counts", "int", "i ? 1 : " + arguments.count);
  array("at", "int", typed ? "i * (int)sizeof(int)" : "i");
  array("types", "MPI_Datatype", "MPI_INT");
  array("wrong_types", "MPI_Datatype", arguments.type);
  if (needs_intercommunicator(c.wrong))
    for (const auto* line : {"MPI_Comm part, inter;", "MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &part);",
                             "MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, 1 - rank % 2, 1, &inter);",
                             "MPI_Comm_set_errhandler(inter, handler);"})
      to.emplace_back(line);
  const auto due = is_due(c);
  to.push_back("int error = " + text + ", c, length;");
  to.push_back("char name[MPI_MAX_ERROR_STRING];");
  to.push_back("MPI_Error_class(error, &c), MPI_Error_string(error, name, &length);");
  // An MPI need not notice (MPI 4.0, 9.3).
  to.push_back(std::string(kind == Kind::no_error ? "if (" : "if (error != MPI_SUCCESS && ") + "!(" + due + "))");
  to.push_back("  printf(\"rank %d: the error is %s, due is " + due + "\\n\", rank, name), wrong = 1;");
  if (c.handler == Handler::own)
    for (const auto* line :
         {"if (handled != (error != MPI_SUCCESS))",
          "  printf(\"rank %d: error %d, and the handler is called %d times\\n\", rank, error, handled), "
          "wrong = 1;"})
      to.emplace_back(line);
  to.push_back("error = MPI_Allreduce(&size, &sum, 1, MPI_INT, MPI_SUM, comm[0]);");
  to.push_back("if (error != MPI_SUCCESS || sum != size * size)");
  to.push_back(
      "  printf(\"rank %d: then MPI_Allreduce returns %d and gives %d, due %d\\n\", rank, error, sum, size * size), "
      "wrong = 1;");
  to.push_back(
      "if (MPI_Barrier(comm[0]) != MPI_SUCCESS) printf(\"rank %d: then MPI_Barrier fails\\n\", rank), wrong = 1;");
  return s;
}

namespace {

/// Whether a barrier at `rank` must wait for the rank `late`: both are on one communicator, and of two groups in
/// another.
std::string is_waited_for(const Case& c) {
  switch (c.comm) {
    case Comm::self: return "0";
    case Comm::split:
    case Comm::nested: return "late % 2 == rank % 2";
    case Comm::create_group: return "(" + in_lower_group(c, "late") + ") == (" + in_lower_group(c, "rank") + ")";
    case Comm::inter:
    case Comm::inter_one:
    case Comm::inter_rest: return "(" + in_lower_group(c, "late") + ") != (" + in_lower_group(c, "rank") + ")";
    default: return "1";
  }
}

}  // namespace

CStatements barrier_statements(const Case& c, const Lines& call_it) {
  const std::string waits = is_waited_for(c);
  const auto p = std::to_string(c.ranks);
  CStatements s;
  s.main = {"MPI_Request request;",
            "for (int late = 0; late < " + p + "; ++late) { /* enters 0.3 seconds after the others */",
            "  for (int r = 0; r < " + p + " && rank == late; ++r)",
            "    if (r != late) MPI_Send(NULL, 0, MPI_INT, r, 5, MPI_COMM_WORLD);",
            "  if (rank != late) MPI_Recv(NULL, 0, MPI_INT, late, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);",
            "  double start = MPI_Wtime();",
            "  while (rank == late && MPI_Wtime() - start < 0.3) continue;",
            "  (void)request;"};
  for (const auto& line : call_it) s.main.push_back("  " + line);
  s.main.insert(
      s.main.end(),
      {"  if (rank != late && " + waits + " && MPI_Wtime() - start < 0.15)",
       "    printf(\"rank %d: left the barrier before rank %d had entered\\n\", rank, late), wrong = 1;", "}"});
  return s;
}

CStatements op_commutative_statements(const Case& c) {
  const auto predefined = predefined_named(c.load);
  const auto* user = user_operator_named(c.load);
  const bool due = predefined || (user && user->commutes);
  CStatements s;
  s.main = {"int commutes = -1;", "MPI_Op op;"};
  if (predefined) {
    s.main.push_back("op = " + std::string(row(predefined->first).mpi_name) + ";");
  } else {
    s.declarations = {"static void left(void* in, void* inout, int* n, MPI_Datatype* type) {",
                      "  for (int i = 0; i < *n; ++i) ((int*)inout)[i] = ((int*)in)[i];", "  (void)type;", "}"};
    s.main.push_back(std::string("MPI_Op_create(left, ") + (due ? "1" : "0") + ", &op);");
  }
  s.main.push_back("int error = MPI_Op_commutative(op, &commutes);");
  s.main.push_back(std::string("if (error != MPI_SUCCESS || !commutes ") + (due ? "!=" : "==") + " 0)");
  s.main.push_back(std::string("  printf(\"rank %d: error %d, commutes is %d, due ") + (due ? "1" : "0") +
                   "\\n\", rank, error, commutes), wrong = 1;");
  return s;
}

}  // namespace tutti::conform
