//! How many iterations of a parallel loop one task computes.

use asyncir_dialects::arith;
use asyncir_dialects::arith::build::{ArithBuilder, constant, index};
use asyncir_dialects::r#async::RuntimeNumWorkerThreadsOp;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Location, Type, ValueId};

/// How many blocks there are for each worker, with the number of workers above which it holds. Many workers are kept
/// busy by the memory rather than by the number of blocks.
const BLOCKS_PER_WORKER: [(i64, f32); 5] = [(4, 4.0), (8, 2.0), (16, 1.0), (32, 0.8), (64, 0.6)];

/// How many blocks there are for each worker if there are few workers.
const BLOCKS_PER_WORKER_AT_MOST: f32 = 8.0;

fn float(rw: &mut Rewriter<'_>, location: Location, value: f32) -> ValueId {
    let attr = rw.ctx.float_bits_attr(Type::F32, value.to_bits().into());
    constant(rw, location, attr)
}

/// The size of a block: small enough that all workers get some, but not below `min_task_size`. The number of workers
/// is that of the runtime if `workers` is negative.
pub(super) fn block_size(
    rw: &mut Rewriter<'_>,
    location: Location,
    workers: i64,
    trip_count: ValueId,
    min_task_size: ValueId,
) -> ValueId {
    let workers = if workers >= 0 {
        index(rw, location, workers)
    } else {
        rw.insert_value(RuntimeNumWorkerThreadsOp::build(rw.ctx, location, &[Type::INDEX]))
    };
    let mut factor = float(rw, location, BLOCKS_PER_WORKER_AT_MOST);
    for (above, blocks) in BLOCKS_PER_WORKER {
        let above = index(rw, location, above);
        let holds = ArithBuilder::new(rw, location).cmpi("sgt", workers, above);
        let blocks = float(rw, location, blocks);
        factor = ArithBuilder::new(rw, location).select(holds, blocks, factor);
    }
    let mut b = ArithBuilder::new(rw, location);
    let workers = b.cast(arith::IndexCastOp::DEF, workers, Type::I32);
    let workers = b.cast(arith::SIToFPOp::DEF, workers, Type::F32);
    let blocks = b.binary(arith::MulFOp::DEF, factor, workers);
    let blocks = b.cast(arith::FPToSIOp::DEF, blocks, Type::I32);
    let blocks = b.cast(arith::IndexCastOp::DEF, blocks, Type::INDEX);
    let one = b.constant(Type::INDEX, 1);
    let blocks = b.binary(arith::MaxSIOp::DEF, one, blocks);
    let size = b.binary(arith::CeilDivSIOp::DEF, trip_count, blocks);
    let size = b.binary(arith::MaxSIOp::DEF, size, min_task_size);
    b.binary(arith::MinSIOp::DEF, trip_count, size)
}
