// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! How cuTile Rust 0.5.0 names the device, and borrows memory.

use cutile::prelude::*;

pub type Stream = Arc<cuda_core::Stream>;

pub fn stream() -> Stream {
    let context = Context::new(0).expect("no device");
    context.new_stream().expect("no stream")
}

/// # Safety
/// The tensor must not be dropped, nor its memory be read.
pub unsafe fn tensor<E: DType>(
    address: u64,
    bytes: usize,
    stream: &Stream,
    shape: Vec<i32>,
    strides: Vec<i32>,
) -> Tensor<E> {
    // SAFETY: the caller keeps to it.
    unsafe { Tensor::from_raw_parts(address, bytes, stream.clone(), shape, strides) }
}
