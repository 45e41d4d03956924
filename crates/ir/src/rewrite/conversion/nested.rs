//! The bodies of the ops in a body, functions of a module: converted each for itself, on several threads if there is
//! enough to do, with the same outcome in any case.

use rayon::prelude::*;

use super::super::rewriter::{BoxedEdit, SymbolEdit, Symbols};
use super::Legality;
use super::legalize::{Driver, Work};
use super::state::ConversionState;
use crate::body::{Body, OpId};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::symbols::SymbolTable;
use crate::threads::{are_worth_sharing, items_per_piece, num_threads, share};
use crate::verify::VerifyAhead;

/// After so many ops for each thread, changes of symbols are made and what was replaced goes.
const BATCH: usize = 1 << 13;

/// What came up at the ops of a body, in their order.
pub(super) enum Found {
    Diagnostic(Diagnostic),
    /// An op whose own body is converted next.
    Owner(OpId),
}

/// The body of an op, taken out for its conversion.
struct Nested {
    owner: OpId,
    body: Box<Body>,
    state: Box<ConversionState>,
    /// The changes of symbols that were asked for.
    edits: Vec<BoxedEdit>,
    /// Whether such changes were made, after which the body is not yet as the next pass wants it.
    edited: bool,
    diagnostics: Diagnostics,
    ok: bool,
}

impl Driver<'_> {
    /// Converts the bodies that were found, reports everything up to the first failure in the order of ops, and makes
    /// the changes of symbols that were asked for. Says whether all bodies were converted.
    pub(super) fn convert_nested(&self, work: &mut Work<'_>, diagnostics: &mut Diagnostics) -> bool {
        let found = std::mem::take(&mut work.found);
        let owners = found.iter().filter_map(|found| match found {
            Found::Owner(owner) => Some(*owner),
            Found::Diagnostic(_) => None,
        });
        let mut all: Vec<Nested> = owners.filter_map(|owner| self.take_out(work, owner)).collect();
        let table = if all.is_empty() {
            SymbolTable::default()
        } else {
            SymbolTable::of(self.ctx, work.body)
        };
        let (mut next, mut converted, mut put_back, mut ok) = (0, 0, 0, true);
        for found in found {
            match found {
                Found::Diagnostic(diagnostic) if ok => diagnostics.push(diagnostic),
                Found::Owner(owner) if all.get(next).is_some_and(|nested| nested.owner == owner) => {
                    if ok && next == converted {
                        self.put_back(work.body, &mut all[put_back..next]);
                        put_back = next;
                        converted += self.convert_batch(work.body, &table, &mut all[next..]);
                    }
                    ok = ok && self.conclude(work, &mut all[next], diagnostics);
                    next += 1;
                }
                Found::Diagnostic(_) | Found::Owner(_) => {}
            }
        }
        self.put_back(work.body, &mut all[put_back..]);
        ok
    }

    fn take_out(&self, work: &mut Work<'_>, owner: OpId) -> Option<Nested> {
        if work.state.was_replaced(owner) || work.state.ignored.contains(owner) {
            return None;
        }
        if self.legality(work.body, owner) == (Legality::Legal { recursively: true }) {
            return None;
        }
        Some(Nested {
            owner,
            body: work.body.op_mut(owner).take_body()?,
            state: work.state.nested.remove(&owner).unwrap_or_default(),
            edits: Vec::new(),
            edited: false,
            diagnostics: Diagnostics::new(),
            ok: true,
        })
    }

    /// Converts some of the bodies, from the first on; says how many.
    fn convert_batch(&self, outer: &Body, table: &SymbolTable, all: &mut [Nested]) -> usize {
        let symbols = Symbols { body: outer, table };
        let convert = |verifier: &mut VerifyAhead<'_>, nested: &mut Nested| {
            let (body, state) = (&mut nested.body, &mut nested.state);
            let location = outer.op(nested.owner).location();
            nested.ok = self.convert_body(body, location, Some(symbols), state, &mut nested.diagnostics);
            nested.edits = std::mem::take(&mut nested.state.edits);
            // The tables of the conversion go before the next function is converted, and so does what was replaced.
            *nested.state = ConversionState::default();
            if nested.edits.is_empty() {
                self.finish(verifier, outer, nested);
            }
        };
        let (mut count, mut size) = (0, 0);
        // To ask for the number of threads starts them.
        let is_enough = |size: usize| size >= BATCH && size >= BATCH * num_threads();
        while self.config.threads && count < all.len() && !is_enough(size) {
            size += all[count].body.num_ops();
            count += 1;
        }
        if !self.config.threads {
            count = all.len();
        }
        if !self.config.threads || !are_worth_sharing(all[..count].iter().map(|nested| &*nested.body)) {
            // Nothing behind a failure is looked at, and changes of symbols are made before the next one.
            let mut verifier = VerifyAhead::new(self.ctx);
            let is_last = |nested: &mut Nested| {
                convert(&mut verifier, nested);
                !nested.ok || !nested.edits.is_empty()
            };
            return all[..count].iter_mut().position(is_last).map_or(count, |last| last + 1);
        }
        all[..count]
            .par_iter_mut()
            .with_max_len(items_per_piece(count))
            .for_each_init(|| VerifyAhead::new(self.ctx), convert);
        count
    }

    /// Readies a body that is converted for the next pass, and verifies it while it is in the cache.
    fn finish(&self, verifier: &mut VerifyAhead<'_>, outer: &Body, nested: &mut Nested) {
        nested.body.tidy();
        if nested.ok && self.config.verify_ahead {
            verifier.body(outer.op_ref(self.ctx, nested.owner), &mut nested.body);
        }
    }

    /// Takes over what came up in a body, and makes the changes of symbols that were asked for. Says whether the body was
    /// converted.
    fn conclude(&self, outer: &mut Work<'_>, nested: &mut Nested, diagnostics: &mut Diagnostics) -> bool {
        diagnostics.append(std::mem::take(&mut nested.diagnostics));
        let edits = std::mem::take(&mut nested.edits);
        nested.edited = !edits.is_empty();
        nested.ok &= self.edit(outer, &mut nested.body, edits, diagnostics);
        nested.ok
    }

    /// Gives ops their bodies back, when all changes of symbols are made.
    fn put_back(&self, outer: &mut Body, all: &mut [Nested]) {
        let (view, mut edited): (&Body, Vec<&mut Nested>) = (outer, all.iter_mut().filter(|n| n.edited).collect());
        share(
            self.ctx,
            self.config.threads,
            &mut edited,
            |nested| &nested.body,
            |verifier, nested| self.finish(verifier, view, nested),
        );
        for nested in all {
            outer.op_mut(nested.owner).put_body(std::mem::take(&mut nested.body));
        }
    }

    fn edit(&self, outer: &mut Work<'_>, own: &mut Body, edits: Vec<BoxedEdit>, found: &mut Diagnostics) -> bool {
        edits.into_iter().all(|edit| {
            let edited = edit(SymbolEdit {
                ctx: self.ctx,
                table: &mut *outer.body,
                location: outer.location,
                own: &mut *own,
            });
            found.take(edited).is_some()
        })
    }
}
