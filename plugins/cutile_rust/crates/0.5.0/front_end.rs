// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What is special in the compile-only interface of cuTile Rust 0.5.0: the bytecode version is asked for.

use cutile::compile_api::KernelCompiler;
use cutile::cutile_compiler::ast::Module;
use cutile_ir::bytecode::BytecodeVersion;

pub fn with_version(
    compiler: KernelCompiler<fn() -> Module>,
    name: &str,
) -> Result<KernelCompiler<fn() -> Module>, String> {
    let version = match name {
        "13.2" => BytecodeVersion::V13_2,
        "13.3" => BytecodeVersion::V13_3,
        "13.4" => BytecodeVersion::V13_4,
        "13.5" => BytecodeVersion::V13_5,
        _ => return Err(format!("cuTile Rust 0.5.0 cannot write bytecode {name}")),
    };
    Ok(compiler.bytecode_version(version))
}
