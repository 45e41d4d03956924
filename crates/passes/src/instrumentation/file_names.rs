//! The names of files that the IR is printed to: a folder for each op, with those of the ops inside.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use asyncir_ir::symbols::symbol_name;
use asyncir_ir::{Context, OpId, OpRef, WalkOrder};

use crate::manager::Scope;
use crate::pass::PassInfo;

/// Gives each file a name: how often something was printed for each of the ops around, then the pass.
#[derive(Debug, Default)]
pub struct FileNames {
    /// How often something was printed, by the folders of the op, one more if it was for an op inside first. Ops without a
    /// symbol may share a folder, so that the path also has which of them it is.
    printed: Mutex<HashMap<Vec<(String, usize)>, usize>>,
}

impl FileNames {
    /// The next file for an op, from the folder of all files.
    pub(super) fn next(&self, ctx: &Context, pass: &PassInfo, scope: Scope<'_>) -> PathBuf {
        let mut path = Vec::new();
        let mut scope = scope;
        loop {
            let name = folder(ctx, scope.op.op_ref(ctx));
            let Some((parent, place)) = scope.parent else {
                path.push((name, 0));
                break;
            };
            let twins = parent.op.body().map_or(0, |body| {
                let mut ops = body.walk_all(WalkOrder::Pre);
                ops.truncate(ops.iter().position(|&op| op == place).unwrap_or(0));
                let is_twin = |&op: &OpId| folder(ctx, body.op_ref(ctx, op)) == name;
                ops.into_iter().filter(is_twin).count()
            });
            path.push((name, twins));
            scope = *parent;
        }
        path.reverse();
        let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        let mut numbers: Vec<String> = (1..path.len())
            .map(|depth| (*printed.entry(path[..depth].to_vec()).or_insert(1) - 1).to_string())
            .collect();
        let count = printed.entry(path.clone()).or_default();
        numbers.push(count.to_string());
        *count += 1;
        let file = format!("{}_{}.mlir", numbers.join("_"), pass.flag);
        path.into_iter().map(|(folder, _)| folder).chain([file]).collect()
    }
}

/// The folder of an op: its name and its symbol.
fn folder(ctx: &Context, op: OpRef<'_>) -> String {
    let symbol = symbol_name(ctx, op.data()).map_or("no-symbol-name", |symbol| ctx.str(symbol));
    format!("{}_{symbol}", op.name().replace('.', "_")).replace('/', "_")
}
