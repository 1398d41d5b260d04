// A picture as SVG, with the few attributes and the kind of text that all our pictures have.
#pragma once
#include <initializer_list>
#include <pugixml.hpp>
#include <string>
#include <string_view>

namespace tutti {

/// A name and a value of an element. Lengths are in pixels, and are written with at most one digit behind the point.
struct Attribute {
  Attribute(const char* called, std::string_view text) : name(called), value(text) {}
  Attribute(const char* called, const char* text) : name(called), value(text) {}
  Attribute(const char* called, double length);

  const char* name;
  std::string value;
};

using Attributes = std::initializer_list<Attribute>;

class Svg {
 public:
  static constexpr double font = 13;  ///< the size of text, where it has no other

  /// Elements lie above those added before.
  explicit Svg(std::string_view title);
  pugi::xml_node root() { return svg_; }
  /// White below all that is added from now on.
  void fill_ground();

  pugi::xml_node add(const char* element, Attributes attributes);
  /// Text whose base line begins, ends or has its middle at the point, by the attribute text-anchor.
  pugi::xml_node write(double x, double y, std::string_view says, Attributes attributes = {});

  /// The text of the picture, so large, with a line for each element.
  std::string print(double width, double height);

 private:
  pugi::xml_document document_;
  pugi::xml_node svg_;
};

void set(pugi::xml_node node, Attributes attributes);
void set_text(pugi::xml_node node, std::string_view text);

}  // namespace tutti
