#include "verified/draw/svg.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sstream>

#include "verified/system/utf8.hpp"

namespace tutti {

Attribute::Attribute(const char* called, double length)
    : name(called), value(fmt::format("{}", std::round(10 * length) / 10)) {}

Svg::Svg(std::string_view title) : svg_(document_.append_child("svg")) {
  set(svg_, {{"xmlns", "http://www.w3.org/2000/svg"}, {"width", ""}, {"height", ""}, {"viewBox", ""}});
  set(svg_, {{"font-family", "Helvetica, Arial, sans-serif"}, {"font-size", font}});
  set_text(add("title", {}), title);
}

pugi::xml_node Svg::add(const char* element, Attributes attributes) {
  auto node = svg_.append_child(element);
  set(node, attributes);
  return node;
}

void Svg::fill_ground() { add("rect", {{"width", "100%"}, {"height", "100%"}, {"fill", "white"}}); }

pugi::xml_node Svg::write(double x, double y, std::string_view says, Attributes attributes) {
  auto node = add("text", {{"x", x}, {"y", y}});
  set(node, attributes);
  set_text(node, says);
  return node;
}

std::string Svg::print(double width, double height) {
  const auto w = fmt::format("{:.0f}", width), h = fmt::format("{:.0f}", height);
  set(svg_, {{"width", w}, {"height", h}, {"viewBox", "0 0 " + w + " " + h}});
  std::ostringstream text;
  document_.save(text, "", pugi::format_indent | pugi::format_no_declaration | pugi::format_skip_control_chars);
  return valid_utf8(text.str());
}

void set(pugi::xml_node node, Attributes attributes) {
  for (const auto& [name, value] : attributes) {
    auto attribute = node.attribute(name);
    if (!attribute) attribute = node.append_attribute(name);
    attribute = value.c_str();
  }
}

void set_text(pugi::xml_node node, std::string_view text) {
  node.append_child(pugi::node_pcdata).set_value(std::string(text).c_str());
}

}  // namespace tutti
