// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/gpu/recording.h"

#include <charconv>

#include "json/json.h"
#include "oracle/gpu/base64.h"
#include "support/file.h"

namespace tileport::oracle::gpu {

namespace {

using json::JsonAt;

const char *const kAdvice = "Record the case again (tests/oracle/gpu/README.md).";

Result<void> readTexts(const JsonAt &at, const Case &recorded, Recording &result) {
  std::string schema, name;
  const std::vector<std::pair<std::string_view, std::string *>> members = {
      {"schema", &schema},
      {"case", &name},
      {"gpu", &result.gpu},
      {"compute_capability", &result.computeCapability},
      {"driver", &result.driver},
      {"cuda", &result.cuda},
      {"tileiras", &result.tileiras},
      {"target", &result.target},
      {"case_sha256", &result.caseSha256},
      {"program_sha256", &result.programSha256},
      {"cubin_sha256", &result.cubinSha256},
  };
  for (const auto &[member, target] : members) {
    const auto text = at.stringOf(member);
    if (!text) return text.error();
    if (text->empty() && member != "driver") return at.error("\"" + std::string(member) + "\" is missing or empty", kAdvice);
    *target = *text;
  }
  if (schema != "tileport-gpu-recording/1") return at.error("this is no recording of schema tileport-gpu-recording/1");
  if (name != recorded.name) return at.error("this is a recording of " + name + ", not of " + recorded.name);
  for (const std::string *hash : {&result.caseSha256, &result.programSha256, &result.cubinSha256})
    if (hash->size() != 64 || hash->find_first_not_of("0123456789abcdef") != std::string::npos) return at.error("a SHA-256 is malformed");
  return {};
}

Result<std::uint64_t> readFingerprint(const JsonAt &inputs, const CaseBuffer &buffer) {
  const auto at = inputs.member(buffer.name);
  if (!at) return at.error();
  const auto text = at->string();
  if (!text) return text.error();
  std::uint64_t value = 0;
  const char *end = text->data() + text->size();
  if (text->size() != 16 || std::from_chars(text->data(), end, value, 16).ptr != end)
    return at->error("a fingerprint has 16 hexadecimal digits");
  if (value != fingerprint(buffer.contents())) return at->error("the case's inputs are not those of the recording", kAdvice);
  return value;
}

Result<std::string> readOutput(const JsonAt &outputs, const CaseBuffer &buffer) {
  const auto at = outputs.member(buffer.name);
  if (!at) return at.error();
  const auto text = at->string();
  if (!text) return text.error();
  auto bytes = fromBase64(*text);
  if (!bytes) return at->error("this is no base64");
  if (bytes->size() != buffer.bytes())
    return at->error("the output has " + std::to_string(bytes->size()) + " bytes, the case's buffer " + std::to_string(buffer.bytes()),
                     kAdvice);
  return std::move(*bytes);
}

}  // namespace

Result<Recording> readRecording(const std::filesystem::path &path, const Case &recorded) {
  const auto text = readFile(path, 1 << 24);
  if (!text) return text.error();
  const std::string file = path.string();
  const auto root = json::parseJson(*text, file);
  if (!root) return root.error();
  const JsonAt at(*root, file);
  if (const auto known = at.onlyMembers({"schema", "case", "gpu", "compute_capability", "driver", "cuda", "tileiras", "target",
                                         "case_sha256", "program_sha256", "cubin_sha256", "inputs", "outputs"});
      !known)
    return known.error();
  Recording result;
  if (const auto read = readTexts(at, recorded, result); !read) return read.error();
  const auto inputs = at.member("inputs");
  if (!inputs) return inputs.error();
  const auto outputs = at.member("outputs");
  if (!outputs) return outputs.error();
  std::vector<std::string_view> all, written;
  for (const CaseBuffer &buffer : recorded.buffers) {
    all.push_back(buffer.name);
    if (buffer.output) written.push_back(buffer.name);
    const auto print = readFingerprint(*inputs, buffer);
    if (!print) return print.error();
    result.inputs.push_back(*print);
    auto bytes = buffer.output ? readOutput(*outputs, buffer) : Result<std::string>(std::string());
    if (!bytes) return bytes.error();
    result.outputs.push_back(std::move(*bytes));
  }
  if (const auto known = inputs->onlyMembers(all); !known) return known.error();
  if (const auto known = outputs->onlyMembers(written); !known) return known.error();
  return result;
}

}  // namespace tileport::oracle::gpu
