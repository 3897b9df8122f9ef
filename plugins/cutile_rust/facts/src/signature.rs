// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What a function says before its body: hints of an entry, generics, parameters.

use crate::text::{Extent, text};
use quote::ToTokens;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Expr, FnArg, GenericParam, Generics, Meta, Pat, Signature, Token, Type,
    TypeParamBound,
};

/// Names of the file that its functions use.
#[derive(Default)]
pub struct Known {
    pub functions: BTreeSet<String>,
    pub methods: BTreeSet<String>,
    pub constants: BTreeSet<String>,
    pub aliases: HashMap<String, Type>,
}

/// (name, value, where) of what `#[cutile::entry(...)]` says; hints of an architecture are named `sm_100.occupancy`.
pub fn hints(attribute: &Attribute) -> Vec<(String, String, Extent)> {
    let Meta::List(list) = &attribute.meta else {
        return Vec::new();
    };
    let metas = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    let Ok(metas) = metas else {
        // Whatever it is, it is not lost.
        return vec![("".to_string(), text(&list.tokens), Extent::of(&list.tokens))];
    };
    let mut found = Vec::new();
    for meta in &metas {
        match meta {
            Meta::Path(path) => found.push((text(path), "true".to_string(), Extent::of(path))),
            Meta::NameValue(pair) if pair.path.is_ident("optimization_hints") => {
                add_hints("", &pair.value, &mut found)
            }
            Meta::NameValue(pair) => {
                found.push((text(&pair.path), text(&pair.value), Extent::of(pair)))
            }
            Meta::List(list) => {
                found.push((text(&list.path), text(&list.tokens), Extent::of(list)))
            }
        }
    }
    found
}

/// Of `(sm_100 = (occupancy = 2,),)`, which may be nested further.
fn add_hints(prefix: &str, value: &Expr, found: &mut Vec<(String, String, Extent)>) {
    let items: Vec<&Expr> = match value {
        Expr::Tuple(tuple) => tuple.elems.iter().collect(),
        Expr::Paren(paren) => vec![&paren.expr],
        other => vec![other],
    };
    for item in items {
        match item {
            Expr::Assign(pair) => {
                let name = format!("{prefix}{}", text(&pair.left));
                match pair.right.as_ref() {
                    group @ (Expr::Tuple(_) | Expr::Paren(_)) => {
                        add_hints(&format!("{name}."), group, found)
                    }
                    value => found.push((name, text(value), Extent::of(pair))),
                }
            }
            other => found.push((
                prefix.trim_end_matches('.').to_string(),
                text(other),
                Extent::of(other),
            )),
        }
    }
}

fn bounds(bounds: &Punctuated<TypeParamBound, Token![+]>) -> String {
    text(bounds)
}

pub fn generics(generics: &Generics) -> Vec<Value> {
    let fact = |name: String, kind: &str, of: String, span: Extent| json!({"name": name, "kind": kind, "type": of, "span": span.json()});
    let one = |generic: &GenericParam| match generic {
        GenericParam::Const(item) => fact(
            item.ident.to_string(),
            "const",
            text(&item.ty),
            Extent::of(item),
        ),
        GenericParam::Type(item) => fact(
            item.ident.to_string(),
            "type",
            bounds(&item.bounds),
            Extent::of(item),
        ),
        GenericParam::Lifetime(item) => fact(
            item.lifetime.to_string(),
            "lifetime",
            text(&item.bounds),
            Extent::of(item),
        ),
    };
    generics.params.iter().map(one).collect()
}

const SCALARS: [&str; 20] = [
    "bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "isize", "usize", "f16", "bf16",
    "f32", "f64", "tf32", "i1", "i4", "f8e4m3fn", "f8e5m2",
];

fn last_name(kind: &Type) -> Option<String> {
    match kind {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .map(|segment| segment.ident.to_string()),
        Type::Paren(inner) => last_name(&inner.elem),
        Type::Group(inner) => last_name(&inner.elem),
        _ => None,
    }
}

