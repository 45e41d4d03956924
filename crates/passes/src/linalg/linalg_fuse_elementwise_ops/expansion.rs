//! Loops that are split as the dimensions of one operand are.

use asyncir_dialects::constraints::is_ranked_tensor;
use asyncir_dialects::index_list::{self, Entry};
use asyncir_dialects::memref::reassociation::Groups;
use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Context, DYNAMIC, Location, Type, ValueId};

use crate::linalg::nest::Nest;
use crate::linalg::reshape::{can_expand, expand};

/// For each loop, those that it is split into, and their sizes.
pub(super) struct Expansion<S> {
    loops: Vec<Vec<u32>>,
    sizes: Vec<Vec<S>>,
    pub(super) num_loops: u32,
}

impl<S: Clone> Expansion<S> {
    /// The split of loops that fits to that of the dimensions of an operand with the map `map`, which `groups` tells, into
    /// dimensions of these sizes. `None` if there are no groups. `extents` are the sizes of the loops as they are.
    pub(super) fn of(map: &AffineMap, groups: &Groups, sizes: &[S], extents: &[S]) -> Option<Self> {
        if groups.is_empty() {
            return None;
        }
        let mut split: Vec<Vec<S>> = extents.iter().map(|extent| vec![extent.clone()]).collect();
        for (dim, group) in map.dim_positions()?.into_iter().zip(groups) {
            let size = |dim: &i64| sizes.get(usize::try_from(*dim).ok()?).cloned();
            *split.get_mut(dim as usize)? = group.iter().map(size).collect::<Option<_>>()?;
        }
        let mut num_loops = 0;
        let loops = split.iter().map(|sizes| {
            let first = num_loops;
            num_loops += sizes.len() as u32;
            (first..num_loops).collect()
        });
        Some(Self {
            loops: loops.collect(),
            sizes: split,
            num_loops,
        })
    }

    /// The loops that a loop is split into.
    pub(super) fn loops(&self, dim: usize) -> &[u32] {
        &self.loops[dim]
    }

    /// Their sizes.
    pub(super) fn sizes(&self, dim: usize) -> &[S] {
        &self.sizes[dim]
    }

    /// The map of an operand in the new loops.
    pub(super) fn map(&self, map: &AffineMap) -> Option<AffineMap> {
        let dims = map.dim_positions()?;
        let dims = dims.iter().flat_map(|&dim| &self.loops[dim as usize]);
        AffineMap::new(self.num_loops, 0, dims.map(|&dim| AffineExpr::Dim(dim)).collect())
    }

    /// The sizes of an operand in the new loops.
    fn shape(&self, map: &AffineMap) -> Vec<S> {
        let dims = map.dim_positions().unwrap_or_default();
        dims.iter()
            .flat_map(|&dim| self.sizes[dim as usize].iter().cloned())
            .collect()
    }

    /// For each dimension of an operand those that it is split into.
    pub(super) fn groups(&self, map: &AffineMap) -> Groups {
        let mut next = 0;
        let dims = map.dim_positions().unwrap_or_default();
        let group = |&dim: &u32| {
            let first = next;
            next += self.loops[dim as usize].len() as i64;
            (first..next).collect()
        };
        dims.iter().map(group).collect()
    }
}

impl Expansion<i64> {
    /// Whether the dimensions of an operand can be split so, as far as types tell.
    pub(super) fn fits(&self, ctx: &Context, map: &AffineMap, ty: Type) -> bool {
        if !is_ranked_tensor(ctx, ty) {
            return true;
        }
        let (old, new) = (ty.shape(ctx).unwrap_or_default(), self.shape(map));
        ctx.tensor_type(&new, ty.element_or_self(ctx)) == ty || can_expand(old, &new, &self.groups(map))
    }
}

impl Expansion<Entry> {
    /// An operand in the new loops.
    pub(super) fn operand(&self, rw: &mut Rewriter<'_>, at: Location, nest: &Nest, operand: usize) -> ValueId {
        let (value, map) = (nest.operands[operand], &nest.maps[operand]);
        let ty = rw.body.value_type(value);
        if !is_ranked_tensor(rw.ctx, ty) {
            return value;
        }
        let sizes = self.shape(map);
        let new = rw
            .ctx
            .tensor_type(&index_list::split(&sizes).0, ty.element_or_self(rw.ctx));
        if new == ty {
            return value;
        }
        expand(rw, at, new, value, &self.groups(map), &sizes)
    }
}

/// The sizes that types tell.
pub(super) fn known(sizes: &[Entry]) -> Vec<i64> {
    index_list::split(sizes).0
}

/// The sizes of a tensor as far as its type tells them.
pub(super) fn known_sizes(rw: &Rewriter<'_>, value: ValueId) -> Vec<i64> {
    let shape = rw.body.value_type(value).shape(rw.ctx);
    shape.map_or_else(|| vec![DYNAMIC], <[i64]>::to_vec)
}
