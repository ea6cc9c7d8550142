// SPDX-License-Identifier: Apache-2.0
//
// What is C++: objects, exceptions, containers, streams.
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};

struct Square final : Shape {
  explicit Square(double side) : side_(side) {}
  double area() const override { return side_ * side_; }

private:
  double side_;
};

struct Circle final : Shape {
  explicit Circle(double radius) : radius_(radius) {}
  double area() const override { return 3.0 * radius_ * radius_; }

private:
  double radius_;
};

static int refused(int number)
{
  try {
    if (number % 7 == 0) {
      throw std::runtime_error("seven");
    }
    return 0;
  } catch (const std::exception &error) {
    return error.what() == std::string("seven") ? 1 : 0;
  }
}

int main()
{
  std::vector<std::unique_ptr<Shape>> shapes;
  std::map<std::string, int> words;
  int caught = 0;
  for (int i = 0; i < 300; i++) {
    if (i % 2 == 0) {
      shapes.push_back(std::make_unique<Square>(i));
    } else {
      shapes.push_back(std::make_unique<Circle>(i));
    }
    std::ostringstream text;
    text << "word " << i * 7919 % 97;
    words[text.str()]++;
    caught += refused(i);
  }
  std::sort(shapes.begin(), shapes.end(), [](const auto &a, const auto &b) { return a->area() < b->area(); });
  std::cout << words.size() << " words, " << caught << " exceptions, largest " << shapes.back()->area() << "\n";
  return 0;
}
