// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "specification/entries.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>

#include "specification/evidence.h"
#include "specification/side.h"

namespace tileport::specification {

namespace {

using evidence::Constant;

/// One variant of the reference.
struct Member {
  const VariantSpecification *variant = nullptr;
  const SideInput *input = nullptr;
  const SideSpecification &side() const { return *variant->reference; }
};

/// Variants that can share an entry.
struct Group {
  std::vector<Member> members;
  std::vector<Access> access;  ///< by tensor: of the first member that tells
  const SideSpecification &first() const { return members.front().side(); }
};

bool isTold(Access access) { return access != Access::Unknown && access != Access::Unused; }

/// In what a variant's structure differs from that of a group; empty: in nothing.
std::vector<EntryReason> differences(const Group &group, const SideSpecification &side) {
  std::vector<EntryReason> reasons;
  const SideSpecification &first = group.first();
  const auto has = [](const SideSpecification &of, const std::string &name) {
    return std::any_of(of.tensors.begin(), of.tensors.end(), [&](const TensorItem &each) { return each.name == name; });
  };
  for (const TensorItem &tensor : side.tensors)
    if (!has(first, tensor.name)) reasons.push_back({tensor.name + " is a tensor here and none there", tensor.elementType.evidence});
  for (const TensorItem &tensor : first.tensors)
    if (!has(side, tensor.name)) reasons.push_back({tensor.name + " is no tensor here", tensor.elementType.evidence});
  std::set<std::string> ours, theirs;
  for (const Item &scalar : side.scalars) ours.insert(scalar.name);
  for (const Item &scalar : first.scalars) theirs.insert(scalar.name);
  for (const Item &scalar : side.scalars)
    if (!theirs.contains(scalar.name)) reasons.push_back({scalar.name + " is an argument here and none there", scalar.evidence});
  for (const Item &scalar : first.scalars)
    if (!ours.contains(scalar.name)) reasons.push_back({scalar.name + " is no argument here", scalar.evidence});
  if (!reasons.empty()) return reasons;
  for (std::size_t i = 0; i < side.tensors.size() && i < first.tensors.size(); ++i) {
    const TensorItem &tensor = side.tensors[i];
    if (tensor.rank && first.tensors[i].rank && *tensor.rank != *first.tensors[i].rank)
      reasons.push_back({tensor.name + " has rank " + std::to_string(*tensor.rank) + " here and " + std::to_string(*first.tensors[i].rank) +
                             " there: the rank of a Tensor is part of its type",
                         tensor.elementType.evidence});
    if (isTold(tensor.how) && isTold(group.access[i]) && tensor.how != group.access[i])
      reasons.push_back({"the program reaches " + tensor.name + " by " + std::string(toText(tensor.how)) + " here and by " +
                             std::string(toText(group.access[i])) + " there",
                         tensor.access.evidence});
  }
  return reasons;
}

std::vector<Group> groupsOf(const OperatorInput &input, const std::vector<VariantSpecification> &variants) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < variants.size(); ++i) {
    if (!variants[i].reference) continue;
    const Member member{&variants[i], &*input.variants[i].reference};
    const SideSpecification &side = member.side();
    const auto fits = [&](const Group &group) { return group.first().kernel == side.kernel && differences(group, side).empty(); };
    auto group = std::find_if(groups.begin(), groups.end(), fits);
    if (group == groups.end()) group = groups.insert(groups.end(), Group{{}, std::vector<Access>(side.tensors.size(), Access::Unknown)});
    group->members.push_back(member);
    for (std::size_t k = 0; k < side.tensors.size(); ++k)
      if (!isTold(group->access[k])) group->access[k] = side.tensors[k].how;
  }
  return groups;
}

/// Each text once, in order.
void addOnce(std::vector<std::string> &texts, const std::string &text) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
}

std::string dimensions(std::uint32_t rank) {
  std::string text;
  for (std::uint32_t i = 0; i < rank; ++i) text += i == 0 ? "-1" : ", -1";
  return "{ [" + text + "] }";
}

/// Makes one entry of a group.
class Entry {
 public:
  Entry(const Group &group, const std::vector<Group> &groups, std::size_t number) : group_(group), groups_(groups) {
    made_.kernel = group.first().kernel;
    made_.name = made_.kernel + (number > 0 ? "_" + std::to_string(number + 1) : "");
  }

  StructuralEntry run() {
    for (const Member &member : group_.members) {
      made_.variants.push_back(member.variant->name);
      if (member.variant->port && !member.variant->port->kernel.empty()) addOnce(made_.portEntries, member.variant->port->kernel);
    }
    addReasons();
    addTypes();
    addParameters();
    addConstants();
    addBranches();
    addUnexplained();
    return std::move(made_);
  }

