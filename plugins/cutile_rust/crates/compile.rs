// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! One variant through the front end's compile-only interface.

use crate::lookup::{self, Entry};
use crate::variant::{TensorArgument, Variant};
use crate::{Failure, front_end};
use cutile::compile_api::KernelCompiler;
use cutile::cutile_compiler::error::JITError;
use cutile::cutile_compiler::kernel_naming::KernelNaming;
use cutile::cutile_compiler::specialization::{DivHint, SpecializationBits, compute_spec};
use cutile::tile_kernel::CompileOptions;
use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

const LONGEST_MESSAGE: usize = 600;
/// Panics of the front end may carry a dump of everything it knew.
const LONGEST_PANIC: usize = 240;

pub struct Program {
    pub symbol: String,
    pub bytecode: Vec<u8>,
}

fn divisor(value: i32) -> DivHint {
    DivHint {
        divisor: value,
        max: 16,
    }
}

fn specialization(tensor: &TensorArgument) -> SpecializationBits {
    match &tensor.recorded {
        // Only the address's alignment counts, so the divisor itself serves as address.
        None => compute_spec(
            tensor.base_divisor as u64,
            &tensor.shape,
            &tensor.strides,
            0,
        ),
        Some(facts) => SpecializationBits {
            shape_div: facts.shape_divisors.iter().copied().map(divisor).collect(),
            stride_div: facts.stride_divisors.iter().copied().map(divisor).collect(),
            stride_one: facts.stride_one.clone(),
            base_ptr_div: divisor(tensor.base_divisor),
            elements_disjoint: facts.elements_disjoint,
        },
    }
}

fn bytecode(entry: &Entry, variant: &Variant) -> Result<Vec<u8>, JITError> {
    let specs: Vec<(&str, SpecializationBits)> = variant
        .tensors
        .iter()
        .map(|tensor| (tensor.name.as_str(), specialization(tensor)))
        .collect();
    // A stride of 1 is known to the compiler, any other one is an argument.
    let known = |one: &bool| if *one { 1 } else { -1 };
    let strides: Vec<(&str, Vec<i32>)> = specs
        .iter()
        .map(|(name, spec)| (*name, spec.stride_one.iter().map(known).collect()))
        .collect();
    let strides: Vec<(&str, &[i32])> = strides
        .iter()
        .map(|(name, values)| (*name, values.as_slice()))
        .collect();
    let hints: Vec<(&str, DivHint)> = variant
        .scalar_hints
        .iter()
        .map(|(name, value)| (name.as_str(), divisor(*value)))
        .collect();
    let mut options = CompileOptions::default();
    if let Some(occupancy) = variant.occupancy {
        options = options.occupancy(occupancy);
    }
    if let Some(count) = variant.num_cta_in_cga {
        options = options.num_cta_in_cga(count);
    }
    if let Some(most) = variant.max_divisibility {
        options = options.max_divisibility(most);
    }
    let compiler = KernelCompiler::new(entry.module.build, entry.name, &variant.kernel)
        .generics(variant.generics.clone())
        .strides(&strides)
        .spec_args(&specs)
        .scalar_hints(&hints)
        .options(options)
        .target(&variant.target);
    front_end::with_version(compiler, &variant.bytecode_version)
        .map_err(JITError::Generic)?
        .compile()
        .and_then(|artifacts| artifacts.bytecode())
}

thread_local! {
    static PANICKED_AT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Instead of printing a panic, remembers where it was; what it said is caught.
pub fn remember_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic
            .location()
            .map(|place| format!("{}:{}", place.file(), place.line()));
        PANICKED_AT.with_borrow_mut(|kept| *kept = place.unwrap_or_default());
    }));
}

fn shortened(message: &str, longest: usize) -> String {
    let end = message
        .char_indices()
        .nth(longest)
        .map_or(message.len(), |(at, _)| at);
    let dots = if end < message.len() { " ..." } else { "" };
    format!("{}{dots}", message[..end].trim())
}

fn failure(error: JITError) -> Failure {
    let (message, place) = match error {
        JITError::Located(message, place) if place.is_known() => {
            (message, Some((place.file, place.line, place.column + 1)))
        }
        JITError::Located(message, _) | JITError::Generic(message) => (message, None),
        JITError::Anyhow(error) => (format!("{error:#}"), None),
    };
    Failure {
        kind: "front_end",
        place: place.or_else(|| lookup::place_of_named(&message)),
        message: shortened(&message, LONGEST_MESSAGE),
    }
}

fn panicked(panic: &(dyn Any + Send)) -> Failure {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    let said = said.or(panic.downcast_ref::<&str>().copied());
    let said = shortened(said.unwrap_or("no message"), LONGEST_PANIC);
    let at = PANICKED_AT.with_borrow(Clone::clone);
    Failure::new(
        "front_end",
        format!("the front end panicked at {at}: {said}"),
    )
}

pub fn compile(variant: &Variant) -> Result<Program, Failure> {
    let entry = lookup::find(variant)?;
    lookup::check(&entry, variant)?;
    let outcome = catch_unwind(AssertUnwindSafe(|| bytecode(&entry, variant)));
    let outcome = match outcome {
        Ok(compiled) => compiled.map_err(failure),
        Err(panic) => Err(panicked(panic.as_ref())),
    };
    let bytecode = outcome.map_err(|error| match lookup::missing_tensors(&entry, variant) {
        Some(missing) => Failure::new("launch", format!("{missing}: {}", error.message)),
        None => error,
    })?;
    let symbol = KernelNaming::new(&variant.kernel).entry_name();
    Ok(Program { symbol, bytecode })
}
