//! The ops of a module that own their bodies, functions above all: written several at once where they do not depend on
//! what was written before.

use asyncir_ir::threads::{are_worth_sharing, num_threads};
use asyncir_ir::{BlockId, Body, OpId, OpRef};

use super::Printer;
use super::in_order::InOrder;

/// About how many ops a thread writes before it takes more.
const SHARE: usize = 1 << 10;
/// About how many bytes the text of an op has.
const BYTES_PER_OP: usize = 48;
/// Text is passed on in pieces of at least this size, in bytes.
const PIECE: usize = 1 << 15;
/// How many shares for each thread may be written or wait for their turn, so that the memory of few texts is used again
/// and again.
const WINDOW: usize = 4;

/// Takes the text, piece by piece.
pub(crate) type Sink<'c> = &'c mut (dyn FnMut(&str) + Send);

/// How many ops an op owns.
fn size(body: &Body, op: OpId) -> usize {
    body.op(op).body().map_or(1, Body::num_ops)
}

/// Takes from the front of `ops` until they own about `enough` ops; nothing if there are none left.
fn take_some<'o>(body: &Body, ops: &mut &'o [OpId], enough: usize) -> Option<&'o [OpId]> {
    let mut total = 0;
    let is_enough = |&op: &OpId| {
        let is_enough = total >= enough;
        total += size(body, op);
        is_enough
    };
    let count = ops.iter().position(is_enough).unwrap_or(ops.len());
    let (taken, rest) = ops.split_at(count);
    *ops = rest;
    (count > 0).then_some(taken)
}

impl<'c> Printer<'c> {
    /// Whether the ops of a block are written several at once: they are functions that share no names with each other.
    pub(super) fn can_share(&self, body: &Body, block: BlockId) -> bool {
        let independent = |op: OpId| body.op(op).body().is_some() && body.op(op).num_results() == 0;
        self.threads
            && !self.names.has_outer_names()
            && body.block_ops(block).all(independent)
            && are_worth_sharing(body.block_ops(block).filter_map(|op| body.op(op).body()))
    }

    /// Writes the ops of a block, each on a line of its own.
    pub(super) fn print_shared(&mut self, owner: OpRef<'_>, body: &Body, block: BlockId) {
        let ops: Vec<OpId> = body.block_ops(block).collect();
        let mut rest = &ops[..];
        let shares = std::iter::from_fn(move || take_some(body, &mut rest, SHARE));
        let (ctx, options, indent) = (self.ctx, self.options, self.indent);
        let dialects = self.default_dialects.clone();
        let threads = num_threads();
        let in_order = InOrder::new(shares, threads * WINDOW, |text: &str| self.push_text(text));
        let write = || {
            let mut printer = Printer::new(ctx, options);
            printer.indent = indent;
            printer.default_dialects.clone_from(&dialects);
            while let Some(mut turn) = in_order.take() {
                std::mem::swap(&mut printer.out, &mut turn.text);
                printer.out.reserve(SHARE * BYTES_PER_OP);
                for &op in turn.item {
                    printer.print_full_op(body.op_ref(owner.ctx, op));
                    printer.push("\n");
                }
                std::mem::swap(&mut printer.out, &mut turn.text);
            }
        };
        rayon::scope(|scope| {
            (1..threads).for_each(|_| scope.spawn(|_| write()));
            write();
        });
    }

    fn push_text(&mut self, text: &str) {
        match &mut self.sink {
            Some(sink) if text.len() >= PIECE => {
                sink(&self.out);
                self.out.clear();
                sink(text);
            }
            _ => self.push(text),
        }
        self.pass_on();
    }

    /// Passes the text on that is written so far, if somebody takes it and it is worth it.
    pub(super) fn pass_on(&mut self) {
        if self.out.len() >= PIECE {
            self.pass_on_all();
        }
    }

    /// Passes all of the text on that is written so far, if somebody takes it.
    pub(super) fn pass_on_all(&mut self) {
        if let Some(sink) = &mut self.sink {
            sink(&self.out);
            self.out.clear();
        }
    }
}
