//! Entry points: functions that are called from outside of their module.

use std::collections::{HashMap, HashSet};

use asyncir_dialects::llvm::FuncOp;
use asyncir_dialects::llvm::func::is_local;
use asyncir_ir::def::OpView;
use asyncir_ir::symbols::{SymbolTable, Visibility, symbol_name, visibility};
use asyncir_ir::{Context, Ident, OpId, Operation, OwnedOp};
use asyncir_passes::bufferization::free_owned_buffers::gives_tensors;
use asyncir_passes::conversion::llvm_common::functions::C_INTERFACE;
use asyncir_passes::conversion::llvm_common::types;

use crate::awaited_tasks::functions_that_await;
use crate::call::{CallError, Signature};
use crate::escaping::{escaped, unescaped};

/// A function of the program: whether and how it can be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) name: String,
    /// The type of the function before it was lowered, if it can be seen from outside.
    pub(crate) signature: Option<Signature>,
    /// Whether it is among those that may be called.
    pub(crate) is_called: bool,
    /// Whether it awaits all tasks that it starts, if the runtime's functions that print are what they are called.
    pub(crate) awaits_tasks: bool,
}

impl Entry {
    /// Whether callers can pass what it takes and gives.
    pub(crate) fn is_callable(&self) -> bool {
        self.signature.as_ref().is_some_and(Signature::is_callable)
    }

    /// Whether it is called through a wrapper.
    pub(crate) fn is_wrapped(&self) -> bool {
        self.is_called && self.is_callable()
    }

    /// The entry as words, for the cache.
    pub(crate) fn to_line(&self) -> String {
        let called = if self.is_called { CALLED } else { SEEN };
        let tasks = if self.awaits_tasks { AWAITS } else { LEAVES };
        let name = escaped(&self.name);
        let signature = self.signature.as_ref().map_or_else(String::new, Signature::to_words);
        format!("{called} {tasks} {name} {signature}")
    }

    /// The entry that [`Entry::to_line`] wrote.
    pub(crate) fn of_line(line: &str) -> Option<Self> {
        let is = |word: &str, yes: &str, no: &str| (word == yes || word == no).then_some(word == yes);
        let (called, rest) = line.split_once(' ')?;
        let (tasks, rest) = rest.split_once(' ')?;
        let (name, signature) = rest.split_once(' ')?;
        Some(Self {
            name: unescaped(name)?,
            signature: Signature::parse(signature),
            is_called: is(called, CALLED, SEEN)?,
            awaits_tasks: is(tasks, AWAITS, LEAVES)?,
        })
    }
}

/// How entries begin in the cache.
const CALLED: &str = "called";
const SEEN: &str = "seen";
const AWAITS: &str = "awaits";
const LEAVES: &str = "leaves";

/// What is known of functions before they are lowered: their types, and whether they await all tasks that they start.
#[derive(Default)]
pub(crate) struct Signatures {
    types: HashMap<Ident, Signature>,
    called: HashSet<Ident>,
    awaiting: HashSet<Ident>,
}

impl Signatures {
    /// Looks for functions whose callers need not wait for tasks.
    pub(crate) fn find_awaiting(&mut self, ctx: &Context, module: &OwnedOp) {
        self.awaiting = functions_that_await(ctx, module);
    }

    /// The types of functions that are public or among `names`. Those of that list may be called; all, if there is none.
    pub(crate) fn of(ctx: &Context, module: &OwnedOp, names: Option<&[String]>) -> Self {
        let mut signatures = Self::default();
        let Some((body, block)) = module.body().and_then(|body| Some((body, body.entry()?))) else {
            return signatures;
        };
        let frees_with_c = !body.block_ops(block).any(|op| defines_allocation(ctx, body.op(op)));
        for function in body.block_ops(block).map(|op| body.op(op)) {
            let Some(name) = symbol_name(ctx, function) else {
                continue;
            };
            let is_public = visibility(ctx, function) == Visibility::Public;
            let is_called = names.map_or(is_public, |names| names.iter().any(|called| called == ctx.str(name)));
            if !is_public && !is_called {
                continue;
            }
            // Private functions may get further results, which tell what of the memory is theirs.
            let gives = is_public && frees_with_c && gives_tensors(ctx, function);
            if let Some(signature) = Signature::of(ctx, function, gives) {
                signatures.types.insert(name, signature);
            }
            if is_called {
                signatures.called.insert(name);
            }
        }
        signatures
    }
}

