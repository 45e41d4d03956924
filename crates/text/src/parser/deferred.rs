//! Reading the bodies of functions on several threads.
//!
//! While the parser reads a file it only skips over large bodies, and leaves a stand-in for each. Other threads read
//! them meanwhile, some at a time; in the end all are put in place. What comes out, errors included, is what reading in
//! order gives: if a body turns out to end elsewhere than its braces say, or holds what must be read in order, the file
//! is read again in order.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};

use asyncir_ir::asm::Argument;
use asyncir_ir::def::OpTrait;
use asyncir_ir::verify::VerifyAhead;
use asyncir_ir::{
    Attribute, Body, Context, Diagnostic, Diagnostics, Fallible, Ident, Location, OpName, OperationState,
};

use super::aliases::Aliases;
use super::regions::BlockNames;
use super::values::ValueNames;
use super::{CurrentOp, Parser};
use crate::lexer::{Kind, Lexer};
use crate::source::{ParseOptions, Parsed, Source};
use crate::text_pos::LineTable;

/// Files with fewer bytes are read faster than threads are woken.
const WORTHWHILE: usize = 1 << 17;
/// Bodies with fewer bytes are read at once.
const LARGE: u32 = 256;
/// Shares for each thread, so that none has to wait long for the others.
const SHARES: usize = 24;

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
struct Deferred {
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

/// Bodies that a thread reads one after the other.
struct Share<'a> {
    number: usize,
    bodies: Vec<Deferred>,
    /// What is known where the last of them starts. Aliases that come later do not count in them.
    aliases: Aliases<'a>,
}

/// The bodies that a parser has skipped, on their way to those who read them.
pub(super) struct Skipped<'a> {
    to: Sender<Share<'a>>,
    /// The bodies of the next share, and how many bytes they are.
    next: Vec<Deferred>,
    bytes: usize,
    /// A share of so many bytes is passed on.
    enough: usize,
    shares: usize,
    bodies: usize,
}

/// The readers of the bodies of a file.
struct Readers<'a> {
    ctx: &'a Context,
    file: Ident,
    text: &'a str,
    verify: bool,
    from: Mutex<Receiver<Share<'a>>>,
    /// What became of the bodies of each share, by its number.
    read: Mutex<Vec<(usize, Vec<Outcome>)>>,
}

/// Reads a file on several threads, if it is worth it. `None` if it is to be read in order.
pub(super) fn parse_shared(
    ctx: &Context,
    source: &Source<'_>,
    text: &str,
    options: &ParseOptions,
) -> Option<Result<Parsed, Diagnostics>> {
    if !options.threads || text.len() < WORTHWHILE {
        return None;
    }
    // To ask for their number starts them, which small files need not wait for.
    let threads = asyncir_ir::threads::num_threads();
    if threads < 2 {
        return None;
    }
    let mut parser = Parser::new(ctx, source.name, text, (source.first_line, source.first_column));
    parser.options = *options;
    let (to, from) = channel();
    parser.skipped = Some(Skipped {
        to,
        next: Vec::new(),
        bytes: 0,
        enough: text.len() / (threads * SHARES),
        shares: 0,
        bodies: 0,
    });
    let readers = Readers {
        ctx,
        file: parser.file,
        text,
        verify: options.verify_ahead,
        from: Mutex::new(from),
        read: Mutex::default(),
    };
    let (mut parser, rest) = rayon::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| readers.work());
        }
        // Readers end when there is nothing left and no sender, which goes with the parser even if that panics.
        let mut parser = parser;
        let result = parser.parse_top_level();
        parser.pass_on();
        parser.skipped = None;
        readers.work();
        (parser, result)
    });
    if parser.needs_order {
        return None;
    }
    let bodies = parser.take_over(readers.outcomes())?;
    // An error in a body is before any that the rest of the file gave.
    Some(parser.finish(bodies.and(rest), source.name))
}

impl<'a> Readers<'a> {
    /// Reads shares until there are no more. It waits for the parser that skips bodies, which waits for nobody.
    fn work(&self) {
        let mut parser = Parser::with_lexer(self.ctx, self.file, self.text, Lexer::new("", (1, 1)));
        parser.is_part = true;
        *parser.body = Body::new();
        let mut verifier = VerifyAhead::new(self.ctx);
        while let Some(share) = self.next() {
            parser.aliases = share.aliases;
            let read = |deferred: Deferred| {
                let owner = deferred.owner.state();
                let mut outcome = parser.read_body(deferred);
                if self.verify && outcome.result.is_ok() {
                    verifier.body_of(self.ctx, owner, &mut outcome.body);
                }
                outcome
            };
            let outcomes = share.bodies.into_iter().map(read).collect();
            let mut all = self.read.lock().unwrap_or_else(PoisonError::into_inner);
            all.push((share.number, outcomes));
        }
    }

