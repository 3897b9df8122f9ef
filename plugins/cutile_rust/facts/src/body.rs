// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What a function's body does: calls, branches, loops, unsafe blocks, each in the order of the source.

use crate::signature::{self, Known};
use crate::text::{Extent, text};
use proc_macro2::LineColumn;
use quote::ToTokens;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{
    Block, Expr, ExprCall, ExprClosure, ExprForLoop, ExprIf, ExprLoop, ExprMatch, ExprMethodCall,
    ExprUnsafe, ExprWhile, Item, Local, Macro, Pat, PatIdent, PathArguments, Signature, Token,
};

#[derive(Default)]
pub struct Body {
    pub calls: Vec<Value>,
    pub branches: Vec<Value>,
    pub loops: Vec<Value>,
    pub unsafe_blocks: Vec<Value>,
}

impl Body {
    pub fn of(sig: &Signature, block: Option<&Block>, known: &Known) -> Self {
        let mut constants = signature::constants(sig, known);
        for input in &sig.inputs {
            if let syn::FnArg::Typed(typed) = input {
                forget_names(&typed.pat, &mut constants);
            }
        }
        let mut visitor = Visitor {
            known,
            constants,
            in_unsafe: false,
            calls: Vec::new(),
            body: Body::default(),
        };
        if let Some(block) = block {
            visitor.visit_block(block);
        }
        // A chain of methods is seen from its end; it reads from its beginning.
        visitor.calls.sort_by_key(|(at, _)| (at.line, at.column));
        visitor.body.calls = visitor.calls.into_iter().map(|(_, call)| call).collect();
        visitor.body
    }
}

struct Visitor<'k> {
    known: &'k Known,
    /// Names that only constants and const generics decide, here.
    constants: BTreeSet<String>,
    in_unsafe: bool,
    calls: Vec<(LineColumn, Value)>,
    body: Body,
}

/// A pattern's names hide what they meant before.
fn forget_names(pattern: &Pat, constants: &mut BTreeSet<String>) {
    struct Names<'c>(&'c mut BTreeSet<String>);
    impl<'a> Visit<'a> for Names<'_> {
        fn visit_pat_ident(&mut self, pattern: &'a PatIdent) {
            self.0.remove(&pattern.ident.to_string());
            visit::visit_pat_ident(self, pattern);
        }
    }
    Names(constants).visit_pat(pattern);
}

fn argument(expression: &impl ToTokens) -> Value {
    json!({"name": "", "text": text(expression), "span": Extent::of(expression).json()})
}

/// What runs where a branch goes one way.
fn arm(label: &str, body: &impl ToTokens) -> Value {
    json!({"label": label, "span": Extent::of(body).json()})
}

/// A path without its generics, and those.
fn callee(path: &syn::Path) -> (String, Vec<String>) {
    let mut generics = Vec::new();
    let mut names = Vec::new();
    for segment in &path.segments {
        names.push(segment.ident.to_string());
        if let PathArguments::AngleBracketed(arguments) = &segment.arguments {
            generics.extend(arguments.args.iter().map(text));
        }
    }
    (names.join("::"), generics)
}

