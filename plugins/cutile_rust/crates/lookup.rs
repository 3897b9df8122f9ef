// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Finds in kernel.rs what a variant or an error names.

use crate::Failure;
use crate::variant::Variant;
use cutile::cutile_compiler::ast::syn::{FnArg, GenericParam, Item, ItemFn, Pat, Type};
use cutile::cutile_compiler::registry::{CUTILE_MODULES, CutileModuleEntry};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// What the front end calls the kernel's file.
const SOURCE: &str = "kernel.rs";
const TEXT: &str = include_str!("kernel.rs");

/// An entry of a #[cutile::module] of kernel.rs.
pub struct Entry {
    pub module: &'static CutileModuleEntry,
    pub name: &'static str,
    pub function: ItemFn,
}

fn short_name(module: &CutileModuleEntry) -> &'static str {
    module.absolute_path.rsplit("::").next().unwrap_or_default()
}

/// The modules of kernel.rs and of what it pulls in, among all that are linked.
fn modules() -> impl Iterator<Item = &'static CutileModuleEntry> {
    let ours = concat!(module_path!(), "::").replace("::lookup::", "::kernel::");
    CUTILE_MODULES
        .iter()
        .filter(move |module| module.absolute_path.starts_with(&ours))
}

/// Modules inside of a #[cutile::module] belong to it.
fn collect_entries(items: &[Item], found: &mut Vec<ItemFn>) {
    let is_entry = |function: &ItemFn| {
        let mut paths = function.attrs.iter().map(|attribute| attribute.path());
        paths.any(|path| {
            path.segments
                .last()
                .is_some_and(|last| last.ident == "entry")
        })
    };
    for item in items {
        match item {
            Item::Fn(function) if is_entry(function) => found.push(function.clone()),
            Item::Mod(module) => {
                if let Some((_, items)) = &module.content {
                    collect_entries(items, found);
                }
            }
            _ => {}
        }
    }
}

fn entries(module: &CutileModuleEntry) -> Vec<ItemFn> {
    let mut found = Vec::new();
    if let Some((_, items)) = &(module.build)().ast().content {
        collect_entries(items, &mut found);
    }
    found
}

fn listed<T: AsRef<str>>(names: &[T]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    if names.is_empty() {
        "none".to_string()
    } else {
        names.join(", ")
    }
}

pub fn find(variant: &Variant) -> Result<Entry, Failure> {
    // A module is named as the front end does, or by its path where two have one name.
    let path = format!("::{}", variant.module);
    let is_it = |module: &&CutileModuleEntry| module.absolute_path.ends_with(&path);
    let Some(module) = modules().find(is_it) else {
        let known: Vec<_> = modules().map(short_name).collect();
        if known.is_empty() {
            return Err(Failure::new("source", "no #[cutile::module] in it"));
        }
        return Err(Failure::new(
            "launch",
            format!(
                "module: there is no {}; there is {}",
                variant.module,
                listed(&known)
            ),
        ));
    };
    let entries = entries(module);
    let known: Vec<_> = entries
        .iter()
        .map(|entry| entry.sig.ident.to_string())
        .collect();
    let wanted = entries
        .into_iter()
        .find(|entry| entry.sig.ident == variant.kernel);
    match wanted {
        Some(function) => Ok(Entry {
            module,
            name: short_name(module),
            function,
        }),
        None => Err(Failure::new(
            "launch",
            format!(
                "kernel: {} has no entry {}; it has {}",
                variant.module,
                variant.kernel,
                listed(&known)
            ),
        )),
    }
}