    fn next(&self) -> Option<Share<'a>> {
        let from = self.from.lock().unwrap_or_else(PoisonError::into_inner);
        from.recv().ok()
    }

    /// What became of all bodies, in their order.
    fn outcomes(self) -> impl Iterator<Item = Outcome> {
        let mut shares = self.read.into_inner().unwrap_or_else(PoisonError::into_inner);
        shares.sort_unstable_by_key(|(number, _)| *number);
        shares.into_iter().flat_map(|(_, outcomes)| outcomes)
    }
}

impl<'a> Parser<'a> {
    /// Puts the bodies that were read in the place of their stand-ins, up to the first one with an error, which it gives.
    /// `None` if one was not read as it would have been in order.
    fn take_over(&mut self, outcomes: impl Iterator<Item = Outcome>) -> Option<Fallible> {
        let (mut bodies, mut result) = (Vec::new(), Ok(()));
        for outcome in outcomes {
            if !outcome.holds {
                return None;
            }
            if outcome.result.is_err() {
                result = outcome.result;
                break;
            }
            self.late_errors.extend(outcome.late_errors);
            bodies.push(Some(outcome.body));
        }
        put_in_place(&mut self.body, &mut bodies);
        Some(result)
    }

    /// Skips the body that starts here, if that is allowed and worth it, and gives the op a stand-in.
    pub(super) fn defer(&mut self, state: &mut OperationState, arguments: &[Argument]) -> bool {
        let is_function = state.name.def().is_some_and(|def| def.has(OpTrait::FunctionLike));
        if self.skipped.is_none() || !is_function || state.body.is_some() || !self.at(Kind::LBrace) {
            return false;
        }
        // The parser that reads the body would not know the names around it.
        if !self.undeclared.is_empty() || self.values.iter().any(|names| !names.is_empty()) {
            return false;
        }
        let start = self.tok.start();
        let lines = self.lexer.lines.since(self.current.name_position);
        if !self.skip_braces() || self.tok.start() - start < LARGE {
            self.relex(start);
            return false;
        }
        let deferred = Deferred {
            owner: Owner {
                name: state.name,
                location: state.location,
                properties: state.properties,
                attrs: state.attrs,
            },
            start,
            end: self.tok.start(),
            arguments: arguments.to_vec(),
            dialects: self.default_dialects.clone(),
            depth: self.depth,
            current: self.current,
            lines,
        };
        let Some(skipped) = &mut self.skipped else { return false };
        state.body = Some(Box::new(Body::stand_in(skipped.bodies)));
        skipped.bodies += 1;
        skipped.bytes += (deferred.end - start) as usize;
        skipped.next.push(deferred);
        if skipped.bytes >= skipped.enough {
            self.pass_on();
        }
        true
    }

    /// Passes the bodies on that were skipped last.
    fn pass_on(&mut self) {
        let Some(skipped) = &mut self.skipped else { return };
        if skipped.next.is_empty() {
            return;
        }
        let share = Share {
            number: skipped.shares,
            bodies: std::mem::take(&mut skipped.next),
            aliases: self.aliases.clone(),
        };
        skipped.shares += 1;
        skipped.bytes = 0;
        // Somebody receives as long as there is a sender.
        let _ = skipped.to.send(share);
    }

    /// Skips from a `{` to behind its `}`; says whether there is one.
    fn skip_braces(&mut self) -> bool {
        let Some(end) = self.lexer.closing_brace(self.tok.start()) else {
            return false;
        };
        self.relex(end);
        true
    }

    fn read_body(&mut self, deferred: Deferred) -> Outcome {
        self.lexer = Lexer::new(self.text, (1, 1));
        self.lexer.lines = deferred.lines;
        self.relex(deferred.start);
        self.default_dialects = deferred.dialects;
        self.depth = deferred.depth;
        self.current = deferred.current;
        self.values = vec![ValueNames::default()];
        self.undeclared.clear();
        self.blocks = vec![BlockNames::default()];
        let result = self.read_isolated(&deferred.arguments);
        Outcome {
            body: Box::new(self.body.drain_exact()),
            holds: !std::mem::take(&mut self.needs_order) && (result.is_err() || self.tok.start() == deferred.end),
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
