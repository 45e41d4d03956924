//! Patterns of conversions: they get the converted operands of the op that they rewrite.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use smallvec::SmallVec;

use super::super::{Benefit, PatternRoot, RewritePattern, Rewriter, TypeConverter, ValueVec};
use crate::body::{OpId, Operation, ValueId};
use crate::context::OpName;
use crate::def::OpDef;

/// A rewrite of an op whose operands were converted.
pub trait ConversionPattern: Send + Sync {
    /// The ops that it can match.
    fn root(&self) -> PatternRoot;

    /// The benefit of the pattern. Patterns with a higher benefit are tried first.
    fn benefit(&self) -> Benefit {
        1
    }

    /// The type converter for operands. Without one, each operand is the newest value that replaces it, of any type.
    fn converter(&self) -> Option<&TypeConverter> {
        None
    }

    /// Whether the pattern may be applied to ops that it made itself.
    fn has_bounded_recursion(&self) -> bool {
        false
    }

    /// Tries to rewrite `op`. If it returns `None`, it must not have changed anything. The op still has its original
    /// operands; `operands` are the converted ones.
    fn rewrite(&self, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()>;

    /// As [`rewrite`](Self::rewrite), for operands that may be converted to any number of values each. A pattern that
    /// does not implement this method matches only if each operand is converted to one value.
    fn rewrite_ranges(&self, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueVec]) -> Option<()> {
        let single = |values: &ValueVec| {
            if let [value] = values[..] { Some(value) } else { None }
        };
        let flat: SmallVec<[ValueId; 4]> = operands.iter().map(single).collect::<Option<_>>()?;
        self.rewrite(rw, op, &flat)
    }
}

/// A pattern that is a closure.
struct Closure<F> {
    def: &'static OpDef,
    benefit: Benefit,
    converter: Option<TypeConverter>,
    rewrite: F,
}

