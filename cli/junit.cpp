#include "cli/junit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

#include "verified/system/utf8.hpp"

namespace tutti::cli {
namespace {

void add_finding(pugi::xml_node testcase, const char* kind, const std::optional<std::string>& text) {
  if (!text) return;
  auto finding = testcase.append_child(kind);
  finding.append_attribute("message") = text->substr(0, text->find('\n')).c_str();
  finding.text() = text->c_str();
}

}  // namespace

std::string print_junit(const std::string& suite, const std::vector<JUnitCase>& cases) {
  pugi::xml_document document;
  auto declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  auto node = document.append_child("testsuites").append_child("testsuite");
  node.append_attribute("name") = suite.c_str();
  node.append_attribute("tests") = cases.size();
  node.append_attribute("failures") = std::ranges::count_if(cases, [](const auto& c) { return c.failure.has_value(); });
  node.append_attribute("errors") = std::ranges::count_if(cases, [](const auto& c) { return c.error.has_value(); });
  node.append_attribute("skipped") = std::ranges::count_if(cases, [](const auto& c) { return c.skipped.has_value(); });
  double seconds = 0;
  for (const auto& c : cases) seconds += c.seconds;
  node.append_attribute("time") = fmt::format("{:.3f}", seconds).c_str();
  for (const auto& c : cases) {
    auto testcase = node.append_child("testcase");
    testcase.append_attribute("classname") = c.classname.c_str();
    testcase.append_attribute("name") = c.name.c_str();
    testcase.append_attribute("time") = fmt::format("{:.3f}", c.seconds).c_str();
    add_finding(testcase, "failure", c.failure);
    add_finding(testcase, "error", c.error);
    add_finding(testcase, "skipped", c.skipped);
  }
  std::ostringstream out;
  document.save(out, "  ", pugi::format_default | pugi::format_skip_control_chars);
  return valid_utf8(out.str());
}

}  // namespace tutti::cli
