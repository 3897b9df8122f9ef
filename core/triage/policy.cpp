// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "triage/policy.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "json/json.h"
#include "support/file.h"
#include "tileir/op_info.h"
#include "triage/embedded.h"
#include "triage/glob.h"

namespace tileport::triage {

namespace {

using json::JsonAt;
using Words = std::vector<std::string_view>;
using Texts = std::vector<std::string>;
using Families = std::map<std::string, Texts, std::less<>>;

constexpr std::uint64_t kLargest = 4u << 20;
constexpr std::string_view kCompilation = "compilation";

template <class E>
Words wordsOf(std::initializer_list<E> values) {
  Words words;
  for (const E value : values) words.push_back(toText(value));
  return words;
}

Words aspectWords() {
  Words words;
  for (int i = 0; i <= static_cast<int>(align::Aspect::Symbol); ++i) words.push_back(align::toText(static_cast<align::Aspect>(i)));
  words.push_back(kCompilation);
  return words;
}

bool anyOf(const Texts &list, std::string_view text) { return list.empty() || std::find(list.begin(), list.end(), text) != list.end(); }

bool anyFits(const Texts &patterns, std::string_view text) {
  return patterns.empty() ||
         std::any_of(patterns.begin(), patterns.end(), [&](const std::string &pattern) { return fitsGlob(pattern, text); });
}

const Words &placeholders() {
  static const Words words{"name", "what", "reference", "port", "reference_front_end", "port_front_end"};
  return words;
}

std::string joined(const Words &words) {
  std::string text;
  for (const std::string_view word : words) text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

/// A reader that remembers the first error: what is read behind it does not count.
class Reader {
 public:
  Reader(const JsonAt &top) : top_(top) {}

  Result<Policy> read() {
    Policy policy;
    check(top_.onlyMembers({"schema", "name", "version", "families", "rules"}));
    if (const std::string schema = text(top_, "schema"); !error_ && schema != "tileport-policy/1")
      fail(top_.error("schema is \"" + schema + "\"", "This version reads \"tileport-policy/1\"."));
    policy.name = text(top_, "name");
    policy.version = text(top_, "version");
    readFamilies();
    for (const JsonAt &item : itemsOf(top_, "rules")) {
      policy.rules.push_back(readRule(item));
      const auto same = [&](const Rule &rule) { return rule.id == policy.rules.back().id; };
      if (std::count_if(policy.rules.begin(), policy.rules.end(), same) > 1)
        fail(item.error("there are two rules \"" + policy.rules.back().id + "\"", "Give each a name of its own."));
    }
    if (!error_ && policy.rules.empty()) fail(top_.error("has no rule"));
    if (error_) return std::move(*error_);
    return policy;
  }

 private:
  void fail(Error error) {
    if (!error_) error_ = std::move(error);
  }
  void check(Result<void> result) {
    if (!result) fail(result.error());
  }

  std::string text(const JsonAt &at, std::string_view name) {
    const auto member = at.member(name);
    if (!member) return fail(member.error()), "";
    auto value = member->string();
    if (!value) return fail(value.error()), "";
    if (value->empty()) fail(member->error("is empty"));
    return std::move(*value);
  }

  std::vector<JsonAt> itemsOf(const JsonAt &at, std::string_view name) {
    const auto member = at.member(name);
    if (!member) return fail(member.error()), std::vector<JsonAt>();
    auto items = member->items();
    if (!items) return fail(items.error()), std::vector<JsonAt>();
    return std::move(*items);
  }

  /// A text or a list of texts; empty where the member is absent.
  std::vector<std::pair<JsonAt, std::string>> textsAt(const JsonAt &at, std::string_view name) {
    std::vector<std::pair<JsonAt, std::string>> texts;
    const auto member = at.find(name);
    if (!member) return texts;
    if (auto one = member->string()) return {{*member, std::move(*one)}};
    const auto items = member->items();
    if (!items) return fail(member->error("expected a string or an array of strings")), texts;
    if (items->empty()) fail(member->error("is empty, so that nothing fits", "Leave the member out to let everything fit."));
    for (const JsonAt &item : *items) {
      auto value = item.string();
      if (!value) return fail(value.error()), texts;
      texts.emplace_back(item, std::move(*value));
    }
    return texts;
  }

  Texts patterns(const JsonAt &at, std::string_view name) {
    Texts list;
    for (auto &[where, value] : textsAt(at, name)) list.push_back(std::move(value));
    return list;
  }

  Texts words(const JsonAt &at, std::string_view name, const Words &known) {
    Texts list;
    for (auto &[where, value] : textsAt(at, name)) {
      if (std::find(known.begin(), known.end(), value) == known.end())
        fail(where.error("there is no \"" + value + "\"", "It may be " + joined(known) + "."));
      list.push_back(std::move(value));
    }
    return list;
  }

  std::string word(const JsonAt &at, std::string_view name, const Words &known) {
    const std::string value = text(at, name);
    if (!error_ && std::find(known.begin(), known.end(), value) == known.end())
      fail(at.member(name)->error("there is no \"" + value + "\"", "It may be " + joined(known) + "."));
    return value;
  }

  static bool isOp(std::string_view mnemonic) {
    for (std::size_t i = 0; i < 1024; ++i)
      if (const auto kind = tileir::opKindOfOpcode(i); kind && tileir::info(*kind).mnemonic == mnemonic) return true;
    return false;
  }

  void addOp(const JsonAt &where, const std::string &name, Texts &ops) {
    if (!name.starts_with('@')) {
      if (!isOp(name)) fail(where.error("Tile IR has no op \"" + name + "\""));
      return ops.push_back(name);
    }
    const auto family = families_.find(std::string_view(name).substr(1));
    if (family == families_.end()) return fail(where.error("there is no family \"" + name.substr(1) + "\"", "Add it to families."));
    ops.insert(ops.end(), family->second.begin(), family->second.end());
  }

  void readFamilies() {
    const auto member = top_.member("families");
    if (!member) return fail(member.error());
    const auto members = member->members();
    if (!members) return fail(members.error());
    for (const auto &[name, at] : *members) {
      Texts ops;
      for (const auto &[where, op] : textsAt(top_.member("families").value(), name)) addOp(where, op, ops);
      if (ops.empty()) fail(at.error("the family is empty"));
      families_.emplace(name, std::move(ops));
    }
  }

  Rule readRule(const JsonAt &at) {
    Rule rule;
    check(at.onlyMembers({"id", "why", "when", "then"}));
    rule.id = text(at, "id");
    if (const auto when = at.member("when")) rule.when = readCondition(*when);
    else fail(when.error());
    if (const auto then = at.member("then")) rule.then = readOutcome(*then);
    else fail(then.error());
    return rule;
  }

  Condition readCondition(const JsonAt &at) {
    Condition when;
    check(at.onlyMembers({"aspect", "status", "subject", "op", "what", "has", "relation", "reference", "port", "access", "cover",
                          "front_end", "used", "masked", "programs"}));
    when.aspects = words(at, "aspect", aspectWords());
    when.statuses = words(at, "status", wordsOf({align::Status::Differs, align::Status::Missing, align::Status::Extra}));
    when.subjects = words(at, "subject", {"op", "entry", "argument", "global", "program"});
    for (const auto &[where, name] : textsAt(at, "op")) addOp(where, name, when.ops);
    when.what = patterns(at, "what");
    when.has = words(at, "has", wordsOf({Has::Both, Has::Reference, Has::Port}));
    when.relations =
        words(at, "relation", wordsOf({Relation::Weaker, Relation::Stronger, Relation::Contradictory, Relation::Incomparable}));
    when.reference = patterns(at, "reference");
    when.port = patterns(at, "port");
    when.access = words(at, "access", wordsOf({Access::Views, Access::Pointers}));
    when.cover = words(at, "cover", wordsOf({Cover::Unknown, Cover::Exact, Cover::Ragged}));
    when.frontEnd = words(at, "front_end", wordsOf({Saying::Unknown, Saying::CanSay, Saying::CannotSay, Saying::Derives}));
    when.programs = words(at, "programs", wordsOf({Programs::Unknown, Programs::Same, Programs::Different}));
    for (const auto &[name, flag] : {std::pair("used", &when.used), std::pair("masked", &when.masked)}) {
      const auto member = at.find(name);
      if (!member) continue;
      const auto value = member->boolean();
      if (value) *flag = *value;
      else fail(value.error());
    }
    return when;
  }

  template <class E>
  E choice(const JsonAt &at, std::string_view name, std::initializer_list<E> values) {
    const std::string value = word(at, name, wordsOf(values));
    for (const E each : values)
      if (toText(each) == value) return each;
    return *values.begin();
  }

  Outcome readOutcome(const JsonAt &at) {
    Outcome then;
    check(at.onlyMembers({"status", "severity", "cause", "owner", "impact", "sentence"}));
    if (at.find("status")) then.status = choice(at, "status", {Status::SemanticEquiv, Status::Differs, Status::Missing, Status::Extra});
    then.severity = choice(at, "severity", {Severity::Critical, Severity::Warn, Severity::Info});
    if (word(at, "cause", {"evidence", "user_code", "dsl_limitation", "compiler_bug", "semantic_equiv", "undecided"}) != "evidence")
      then.cause = choice(at, "cause", {Cause::Undecided, Cause::UserCode, Cause::DslLimitation, Cause::CompilerBug, Cause::SemanticEquiv});
    then.owner = choice(at, "owner", {Owner::Kernel, Owner::Host, Owner::Compiler, Owner::None});
    if (const auto impact = at.member("impact")) {
      check(impact->onlyMembers({"result", "precision", "contract", "performance"}));
      for (const auto &[name, reach] : {std::pair("result", &then.impact.result), std::pair("precision", &then.impact.precision),
                                        std::pair("contract", &then.impact.contract), std::pair("performance", &then.impact.performance)})
        if (impact->find(name)) *reach = choice(*impact, name, {Reach::None, Reach::Possible, Reach::Certain});
    } else {
      fail(impact.error());
    }
    then.sentence = text(at, "sentence");
    checkSentence(at, then.sentence);
    if (then.severity == Severity::Critical && then.owner == Owner::None)
      fail(at.error("is CRITICAL and nobody's", "Name the owner: kernel, host or compiler."));
    return then;
  }

  void checkSentence(const JsonAt &at, std::string_view sentence) {
    for (std::size_t open = sentence.find('{'); open != std::string_view::npos; open = sentence.find('{', open + 1)) {
      const std::string_view name = sentence.substr(open + 1, sentence.find('}', open) - open - 1);
      if (std::find(placeholders().begin(), placeholders().end(), name) == placeholders().end())
        fail(at.error("the sentence has no word for \"{" + std::string(name) + "}\"", "It may be " + joined(placeholders()) + "."));
    }
  }

  const JsonAt &top_;
  Families families_;
  std::optional<Error> error_;
};

std::string shown(const std::string &text) {
  constexpr std::size_t kLongest = 200;
  if (text.empty()) return "nothing";
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}

}  // namespace

bool Condition::fits(const Case &each) const {
  // A rule that names no aspect was written for what differs in the programs: it must not speak of a crash.
  if (each.compilation ? aspects.empty() : !programs.empty()) return false;
  if (each.compilation && !anyOf(programs, toText(*each.compilation))) return false;
  if (!anyOf(aspects, each.compilation ? kCompilation : align::toText(each.aspect)) || !anyOf(statuses, align::toText(each.status)) ||
      !anyOf(subjects, each.subject) || !anyOf(ops, each.op) || !anyOf(has, toText(each.has)) || !anyOf(access, toText(each.access)) ||
      !anyOf(cover, toText(each.cover)) || !anyOf(frontEnd, toText(each.saying)))
    return false;
  if (!relations.empty() && (!each.relation || !anyOf(relations, toText(*each.relation)))) return false;
  if ((used && *used != each.used) || (masked && *masked != each.masked)) return false;
  return anyFits(what, each.what) && anyFits(reference, each.reference) && anyFits(port, each.port);
}

const Rule *Policy::find(const Case &each) const {
  const auto found = std::find_if(rules.begin(), rules.end(), [&](const Rule &rule) { return rule.when.fits(each); });
  return found == rules.end() ? nullptr : &*found;
}

const Rule &ruleOfLastResort() {
  static const Rule rule{"no_rule",
                         {},
                         {.status = {},
                          .severity = Severity::Critical,
                          .cause = Cause::Undecided,
                          .owner = Owner::Kernel,
                          .impact = {Reach::Possible, Reach::Possible, Reach::Possible, Reach::Possible},
                          .sentence = "{name}: {what} is {reference} in the reference and {port} in the port, and no rule of "
                                      "the policy says what that means. Look at it, and add a rule."}};
  return rule;
}

Result<Policy> readPolicy(std::string_view text, const std::string &file) {
  const auto root = json::parseJson(text, file);
  if (!root) return root.error();
  const JsonAt top(*root, file);
  return Reader(top).read();
}

Result<Policy> readPolicyFile(const std::filesystem::path &file) {
  const auto text = readFile(file, kLargest);
  if (!text) return text.error();
  return readPolicy(*text, file.string());
}

const Policy &defaultPolicy() {
  static const Policy policy = [] {
    auto read = readPolicy(embeddedPolicy(), "default.json");
    assert(read.ok());
    return std::move(*read);
  }();
  return policy;
}

std::string sentenceOf(const Rule &rule, const Case &each, std::string_view referenceFrontEnd, std::string_view portFrontEnd) {
  const auto wordFor = [&](std::string_view name) -> std::string {
    if (name == "name") return each.name;
    if (name == "what") return each.what;
    if (name == "reference") return shown(each.reference);
    if (name == "port") return shown(each.port);
    if (name == "reference_front_end") return referenceFrontEnd.empty() ? "the reference's front end" : std::string(referenceFrontEnd);
    return portFrontEnd.empty() ? "the port's front end" : std::string(portFrontEnd);
  };
  std::string sentence;
  std::string_view rest = rule.then.sentence;
  for (std::size_t open = rest.find('{'); open != std::string_view::npos; open = rest.find('{')) {
    const std::size_t close = rest.find('}', open);
    if (close == std::string_view::npos) break;
    sentence += std::string(rest.substr(0, open)) + wordFor(rest.substr(open + 1, close - open - 1));
    rest.remove_prefix(close + 1);
  }
  return sentence + std::string(rest);
}

}  // namespace tileport::triage