impl Visitor<'_> {
    /// Whether only constants, const generics and literals decide an expression.
    fn is_constant(&self, expression: &Expr) -> bool {
        match expression {
            Expr::Lit(_) => true,
            Expr::Path(path) => match path.path.get_ident() {
                Some(name) => self.constants.contains(&name.to_string()),
                // `i32::MAX`, `Self::LIMIT`: constants are written in capitals.
                None => path.path.segments.last().is_some_and(|segment| {
                    let name = segment.ident.to_string();
                    name.chars().any(char::is_uppercase) && !name.chars().any(char::is_lowercase)
                }),
            },
            Expr::Unary(unary) => {
                !matches!(unary.op, syn::UnOp::Deref(_)) && self.is_constant(&unary.expr)
            }
            Expr::Binary(binary) => {
                self.is_constant(&binary.left) && self.is_constant(&binary.right)
            }
            Expr::Paren(inner) => self.is_constant(&inner.expr),
            Expr::Group(inner) => self.is_constant(&inner.expr),
            Expr::Cast(cast) => self.is_constant(&cast.expr),
            Expr::Const(_) => true,
            Expr::Array(array) => array.elems.iter().all(|item| self.is_constant(item)),
            Expr::Tuple(tuple) => tuple.elems.iter().all(|item| self.is_constant(item)),
            Expr::Index(index) => self.is_constant(&index.expr) && self.is_constant(&index.index),
            Expr::Block(block) => {
                matches!(block.block.stmts.as_slice(), [syn::Stmt::Expr(value, None)] if self.is_constant(value))
            }
            Expr::If(branch) => {
                let then = Expr::Block(syn::ExprBlock {
                    attrs: Vec::new(),
                    label: None,
                    block: branch.then_branch.clone(),
                });
                let otherwise = branch.else_branch.as_ref();
                self.is_constant(&branch.cond)
                    && self.is_constant(&then)
                    && otherwise.is_some_and(|(_, value)| self.is_constant(value))
            }
            _ => false,
        }
    }

    fn call(
        &mut self,
        at: LineColumn,
        span: Extent,
        name: String,
        receiver: String,
        arguments: Vec<Value>,
        generics: Vec<String>,
        resolved: bool,
    ) {
        let unchecked = name.contains("unchecked");
        self.calls.push((
            at,
            json!({
                "callee": name,
                "receiver": receiver,
                "arguments": arguments,
                "generics": generics,
                "span": span.json(),
                "unsafe": self.in_unsafe,
                "unchecked": unchecked,
                "resolved": resolved,
            }),
        ));
    }

    fn branch(
        &mut self,
        kind: &str,
        condition: &impl ToTokens,
        constant: bool,
        span: Extent,
        has_else: bool,
        arms: Vec<Value>,
    ) {
        self.body.branches.push(json!({
            "kind": kind,
            "condition": text(condition),
            "constant": constant,
            "span": span.json(),
            "has_else": has_else,
            "arms": arms,
        }));
    }

    fn repetition(
        &mut self,
        kind: &str,
        over: String,
        variable: String,
        constant: bool,
        span: Extent,
    ) {
        self.body.loops.push(json!({"kind": kind, "over": over, "variable": variable, "constant": constant, "span": span.json()}));
    }

    /// Names that a block binds end with it.
    fn scoped(&mut self, visit: impl FnOnce(&mut Self)) {
        let outside = self.constants.clone();
        visit(self);
        self.constants = outside;
    }
}