fn parameters(function: &ItemFn) -> Vec<(String, &Type)> {
    let named = function.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => match typed.pat.as_ref() {
            Pat::Ident(name) => Some((name.ident.to_string(), typed.ty.as_ref())),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    named.collect()
}

/// Names that the entry does not have, and a wrong number of generics: the front end itself passes over the former.
pub fn check(entry: &Entry, variant: &Variant) -> Result<(), Failure> {
    let parameters = parameters(&entry.function);
    let names: Vec<_> = parameters.iter().map(|(name, _)| name.as_str()).collect();
    let tensors = variant
        .tensors
        .iter()
        .map(|tensor| ("tensors", tensor.name.as_str()));
    let scalars = variant
        .scalar_hints
        .iter()
        .map(|(name, _)| ("scalar_hints", name.as_str()));
    for (member, name) in tensors.chain(scalars) {
        if !names.contains(&name) {
            let message = format!(
                "{member}: {} has no parameter {name}; it has {}",
                variant.kernel,
                listed(&names)
            );
            return Err(Failure::new("launch", message));
        }
    }
    let mut generics = Vec::new();
    for generic in &entry.function.sig.generics.params {
        match generic {
            GenericParam::Lifetime(_) => {}
            GenericParam::Type(generic) => generics.push(generic.ident.to_string()),
            // An array takes as many values as it is long, which only the front end knows.
            GenericParam::Const(generic) if matches!(generic.ty, Type::Array(_)) => return Ok(()),
            GenericParam::Const(generic) => generics.push(generic.ident.to_string()),
        }
    }
    if generics.len() != variant.generics.len() {
        let message = format!(
            "generics: {} values for {}, which has {}: {}",
            variant.generics.len(),
            variant.kernel,
            generics.len(),
            listed(&generics)
        );
        return Err(Failure::new("launch", message));
    }
    Ok(())
}

/// The tensor parameters of which the variant says nothing; the front end panics over them.
pub fn missing_tensors(entry: &Entry, variant: &Variant) -> Option<String> {
    let is_tensor = |kind: &Type| match kind {
        Type::Reference(reference) => matches!(reference.elem.as_ref(), Type::Path(path)
            if path.path.segments.last().is_some_and(|segment| segment.ident == "Tensor")),
        _ => false,
    };
    let known = |name: &String| variant.tensors.iter().any(|tensor| tensor.name == *name);
    let missing: Vec<_> = parameters(&entry.function)
        .into_iter()
        .filter(|(name, kind)| is_tensor(kind) && !known(name))
        .map(|(name, _)| name)
        .collect();
    (!missing.is_empty()).then(|| format!("tensors: nothing is said of {}", listed(&missing)))
}

/// The names that an error without a place quotes, or ends with after a colon: "Undefined function: nope".
fn quoted_names(message: &str) -> Vec<&str> {
    let is_name = |word: &&str| {
        !word.is_empty()
            && !word.starts_with(|c: char| c.is_numeric())
            && word.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    let quoted = ['`', '\'', '"']
        .into_iter()
        .flat_map(|mark| message.split(mark).skip(1).step_by(2));
    let last = message
        .rsplit(": ")
        .next()
        .filter(|_| message.contains(": "));
    quoted
        .chain(last)
        .map(|word| word.trim_end_matches('.'))
        .filter(is_name)
        .collect()
}

/// (line, column, whether it is called there) of every place where the name stands.
fn collect(tokens: TokenStream, name: &str, found: &mut Vec<(usize, usize, bool)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |at: usize, text: &str| {
        tokens
            .get(at)
            .is_some_and(|token| token.to_string() == text)
    };
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(word) if word == name => {
                let start = word.span().start();
                let arguments = matches!(tokens.get(at + 1), Some(TokenTree::Group(group))
                    if group.delimiter() == Delimiter::Parenthesis);
                let generics = is(at + 1, ":") && is(at + 2, ":") && is(at + 3, "<");
                let defined = at > 0 && is(at - 1, "fn");
                let called = (arguments || generics) && !defined;
                found.push((start.line, start.column + 1, called));
            }
            TokenTree::Group(group) => collect(group.stream(), name, found),
            _ => {}
        }
    }
}

/// Where the one thing stands that an error names without a place: its only call, or else its only mention. None where
/// several could be meant.
pub fn place_of_named(message: &str) -> Option<(String, usize, usize)> {
    let tokens: TokenStream = TEXT.parse().ok()?;
    quoted_names(message).into_iter().find_map(|name| {
        let mut found = Vec::new();
        collect(tokens.clone(), name, &mut found);
        let mut called = found.iter().filter(|(_, _, called)| *called);
        let one = match (called.next(), called.next(), found.as_slice()) {
            (Some(one), None, _) => one,
            (None, _, [one]) => one,
            _ => return None,
        };
        Some((SOURCE.to_string(), one.0, one.1))
    })
}
