//! Sizes of dimensions that are merged: products of those that an op which split them was given.

use asyncir_ir::rewrite::Rewriter;
use asyncir_ir::{Location, OpId, ValueId};

use super::reassociation::Groups;
use super::strides::multiply;
use crate::arith::build::{self, ArithBuilder};
use crate::index_list::{self, Entry};

/// The `given` sizes of dimensions when `op` has merged these in groups, with what is known of them.
pub(crate) fn merged_sizes(
    rw: &mut Rewriter<'_>,
    op: OpId,
    given: &[Entry],
    groups: &Groups,
) -> Option<(Vec<ValueId>, Vec<i64>)> {
    let group = |dims: &Vec<i64>| dims.iter().map(|&dim| given.get(dim as usize).copied()).collect();
    let groups: Vec<Vec<Entry>> = groups.iter().map(group).collect::<Option<_>>()?;
    rw.set_before(op);
    let location = rw.location_of(op);
    let products: Vec<Entry> = groups.iter().map(|sizes| product(rw, location, sizes)).collect();
    let (statics, values) = index_list::split(&products);
    Some((values, statics))
}

/// The product of sizes: of those that are not known, times that of the others.
fn product(rw: &mut Rewriter<'_>, location: Location, sizes: &[Entry]) -> Entry {
    let (mut known, mut unknown) = (1, None);
    for &size in sizes {
        match (size, size.known(rw.ctx, rw.body).filter(|&size| size >= 0)) {
            (_, Some(size)) | (Entry::Static(size), None) => known = multiply(known, size),
            (Entry::Dynamic(value), None) => {
                unknown = Some(match unknown {
                    None => value,
                    Some(so_far) => ArithBuilder::new(rw, location).muli(so_far, value),
                });
            }
        }
    }
    match unknown {
        None => Entry::Static(known),
        Some(value) if known == 1 => Entry::Dynamic(value),
        Some(value) => {
            let factor = build::index(rw, location, known);
            Entry::Dynamic(ArithBuilder::new(rw, location).muli(value, factor))
        }
    }
}