/// Whether it is a function of the program itself that allocates or frees memory instead of C's: Rust would free with C's.
fn defines_allocation(ctx: &Context, op: &Operation) -> bool {
    let name = symbol_name(ctx, op).map(|name| ctx.str(name));
    let is_allocation = name.is_some_and(|name| ["malloc", "aligned_alloc", "free"].contains(&name));
    is_allocation && op.body().is_some_and(|body| body.entry().is_some())
}

/// The functions of a module in the llvm dialect that are defined there, with the types that they had before.
pub(crate) fn entries(ctx: &Context, module: &OwnedOp, signatures: &Signatures) -> Vec<Entry> {
    let Some(body) = module.body() else { return Vec::new() };
    let table = SymbolTable::of(ctx, body);
    let Some(block) = body.entry() else { return Vec::new() };
    let mut entries = Vec::new();
    for op in body.block_ops(block) {
        let data = body.op(op);
        let defined = data.is(FuncOp::DEF) && data.body().is_some_and(|body| body.entry().is_some());
        let Some(name) = symbol_name(ctx, data).filter(|&name| defined && table.get(name) == Some(op)) else {
            continue;
        };
        entries.push(Entry {
            name: ctx.str(name).to_owned(),
            signature: signatures.types.get(&name).cloned(),
            is_called: signatures.called.contains(&name),
            awaits_tasks: signatures.awaiting.contains(&name),
        });
    }
    entries
}

/// An error if one of these functions is not defined in the module. It names others that are usable.
pub(crate) fn check_defined(
    ctx: &Context,
    module: &OwnedOp,
    entries: &[Entry],
    names: &[String],
    is_usable: fn(&Entry) -> bool,
) -> Result<(), CallError> {
    let is_defined = |name: &&String| entries.iter().any(|entry| entry.name == **name);
    let Some(missing) = names.iter().find(|name| !is_defined(name)) else {
        return Ok(());
    };
    let declared = module.body().and_then(|body| {
        let op = SymbolTable::of(ctx, body).get(ctx.ident(missing))?;
        body.op(op).is(FuncOp::DEF).then_some(())
    });
    Err(match declared {
        Some(()) => CallError::NotDefined { name: missing.clone() },
        None => CallError::not_found(missing, entries, is_usable),
    })
}

/// The error for the first of these functions that a module, which is not lowered yet, does not have.
pub(crate) fn missing(
    ctx: &Context,
    module: &OwnedOp,
    names: &[String],
    is_usable: fn(&Entry) -> bool,
) -> Option<CallError> {
    let body = module.body()?;
    let table = SymbolTable::of(ctx, body);
    // Lowering makes C interfaces.
    let function = |name: &str| ctx.ident(name.strip_prefix(C_INTERFACE).unwrap_or(name));
    let missing = names.iter().find(|name| table.get(function(name)).is_none())?;
    let public = Signatures::of(ctx, module, None);
    let defined = body.block_ops(body.entry()?).filter_map(|op| {
        let data = body.op(op);
        data.body()?.entry()?;
        let name = symbol_name(ctx, data)?;
        Some(Entry {
            name: ctx.str(name).to_owned(),
            signature: Some(public.types.get(&name)?.clone()),
            is_called: true,
            awaits_tasks: false,
        })
    });
    Some(CallError::not_found(missing, &defined.collect::<Vec<_>>(), is_usable))
}

/// Has functions be seen from outside of their module, whatever their linkage says.
pub(crate) fn expose(ctx: &Context, module: &mut OwnedOp, names: &[String]) {
    let Some(body) = module.body_mut() else { return };
    let Some(block) = body.entry() else { return };
    for op in body.block_ops(block).collect::<Vec<OpId>>() {
        let data = body.op(op);
        let name = symbol_name(ctx, data).map(|name| ctx.str(name));
        let is_named = name.is_some_and(|name| names.iter().any(|entry| entry == name));
        if is_named && data.is(FuncOp::DEF) && is_local(body.op_ref(ctx, op)) {
            let external = types::linkage(ctx, "external");
            body.op_mut(op).set_property(ctx, "linkage", Some(external));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_the_manifest() {
        for name in ["main", "two words", "a\\b\"c'\n\t\u{1}é€", "\\u{41}", ""] {
            for signature in [None, Signature::parse("(i32, index) -> (f32)")] {
                let entry = Entry {
                    name: name.to_owned(),
                    is_called: signature.is_some(),
                    signature,
                    awaits_tasks: name.len() > 2,
                };
                assert_eq!(
                    Entry::of_line(&entry.to_line()).as_ref(),
                    Some(&entry),
                    "{}",
                    entry.to_line()
                );
            }
        }
    }
}