 private:
  void addReasons() {
    std::vector<EntryReason> against;
    const Group *other = nullptr;
    std::vector<std::string> kernels;
    for (const Group &each : groups_) {
      if (&each == &group_) continue;
      addOnce(kernels, each.first().kernel);
      if (each.first().kernel != made_.kernel || other != nullptr) continue;
      other = &each;
      against = differences(each, group_.first());
    }
    if (other != nullptr) {
      for (EntryReason &reason : against) {
        reason.sentence += " (there: " + other->members.front().variant->name + ")";
        made_.reasons.push_back(std::move(reason));
      }
      return;
    }
    EntryReason reason;
    const source::FunctionFacts *kernel = kernelFacts();
    if (kernel != nullptr) reason.evidence.push_back(inSource(*group_.members.front().input, kernel->nameSpan));
    reason.sentence = kernels.empty() ? "the operator has one kernel, and its variants one structure"
                                      : "the reference has a kernel of its own for it, beside " + listed(kernels);
    made_.reasons.push_back(std::move(reason));
  }

  const source::FunctionFacts *kernelFacts() const {
    const SideInput &input = *group_.members.front().input;
    return kernelOf(input, specialisationOf(input).get());
  }

  // ---- Element types: tensors that always have the same one share a generic ----

  std::vector<std::string> typesOf(std::size_t tensor) const {
    std::vector<std::string> types;
    for (const Member &member : group_.members) types.push_back(member.side().tensors[tensor].elementType.value);
    return types;
  }

  void addTypes() {
    const auto &tensors = group_.first().tensors;
    names_.assign(tensors.size(), "");
    for (std::size_t i = 0; i < tensors.size(); ++i) {
      if (!names_[i].empty()) continue;
      const auto types = typesOf(i);
      std::vector<std::string> once;
      for (const std::string &type : types)
        if (!type.empty()) addOnce(once, type);
      std::vector<std::string> sharing;
      for (std::size_t k = i; k < tensors.size(); ++k) {
        if (!names_[k].empty() || typesOf(k) != types) continue;
        sharing.push_back(tensors[k].name);
        names_[k] = "?";
      }
      // The first one is E whatever it is; others are generic where they vary.
      const bool isGeneric = i == 0 || once.size() != 1;
      const std::string name = isGeneric ? nextGeneric() : once.front();
      for (std::string &each : names_)
        if (each == "?") each = name;
      if (once.empty()) {
        made_.unknown.push_back("the element type of " + listed(sharing) + " is not recorded");
      } else if (isGeneric) {
        made_.generics.push_back({name, "type generic", once, "the element type of " + listed(sharing)});
      } else {
        made_.generics.push_back({listed(sharing), "literal type", once, "the element type in every variant"});
      }
    }
  }

  std::string nextGeneric() {
    const std::string name(1, static_cast<char>('E' + std::min(generics_, 20)));
    return ++generics_, name;
  }

  // ---- Parameters ----

  void addParameters() {
    const SideSpecification &first = group_.first();
    for (std::size_t i = 0; i < first.tensors.size(); ++i) addTensor(i);
    for (const Item &scalar : first.scalars)
      made_.parameters.push_back({scalar.name, scalar.value.substr(0, scalar.value.find(',')), "an argument of the reference"});
  }

  void addTensor(std::size_t i) {
    const TensorItem &tensor = group_.first().tensors[i];
    const Access access = group_.access[i];
    const std::string written = tensor.written ? "; it is written to" : "";
    const std::string view = "&Tensor<" + names_[i] + ", " + (tensor.rank ? dimensions(*tensor.rank) : std::string("?")) + ">";
    if (access == Access::View) {
      made_.parameters.push_back(
          {tensor.name, view, "the program reaches it by a view alone" + (tensor.written ? written + ", through partition_full_mut" : "")});
    } else if (access == Access::Pointer || access == Access::Both) {
      made_.parameters.push_back({tensor.name, "*mut " + names_[i],
                                  access == Access::Both ? "the program reaches it by a view and by addresses" + written
                                                         : "the program reaches it by addresses alone" + written});
      for (const std::string &part : usedParts(i)) {
        std::string name = tensor.name + "_" + part;
        std::replace(name.begin(), name.end(), ' ', '_');
        made_.parameters.push_back({name, "i32", "the " + part + " of " + tensor.name + ", which the program calculates with"});
      }
    } else if (access == Access::Unused) {
      made_.parameters.push_back({tensor.name, view, "no program of its variants uses it: it can be left out, or kept for the host code"});
    } else {
      made_.parameters.push_back({tensor.name, "", "how the program reaches it is not known"});
      made_.unknown.push_back("whether " + tensor.name + " is passed as a Tensor or as a pointer: " +
                              (tensor.access.unknown.empty() ? "no program tells" : tensor.access.unknown));
    }
  }

