// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! One launch: the kernel, its arguments and how it is compiled, as the line of JSON says it. It holds what a user writes,
//! and nothing that the front end works out of it: no divisors and no known strides.

use crate::front_end;
pub use crate::front_end::Stream;
use cuda_async::device_buffer::DevicePointer;
use cutile::prelude::*;
use cutile::tile_kernel::CompileOptions;
use serde_json::Value;
use std::mem::ManuallyDrop;

pub struct Launch(Value);

fn integers(value: &Value) -> Vec<i32> {
    let items = value.as_array().into_iter().flatten();
    items.filter_map(Value::as_i64).map(|n| n as i32).collect()
}

// What one kernel does not need is there for the others.
#[allow(dead_code)]
impl Launch {
    pub fn read(line: &str) -> Result<Self, String> {
        serde_json::from_str(line)
            .map(Self)
            .map_err(|error| error.to_string())
    }

    pub fn program(&self) -> &str {
        self.0["program"].as_str().unwrap_or_default()
    }

    /// The operator of TileGym.
    pub fn operator(&self) -> &str {
        self.0["op"].as_str().unwrap_or_default()
    }

    pub fn kernel(&self) -> &str {
        self.0["kernel"].as_str().unwrap_or_default()
    }

    /// The generics' values in the entry's order.
    pub fn generics(&self) -> Vec<String> {
        let pairs = self.0["generics"].as_array().into_iter().flatten();
        pairs
            .filter_map(|pair| pair[1].as_str().map(str::to_string))
            .collect()
    }

    /// The number that a generic is.
    pub fn generic(&self, at: usize) -> i32 {
        self.generics()[at].parse().expect("a number")
    }

    /// The first generic is the element type of every kernel here.
    pub fn element(&self) -> String {
        self.generics().into_iter().next().unwrap_or_default()
    }

    pub fn grid(&self) -> (u32, u32, u32) {
        let sizes = integers(&self.0["grid"]);
        (sizes[0] as u32, sizes[1] as u32, sizes[2] as u32)
    }

    /// -1: not set.
    pub fn option(&self, name: &str) -> i32 {
        self.0["compile_options"][name].as_i64().unwrap_or(-1) as i32
    }

    pub fn compile_options(&self) -> CompileOptions {
        let mut options = CompileOptions::default();
        if self.option("occupancy") > 0 {
            options = options.occupancy(self.option("occupancy"));
        }
        if self.option("num_cta_in_cga") > 0 {
            options = options.num_cta_in_cga(self.option("num_cta_in_cga"));
        }
        if self.option("max_divisibility") > 0 {
            options = options.max_divisibility(self.option("max_divisibility"));
        }
        options
    }

    /// A scalar argument. Not every entry of a kernel.rs has each: 0 is never right where one is missing.
    pub fn scalar(&self, name: &str) -> i32 {
        self.0["scalars"][name].as_i64().unwrap_or_default() as i32
    }

    /// Where a tensor or what a pointer points to lies.
    pub fn address(&self, name: &str) -> u64 {
        self.0["addresses"][name]
            .as_u64()
            .unwrap_or_else(|| panic!("no address of {name}"))
    }

    /// Shape and strides of a tensor argument, both in elements.
    pub fn layout(&self, name: &str) -> (Vec<i32>, Vec<i32>) {
        let mut tensors = self.0["tensors"].as_array().into_iter().flatten();
        let tensor = tensors.find(|tensor| tensor["name"] == name);
        let tensor = tensor.unwrap_or_else(|| panic!("no tensor {name}"));
        (integers(&tensor["shape"]), integers(&tensor["strides"]))
    }

    pub fn pointer<E: DType>(&self, name: &str) -> DevicePointer<E> {
        // SAFETY: nobody reads what it points to.
        unsafe { DevicePointer::from_cu_deviceptr(self.address(name)) }
    }

    /// The tensor over memory that is not there, and so never freed.
    pub fn tensor<E: DType>(&self, name: &str, stream: &Stream) -> ManuallyDrop<Tensor<E>> {
        let (shape, strides) = self.layout(name);
        let count: usize = shape.iter().map(|size| *size as usize).product();
        let bytes = count * size_of::<E>();
        // SAFETY: the stand-in for the driver reads no memory.
        ManuallyDrop::new(unsafe {
            front_end::tensor(self.address(name), bytes, stream, shape, strides)
        })
    }
}

/// Launches `$call`, a call of a launch function that #[cutile::entry] made, and waits for it.
macro_rules! run {
    ($launch:expr, $stream:expr, $call:expr) => {
        // SAFETY: nothing runs; what is unsafe of a kernel is what it does with memory.
        unsafe { $call }
            .generics($launch.generics())
            .grid($launch.grid())
            .compile_options($launch.compile_options())
            .sync_on($stream)
            .map(drop)
            .map_err(|error| format!("{error:?}"))
    };
}

/// Expands `$go` for the element type of the launch.
macro_rules! by_element {
    ($launch:expr, $go:ident) => {
        match $launch.element().as_str() {
            "f16" => $go!(cutile::half::f16),
            "bf16" => $go!(cutile::half::bf16),
            "f32" => $go!(f32),
            other => Err(format!("no element type {other}")),
        }
    };
}

#[allow(unused_imports)]
pub(crate) use {by_element, run};
