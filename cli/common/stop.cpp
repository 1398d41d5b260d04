#include "cli/common/stop.hpp"

#include <csignal>

namespace tutti::cli {
namespace {

volatile std::sig_atomic_t asked_to_stop = 0;

}  // namespace

void heed_signals() {
  struct sigaction action {};
  action.sa_handler = [](int) { asked_to_stop = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGHUP, &action, nullptr);
  action.sa_flags = 0;
  sigaction(SIGPIPE, &action, nullptr);
}

bool is_asked_to_stop() { return asked_to_stop != 0; }

}  // namespace tutti::cli
