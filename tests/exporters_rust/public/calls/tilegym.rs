// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Launches of TileGym's kernels by its own host code: the functions that its library exports to Python. What they make of
//! their arguments, and which launch function they call, is theirs.

use crate::launch::Launch;
// TileGym's own library, built from its folder.
use cutile_kernels as _;
use std::ffi::c_int;
use std::ptr::null_mut;

const DEVICE: c_int = 0;
const MAX_DIMS: usize = 5;
const SCALE: f32 = 0.125;

/// TensorDesc of ffi_util.rs.
#[repr(C)]
struct TensorDesc {
    address: u64,
    rank: i32,
    shape: [i64; MAX_DIMS],
    strides: [i64; MAX_DIMS],
    dtype: i32,
}

type Tensor = *const TensorDesc;
type RawStream = *mut std::ffi::c_void;

// As ffi.rs of each operator has them.
unsafe extern "C" {
    fn cutile_matmul(
        c: Tensor,
        a: Tensor,
        b: Tensor,
        bm: i32,
        bn: i32,
        bk: i32,
        group_size_m: i32,
        num_programs: i32,
        num_cta_in_cga: i32,
        occupancy: i32,
        persistent: i32,
        device: i32,
        stream: RawStream,
    ) -> i32;
    fn cutile_bmm(
        c: Tensor,
        a: Tensor,
        b: Tensor,
        bm: i32,
        bn: i32,
        bk: i32,
        group_size_m: i32,
        trans_a: i32,
        trans_b: i32,
        persistent: i32,
        num_cta_in_cga: i32,
        occupancy: i32,
        num_programs: i32,
        device: i32,
        stream: RawStream,
    ) -> i32;
    fn cutile_attention_sink(
        out: Tensor,
        q: Tensor,
        k: Tensor,
        v: Tensor,
        sinks: Tensor,
        start_q: Tensor,
        qk_scale: f32,
        tile_d: i32,
        h: i32,
        n_kv_ctx: i32,
        tile_m: i32,
        tile_n: i32,
        query_group_size: i32,
        bandwidth: i32,
        grid_x: i32,
        grid_y: i32,
        num_cta_in_cga: i32,
        occupancy: i32,
        device: i32,
        stream: RawStream,
    ) -> i32;
    fn cutile_silu_and_mul(
        out: Tensor,
        input: Tensor,
        block_size: i32,
        num_cta_in_cga: i32,
        occupancy: i32,
        device: i32,
        stream: RawStream,
    ) -> i32;
    fn cutile_swiglu(
        c: Tensor,
        a: Tensor,
        b: Tensor,
        tile_size: i32,
        num_cta_in_cga: i32,
        occupancy: i32,
        device: i32,
        stream: RawStream,
    ) -> i32;
}

fn described(
    launch: &Launch,
    address: &str,
    element: &str,
    shape: &[i32],
    strides: &[i32],
) -> TensorDesc {
    let filled = |values: &[i32]| {
        let mut all = [0; MAX_DIMS];
        for (place, value) in all.iter_mut().zip(values) {
            *place = i64::from(*value);
        }
        all
    };
    let known = ["f32", "f16", "bf16", "i32"];
    let code = known.iter().position(|name| *name == element);
    TensorDesc {
        address: launch.address(address),
        rank: shape.len() as i32,
        shape: filled(shape),
        strides: filled(strides),
        dtype: code.expect("no such element type") as i32,
    }
}

fn tensor(launch: &Launch, name: &str, element: &str) -> TensorDesc {
    let (shape, strides) = launch.layout(name);
    described(launch, name, element, &shape, &strides)
}

/// A matrix of which the launch only has the scalars that the kernel takes.
fn matrix(launch: &Launch, name: &str, columns: i32, row: i32, column: i32) -> TensorDesc {
    let rows = launch.grid().0 as i32;
    let strides = [row, column];
    described(launch, name, &launch.element(), &[rows, columns], &strides)
}

/// What the function of the operator answers.
fn called(launch: &Launch) -> i32 {
    let [cta, occupancy] = ["num_cta_in_cga", "occupancy"].map(|name| launch.option(name));
    let number = |at| launch.generic(at);
    let grid = launch.grid();
    let programs = grid.0 as i32;
    let persistent = i32::from(launch.kernel().starts_with("static_persistent"));
    let element = launch.element();
    let of = |name| tensor(launch, name, &element);
    // SAFETY: the descriptions outlive the calls, and nobody reads what they describe.
    unsafe {
        match launch.operator() {
            "matmul" => {
                let (a, b, c) = (of("a"), of("b"), of("c"));
                let group = if persistent == 1 { number(4) } else { 0 };
                cutile_matmul(
                    &c,
                    &a,
                    &b,
                    number(1),
                    number(2),
                    number(3),
                    group,
                    programs,
                    cta,
                    occupancy,
                    persistent,
                    DEVICE,
                    null_mut(),
                )
            }
            "bmm" => {
                let (a, b, c) = (of("a"), of("b"), of("c"));
                let more = |at| if persistent == 1 { number(at) } else { 0 };
                cutile_bmm(
                    &c,
                    &a,
                    &b,
                    number(1),
                    number(2),
                    number(3),
                    more(4),
                    more(5),
                    more(6),
                    persistent,
                    cta,
                    occupancy,
                    programs,
                    DEVICE,
                    null_mut(),
                )
            }
            "attention_sink" => {
                let (out, q, k, v, sinks) = (of("out"), of("q"), of("k"), of("v"), of("sinks"));
                let start = tensor(launch, "start_q", "i32");
                cutile_attention_sink(
                    &out,
                    &q,
                    &k,
                    &v,
                    &sinks,
                    &start,
                    SCALE,
                    number(1),
                    number(2),
                    number(3),
                    number(4),
                    number(5),
                    number(6),
                    number(7),
                    programs,
                    grid.1 as i32,
                    cta,
                    occupancy,
                    DEVICE,
                    null_mut(),
                )
            }
            "silu_and_mul" => {
                let size = launch.scalar("hidden_size");
                let out = matrix(launch, "out_ptr", size, launch.scalar("out_row_stride"), 1);
                let input = matrix(
                    launch,
                    "in_ptr",
                    2 * size,
                    launch.scalar("in_row_stride"),
                    1,
                );
                cutile_silu_and_mul(&out, &input, number(1), cta, occupancy, DEVICE, null_mut())
            }
            "swiglu" => {
                let [a, b, c] = ["a", "b", "c"].map(|name| {
                    let of = |what: &str| launch.scalar(&format!("{name}_{what}"));
                    let address = format!("{name}_ptr");
                    matrix(launch, &address, of("shape1"), of("stride0"), of("stride1"))
                });
                cutile_swiglu(&c, &a, &b, number(1), cta, occupancy, DEVICE, null_mut())
            }
            other => panic!("no launch of {other}"),
        }
    }
}

/// On the default stream, which TileGym's code makes of null.
pub fn launch(launch: &Launch, _stream: &crate::launch::Stream) -> Result<(), String> {
    match called(launch) {
        0 => Ok(()),
        code => Err(format!("TileGym's host code answers {code}")),
    }
}
