// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What is special in the compile-only interface of cuTile Rust 0.2.0: it writes one bytecode version only.

use cutile::compile_api::KernelCompiler;
use cutile::cutile_compiler::ast::Module;

pub fn with_version(
    compiler: KernelCompiler<fn() -> Module>,
    name: &str,
) -> Result<KernelCompiler<fn() -> Module>, String> {
    match name {
        "13.3" => Ok(compiler),
        _ => Err(format!("cuTile Rust 0.2.0 cannot write bytecode {name}")),
    }
}
