// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles variants of the kernels of kernel.rs to Tile IR bytecode, on a machine without a GPU.
//!
//! Reads one request, a JSON file, and prints one JSON object a variant: {"name": ..., "error": null or a text}.

mod front_end;
mod kernel;
mod modules;

use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// The front end recurses deeply.
const STACK_BYTES: usize = 64 << 20;
/// Panics of the front end may carry a dump of everything it knew.
const LONGEST_MESSAGE: usize = 600;

/// What a variant says of one tensor argument.
pub struct TensorArgument {
    pub name: String,
    pub shape: Vec<i32>,
    pub strides: Vec<i32>,
    pub base_divisor: i32,
    /// Divisors that the launch recorded; without them they follow from shape, strides and alignment.
    pub recorded: Option<RecordedFacts>,
}

pub struct RecordedFacts {
    pub shape_divisors: Vec<i32>,
    pub stride_divisors: Vec<i32>,
    pub stride_one: Vec<bool>,
    pub elements_disjoint: bool,
}

pub struct Variant {
    pub module: String,
    pub kernel: String,
    pub generics: Vec<String>,
    pub tensors: Vec<TensorArgument>,
    pub scalar_hints: Vec<(String, i32)>,
    pub occupancy: Option<i32>,
    pub num_cta_in_cga: Option<i32>,
    pub target: String,
    pub bytecode_version: String,
}

fn text(value: &Value, key: &str) -> Result<String, String> {
    value[key]
        .as_str()
        .map(str::to_string)
        .ok_or_else(|| format!("{key} is missing or not a text"))
}

fn integers(value: &Value, key: &str) -> Result<Vec<i32>, String> {
    let items = value[key]
        .as_array()
        .ok_or_else(|| format!("{key} is missing or not a list"))?;
    items
        .iter()
        .map(|item| item.as_i64().and_then(|n| i32::try_from(n).ok()))
        .collect::<Option<_>>()
        .ok_or_else(|| format!("{key} holds something that is not a 32-bit integer"))
}

fn tensor(value: &Value) -> Result<TensorArgument, String> {
    let facts = &value["specialization"];
    let recorded = if facts.is_null() {
        None
    } else {
        let flags = facts["stride_one"]
            .as_array()
            .ok_or("stride_one is missing")?;
        Some(RecordedFacts {
            shape_divisors: integers(facts, "shape_div")?,
            stride_divisors: integers(facts, "stride_div")?,
            stride_one: flags
                .iter()
                .map(|flag| flag.as_bool().unwrap_or(false))
                .collect(),
            elements_disjoint: facts["elements_disjoint"].as_bool().unwrap_or(false),
        })
    };
    let aligned = facts["base_ptr_div_bytes"]
        .as_i64()
        .or(value["base_div_bytes"].as_i64());
    Ok(TensorArgument {
        name: text(value, "name")?,
        shape: integers(value, "shape")?,
        strides: integers(value, "strides")?,
        base_divisor: aligned.unwrap_or(16) as i32,
        recorded,
    })
}

fn variant(value: &Value, bytecode_version: &str) -> Result<Variant, String> {
    let list = |key: &str| value[key].as_array().cloned().unwrap_or_default();
    let named = |item: &Value| (item[0].as_str().unwrap_or("").to_string(), item[1].clone());
    let options = &value["compile_options"];
    let option = |key: &str| options[key].as_i64().map(|n| n as i32);
    let mut tensors = Vec::new();
    for item in list("tensors") {
        tensors.push(tensor(&item).map_err(|error| format!("tensor {}: {error}", item["name"]))?);
    }
    Ok(Variant {
        module: text(value, "module")?,
        kernel: text(value, "kernel")?,
        generics: list("generics")
            .iter()
            .map(|item| named(item).1.as_str().unwrap_or("").to_string())
            .collect(),
        tensors,
        scalar_hints: list("scalar_hints")
            .iter()
            .map(|item| (named(item).0, named(item).1.as_i64().unwrap_or(1) as i32))
            .collect(),
        occupancy: option("occupancy"),
        num_cta_in_cga: option("num_cta_in_cga"),
        target: text(value, "target")?,
        bytecode_version: bytecode_version.to_string(),
    })
}

fn shortened(message: &str) -> String {
    let end = message
        .char_indices()
        .nth(LONGEST_MESSAGE)
        .map_or(message.len(), |(at, _)| at);
    let dots = if end < message.len() { " ..." } else { "" };
    format!("{}{dots}", message[..end].trim())
}

/// The bytecode of one variant; a panic of the front end is an error like any other.
fn compile(variant: Variant) -> Result<Vec<u8>, String> {
    let work = move || {
        catch_unwind(AssertUnwindSafe(|| front_end::compile(&variant))).unwrap_or_else(|panic| {
            let said = panic.downcast_ref::<String>().map(String::as_str);
            let said = said.or(panic.downcast_ref::<&str>().copied());
            Err(format!(
                "the front end panicked: {}",
                said.unwrap_or("no message")
            ))
        })
    };
    let thread = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(work)
        .map_err(|e| e.to_string())?;
    thread
        .join()
        .unwrap_or_else(|_| Err("the front end's thread died".to_string()))
}

fn export(value: &Value, bytecode_version: &str) -> Result<(), String> {
    let path = text(value, "file")?;
    let bytes = compile(variant(value, bytecode_version)?)?;
    std::fs::write(&path, bytes).map_err(|error| format!("{path}: {error}"))
}

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: export REQUEST.json");
        return ExitCode::from(2);
    };
    let request: Value = match std::fs::read(&path)
        .map_err(|e| e.to_string())
        .and_then(|bytes| serde_json::from_slice(&bytes).map_err(|e| e.to_string()))
    {
        Ok(request) => request,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(2);
        }
    };
    // The caller prints what a panic said; the default hook would print it again with a backtrace hint.
    std::panic::set_hook(Box::new(|_| {}));
    let bytecode_version = request["bytecode_version"]
        .as_str()
        .unwrap_or("13.3")
        .to_string();
    for value in request["variants"].as_array().into_iter().flatten() {
        let error = export(value, &bytecode_version)
            .err()
            .map(|error| shortened(&error));
        println!("{}", json!({"name": value["name"], "error": error}));
    }
    ExitCode::SUCCESS
}
