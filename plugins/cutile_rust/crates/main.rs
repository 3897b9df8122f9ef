// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles variants of the kernels of kernel.rs to Tile IR bytecode, on a machine without a GPU.
//!
//! Reads one variant a line, as JSON, and answers each with one line of JSON on the file descriptor that its argument
//! names; standard output is the front end's own, which prints there what `print_ir` asks for. Ends with its input.

mod compile;
mod front_end;
mod kernel;
mod lookup;
mod variant;

use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, Write};
use std::os::fd::FromRawFd;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

/// The front end recurses deeply.
const STACK_BYTES: usize = 64 << 20;

/// Why there is no program. Its kind says what is to blame: "source", "front_end" or "launch".
pub struct Failure {
    pub kind: &'static str,
    pub message: String,
    /// File, line and column, both one-based.
    pub place: Option<(String, usize, usize)>,
}

impl Failure {
    pub fn new(kind: &'static str, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            place: None,
        }
    }
}

/// Writes the program of one variant; its symbol.
fn export(line: &str) -> Result<String, Failure> {
    let value: Value = serde_json::from_str(line)
        .map_err(|error| Failure::new("launch", format!("it cannot be read: {error}")))?;
    let path = value["file"].as_str().unwrap_or_default();
    let variant = variant::read(&value).map_err(|error| Failure::new("launch", error))?;
    let program = compile::compile(&variant)?;
    std::fs::write(path, program.bytecode).map_err(|error| {
        Failure::new(
            "front_end",
            format!("the program cannot be written: {path}: {error}"),
        )
    })?;
    Ok(program.symbol)
}

fn answer(line: &str) -> Value {
    let begin = Instant::now();
    let outcome = export(line);
    let seconds = begin.elapsed().as_secs_f64();
    match outcome {
        Ok(symbol) => json!({"symbol": symbol, "seconds": seconds}),
        Err(Failure {
            kind,
            message,
            place,
        }) => {
            let (file, line, column) = place.unwrap_or_default();
            json!({"kind": kind, "message": message, "file": file, "line": line, "column": column})
        }
    }
}

fn work(lines: Receiver<String>, mut answers: File) {
    for line in lines {
        if writeln!(answers, "{}", answer(&line)).is_err() {
            return;
        }
    }
}

fn main() -> ExitCode {
    let argument = std::env::args().nth(1).and_then(|word| word.parse().ok());
    let Some(descriptor) = argument else {
        eprintln!("usage: export FILE-DESCRIPTOR");
        return ExitCode::from(2);
    };
    // SAFETY: the caller opened it for us, and nothing else here uses it.
    let answers = unsafe { File::from_raw_fd(descriptor) };
    compile::remember_panics();
    let (sender, receiver) = channel();
    let started = std::thread::Builder::new()
        .name("front end".to_string())
        .stack_size(STACK_BYTES)
        .spawn(move || work(receiver, answers));
    let worker = match started {
        Ok(worker) => worker,
        Err(error) => {
            eprintln!("no thread for the front end: {error}");
            return ExitCode::FAILURE;
        }
    };
    // This thread only reads, so that the process ends with its caller even while the front end does not come back.
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if worker.is_finished() || sender.send(line).is_err() {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