fn form(kind: &Type, sig: &Signature, known: &Known, depth: usize) -> &'static str {
    let alias = |kind: &Type| last_name(kind).and_then(|name| known.aliases.get(&name));
    match kind {
        Type::Reference(reference) => {
            let mut name = last_name(&reference.elem);
            let mut target = alias(&reference.elem);
            // An alias may name another one; not without end.
            for _ in 0..8 {
                let Some(next) = target else { break };
                name = last_name(next);
                target = alias(next);
            }
            match (name.as_deref(), reference.mutability) {
                (Some("Tensor"), None) => "tensor",
                (Some("Tensor"), Some(_)) => "tensor_mut",
                _ => "unknown",
            }
        }
        Type::Ptr(_) => "pointer",
        Type::Paren(inner) => form(&inner.elem, sig, known, depth),
        Type::Path(path) => {
            let Some(name) = last_name(kind) else {
                return "unknown";
            };
            let is_generic = sig
                .generics
                .type_params()
                .any(|generic| generic.ident == name);
            if path.path.segments.len() == 1 && is_generic || SCALARS.contains(&name.as_str()) {
                return "scalar";
            }
            match known.aliases.get(&name) {
                Some(target) if depth < 8 => form(target, sig, known, depth + 1),
                // Passed by value, it writes into a tensor that the launch partitions.
                _ if name == "MappedPartitionMut" => "tensor_mut",
                _ => "unknown",
            }
        }
        _ => "unknown",
    }
}

fn pattern_name(pattern: &Pat) -> String {
    match pattern {
        Pat::Ident(name) => name.ident.to_string(),
        other => text(other),
    }
}

pub fn parameters(sig: &Signature, known: &Known) -> Vec<Value> {
    let one = |input: &FnArg| match input {
        FnArg::Typed(typed) => json!({
            "name": pattern_name(&typed.pat),
            "type": text(&typed.ty),
            // Constants are generics in Rust.
            "constant": false,
            "form": form(&typed.ty, sig, known, 0),
            "span": Extent::of(typed).json(),
        }),
        FnArg::Receiver(receiver) => json!({
            "name": "self",
            "type": text(receiver),
            "constant": false,
            "form": "unknown",
            "span": Extent::of(receiver).json(),
        }),
    };
    sig.inputs.iter().map(one).collect()
}

/// The parameters that a kernel writes to, and how: by `&mut Tensor`, by a method such as `partition_full_mut` on a
/// shared tensor, or through a pointer.
pub fn outputs(facts: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    for parameter in facts["parameters"].as_array().into_iter().flatten() {
        let name = &parameter["name"];
        let writes = |call: &&Value| {
            &call["receiver"] == name
                && call["callee"]
                    .as_str()
                    .is_some_and(|callee| callee.ends_with("_mut"))
        };
        let by = facts["calls"].as_array().into_iter().flatten().find(writes);
        let by = match (parameter["form"].as_str(), by) {
            (_, Some(call)) => call["callee"].as_str().unwrap_or(""),
            (Some("tensor_mut"), None) => "",
            (Some("pointer"), None)
                if parameter["type"]
                    .as_str()
                    .is_some_and(|kind| kind.starts_with("*mut")) =>
            {
                ""
            }
            _ => continue,
        };
        found.push(
            json!({"name": name, "form": parameter["form"], "type": parameter["type"], "by": by}),
        );
    }
    found
}

/// Names that are constants inside a function: its const generics and the file's constants.
pub fn constants(sig: &Signature, known: &Known) -> BTreeSet<String> {
    let mut names = known.constants.clone();
    names.extend(
        sig.generics
            .const_params()
            .map(|generic| generic.ident.to_string()),
    );
    names
}

pub fn is_blank(tokens: &impl ToTokens) -> bool {
    tokens.to_token_stream().is_empty()
}
