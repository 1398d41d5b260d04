#include "cli/page.hpp"

#include <sstream>

#include "verified/system/utf8.hpp"

namespace tutti::cli {
namespace {

const std::string common_style = R"(
:root { color-scheme: light dark; --ok: #dcf0dc; --bad: #f7c3be; --open: #f3e3a8; --line: #c8c8c8; --soft: #f5f5f5; }
@media (prefers-color-scheme: dark) {
  :root { --ok: #1c3d21; --bad: #7a2622; --open: #5c4d14; --line: #4a4a4a; --soft: #222; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 100em; margin: 2em auto; padding: 0 1em; }
h2 { margin-top: 2em; } h3 { margin-bottom: 0.3em; } p { margin: 0.4em 0; }
table { border-collapse: collapse; margin: 0.5em 0; }
th, td { border: 1px solid var(--line); padding: 0.1em 0.5em; text-align: right; font-variant-numeric: tabular-nums; }
th { font-weight: 600; } th.group { text-align: center; } td.corner { border: none; }
.name, code { font-family: ui-monospace, monospace; font-size: 0.92em; overflow-wrap: anywhere; }
th.name { text-align: left; font-weight: 400; position: sticky; left: 0; background: var(--soft); white-space: nowrap; }
th.upright { vertical-align: bottom; text-align: center; padding: 0.4em 0.1em; }
th.upright span { writing-mode: vertical-rl; transform: rotate(180deg); font-weight: 400; white-space: nowrap; }
.ok { background: var(--ok); } .bad { background: var(--bad); font-weight: 600; } .open { background: var(--open); }
td a { color: inherit; } .none { opacity: 0.5; }
.verdict { padding: 0.5em 1em; font-size: 1.15em; }
.scroll { overflow-x: auto; }
pre { background: var(--soft); border: 1px solid var(--line); padding: 0.6em; overflow-x: auto; font-size: 13px; }
pre.command { white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; }
.failure { border-left: 5px solid var(--bad); padding: 0.2em 0 0.2em 1em; margin: 0.6em 0; }
.known { border-color: var(--open); }
.figures { display: flex; flex-wrap: wrap; gap: 1em; align-items: flex-start; }
figure { border: 1px solid var(--line); margin: 0.5em 0; padding: 0.5em; max-width: 28em; font-size: 13px; }
.picture { overflow-x: auto; } figcaption ul { padding-left: 1.2em; margin: 0.3em 0; overflow-wrap: anywhere; }
@media print { body { max-width: none; margin: 0; } .scroll, .picture, pre { overflow: visible; }
  .ok, .bad, .open { print-color-adjust: exact; -webkit-print-color-adjust: exact; } figure { break-inside: avoid; } }
)";

}  // namespace

pugi::xml_node add(pugi::xml_node to, const char* element, const std::string& text, const std::string& css) {
  auto node = to.append_child(element);
  if (!css.empty()) node.append_attribute("class") = css.c_str();
  if (!text.empty()) node.text() = text.c_str();
  return node;
}

Page::Page(const std::string& title, const std::string& style) {
  document_.append_child(pugi::node_doctype).set_value("html");
  auto html = document_.append_child("html");
  html.append_attribute("lang") = "en";
  auto head = add(html, "head");
  head.append_child("meta").append_attribute("charset") = "utf-8";
  auto meta = head.append_child("meta");
  meta.append_attribute("name") = "viewport";
  meta.append_attribute("content") = "width=device-width";
  add(head, "title", title);
  add(head, "style", common_style + style);
  body_ = add(html, "body");
  add(body_, "h1", title);
}

std::string Page::print() const {
  std::ostringstream out;
  document_.save(out, "", pugi::format_raw | pugi::format_no_declaration | pugi::format_skip_control_chars);
  return valid_utf8(out.str());
}

}  // namespace tutti::cli
