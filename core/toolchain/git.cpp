// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "toolchain/git.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "support/file.h"

extern char **environ;

namespace tileport::toolchain {

namespace fs = std::filesystem;

namespace {

/// What is read at once, unless one file alone is larger.
constexpr std::uint64_t kBatch = std::uint64_t{32} << 20;
constexpr std::uint64_t kLargestFile = std::uint64_t{256} << 20;
constexpr std::uint64_t kLargestShallow = std::uint64_t{16} << 20;
constexpr std::chrono::seconds kQuestion{60};
constexpr std::chrono::minutes kReading{10};

/// Where git is told something by the caller's environment it is not ours to ask. Beyond that: no network and no helper programs, whatever
/// the repository's settings name, no replaced objects, nothing asked, nothing written.
std::map<std::string, std::optional<std::string>> environmentFor(bool ownRepository) {
  std::map<std::string, std::optional<std::string>> changes;
  for (char **each = environ; each && *each; ++each) {
    const std::string_view variable(*each);
    if (variable.starts_with("GIT_") || variable.starts_with("SSH_ASKPASS"))
      changes[std::string(variable.substr(0, variable.find('=')))] = std::nullopt;
  }
  // An empty list of protocols: none. Objects that a partial clone lacks are missing, then, and not fetched.
  for (const auto &[name, value] : {std::pair("GIT_ALLOW_PROTOCOL", ""),
                                    {"GIT_NO_LAZY_FETCH", "1"},
                                    {"GIT_NO_REPLACE_OBJECTS", "1"},
                                    {"GIT_OPTIONAL_LOCKS", "0"},
                                    {"GIT_TERMINAL_PROMPT", "0"},
                                    {"GIT_ATTR_NOSYSTEM", "1"},
                                    {"GIT_PAGER", "cat"},
                                    {"GIT_ASKPASS", "false"},
                                    {"LC_ALL", "C"}})
    changes[name] = value;
  if (ownRepository) {
    changes["GIT_CONFIG_NOSYSTEM"] = "1";
    changes["GIT_CONFIG_GLOBAL"] = "/dev/null";
  }
  return changes;
}

/// What a setting of the repository could have run or changed by the commands used here or by what they start: switched off.
const std::vector<std::string> &settings() {
  static const std::vector<std::string> list = [] {
    std::vector<std::string> words{"--no-pager"};
    for (const char *each : {"core.hooksPath=/dev/null", "core.fsmonitor=false", "core.pager=cat", "core.sshCommand=false",
                             "core.gitProxy=", "core.askPass=false", "core.alternateRefsCommand=false", "core.commitGraph=false",
                             "credential.helper=", "protocol.allow=never", "fetch.bundleURI=", "submodule.recurse=false",
                             "log.showSignature=false", "gc.auto=0", "maintenance.auto=false"}) {
      words.emplace_back("-c");
      words.emplace_back(each);
    }
    return words;
  }();
  return list;
}

std::string firstLine(std::string_view text) {
  while (text.starts_with('\n')) text.remove_prefix(1);
  return std::string(text.substr(0, text.find('\n')));
}

/// git's one answer, without the line end behind it. A path may hold others.
std::string withoutLineEnd(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

bool isHash(std::string_view text) {
  return (text.size() == 40 || text.size() == 64) && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// As git reads a path in a list of object folders: in double quotes, what could end it escaped.
std::string quoted(const std::string &path) {
  std::string text = "\"";
  for (const char c : path) {
    if (c == '\n') text += "\\n";
    else if (c == '"' || c == '\\') text += std::string("\\") + c;
    else text += c;
  }
  return text + "\"";
}

/// "main~2^{commit}" is looked up as "main" in the repository; the rest is a walk through objects. What stands in braces behind '@' is
/// part of the name: "main@{1 day ago}".
std::size_t nameLength(std::string_view revision) {
  bool braces = false;
  for (std::size_t i = 0; i < revision.size(); ++i) {
    if (revision[i] == '{') braces = true;
    if (revision[i] == '}') braces = false;
    if (!braces && (revision[i] == '~' || revision[i] == '^' || revision[i] == ':')) return i;
  }
  return revision.size();
}

std::uint64_t numberOf(std::string_view text, bool &valid) {
  std::uint64_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  valid = failure == std::errc() && end == text.data() + text.size();
  return number;
}

Error unexpected(const std::string &what) {
  return {ErrorKind::Malformed,
          "git answered " + what + ", which is not understood",
          {},
          "See whether git fsck finds something, and git --version."};
}

/// "100644 blob HASH   SIZE\tPATH"
std::optional<GitFile> parseEntry(std::string_view line) {
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos || tab + 1 >= line.size()) return std::nullopt;
  GitFile file;
  file.path = line.substr(tab + 1);
  std::vector<std::string_view> words;
  for (std::string_view head = line.substr(0, tab); !head.empty();) {
    const std::size_t begin = std::min(head.find_first_not_of(' '), head.size());
    head.remove_prefix(begin);
    const std::size_t end = std::min(head.find(' '), head.size());
    if (end > 0) words.push_back(head.substr(0, end));
    head.remove_prefix(end);
  }
  if (words.size() != 4 || !isHash(words[2])) return std::nullopt;
  file.id = words[2];
  if (words[0] == "120000") file.kind = GitFile::Kind::Link;
  else if (words[0] == "160000") file.kind = GitFile::Kind::Submodule;
  else if (!words[0].starts_with("100")) return std::nullopt;
  bool valid = false;
  const std::uint64_t size = numberOf(words[3], valid);
  if (valid && file.kind != GitFile::Kind::Submodule) file.size = size;
  return file;
}

}  // namespace

Result<GitRepository> GitRepository::open(const fs::path &folder, const fs::path &own, Runner &runner) {
  std::error_code failure;
  if (!fs::is_directory(folder, failure))
    return Error{ErrorKind::CannotRead, "there is no such folder", {.file = folder.string()}, "Give a git repository or a folder in one."};
  GitRepository repository(folder, own, runner);
  if (auto made = repository.makeOwn(); !made) return made.error();
  return repository;
}

Result<std::string> GitRepository::run(plugin::ProcessCall call) const {
  call.program = "git";
  call.arguments.insert(call.arguments.begin(), settings().begin(), settings().end());
  auto answer = runner_->run(call);
  if (!answer) {
    Error error = answer.error();
    error.advice = "Install git, 2.31 or newer.";
    return error;
  }
  if (answer->succeeded()) return std::move(answer->output);
  if (answer->end == ProcessEnd::Cancelled) return Error{ErrorKind::Cancelled, "the review was cancelled", {}, ""};
  const std::string said = firstLine(answer->errors);
  return Error{answer->end == ProcessEnd::Exited ? ErrorKind::CannotRead : ErrorKind::Limit,
               said.empty() ? "git " + answer->describe(call.limits) : "git said: " + said,
               {.file = folder_.string()},
               ""};
}

Result<std::string> GitRepository::ask(std::vector<std::string> arguments) const {
  plugin::ProcessCall call{.arguments = std::move(arguments), .environment = environmentFor(false), .folder = folder_};
  call.limits.time = kQuestion;
  return run(std::move(call));
}

Result<std::string> GitRepository::askOwn(std::vector<std::string> arguments, std::string_view input, std::size_t most) const {
  arguments.insert(arguments.begin(), "--git-dir=" + own_.string());
  plugin::ProcessCall call{.arguments = std::move(arguments), .input = input, .environment = environmentFor(true), .folder = own_};
  call.limits.time = kReading;
  call.limits.output = most;
  return run(std::move(call));
}

/// A repository of nothing but borrowed objects: none of the settings, hooks and attributes of the other one are read by what works with
/// it, and missing objects of a partial clone are missing.
Result<void> GitRepository::makeOwn() const {
  const auto objects = ask({"rev-parse", "--path-format=absolute", "--git-path", "objects"});
  if (!objects) return objects.error();
  const auto shared = ask({"rev-parse", "--path-format=absolute", "--git-common-dir"});
  if (!shared) return shared.error();
  const auto format = ask({"rev-parse", "--show-object-format"});
  if (!format) return format.error();
  const std::string hash = withoutLineEnd(*format);
  if (hash != "sha1" && hash != "sha256") return unexpected("\"" + hash + "\" for the form of objects");
  std::error_code failure;
  for (const char *each : {"objects/info", "refs"}) {
    fs::create_directories(own_ / each, failure);
    if (failure)
      return Error{ErrorKind::CannotRead,
                   "the folder cannot be made: " + failure.message(),
                   {.file = (own_ / each).string()},
                   "Set XDG_CACHE_HOME to a folder that can be written."};
  }
  const std::string config = "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectFormat = " + hash + "\n";
  // Where history was cut off is no object.
  const auto shallow = readFile(fs::path(withoutLineEnd(*shared)) / "shallow", kLargestShallow);
  for (const auto &[name, text] : {std::pair<const char *, std::string>("HEAD", "ref: refs/heads/none\n"),
                                   {"config", config},
                                   {"objects/info/alternates", quoted(withoutLineEnd(*objects)) + "\n"},
                                   {"shallow", shallow ? *shallow : std::string()}}) {
    if (auto written = replaceFile(own_ / name, text); !written) return written;
  }
  if (!shallow) fs::remove(own_ / "shallow", failure);
  return {};
}

Result<std::string> GitRepository::commit(const std::string &name) const {
  const auto none = [&](const std::string &why) {
    return Error{ErrorKind::Usage,
                 "there is no commit \"" + name + "\"" + why,
                 {.file = folder_.string()},
                 "Give a branch, a tag, or a hash of the repository."};
  };
  const std::size_t length = nameLength(name);
  if (length == 0 || name.starts_with('-')) return none("");
  const auto found = ask({"rev-parse", "--verify", "--quiet", name.substr(0, length)});
  if (!found)
    return found.error().kind == ErrorKind::CannotRead && found.error().message.starts_with("git exited") ? none("") : found.error();
  const std::string object = withoutLineEnd(*found);
  if (!isHash(object)) return unexpected("\"" + object + "\" for a name");
  const auto commit = askOwn({"rev-parse", "--verify", "--quiet", object + name.substr(length) + "^{commit}"});
  if (!commit) return commit.error().kind == ErrorKind::CannotRead ? none(", or the repository lacks it") : commit.error();
  std::string hash = withoutLineEnd(*commit);
  if (!isHash(hash)) return unexpected("\"" + hash + "\" for a commit");
  return hash;
}

Result<bool> GitRepository::namesParents(const std::string &commit) const {
  const auto text = askOwn({"cat-file", "commit", commit});
  if (!text) return text.error();
  // The headers end with an empty line.
  return text->substr(0, text->find("\n\n")).find("\nparent ") != std::string::npos;
}

Result<std::string> GitRepository::mergeBase(const std::string &commit, const std::string &other) const {
  const auto base = askOwn({"merge-base", commit, other});
  if (!base) {
    if (base.error().kind != ErrorKind::CannotRead) return base.error();
    return Error{ErrorKind::Usage,
                 "the two commits have no common ancestor",
                 {.file = folder_.string()},
                 "Write BASE..HEAD to compare them all the same."};
  }
  std::string hash = firstLine(*base);
  if (!isHash(hash)) return unexpected("\"" + hash + "\" for a common ancestor");
  return hash;
}

Result<std::vector<GitFile>> GitRepository::files(const std::string &commit) const {
  const auto listed = askOwn({"ls-tree", "-r", "-l", "-z", "--full-tree", commit});
  if (!listed) return listed.error();
  std::vector<GitFile> files;
  for (std::string_view rest = *listed; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    auto file = parseEntry(rest.substr(0, end));
    if (!file) return unexpected("\"" + std::string(rest.substr(0, std::min<std::size_t>(end, 200))) + "\" for a file");
    files.push_back(std::move(*file));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  std::sort(files.begin(), files.end(), [](const GitFile &a, const GitFile &b) { return a.path < b.path; });
  return files;
}

Result<void> GitRepository::read(const std::vector<GitFile> &files, const GitContentReader &reader) const {
  for (std::size_t begin = 0; begin < files.size();) {
    std::string names;
    std::uint64_t bytes = 0;
    std::size_t end = begin;
    for (; end < files.size() && (end == begin || bytes + files[end].size.value_or(0) <= kBatch); ++end) {
      const GitFile &file = files[end];
      if (!file.size || *file.size > kLargestFile)
        return Error{ErrorKind::Limit,
                     file.size ? "the file is larger than 256 MiB" : "the repository lacks the content of the file",
                     {.file = file.path},
                     file.size ? "" : "It is a partial clone: check the commit out once, which fetches them."};
      names += file.id + "\n";
      bytes += *file.size + 128;
    }
    const auto answer = askOwn({"cat-file", "--batch"}, names, bytes + (end - begin) * 128 + 4096);
    if (!answer) return answer.error();
    std::string_view rest = *answer;
    for (; begin < end; ++begin) {
      const GitFile &file = files[begin];
      const std::string head = file.id + " blob " + std::to_string(*file.size) + "\n";
      if (!rest.starts_with(head) || rest.size() < head.size() + *file.size + 1) return unexpected("something else than " + file.path);
      if (auto taken = reader(file, rest.substr(head.size(), *file.size)); !taken) return taken;
      rest.remove_prefix(head.size() + *file.size + 1);
    }
  }
  return {};
}

}  // namespace tileport::toolchain
