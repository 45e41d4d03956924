//! Transfers, seen alike whether they read or write.

use asyncir_ir::affine::{AffineExpr, AffineMap};
use asyncir_ir::def::OpView;
use asyncir_ir::{AttrKind, OpRef, Type, ValueId};

use super::mask::root_and_mask;
use super::{TransferReadOp, TransferWriteOp};
use crate::constraints::is_tensor;
use crate::matchers::constant_int;

/// A transfer.
pub(super) struct Transfer {
    /// Memory, or a tensor.
    pub base: ValueId,
    /// What is read or written.
    pub vector: ValueId,
    /// The type of the vector.
    pub ty: Type,
    /// Where it starts.
    pub indices: Vec<ValueId>,
    /// Which elements are accessed: the operand, or that of the `vector.mask` around it, which MLIR does not look at.
    pub mask: Option<ValueId>,
    /// What stands in for elements out of bounds, of a read.
    pub padding: Option<ValueId>,
    pub map: AffineMap,
    pub in_bounds: Vec<bool>,
}

impl Transfer {
    /// The transfer that an op is, unless it has two masks.
    pub(super) fn of(view: OpRef<'_>) -> Option<Self> {
        let AttrKind::AffineMap(map) = view.property("permutation_map")?.kind(view.ctx) else {
            return None;
        };
        let bits = view.property("in_bounds")?.as_array(view.ctx)?;
        let in_bounds = bits.iter().map(|bit| bit.as_bool() == Some(true)).collect();
        let (base, vector, indices, mask, padding) = match (TransferReadOp::cast(view), TransferWriteOp::cast(view)) {
            (Some(read), _) => (
                read.base(),
                view.result(0),
                read.indices(),
                read.mask(),
                Some(read.padding()),
            ),
            (_, Some(write)) => (write.base(), write.valueToStore(), write.indices(), write.mask(), None),
            _ => return None,
        };
        let mask = match (mask, root_and_mask(view.body, view.op).1) {
            (Some(_), Some(_)) => return None,
            (own, around) => own.or(around),
        };
        Some(Self {
            base,
            vector,
            ty: view.body.value_type(vector),
            indices: indices.to_vec(),
            mask,
            padding,
            map: map.clone(),
            in_bounds,
        })
    }

    /// Whether no dimension may be out of bounds.
    pub(super) fn is_in_bounds(&self) -> bool {
        self.in_bounds.iter().all(|&bit| bit)
    }

    /// Whether it reads or writes a tensor.
    pub(super) fn is_of_tensor(&self, view: OpRef<'_>) -> bool {
        is_tensor(view.ctx, view.body.value_type(self.base))
    }

    /// Whether both are of the same elements, apart from masks.
    pub(super) fn is_of_same_place(&self, other: &Self) -> bool {
        (self.ty, &self.indices, &self.map) == (other.ty, &other.indices, &other.map)
    }

    /// Whether both are known to have no element in common, if they are of the same tensor.
    pub(super) fn is_disjoint(&self, other: &Self, view: OpRef<'_>) -> bool {
        let Some(shape) = self.ty.shape(view.ctx).filter(|_| self.ty == other.ty) else {
            return false;
        };
        let lead = self.indices.len().saturating_sub(self.map.num_results());
        let start = |value| constant_int(view.ctx, view.body, value);
        let starts = self.indices.iter().zip(&other.indices).enumerate();
        starts.into_iter().any(|(dim, (&a, &b))| match (start(a), start(b)) {
            (Some(a), Some(b)) if dim < lead => a != b,
            (Some(a), Some(b)) => shape
                .get(dim - lead)
                .is_some_and(|&size| a.abs_diff(b) >= size.unsigned_abs()),
            _ => false,
        })
    }

    /// How many elements of each dimension of the base are accessed.
    pub(super) fn chunk(&self, view: OpRef<'_>) -> Vec<i64> {
        let mut sizes = vec![1; self.map.num_dims() as usize];
        let shape = self.ty.shape(view.ctx).unwrap_or(&[]);
        for (result, &size) in self.map.results().iter().zip(shape) {
            if let AffineExpr::Dim(dim) = result {
                sizes[*dim as usize] = size;
            }
        }
        sizes
    }
}

/// For each result its place among the last dimensions; results that repeat elements get the places that are left.
/// `None` if a result is something else.
pub fn minor_permutation(map: &AffineMap) -> Option<Vec<usize>> {
    let (inputs, results) = (map.num_inputs() as usize, map.num_results());
    let first = inputs.saturating_sub(results);
    let leading = results.saturating_sub(inputs);
    let mut found = vec![false; inputs.max(results)];
    let mut places = Vec::new();
    for result in map.results() {
        places.push(match result {
            AffineExpr::Constant(0) => None,
            AffineExpr::Dim(dim) => {
                let place = (*dim as usize).checked_sub(first)? + leading;
                found[place] = true;
                Some(place)
            }
            _ => return None,
        });
    }
    let mut free = (0..found.len()).filter(|&place| !found[place]);
    places.into_iter().map(|place| place.or_else(|| free.next())).collect()
}
