//! Reductions of several elements at the same time.
//!
//! Each step of a reduction waits for the one before, which takes several cycles. Steps for different elements do not wait for
//! each other, and share what they read of inputs. Sums stay in registers.

use std::collections::BTreeMap;

use asyncir_dialects::arith;
use asyncir_dialects::arith::build::ArithBuilder;
use asyncir_ir::ValueId;
use asyncir_ir::def::OpView;
use asyncir_ir::rewrite::Rewriter;

use super::contributions::{Buffers, Contributions};
use super::dimensions::{Dimensions, Tiled};
use super::roles::Roles;
use crate::scf::build::{for_loop, for_loop_carrying, if_else};

/// How many elements are reduced at the same time, of each of two dimensions and of a single one.
const OF_TWO: i64 = 4;
const OF_ONE: i64 = 8;

/// What an op without rows becomes.
pub(super) struct Chains<'a> {
    dims: &'a Dimensions,
    outer: Vec<usize>,
    /// The dimensions of the elements that are reduced at the same time, and how many are of each.
    jammed: Vec<(usize, i64)>,
    reductions: Vec<usize>,
    /// What single elements get along the innermost reduction, if it pays to compute that before.
    contributions: Option<Contributions>,
}

/// An element of a tile.
struct Element {
    /// The indices of all loops.
    point: Vec<ValueId>,
    /// The place of the element in each jammed dimension.
    offsets: Vec<usize>,
}

impl Element {
    /// Elements at these indices of a dimension.
    fn along(&self, dim: usize, indices: &[ValueId]) -> Vec<Element> {
        let at = |(offset, &index): (usize, &ValueId)| {
            let mut point = self.point.clone();
            point[dim] = index;
            let offsets = [self.offsets.as_slice(), &[offset]].concat();
            Element { point, offsets }
        };
        indices.iter().enumerate().map(at).collect()
    }
}

impl<'a> Chains<'a> {
    /// The loops of an op without rows.
    pub(super) fn new(dims: &'a Dimensions, roles: &Roles, contributions: Option<Contributions>) -> Self {
        let mut outer = [&roles.outer[..], &roles.again].concat();
        outer.sort_unstable();
        // Two dimensions pay if inputs are shared in both.
        let count = roles.again.len().clamp(1, 2);
        let candidates = if roles.again.is_empty() { &outer } else { &roles.again };
        let chosen = candidates[candidates.len().saturating_sub(count)..].to_vec();
        let most = if chosen.len() == 2 { OF_TWO } else { OF_ONE };
        let tile = |dim| dims.known(dim).map_or(most, |size| size.clamp(1, most));
        outer.retain(|dim| !chosen.contains(dim));
        Self {
            dims,
            outer,
            jammed: chosen.into_iter().map(|dim| (dim, tile(dim))).collect(),
            reductions: roles.reductions.clone(),
            contributions,
        }
    }

    /// Makes the loops at the cursor.
    pub(super) fn build(&self, rw: &mut Rewriter<'_>) {
        let outer = self.outer.iter().map(|&dim| (dim, 1));
        let all = outer.chain(self.jammed.iter().copied());
        let tiled = all.map(|(dim, tile)| Tiled::by(dim, tile)).collect();
        self.dims
            .parallel(rw, tiled, |rw, at| self.tile(rw, &at, &mut Vec::new()));
    }

    /// Computes the tile that starts at `at`, as `counts` says in the first of the jammed dimensions. In those that are left,
    /// all elements are reduced at the same time if the tile is whole, and one by one if it is not.
    fn tile(&self, rw: &mut Rewriter<'_>, at: &[ValueId], counts: &mut Vec<i64>) {
        let (dims, location) = (self.dims, self.dims.location);
        let Some(&(dim, count)) = self.jammed.get(counts.len()) else {
            return self.elements(rw, at, counts);
        };
        if dims.are_whole(Tiled::by(dim, count)) {
            counts.push(count);
            return self.tile(rw, at, counts);
        }
        let start = at[dim];
        let (size, tile) = (dims.size(rw, dim), dims.constant(rw, count));
        let end = dims.compute(rw, arith::AddIOp::DEF, start, tile);
        let is_whole = ArithBuilder::new(rw, location).cmpi("sle", end, size);
        let (mut all, mut one) = (counts.clone(), counts.clone());
        all.push(count);
        one.push(1);
        if_else(
            rw,
            location,
            is_whole,
            |rw| self.tile(rw, at, &mut all),
            |rw| {
                let step = dims.constant(rw, 1);
                for_loop(rw, location, (start, size), step, |rw, index| {
                    let mut at = at.to_vec();
                    at[dim] = index;
                    self.tile(rw, &at, &mut one);
                });
            },
        );
    }

