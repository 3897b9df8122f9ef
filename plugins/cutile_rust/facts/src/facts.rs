// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The facts of one source file, in the form that docs/facts.md describes.

use crate::body::Body;
use crate::signature::{self, Known};
use crate::text::{Extent, text};
use serde_json::{Value, json};
use syn::visit::{self, Visit};
use syn::{
    Attribute, File, ImplItemFn, ItemConst, ItemFn, ItemImpl, ItemMod, ItemTrait, ItemType,
    TraitItemFn,
};

pub const SCHEMA: &str = "tileport-facts/1";

/// The attribute whose path ends with the name: `#[cutile::entry(...)]` and `#[entry]` alike.
fn attribute<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a Attribute> {
    let is_it = |attribute: &&Attribute| {
        let last = attribute.path().segments.last();
        last.is_some_and(|segment| segment.ident == name)
    };
    attributes.iter().find(is_it)
}

/// Names that a use may come before, so they are looked for first.
struct Names(Known);

impl<'a> Visit<'a> for Names {
    fn visit_item_fn(&mut self, item: &'a ItemFn) {
        self.0.functions.insert(item.sig.ident.to_string());
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'a ImplItemFn) {
        self.0.methods.insert(item.sig.ident.to_string());
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'a TraitItemFn) {
        self.0.methods.insert(item.sig.ident.to_string());
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_const(&mut self, item: &'a ItemConst) {
        self.0.constants.insert(item.ident.to_string());
    }

    fn visit_item_type(&mut self, item: &'a ItemType) {
        self.0
            .aliases
            .insert(item.ident.to_string(), (*item.ty).clone());
    }
}

struct Module {
    name: String,
    visibility: String,
    is_cutile: bool,
}

struct Functions<'k> {
    known: &'k Known,
    modules: Vec<Module>,
    /// The type that an impl is of, for the names of its functions.
    owner: Option<String>,
    kernels: Vec<Value>,
    functions: Vec<Value>,
}

impl Functions<'_> {
    fn add(
        &mut self,
        attributes: &[Attribute],
        visibility: String,
        item: Extent,
        sig: &syn::Signature,
        block: Option<&syn::Block>,
    ) {
        let entry = attribute(attributes, "entry");
        let hints = entry.map(signature::hints).unwrap_or_default();
        let unchecked = hints
            .iter()
            .any(|(name, value, _)| name == "unchecked_accesses" && value == "true");
        let name = match &self.owner {
            Some(owner) => format!("{owner}::{}", sig.ident),
            None => sig.ident.to_string(),
        };
        let path: Vec<&str> = self
            .modules
            .iter()
            .map(|module| module.name.as_str())
            .collect();
        let body = Body::of(sig, block, self.known);
        let generics = signature::generics(&sig.generics);
        let mut facts = json!({
            "name": name,
            "module": path.join("::"),
            "span": item.json(),
            "name_span": Extent::of(&sig.ident).json(),
            "hints": hints.iter().map(|(name, value, span)| json!({"name": name, "value": value, "span": span.json()})).collect::<Vec<_>>(),
            "generics": generics,
            "parameters": signature::parameters(sig, self.known),
            "unsafe": sig.unsafety.is_some() || unchecked,
            "calls": body.calls,
            "branches": body.branches,
            "loops": body.loops,
            "unsafe_blocks": body.unsafe_blocks,
        });
        if entry.is_some() {
            facts["structure"] = self.structure(visibility, sig, &facts);
            self.kernels.push(facts);
        } else {
            self.functions.push(facts);
        }
    }

    /// What a port's entry must have apart from its body.
    fn structure(&self, visibility: String, sig: &syn::Signature, facts: &Value) -> Value {
        let module = self.modules.last();
        let generics = facts["generics"].as_array().into_iter().flatten();
        json!({
            "visibility": visibility,
            "unsafe_fn": sig.unsafety.is_some(),
            "module_visibility": module.map_or("", |module| &module.visibility),
            "in_cutile_module": module.is_some_and(|module| module.is_cutile),
            "generics_order": generics.map(|generic| generic["name"].clone()).collect::<Vec<_>>(),
            "outputs": signature::outputs(facts),
        })
    }
}

/// A function from its visibility to its end, without what documents it.
fn extent(visibility: &syn::Visibility, sig: &syn::Signature, end: Extent) -> Extent {
    match visibility {
        syn::Visibility::Inherited => Extent::of(sig).through(end),
        given => Extent::of(given).through(end),
    }
}

impl<'a> Visit<'a> for Functions<'_> {
    fn visit_item_mod(&mut self, item: &'a ItemMod) {
        self.modules.push(Module {
            name: item.ident.to_string(),
            visibility: text(&item.vis),
            is_cutile: attribute(&item.attrs, "module").is_some(),
        });
        let owner = self.owner.take();
        visit::visit_item_mod(self, item);
        self.owner = owner;
        self.modules.pop();
    }

    fn visit_item_impl(&mut self, item: &'a ItemImpl) {
        let owner = self.owner.replace(text(&item.self_ty));
        visit::visit_item_impl(self, item);
        self.owner = owner;
    }

    fn visit_item_trait(&mut self, item: &'a ItemTrait) {
        let owner = self.owner.replace(item.ident.to_string());
        visit::visit_item_trait(self, item);
        self.owner = owner;
    }

    fn visit_item_fn(&mut self, item: &'a ItemFn) {
        let span = extent(&item.vis, &item.sig, Extent::of(&item.block));
        self.add(
            &item.attrs,
            text(&item.vis),
            span,
            &item.sig,
            Some(&item.block),
        );
        let owner = self.owner.take();
        visit::visit_item_fn(self, item);
        self.owner = owner;
    }

    fn visit_impl_item_fn(&mut self, item: &'a ImplItemFn) {
        let span = extent(&item.vis, &item.sig, Extent::of(&item.block));
        self.add(
            &item.attrs,
            text(&item.vis),
            span,
            &item.sig,
            Some(&item.block),
        );
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'a TraitItemFn) {
        let end = item
            .default
            .as_ref()
            .map_or(Extent::of(&item.sig), Extent::of);
        let span = Extent::of(&item.sig).through(end);
        self.add(
            &item.attrs,
            String::new(),
            span,
            &item.sig,
            item.default.as_ref(),
        );
        visit::visit_trait_item_fn(self, item);
    }
}

pub fn of_source(source: &str) -> syn::Result<Value> {
    let file: File = syn::parse_file(source)?;
    let mut names = Names(Known::default());
    names.visit_file(&file);
    let mut functions = Functions {
        known: &names.0,
        modules: Vec::new(),
        owner: None,
        kernels: Vec::new(),
        functions: Vec::new(),
    };
    functions.visit_file(&file);
    Ok(json!({
        "schema": SCHEMA,
        "language": "rust",
        "kernels": functions.kernels,
        "functions": functions.functions,
        "launches": [],
    }))
}
