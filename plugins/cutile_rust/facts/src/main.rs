// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Prints the facts of one kernel.rs as JSON: {"facts": ...}, or {"message", "line", "column"} where it is no Rust.

mod body;
mod facts;
mod signature;
#[cfg(test)]
mod tests;
mod text;

use serde_json::{Value, json};
use std::process::ExitCode;

/// Parser and visitor recurse as deeply as the source is nested.
const STACK_BYTES: usize = 256 << 20;

fn refused(message: String, line: usize, column: usize) -> Value {
    json!({"message": message, "line": line, "column": column})
}

fn read(path: &std::ffi::OsStr) -> Value {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return refused(format!("it cannot be read: {error}"), 0, 0),
    };
    let source = match String::from_utf8(bytes) {
        Ok(source) => source,
        Err(error) => {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
            return refused("not UTF-8; save it as UTF-8".to_string(), line, 0);
        }
    };
    match facts::of_source(&source) {
        Ok(facts) => json!({"facts": facts}),
        Err(error) => {
            let start = error.span().start();
            refused(error.to_string(), start.line, start.column + 1)
        }
    }
}

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: tileport-facts KERNEL.rs");
        return ExitCode::from(2);
    };
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
    let answer = thread.spawn(move || read(&path).to_string());
    match answer.map(|thread| thread.join()) {
        Ok(Ok(answer)) => {
            println!("{answer}");
            ExitCode::SUCCESS
        }
        _ => ExitCode::FAILURE,
    }
}
