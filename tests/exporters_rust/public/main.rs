// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Launches a kernel through cuTile Rust's public host calls, again and again, as a program of a user would.
//!
//! The argument names a file with one launch a line, as JSON. Before each launch TILEPORT_PROGRAM is set to the launch's
//! `program`, where the stand-in for tileiras leaves what the launch compiled. Ends at the first launch that fails.

mod calls;
mod front_end;
mod kernel;
mod launch;

use launch::Launch;
use std::process::ExitCode;

/// The front end recurses deeply.
const STACK_BYTES: usize = 64 << 20;

fn one(line: &str, stream: &front_end::Stream) -> Result<(), String> {
    let launch = Launch::read(line)?;
    // SAFETY: no other thread runs.
    unsafe { std::env::set_var("TILEPORT_PROGRAM", launch.program()) };
    let done = calls::launch(&launch, stream);
    done.map_err(|error| format!("{}: {error}", launch.program()))
}

fn all(path: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let stream = front_end::stream();
    text.lines().try_for_each(|line| one(line, &stream))
}

fn main() -> ExitCode {
    let path = std::env::args().nth(1).expect("usage: launcher LAUNCHES");
    let worker = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || all(&path))
        .expect("no thread");
    match worker.join() {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
        Err(_) => ExitCode::FAILURE,
    }
}
