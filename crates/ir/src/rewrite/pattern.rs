//! Patterns: local rewrites rooted at an op.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::Rewriter;
use crate::body::{Body, OpId, Operation, RegionId, WalkOrder};
use crate::context::OpName;
use crate::def::OpDef;

/// The benefit of a pattern. Patterns with a higher benefit are tried first.
pub type Benefit = u16;

/// The ops that a pattern can match.
#[derive(Clone, Copy, Debug)]
pub enum PatternRoot {
    /// Ops of one kind.
    Op(&'static OpDef),
    /// Any op.
    Any,
}

/// A local rewrite.
pub trait RewritePattern: Sync {
    /// Name, for messages.
    fn name(&self) -> &str;

    /// The ops that it can match.
    fn root(&self) -> PatternRoot;

    /// The benefit of the pattern.
    fn benefit(&self) -> Benefit {
        1
    }

    /// Tries to rewrite `op`, and returns whether it did. If it returns false, it must not have changed anything.
    fn rewrite(&self, rewriter: &mut Rewriter<'_>, op: OpId) -> bool;

    /// Rewrites what a pattern of any op would rewrite of the op that owns the body, which is not in it: a region of it.
    /// The greedy driver does this before it looks at the ops in the region. Returns whether anything changed.
    fn rewrite_owned(&self, _rewriter: &mut Rewriter<'_>, _region: RegionId) -> bool {
        false
    }
}

/// A pattern that is a plain function, for tables of definitions.
#[derive(Debug)]
pub struct FnPattern {
    /// Name.
    pub name: &'static str,
    /// Root.
    pub root: &'static OpDef,
    /// Benefit.
    pub benefit: Benefit,
    /// The rewrite.
    pub rewrite: fn(&mut Rewriter<'_>, OpId) -> bool,
}

impl FnPattern {
    /// A pattern of the usual benefit.
    pub const fn new(name: &'static str, root: &'static OpDef, rewrite: fn(&mut Rewriter<'_>, OpId) -> bool) -> Self {
        Self {
            name,
            root,
            benefit: 1,
            rewrite,
        }
    }
}

impl RewritePattern for FnPattern {
    fn name(&self) -> &str {
        self.name
    }
    fn root(&self) -> PatternRoot {
        PatternRoot::Op(self.root)
    }
    fn benefit(&self) -> Benefit {
        self.benefit
    }
    fn rewrite(&self, rewriter: &mut Rewriter<'_>, op: OpId) -> bool {
        (self.rewrite)(rewriter, op)
    }
}

/// Patterns sorted for lookup: by root, then by decreasing benefit, then in the order in which they were added.
#[derive(Default)]
pub struct FrozenPatternSet<'p> {
    /// By the number of the definition.
    by_op: HashMap<usize, Vec<&'p dyn RewritePattern>, FixedState>,
    any: Vec<&'p dyn RewritePattern>,
}

impl<'p> FrozenPatternSet<'p> {
    /// Sorts patterns.
    pub fn new(patterns: impl IntoIterator<Item = &'p dyn RewritePattern>) -> Self {
        let mut frozen = Self::default();
        for pattern in patterns {
            match pattern.root() {
                PatternRoot::Op(def) => frozen.by_op.entry(def.number.get()).or_default().push(pattern),
                PatternRoot::Any => frozen.any.push(pattern),
            }
        }
        for list in frozen.by_op.values_mut().chain([&mut frozen.any]) {
            list.sort_by_key(|pattern| std::cmp::Reverse(pattern.benefit()));
        }
        frozen
    }

    /// Whether there are patterns for any op of a body.
    pub(super) fn concern(&self, body: &Body) -> bool {
        let is_root = |op: OpId| {
            let def = body.op(op).def();
            def.is_some_and(|def| self.by_op.contains_key(&def.number.get()))
        };
        !self.any.is_empty() || (!self.by_op.is_empty() && body.walk_all(WalkOrder::Pre).into_iter().any(is_root))
    }

    /// The patterns for any op, best first.
    pub(super) fn for_any(&self) -> impl Iterator<Item = &'p dyn RewritePattern> + '_ {
        self.any.iter().copied()
    }

    /// The patterns for an op, best first; those of its own kind before those of any.
    pub fn for_op(&self, op: &Operation) -> impl Iterator<Item = &'p dyn RewritePattern> + '_ {
        let own = match op.name() {
            OpName::Registered(def) => self.by_op.get(&def.number.get()),
            OpName::Unregistered(_) => None,
        };
        let mut own = own.into_iter().flatten().copied().peekable();
        let mut any = self.any.iter().copied().peekable();
        std::iter::from_fn(move || match (own.peek(), any.peek()) {
            (Some(o), Some(a)) if a.benefit() > o.benefit() => any.next(),
            (Some(_), _) => own.next(),
            (None, _) => any.next(),
        })
    }
}
