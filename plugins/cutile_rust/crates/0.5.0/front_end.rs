// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The compile-only interface of cuTile Rust 0.5.0.

use crate::modules::MODULES;
use crate::{TensorArgument, Variant};
use cutile::compile_api::KernelCompiler;
use cutile::cutile_compiler::specialization::{DivHint, SpecializationBits, compute_spec};
use cutile::tile_kernel::CompileOptions;
use cutile_ir::bytecode::BytecodeVersion;

pub type ModuleSource = fn() -> cutile::cutile_compiler::ast::Module;

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

fn bytecode_version(name: &str) -> Result<BytecodeVersion, String> {
    match name {
        "13.2" => Ok(BytecodeVersion::V13_2),
        "13.3" => Ok(BytecodeVersion::V13_3),
        "13.4" => Ok(BytecodeVersion::V13_4),
        "13.5" => Ok(BytecodeVersion::V13_5),
        _ => Err(format!("cuTile Rust 0.5.0 cannot write bytecode {name}")),
    }
}

pub fn compile(variant: &Variant) -> Result<Vec<u8>, String> {
    let (_, source) = MODULES
        .iter()
        .find(|(name, _)| *name == variant.module)
        .ok_or_else(|| format!("kernel.rs has no module {}", variant.module))?;
    let specs: Vec<(&str, SpecializationBits)> = variant
        .tensors
        .iter()
        .map(|tensor| (tensor.name.as_str(), specialization(tensor)))
        .collect();
    // A stride of 1 is known to the compiler, any other one is an argument.
    let strides: Vec<(&str, Vec<i32>)> = specs
        .iter()
        .map(|(name, spec)| {
            (
                *name,
                spec.stride_one
                    .iter()
                    .map(|one| if *one { 1 } else { -1 })
                    .collect(),
            )
        })
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
    KernelCompiler::new(source, &variant.module, &variant.kernel)
        .generics(variant.generics.clone())
        .strides(&strides)
        .spec_args(&specs)
        .scalar_hints(&hints)
        .options(options)
        .target(&variant.target)
        .bytecode_version(bytecode_version(&variant.bytecode_version)?)
        .compile()
        .and_then(|artifacts| artifacts.bytecode())
        .map_err(|error| error.to_string())
}