    /// Reduces so many elements of each jammed dimension from `at` on.
    fn elements(&self, rw: &mut Rewriter<'_>, at: &[ValueId], counts: &[i64]) {
        let dims = self.dims;
        let mut elements = vec![Element {
            point: at.to_vec(),
            offsets: Vec::new(),
        }];
        for (&(dim, _), &count) in self.jammed.iter().zip(counts) {
            let mut indices = Vec::new();
            for offset in 0..count {
                let offset = dims.constant(rw, offset);
                indices.push(dims.compute(rw, arith::AddIOp::DEF, at[dim], offset));
            }
            let along = |element: &Element| element.along(dim, &indices);
            elements = elements.iter().flat_map(along).collect();
        }
        let mut reduced = Vec::new();
        for element in &elements {
            reduced.extend(dims.load_outputs(rw, &element.point));
        }
        let is_single = elements.len() == 1;
        let contributions = self.contributions.as_ref().filter(|_| is_single);
        let buffers = contributions.map(|contributions| Buffers::new(rw, dims, contributions));
        let reduced = self.reduce(rw, &mut elements, (&self.reductions, buffers.as_ref()), &reduced);
        for (element, values) in elements.iter().zip(reduced.chunks(self.outputs())) {
            dims.store_outputs(rw, &element.point, values);
        }
    }

    /// How many operands are written: at least one.
    fn outputs(&self) -> usize {
        let payload = &self.dims.payload;
        (payload.operands.len() - payload.num_inputs).max(1)
    }

    /// The loops over the reductions that are left, which carry what is reduced.
    fn reduce(
        &self,
        rw: &mut Rewriter<'_>,
        elements: &mut [Element],
        (left, buffers): (&[usize], Option<&Buffers<'_>>),
        reduced: &[ValueId],
    ) -> Vec<ValueId> {
        let (dims, location) = (self.dims, self.dims.location);
        let Some((&dim, inner)) = left.split_first() else {
            return self.step(rw, elements, reduced);
        };
        if let (Some(buffers), [single], []) = (buffers, &mut *elements, inner) {
            return buffers.reduce(rw, dim, &mut single.point, reduced);
        }
        let (zero, size, one) = (dims.constant(rw, 0), dims.size(rw, dim), dims.constant(rw, 1));
        for_loop_carrying(rw, location, (zero, size), one, reduced, |rw, index, carried| {
            for element in elements.iter_mut() {
                element.point[dim] = index;
            }
            self.reduce(rw, elements, (inner, buffers), carried)
        })
    }

    /// One step of all reductions. What several elements read is loaded once.
    fn step(&self, rw: &mut Rewriter<'_>, elements: &[Element], reduced: &[ValueId]) -> Vec<ValueId> {
        let payload = &self.dims.payload;
        let mut loaded = BTreeMap::new();
        let mut next = Vec::new();
        for (element, own) in elements.iter().zip(reduced.chunks(self.outputs())) {
            let mut values = Vec::new();
            for input in 0..payload.num_inputs {
                let key = (input, self.offsets_of(input, element));
                let value = loaded
                    .entry(key)
                    .or_insert_with(|| payload.load(rw, &element.point, input));
                values.push(*value);
            }
            values.extend(own);
            next.extend(payload.repeat(rw, &element.point, &values));
        }
        next
    }

    /// The offsets that matter to an input.
    fn offsets_of(&self, input: usize, element: &Element) -> Vec<usize> {
        let map = &self.dims.payload.maps[input];
        let pairs = self.jammed.iter().zip(&element.offsets);
        pairs
            .filter(|((dim, _), _)| map.is_function_of_dim(*dim as u32))
            .map(|(_, &offset)| offset)
            .collect()
    }
}