  /// What any of its variants calculates with, outermost first, extents before strides.
  std::vector<std::string> usedParts(std::size_t tensor) const {
    std::set<std::string> parts;
    for (const Member &member : group_.members)
      parts.insert(member.side().tensors[tensor].used.begin(), member.side().tensors[tensor].used.end());
    return {parts.begin(), parts.end()};
  }

  // ---- Constants ----

  void addConstants() {
    std::vector<std::string> names;
    for (const Member &member : group_.members)
      for (const ConstantItem &each : member.side().constants) addOnce(names, each.item.name);
    for (const std::string &name : names) addConstant(name);
  }

  void addConstant(const std::string &name) {
    EntryGeneric generic{.name = name};
    bool isWhole = true, isType = true, known = true;
    for (const Member &member : group_.members) {
      for (const ConstantItem &each : member.side().constants) {
        if (each.item.name != name) continue;
        if (!each.constant) {
          known = false;
          continue;
        }
        addOnce(generic.values, each.item.value);
        const auto kind = each.constant->kind;
        const bool fits = each.constant->integer >= std::numeric_limits<std::int32_t>::min() &&
                          each.constant->integer <= std::numeric_limits<std::int32_t>::max();
        isWhole &= kind == Constant::Kind::Bool || (kind == Constant::Kind::Integer && fits);
        isType &= kind == Constant::Kind::Type;
        if (kind == Constant::Kind::Bool) generic.why = "cuTile Rust has no const generics of kind bool: 0 and 1";
      }
    }
    if (!known || generic.values.empty()) {
      made_.unknown.push_back("the value of the constant " + name);
      return;
    }
    generic.kind = isType ? "type generic" : isWhole ? "const generic" : "literal";
    const auto add = [&](const std::string &why) { generic.why += (generic.why.empty() ? "" : "; ") + why; };
    if (generic.kind == "literal")
      add(generic.values.size() > 1
              ? "no generic can hold it: each value needs an entry of its own in which it is written, or it becomes an argument"
              : "no generic can hold it, and it is the same in every variant: it can be written into the entry");
    std::map<std::string, std::vector<std::string>> decided;  // lines by condition
    for (const source::BranchFact *branch : branchesOn(name)) decided[branch->condition].push_back(std::to_string(branch->span.line));
    for (const auto &[condition, lines] : decided) add("it decides if " + condition + " in line " + listed(lines));
    if (generic.values.size() == 1 && generic.kind == "const generic") add("the same in every variant");
    made_.generics.push_back(std::move(generic));
  }

