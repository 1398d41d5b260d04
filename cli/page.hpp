// A report as one page for a browser.
#pragma once
#include <pugixml.hpp>
#include <string>

namespace tutti::cli {

/// An element with this text and class, neither where it is empty. A browser takes "<div/>" for the start of a div, so
/// what is empty must get children.
pugi::xml_node add(pugi::xml_node to, const char* element, const std::string& text = {}, const std::string& css = {});

/// Needs nothing but itself, and reads in dark, in light and on paper.
class Page {
 public:
  /// Begins with its title. `style` is what it has besides what all our pages have.
  explicit Page(const std::string& title, const std::string& style = {});
  pugi::xml_node body() { return body_; }
  /// Well-formed XML besides, in UTF-8, whatever the texts are.
  std::string print() const;

 private:
  pugi::xml_document document_;
  pugi::xml_node body_;
};

}  // namespace tutti::cli