impl<F> ConversionPattern for Closure<F>
where
    F: Fn(&mut Rewriter<'_>, OpId, &[ValueId]) -> Option<()> + Send + Sync,
{
    fn root(&self) -> PatternRoot {
        PatternRoot::Op(self.def)
    }
    fn benefit(&self) -> Benefit {
        self.benefit
    }
    fn converter(&self) -> Option<&TypeConverter> {
        self.converter.as_ref()
    }
    fn rewrite(&self, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
        (self.rewrite)(rw, op, operands)
    }
}

/// A pattern that is a closure, for operands that may be converted to any number of values each.
struct RangesClosure<F>(Closure<F>);

impl<F> ConversionPattern for RangesClosure<F>
where
    F: Fn(&mut Rewriter<'_>, OpId, &[ValueVec]) -> Option<()> + Send + Sync,
{
    fn root(&self) -> PatternRoot {
        PatternRoot::Op(self.0.def)
    }
    fn benefit(&self) -> Benefit {
        self.0.benefit
    }
    fn converter(&self) -> Option<&TypeConverter> {
        self.0.converter.as_ref()
    }
    fn rewrite(&self, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueId]) -> Option<()> {
        let ranges: Vec<ValueVec> = operands.iter().map(|&value| ValueVec::from_slice(&[value])).collect();
        (self.0.rewrite)(rw, op, &ranges)
    }
    fn rewrite_ranges(&self, rw: &mut Rewriter<'_>, op: OpId, operands: &[ValueVec]) -> Option<()> {
        (self.0.rewrite)(rw, op, operands)
    }
}

/// A pattern of a set.
pub(super) enum Entry {
    Conversion(Box<dyn ConversionPattern>),
    Rewrite(&'static dyn RewritePattern),
}

impl Entry {
    fn root(&self) -> PatternRoot {
        match self {
            Entry::Conversion(pattern) => pattern.root(),
            Entry::Rewrite(pattern) => pattern.root(),
        }
    }

    fn benefit(&self) -> Benefit {
        match self {
            Entry::Conversion(pattern) => pattern.benefit(),
            Entry::Rewrite(pattern) => pattern.benefit(),
        }
    }

    pub(super) fn has_bounded_recursion(&self) -> bool {
        matches!(self, Entry::Conversion(pattern) if pattern.has_bounded_recursion())
    }
}

/// The patterns of a conversion.
#[derive(Default)]
pub struct ConversionPatterns {
    entries: Vec<Entry>,
    /// By the number of the definition.
    by_op: HashMap<usize, Vec<usize>, FixedState>,
    any: Vec<usize>,
}

impl ConversionPatterns {
    /// No patterns.
    pub fn new() -> Self {
        Self::default()
    }

    fn push(&mut self, entry: Entry) -> &mut Self {
        let index = self.entries.len();
        let list = match entry.root() {
            PatternRoot::Op(def) => self.by_op.entry(def.number.get()).or_default(),
            PatternRoot::Any => &mut self.any,
        };
        // Better ones come first, equally good ones in order of addition.
        let at = list.partition_point(|&other| self.entries[other].benefit() >= entry.benefit());
        list.insert(at, index);
        self.entries.push(entry);
        self
    }

    /// Adds a pattern.
    pub fn add_pattern(&mut self, pattern: impl ConversionPattern + 'static) -> &mut Self {
        self.push(Entry::Conversion(Box::new(pattern)))
    }

    /// Adds a pattern that does not look at converted operands.
    pub fn add_rewrite(&mut self, pattern: &'static dyn RewritePattern) -> &mut Self {
        self.push(Entry::Rewrite(pattern))
    }

    /// Adds a function that rewrites ops of a kind whose operands are converted one to one.
    pub fn add(
        &mut self,
        def: &'static OpDef,
        converter: &TypeConverter,
        rewrite: impl Fn(&mut Rewriter<'_>, OpId, &[ValueId]) -> Option<()> + Send + Sync + 'static,
    ) -> &mut Self {
        self.add_pattern(Closure {
            def,
            benefit: 1,
            converter: Some(converter.clone()),
            rewrite,
        })
    }

    /// As [`add`](Self::add), with a benefit.
    pub fn add_with_benefit(
        &mut self,
        def: &'static OpDef,
        benefit: Benefit,
        converter: &TypeConverter,
        rewrite: impl Fn(&mut Rewriter<'_>, OpId, &[ValueId]) -> Option<()> + Send + Sync + 'static,
    ) -> &mut Self {
        self.add_pattern(Closure {
            def,
            benefit,
            converter: Some(converter.clone()),
            rewrite,
        })
    }

    /// As [`add`](Self::add), for operands that may be converted to any number of values each.
    pub fn add_ranges(
        &mut self,
        def: &'static OpDef,
        converter: &TypeConverter,
        rewrite: impl Fn(&mut Rewriter<'_>, OpId, &[ValueVec]) -> Option<()> + Send + Sync + 'static,
    ) -> &mut Self {
        self.add_pattern(RangesClosure(Closure {
            def,
            benefit: 1,
            converter: Some(converter.clone()),
            rewrite,
        }))
    }

    /// Adds a function that rewrites ops of a kind; operands are the newest values that stand for them, of any type.
    pub fn add_untyped(
        &mut self,
        def: &'static OpDef,
        rewrite: impl Fn(&mut Rewriter<'_>, OpId, &[ValueId]) -> Option<()> + Send + Sync + 'static,
    ) -> &mut Self {
        self.add_pattern(Closure {
            def,
            benefit: 1,
            converter: None,
            rewrite,
        })
    }

    pub(super) fn entry(&self, index: usize) -> &Entry {
        &self.entries[index]
    }

    /// The kinds of ops that patterns are for.
    pub fn roots(&self) -> impl Iterator<Item = &'static OpDef> {
        self.entries.iter().filter_map(|entry| match entry.root() {
            PatternRoot::Op(def) => Some(def),
            PatternRoot::Any => None,
        })
    }

    /// The patterns for an op, best first; those of its own kind before those of any.
    pub(super) fn for_op(&self, op: &Operation) -> SmallVec<[usize; 4]> {
        let own: &[usize] = match op.name() {
            OpName::Registered(def) => self.by_op.get(&def.number.get()).map_or(&[], |list| list),
            OpName::Unregistered(_) => &[],
        };
        let mut all: SmallVec<[usize; 4]> = own.iter().chain(&self.any).copied().collect();
        if !self.any.is_empty() {
            all.sort_by_key(|&index| std::cmp::Reverse(self.entries[index].benefit()));
        }
        all
    }
}
