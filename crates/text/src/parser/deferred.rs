//! Reading the bodies of functions on several threads.
//!
//! While the parser reads a file it only skips over large bodies, and leaves a stand-in for each. In the end they are
//! read, several at once, and put in place. What comes out, errors included, is what reading in order gives: if a body
//! turns out to end elsewhere than its braces say, or holds what must be read in order, the file is read again in order.

use asyncir_ir::asm::Argument;
use asyncir_ir::def::OpTrait;
use asyncir_ir::verify::VerifyAhead;
use asyncir_ir::{Attribute, Body, Diagnostic, Fallible, Location, OpName, OperationState};
use rayon::prelude::*;

use super::regions::BlockNames;
use super::values::ValueNames;
use super::{CurrentOp, Parser};
use crate::lexer::{Kind, Lexer};
use crate::text_pos::LineTable;

/// Files with fewer bytes are read faster than threads are woken.
pub(super) const WORTHWHILE: usize = 1 << 17;
/// Bodies with fewer bytes are read at once.
const LARGE: u32 = 512;
/// Shares for each thread, so that none has to wait long for the others.
const SHARES: usize = 4;

/// A function without its body.
struct Owner {
    name: OpName,
    location: Location,
    properties: Attribute,
    attrs: Attribute,
}

impl Owner {
    fn state(&self) -> OperationState {
        OperationState {
            properties: self.properties,
            attrs: self.attrs,
            ..OperationState::new(self.name, self.location)
        }
    }
}

/// The body of a function that was skipped.
pub(super) struct Deferred {
    owner: Owner,
    /// Where its `{` is.
    start: u32,
    /// Where the token behind its `}` starts.
    end: u32,
    arguments: Vec<Argument>,
    dialects: Vec<&'static str>,
    depth: u32,
    current: CurrentOp,
    /// The lines from the name of the function to its `{`.
    lines: LineTable,
}

/// What became of a body.
struct Outcome {
    body: Box<Body>,
    result: Fallible,
    late_errors: Vec<(u32, Diagnostic)>,
    /// Whether it was read as it would have been in order.
    holds: bool,
}

/// What became of all bodies.
pub(super) enum Deferral {
    /// They are in place.
    Done,
    /// The first error, which is before any that the rest of the file gave.
    Failed(Diagnostic),
    /// The file must be read in order.
    InOrder,
}

impl<'a> Parser<'a> {
    /// Skips the body that starts here, if that is allowed and worth it, and gives the op a stand-in.
    pub(super) fn defer(&mut self, state: &mut OperationState, arguments: &[Argument]) -> bool {
        let is_function = state.name.def().is_some_and(|def| def.has(OpTrait::FunctionLike));
        if !self.may_defer || !is_function || state.body.is_some() || !self.at(Kind::LBrace) {
            return false;
        }
        let start = self.tok.start;
        let lines = self.lexer.lines.since(self.current.name_position);
        if !self.skip_braces() || self.tok.start - start < LARGE {
            self.relex(start);
            return false;
        }
        state.body = Some(Box::new(Body::stand_in(self.deferred.len())));
        self.deferred.push(Deferred {
            owner: Owner {
                name: state.name,
                location: state.location,
                properties: state.properties,
                attrs: state.attrs,
            },
            start,
            end: self.tok.start,
            arguments: arguments.to_vec(),
            dialects: self.default_dialects.clone(),
            depth: self.depth,
            current: self.current,
            lines,
        });
        true
    }

    /// Skips from a `{` to behind its `}`; says whether there is one.
    fn skip_braces(&mut self) -> bool {
        let Some(end) = self.lexer.closing_brace(self.tok.start) else {
            return false;
        };
        self.relex(end);
        true
    }

    /// Reads the bodies that were skipped and puts them in place; with `verify`, checks them at once.
    pub(super) fn read_deferred(&mut self, verify: bool) -> Deferral {
        let deferred = std::mem::take(&mut self.deferred);
        if deferred.is_empty() {
            return Deferral::Done;
        }
        // What this parser read is done with: each body comes with the lines that it needs.
        self.lexer = Lexer::new("", 1);
        let share = deferred.len().div_ceil(rayon::current_num_threads() * SHARES);
        let shares: Vec<Vec<Outcome>> = deferred
            .into_par_iter()
            .chunks(share)
            .map(|share| {
                let mut part = self.part();
                let mut verifier = VerifyAhead::new(self.ctx);
                let read = |deferred: Deferred| {
                    let owner = deferred.owner.state();
                    let mut outcome = part.read_body(deferred);
                    if verify && outcome.result.is_ok() {
                        verifier.body_of(self.ctx, owner, &mut outcome.body);
                    }
                    outcome
                };
                share.into_iter().map(read).collect()
            })
            .collect();
        let mut bodies = Vec::new();
        for outcome in shares.into_iter().flatten() {
            if !outcome.holds {
                return Deferral::InOrder;
            }
            if let Err(error) = outcome.result {
                return Deferral::Failed(error);
            }
            self.late_errors.extend(outcome.late_errors);
            bodies.push(Some(outcome.body));
        }
        put_in_place(&mut self.body, &mut bodies);
        Deferral::Done
    }

    /// A parser for bodies of the same file. It knows the aliases of the whole file, with their places.
    fn part(&self) -> Parser<'a> {
        let mut part = Parser::with_lexer(self.ctx, self.file, self.text, Lexer::new("", 1));
        part.is_part = true;
        *part.body = Body::new();
        part.attr_aliases.clone_from(&self.attr_aliases);
        part.type_aliases.clone_from(&self.type_aliases);
        part
    }

    fn read_body(&mut self, deferred: Deferred) -> Outcome {
        self.lexer = Lexer::new(self.text, 1);
        self.lexer.lines = deferred.lines;
        self.relex(deferred.start);
        self.default_dialects = deferred.dialects;
        self.depth = deferred.depth;
        self.current = deferred.current;
        self.values = vec![ValueNames::default()];
        self.blocks = vec![BlockNames::default()];
        let result = self.read_isolated(&deferred.arguments);
        Outcome {
            body: Box::new(self.body.drain_exact()),
            holds: !std::mem::take(&mut self.needs_order) && (result.is_err() || self.tok.start == deferred.end),
            result,
            late_errors: std::mem::take(&mut self.late_errors),
        }
    }
}

/// Replaces stand-ins in a body, and in the bodies in it, by what they stand for.
fn put_in_place(body: &mut Body, made: &mut [Option<Box<Body>>]) {
    for op in body.owners() {
        let Some(own) = body.op_mut(op).body_mut() else {
            continue;
        };
        match own.stands_for() {
            Some(number) => {
                if let Some(made) = made.get_mut(number).and_then(Option::take) {
                    body.op_mut(op).put_body(made);
                }
            }
            None => put_in_place(own, made),
        }
    }
}
