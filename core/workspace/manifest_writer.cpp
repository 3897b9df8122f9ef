// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "workspace/manifest_writer.h"

#include <nlohmann/json.hpp>

namespace tileport::workspace {

namespace {

using Json = nlohmann::ordered_json;

/// What says nothing is left out.
void put(Json &object, const char *name, const std::string &text) {
  if (!text.empty()) object[name] = text;
}

void putFiles(Json &object, const SideFiles &files) {
  object["program"] = files.programName;
  put(object, "source", files.sourceName);
  put(object, "frontend", files.frontEnd);
  put(object, "launch", files.launchName);
  put(object, "locations", files.locationsName);
  put(object, "locations_frontend", files.locationsFrontEnd);
}

Json variantOf(const Variant &variant) {
  Json object{{"name", variant.name}};
  put(object, "description", variant.description);
  putFiles(object["reference"], variant.reference);
  putFiles(object["port"], variant.port);
  return object;
}

Json unpairedOf(const Unpaired &unpaired) {
  Json object{{"name", unpaired.name}, {"side", unpaired.side == Side::Port ? "port" : "reference"}};
  put(object, "reason", unpaired.reason);
  putFiles(object, unpaired.files);
  return object;
}

Json operatorOf(const Operator &op) {
  Json object{{"name", op.name}};
  put(object, "description", op.description);
  object["variants"] = Json::array();
  for (const Variant &variant : op.variants) object["variants"].push_back(variantOf(variant));
  for (const Unpaired &unpaired : op.unpaired) object["unpaired"].push_back(unpairedOf(unpaired));
  return object;
}

}  // namespace

std::string writeManifest(const Workspace &workspace) {
  Json object{{"schema", "tileport-workspace/2"}, {"name", workspace.name}};
  put(object, "description", workspace.description);
  put(object, "pairing", workspace.pairingName);
  object["operators"] = Json::array();
  for (const Operator &op : workspace.operators) object["operators"].push_back(operatorOf(op));
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tileport::workspace
