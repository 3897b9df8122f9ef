// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "tileport/divergence_text.h"
#include "tileport/front_ends.h"
#include "tileport/glyphs.h"
#include "tileport/progress.h"
#include "toolchain/folders.h"
#include "toolchain/install.h"
#include "toolchain/machine.h"
#include "toolchain/preparing.h"

namespace tileport::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string pad(const std::string &text, std::size_t width) { return text + std::string(width - std::min(width, widthOf(text)), ' '); }

std::string toolText(const plugin::Tool &tool, const Terminal &terminal) {
  const bool present = tool.state == plugin::ToolState::Present;
  const std::string sign = present ? "+ " : "- ";
  std::string line = "  " + sign + pad(tool.name, 26) + pad(std::string(toText(tool.state)), 9) + tool.version;
  if (!present && !tool.wanted.empty()) line += (tool.version.empty() ? "" : ", ") + std::string("wanted: ") + tool.wanted;
  std::string text = paint(terminal, present ? Style::Plain : Style::Missing, clean(line)) + "\n";
  if (!present) {
    if (!tool.enables.empty()) text += paragraph(terminal, "for: " + tool.enables, 6, Style::Dim);
    if (!tool.advice.empty()) text += paragraph(terminal, tool.advice, 6, Style::Plain);
  }
  return text;
}

std::string healthText(const Health &health, const Terminal &terminal) {
  std::string text;
  for (const FrontEndHealth &each : health.frontEnds) {
    text += paint(terminal, Style::Bold, each.frontEnd.info.title) + (each.works() ? ": ready\n" : ": not ready\n");
    for (const plugin::Tool &tool : each.tools) text += toolText(tool, terminal);
    text += "\n";
  }
  text += paint(terminal, Style::Bold, "This machine") + ": none of it is needed to compare programs\n";
  for (const plugin::Tool &tool : health.machine) text += toolText(tool, terminal);
  text += "\n";
  if (health.frontEnds.empty()) text += "No front end was found.\n\n";
  for (const toolchain::RefusedPlugin &plugin : health.refused)
    text += paragraph(terminal, plugin.library.string() + " " + plugin.reason, 0, Style::Missing);
  text += clean("Tools:  " + health.tools.string()) + "\n" + clean("Caches: " + health.cache.string()) + "\n";
  return text;
}

}  // namespace

std::string_view toText(plugin::ToolState state) {
  switch (state) {
    case plugin::ToolState::Present: return "present";
    case plugin::ToolState::TooOld: return "too old";
    case plugin::ToolState::Missing: return "missing";
    case plugin::ToolState::Broken: return "broken";
  }
  return "";
}

bool FrontEndHealth::works() const {
  return std::all_of(tools.begin(), tools.end(), [](const plugin::Tool &tool) { return tool.state == plugin::ToolState::Present; });
}

namespace {

Json toolsJson(const std::vector<plugin::Tool> &tools) {
  Json json = Json::array();
  for (const plugin::Tool &tool : tools) {
    json.push_back({{"name", tool.name},
                    {"state", toText(tool.state)},
                    {"version", tool.version},
                    {"wanted", tool.wanted},
                    {"path", tool.path.string()},
                    {"enables", tool.enables},
                    {"advice", tool.advice}});
  }
  return json;
}

}  // namespace

std::string healthJson(const Health &health) {
  Json json{
      {"schema", "tileport-doctor/1"}, {"tileport", TILEPORT_VERSION}, {"tools", health.tools.string()}, {"cache", health.cache.string()}};
  json["front_ends"] = Json::array();
  for (const FrontEndHealth &each : health.frontEnds) {
    json["front_ends"].push_back({{"id", each.frontEnd.info.id},
                                  {"title", each.frontEnd.info.title},
                                  {"library", each.frontEnd.library.string()},
                                  {"works", each.works()},
                                  {"tools", toolsJson(each.tools)}});
  }
  json["machine"] = toolsJson(health.machine);
  json["refused"] = Json::array();
  for (const toolchain::RefusedPlugin &plugin : health.refused)
    json["refused"].push_back({{"library", plugin.library.string()}, {"reason", plugin.reason}});
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

namespace {

/// What --install does, with words on standard error. What a front end cannot prepare is told and ends nothing: it may lack what we cannot
/// install, and doctor lists that.
Result<void> installAll(const std::filesystem::path &tools, const std::filesystem::path &cache, const toolchain::FrontEnds &frontEnds) {
  const auto resources = toolchain::resourcesFolder();
  if (!resources) return resources.error();
  std::fprintf(stderr, "installing into %s (about 150 MB to fetch the first time) ...\n", tools.c_str());
  toolchain::RunLog runs;
  const InterruptGuard interrupt;
  toolchain::Runner runner({"", tools, cache}, "doctor --install", runs, interrupt.token());
  if (auto installed = toolchain::installTools(*resources, tools, runner); !installed) return installed;
  for (const toolchain::LoadedFrontEnd &frontEnd : frontEnds.all()) {
    toolchain::Runner own({frontEnd.own, tools, cache}, "doctor --install", runs, interrupt.token());
    if (!frontEnd.frontEnd->driver(own)) continue;
    const auto say = [](const std::string &text) { std::fprintf(stderr, "%s\n", clean(text).c_str()); };
    const auto prepared = toolchain::prepareFrontEnd(frontEnd, own, say);
    if (!prepared && prepared.error().kind == ErrorKind::Cancelled) return prepared;
    if (!prepared) std::fprintf(stderr, "%s\n", clean(prepared.error().toString()).c_str());
  }
  return {};
}

}  // namespace

int doctor(bool install, const Output &output) {
  const auto tools = toolchain::toolsFolder();
  if (!tools) return fail(tools.error().toString(), kCannotRead);
  const auto cache = toolchain::cacheFolder();
  if (!cache) return fail(cache.error().toString(), kCannotRead);
  const auto loaded = toolchain::FrontEnds::load(toolchain::pluginFolders());
  if (install)
    if (const auto installed = installAll(*tools, *cache, loaded); !installed) return fail(installed.error().toString(), kCannotRead);
  toolchain::RunLog log;
  toolchain::Runner ofMachine({"", *tools, *cache}, "doctor", log, {});
  Health health{*tools, *cache, {}, loaded.refused(), toolchain::machineTools(ofMachine)};
  bool works = !loaded.all().empty();
  for (const toolchain::LoadedFrontEnd &frontEnd : loaded.all()) {
    toolchain::Runner runner({frontEnd.own, *tools, *cache}, "doctor", log, {});
    health.frontEnds.push_back({frontEnd, frontEnd.frontEnd->tools(runner)});
    works &= health.frontEnds.back().works();
  }
  return finish(output.json ? healthJson(health) : healthText(health, output.terminal), works ? 0 : 1);
}

}  // namespace tileport::cli