  /// Constant branches of the kernel whose condition names the constant.
  std::vector<const source::BranchFact *> branchesOn(const std::string &name) const {
    std::vector<const source::BranchFact *> found;
    const source::FunctionFacts *kernel = kernelFacts();
    if (kernel == nullptr) return found;
    const auto isLetter = [](char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); };
    for (const source::BranchFact &branch : kernel->branches) {
      if (!branch.constant) continue;
      const std::string &text = branch.condition;
      for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
        const bool begins = at == 0 || !isLetter(text[at - 1]);
        const bool ends = at + name.size() == text.size() || !isLetter(text[at + name.size()]);
        if (begins && ends) {
          found.push_back(&branch);
          break;
        }
      }
    }
    return found;
  }

  // ---- What changes the structure within the entry ----

  void addBranches() {
    const auto &branches = group_.first().branches;
    std::vector<std::pair<std::string, EntryReason>> reasons;  // by sentence: one for all branches of one condition
    for (std::size_t i = 0; i < branches.size(); ++i) {
      std::map<std::string, std::string> outcomes;  // and a variant each
      for (const Member &member : group_.members) {
        if (i >= member.side().branches.size()) continue;
        const BranchItem &branch = member.side().branches[i];
        if (branch.verdict == BranchItem::Verdict::OneArm) outcomes.try_emplace("the " + branch.present + " arm", member.variant->name);
        if (branch.verdict == BranchItem::Verdict::NoArm) outcomes.try_emplace("none", member.variant->name);
      }
      if (outcomes.size() < 2) continue;
      auto known = std::find_if(reasons.begin(), reasons.end(), [&](const auto &each) { return each.first == branches[i].condition; });
      if (known == reasons.end()) {
        std::vector<std::string> each;
        for (const auto &[outcome, variant] : outcomes) each.push_back(outcome + " in " + variant);
        // A port has no dtype to ask: TileGym's matmul has a const generic CAST_TF32 for it.
        const bool byType = branches[i].condition.find(".dtype") != std::string::npos;
        EntryReason reason{branches[i].title() + " goes different ways in its variants (" + listed(each) +
                               "): the entry keeps all arms, and " +
                               (byType ? "since no condition can ask for a type generic, a const generic of its own must decide it"
                                       : "what decides it must be const generics"),
                           {}};
        known = reasons.insert(reasons.end(), {branches[i].condition, std::move(reason)});
      }
      known->second.evidence.push_back(branches[i].evidence.front());
    }
    for (auto &[condition, reason] : reasons) made_.reasons.push_back(std::move(reason));
  }

  std::string outcomesOf(const SideSpecification &side) const {
    std::string text;
    for (const BranchItem &branch : side.branches) text += std::string(toText(branch.verdict)) + ":" + branch.present + ";";
    return text;
  }

  /// Programs whose structure differs though all branches go the same way.
  void addUnexplained() {
    std::map<std::string, const Member *> seen;
    for (const Member &member : group_.members) {
      if (member.side().structure.empty()) continue;
      const auto [entry, isNew] = seen.try_emplace(outcomesOf(member.side()), &member);
      if (isNew || entry->second->side().structure == member.side().structure) continue;
      const std::string difference = firstDifference(entry->second->side(), member.side());
      const std::string between = entry->second->variant->name + " and " + member.variant->name + " (" + difference + ")";
      if (EntryReason reason = whatElse(between); !reason.sentence.empty()) {
        made_.reasons.push_back(std::move(reason));
        return;
      }
      made_.unknown.push_back("why the programs of " + between +
                              " differ in their structure: no branch of the source tells. See whether one entry serves both");
      return;
    }
  }

  /// What of the source, apart from branches, changes a program's structure by a constant: bounds checks and unrolled loops.
  EntryReason whatElse(const std::string &between) const {
    EntryReason reason;
    const source::FunctionFacts *kernel = kernelFacts();
    if (kernel == nullptr) return reason;
    const SideInput &input = *group_.members.front().input;
    std::vector<std::string> texts;
    for (const source::CallFact &call : kernel->calls) {
      for (const source::ArgumentFact &argument : call.arguments) {
        if (argument.name != "check_bounds" || argument.text == "True" || argument.text == "False") continue;
        addOnce(texts, "check_bounds=" + argument.text);
        reason.evidence.push_back(inSource(input, argument.span));
      }
    }
    for (const source::LoopFact &loop : kernel->loops) {
      if (loop.over.find("static_iter") == std::string::npos) continue;
      addOnce(texts, loop.over);
      reason.evidence.push_back(inSource(input, loop.span));
    }
    if (!texts.empty())
      reason.sentence = "the programs of " + between + " differ in their structure, which " + listed(texts) +
                        " may decide: what that comes from must be const generics";
    return reason;
  }

  static std::string firstDifference(const SideSpecification &a, const SideSpecification &b) {
    const std::map<std::string, std::size_t> left(a.structure.begin(), a.structure.end()), right(b.structure.begin(), b.structure.end());
    std::set<std::string> names;
    for (const auto &counts : {left, right})
      for (const auto &[name, count] : counts) names.insert(name);
    for (const std::string &name : names) {
      const std::size_t ours = left.contains(name) ? left.at(name) : 0, theirs = right.contains(name) ? right.at(name) : 0;
      if (ours != theirs) return name + " " + std::to_string(ours) + " and " + std::to_string(theirs) + " times";
    }
    return {};
  }

  const Group &group_;
  const std::vector<Group> &groups_;
  StructuralEntry made_;
  std::vector<std::string> names_;  ///< of the element type, by tensor
  int generics_ = 0;
};

}  // namespace

std::vector<StructuralEntry> structuralEntries(const OperatorInput &input, const std::vector<VariantSpecification> &variants) {
  const std::vector<Group> groups = groupsOf(input, variants);
  std::vector<StructuralEntry> entries;
  std::map<std::string, std::size_t> numbers;
  for (const Group &group : groups) entries.push_back(Entry(group, groups, numbers[group.first().kernel]++).run());
  return entries;
}

}  // namespace tileport::specification
