// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::facts::of_source;
use serde_json::{Value, json};

fn kernel(source: &str) -> Value {
    of_source(source).expect("it is Rust")["kernels"][0].clone()
}

/// The facts of a body that stands in an entry with the const generic N and the scalars x and y.
fn body(text: &str) -> Value {
    kernel(&format!(
        "#[cutile::entry()]\nfn k<const N: i32>(x: i32, y: i32) {{\n{text}\n}}"
    ))
}

fn column(facts: &Value, list: &str, member: &str) -> Vec<Value> {
    let items = facts[list].as_array().expect(list);
    items.iter().map(|item| item[member].clone()).collect()
}

#[test]
fn an_entry_has_module_spans_and_hints() {
    let facts = of_source(
        "#[cutile::module]\npub mod outer {\n    mod inner {\n        #[entry(print_ir = true, unchecked_accesses, \
         preconditions = (dim(x, 0) == dim(y, 0)), optimization_hints = (sm_100 = (occupancy = 2,), default = (num_cta_in_cga \
         = 1)))]\n        pub unsafe fn größe() {}\n        fn helper() {}\n    }\n}\n",
    )
    .unwrap();
    let entry = &facts["kernels"][0];
    assert_eq!(entry["name"], "größe");
    assert_eq!(entry["module"], "outer::inner");
    assert_eq!(entry["unsafe"], true);
    let name = json!({"line": 5, "column": 23, "end_line": 5, "end_column": 28});
    assert_eq!(entry["name_span"], name);
    let whole = json!({"line": 5, "column": 9, "end_line": 5, "end_column": 33});
    assert_eq!(entry["span"], whole);
    let hints: Vec<_> = entry["hints"].as_array().unwrap().iter().collect();
    let pairs: Vec<_> = hints
        .iter()
        .map(|hint| {
            (
                hint["name"].as_str().unwrap(),
                hint["value"].as_str().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("print_ir", "true"),
        ("unchecked_accesses", "true"),
        ("preconditions", "(dim(x, 0) == dim(y, 0))"),
        ("sm_100.occupancy", "2"),
        ("default.num_cta_in_cga", "1"),
    ];
    assert_eq!(pairs, expected);
    assert_eq!(facts["functions"][0]["name"], "helper");
    assert_eq!(facts["functions"][0].get("structure"), None);
}

#[test]
fn the_structure_is_what_a_port_needs() {
    let entry = kernel(
        "#[cutile::module]\npub mod m {\n #[cutile::entry()]\n pub fn k<'a, E: ElementType, const N: i32>(x: &Tensor<E, { [-1] }>, \
         y: &mut Tensor<E, { [N] }>, z: &Tensor<E, { [-1] }>, p: *mut E, q: *const E, s: E, n: i32, mut w: MappedPartitionMut<E>) \
         { let o = unsafe { z.partition_full_mut(const_shape![N]) }; }\n}",
    );
    let structure = &entry["structure"];
    assert_eq!(structure["visibility"], "pub");
    assert_eq!(structure["module_visibility"], "pub");
    assert_eq!(structure["in_cutile_module"], true);
    assert_eq!(structure["unsafe_fn"], false);
    assert_eq!(structure["generics_order"], json!(["'a", "E", "N"]));
    let outputs = structure["outputs"].as_array().unwrap();
    let outputs: Vec<_> = outputs
        .iter()
        .map(|o| (o["name"].as_str().unwrap(), o["by"].as_str().unwrap()))
        .collect();
    assert_eq!(
        outputs,
        [("y", ""), ("z", "partition_full_mut"), ("p", ""), ("w", "")]
    );
    let forms = column(&entry, "parameters", "form");
    let expected = [
        "tensor",
        "tensor_mut",
        "tensor",
        "pointer",
        "pointer",
        "scalar",
        "scalar",
        "tensor_mut",
    ];
    assert_eq!(forms, expected);
    assert_eq!(entry["parameters"][0]["type"], "&Tensor<E, { [-1] }>");
    assert_eq!(
        column(&entry, "generics", "kind"),
        ["lifetime", "type", "const"]
    );
    assert_eq!(
        column(&entry, "generics", "type"),
        ["", "ElementType", "i32"]
    );
}

#[test]
fn aliases_of_tensors_are_tensors() {
    let entry = kernel(
        "type A<E> = B<E>; type B<E> = Tensor<E, { [-1] }>; type C = C; #[entry] fn k(x: &A<f32>, y: &mut B<f32>, z: &C) {}",
    );
    assert_eq!(
        column(&entry, "parameters", "form"),
        ["tensor", "tensor_mut", "unknown"]
    );
}

#[test]
fn calls_are_in_reading_order_with_generics_and_arguments() {
    let facts = body(
        "let t = load(\n  &a, // here\n  [x, y],\n).reshape(const_shape![1, N]).sum::<f32>(Some(1i32));\nunsafe { load_unchecked::<N, _>(t); }\nassert!(x > f(y), \"{} {}\", x, y);",
    );
    let names = column(&facts, "calls", "callee");
    assert_eq!(
        names,
        [
            "load",
            "reshape",
            "const_shape!",
            "sum",
            "load_unchecked",
            "assert!",
            "f"
        ]
    );
    let receivers = column(&facts, "calls", "receiver");
    assert_eq!(receivers[1], "load(&a, [x, y])");
    let calls = &facts["calls"];
    assert_eq!(calls[0]["arguments"][1]["text"], "[x, y]");
    assert_eq!(calls[3]["generics"], json!(["f32"]));
    assert_eq!(calls[3]["arguments"][0]["text"], "Some(1i32)");
    assert_eq!(calls[4]["generics"], json!(["N", "_"]));
    assert_eq!(
        column(&facts, "calls", "unsafe"),
        [false, false, false, false, true, false, false]
    );
    assert_eq!(
        column(&facts, "calls", "unchecked"),
        [false, false, false, false, true, false, false]
    );
    assert_eq!(calls[5]["arguments"][0]["text"], "x > f(y)");
    assert_eq!(facts["unsafe_blocks"][0]["line"], 7);
}

#[test]
fn a_macro_that_holds_no_expressions_keeps_its_text() {
    let facts = body("other! { a => b; }\nempty!();");
    assert_eq!(facts["calls"][0]["arguments"][0]["text"], "a => b;");
    assert_eq!(facts["calls"][1]["arguments"], json!([]));
}

#[test]
fn calls_of_functions_of_the_file_are_resolved() {
    let entry = kernel(
        "fn helper() {} struct S; impl S { fn method(&self) {} }\n#[entry] fn k(s: S) { helper(); super::helper(); s.method(); other(); s.other(); }",
    );
    assert_eq!(
        column(&entry, "calls", "resolved"),
        [true, true, true, false, false]
    );
}

#[test]
fn only_constants_decide_a_constant_branch() {
    let constant = |condition: &str| {
        body(&format!("if {condition} {{ a }}"))["branches"][0]["constant"] == true
    };
    for condition in [
        "N > 0i32",
        "true",
        "(N + 1) as u32 == 2",
        "!(N == 1 && -N < i32::MAX)",
        "const { 1 == 1 }",
    ] {
        assert!(constant(condition), "{condition}");
    }
    for condition in ["x > 0", "N > x", "f(N)", "let Some(a) = N", "*N", "n > 0"] {
        assert!(!constant(condition), "{condition}");
    }
}

#[test]
fn what_a_let_binds_is_as_constant_as_its_value() {
    let facts = body(
        "const LIMIT: i32 = 4;\nlet a: i32 = N * 2i32;\nlet mut b = N;\nlet c = x;\nif a > 0 {}\nif b > 0 {}\nif c > 0 {}\n\
         { let N = x; if N > 0 {} }\nif N > 0 {}\nfor N in 0..4 { if N > 0 {} }\nlet d = if N > 1 { 2 } else { a };\nif d > 0 {} else {}",
    );
    let expected = [true, false, false, false, true, false, true, true];
    assert_eq!(column(&facts, "branches", "constant"), expected);
    assert_eq!(facts["branches"][7]["has_else"], true);
    let hidden = kernel("const N: i32 = 1; #[entry] fn k(N: i32) { if N > 0 {} }");
    assert_eq!(hidden["branches"][0]["constant"], false);
}

#[test]
fn loops_say_over_what() {
    let facts = body(
        "for (i, j) in 0i32..N { while x > 0 { loop { break; } } }\nmatch N { 1 => a(), _ => b() }",
    );
    assert_eq!(column(&facts, "loops", "kind"), ["for", "while", "loop"]);
    assert_eq!(column(&facts, "loops", "over"), ["0i32..N", "x > 0", ""]);
    assert_eq!(column(&facts, "loops", "variable"), ["(i, j)", "", ""]);
    assert_eq!(column(&facts, "loops", "constant"), [true, false, false]);
    assert_eq!(facts["branches"][0]["kind"], "match");
    assert_eq!(facts["branches"][0]["constant"], true);
}

#[test]
fn branches_say_where_their_arms_stand() {
    let facts =
        body("if N > 0 {\n a()\n} else if N > 1 { b() }\nmatch N { 1 if x => a(), _ => b() }");
    let span = |branch: usize, arm: usize| facts["branches"][branch]["arms"][arm]["span"].clone();
    let labels = |branch: usize| column(&facts["branches"][branch], "arms", "label");
    assert_eq!(labels(0), ["then", "else"]);
    assert_eq!(labels(1), ["then"]);
    assert_eq!(labels(2), ["1 if x", "_"]);
    assert_eq!(
        span(0, 0)["end_line"].as_i64(),
        span(0, 0)["line"].as_i64().map(|line| line + 2)
    );
    assert_eq!(span(0, 1), facts["branches"][1]["span"]);
    assert_eq!(span(2, 0)["end_line"], span(2, 1)["line"]);
}

#[test]
fn a_function_in_a_function_has_facts_of_its_own() {
    let facts = of_source("#[entry] fn k() { fn inner() { a(); } inner(); }").unwrap();
    assert_eq!(column(&facts["kernels"][0], "calls", "callee"), ["inner"]);
    assert_eq!(column(&facts["functions"][0], "calls", "callee"), ["a"]);
}

#[test]
fn a_byte_order_mark_and_carriage_returns_move_nothing() {
    let entry = kernel("\u{feff}#[entry]\r\nfn k() {\r\n    a(\r\n        b,\r\n    );\r\n}\r\n");
    assert_eq!(entry["name_span"]["line"], 2);
    assert_eq!(
        entry["calls"][0]["span"],
        json!({"line": 3, "column": 5, "end_line": 5, "end_column": 6})
    );
    assert_eq!(entry["calls"][0]["arguments"][0]["text"], "b");
}

#[test]
fn what_is_no_rust_is_refused_with_its_place() {
    let error = of_source("fn k() {\n    let größe = ;\n}\n").unwrap_err();
    let start = error.span().start();
    assert_eq!((start.line, start.column + 1), (2, 17));
    assert!(
        of_source("").unwrap()["kernels"]
            .as_array()
            .unwrap()
            .is_empty()
    );
}