impl<'a> Visit<'a> for Visitor<'_> {
    // Functions and the like inside of a body have facts of their own.
    fn visit_item(&mut self, _: &'a Item) {}

    fn visit_block(&mut self, block: &'a Block) {
        self.scoped(|visitor| visit::visit_block(visitor, block));
    }

    fn visit_local(&mut self, local: &'a Local) {
        visit::visit_local(self, local);
        let constant = local
            .init
            .as_ref()
            .is_some_and(|init| init.diverge.is_none() && self.is_constant(&init.expr));
        forget_names(&local.pat, &mut self.constants);
        let mut pattern = &local.pat;
        while let Pat::Type(typed) = pattern {
            pattern = &typed.pat;
        }
        if let Pat::Ident(name) = pattern
            && constant
            && name.mutability.is_none()
            && name.by_ref.is_none()
        {
            self.constants.insert(name.ident.to_string());
        }
    }

    fn visit_arm(&mut self, arm: &'a syn::Arm) {
        self.scoped(|visitor| {
            forget_names(&arm.pat, &mut visitor.constants);
            visit::visit_arm(visitor, arm);
        });
    }

    fn visit_expr_closure(&mut self, closure: &'a ExprClosure) {
        self.scoped(|visitor| {
            for input in &closure.inputs {
                forget_names(input, &mut visitor.constants);
            }
            visit::visit_expr_closure(visitor, closure);
        });
    }

    fn visit_expr_let(&mut self, condition: &'a syn::ExprLet) {
        visit::visit_expr_let(self, condition);
        forget_names(&condition.pat, &mut self.constants);
    }

    fn visit_expr_if(&mut self, branch: &'a ExprIf) {
        let constant = self.is_constant(&branch.cond);
        let mut arms = vec![arm("then", &branch.then_branch)];
        if let Some((_, otherwise)) = &branch.else_branch {
            arms.push(arm("else", otherwise));
        }
        self.branch(
            "if",
            &branch.cond,
            constant,
            Extent::of(branch),
            branch.else_branch.is_some(),
            arms,
        );
        self.scoped(|visitor| visit::visit_expr_if(visitor, branch));
    }

    fn visit_expr_match(&mut self, branch: &'a ExprMatch) {
        let catches_all = |arm: &syn::Arm| arm.guard.is_none() && matches!(arm.pat, Pat::Wild(_));
        let constant = self.is_constant(&branch.expr);
        let label = |each: &syn::Arm| match &each.guard {
            Some((_, guard)) => format!("{} if {}", text(&each.pat), text(guard)),
            None => text(&each.pat),
        };
        self.branch(
            "match",
            &branch.expr,
            constant,
            Extent::of(branch),
            branch.arms.iter().any(catches_all),
            branch
                .arms
                .iter()
                .map(|each| arm(&label(each), &each.body))
                .collect(),
        );
        visit::visit_expr_match(self, branch);
    }

    fn visit_expr_for_loop(&mut self, repeated: &'a ExprForLoop) {
        let constant = match repeated.expr.as_ref() {
            Expr::Range(range) => [&range.start, &range.end]
                .iter()
                .all(|end| end.as_ref().is_some_and(|end| self.is_constant(end))),
            other => self.is_constant(other),
        };
        self.repetition(
            "for",
            text(&repeated.expr),
            text(&repeated.pat),
            constant,
            Extent::of(repeated),
        );
        self.visit_expr(&repeated.expr);
        self.scoped(|visitor| {
            forget_names(&repeated.pat, &mut visitor.constants);
            visitor.visit_block(&repeated.body);
        });
    }

    fn visit_expr_while(&mut self, repeated: &'a ExprWhile) {
        let constant = self.is_constant(&repeated.cond);
        self.repetition(
            "while",
            text(&repeated.cond),
            String::new(),
            constant,
            Extent::of(repeated),
        );
        self.scoped(|visitor| visit::visit_expr_while(visitor, repeated));
    }

    fn visit_expr_loop(&mut self, repeated: &'a ExprLoop) {
        self.repetition(
            "loop",
            String::new(),
            String::new(),
            false,
            Extent::of(repeated),
        );
        visit::visit_expr_loop(self, repeated);
    }

    fn visit_expr_unsafe(&mut self, block: &'a ExprUnsafe) {
        self.body.unsafe_blocks.push(Extent::of(block).json());
        let outside = std::mem::replace(&mut self.in_unsafe, true);
        visit::visit_expr_unsafe(self, block);
        self.in_unsafe = outside;
    }

    fn visit_expr_call(&mut self, call: &'a ExprCall) {
        let arguments = call.args.iter().map(argument).collect();
        let span = Extent::of(call);
        match call.func.as_ref() {
            Expr::Path(path) => {
                let (name, generics) = callee(&path.path);
                let last = name.rsplit("::").next().unwrap_or_default().to_string();
                // `Some(x)` and the like make a value and call nothing.
                if !last.starts_with(char::is_uppercase) {
                    let is_method = name.contains("::") && self.known.methods.contains(&last);
                    let resolved = is_method || self.known.functions.contains(&last);
                    self.call(
                        span.start,
                        span,
                        name,
                        String::new(),
                        arguments,
                        generics,
                        resolved,
                    );
                }
            }
            other => self.call(
                span.start,
                span,
                text(other),
                String::new(),
                arguments,
                Vec::new(),
                false,
            ),
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'a ExprMethodCall) {
        let arguments = call.args.iter().map(argument).collect();
        let generics = call
            .turbofish
            .iter()
            .flat_map(|fish| fish.args.iter().map(text));
        let name = call.method.to_string();
        let resolved = self.known.methods.contains(&name);
        let at = Extent::of(&call.method).start;
        self.call(
            at,
            Extent::of(call),
            name,
            text(&call.receiver),
            arguments,
            generics.collect(),
            resolved,
        );
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, call: &'a Macro) {
        let (name, _) = callee(&call.path);
        let span = Extent::of(call);
        let parsed = call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
        let arguments = match &parsed {
            Ok(expressions) => expressions.iter().map(argument).collect(),
            Err(_) if signature::is_blank(&call.tokens) => Vec::new(),
            // Some other language: its text is kept whole.
            Err(_) => vec![argument(&call.tokens)],
        };
        self.call(
            span.start,
            span,
            format!("{name}!"),
            String::new(),
            arguments,
            Vec::new(),
            false,
        );
        for expression in parsed.iter().flatten() {
            self.visit_expr(expression);
        }
    }
}
