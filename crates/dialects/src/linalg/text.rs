//! What the texts of structured ops share: `ins(...) outs(...)`.

use asyncir_ir::asm::{Delimiter, OpParser, OpPrinter};
use asyncir_ir::{AttrKind, Attribute, Fallible, OperationState, Type, ValueId};

/// Reads `ins(%a, %b : types)` and `outs(%c : types)` as far as they are there, into the operands; says how many there
/// were of each.
pub(super) fn parse_operands(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible<(usize, usize)> {
    let mut counts = [0; 2];
    let mut found = Vec::new();
    for (word, count) in ["ins", "outs"].into_iter().zip(&mut counts) {
        if !p.optional_keyword(word) {
            continue;
        }
        p.punct("(")?;
        let at = p.position();
        let operands = p.operand_list(Delimiter::None)?;
        p.punct(":")?;
        let types = p.type_list()?;
        p.punct(")")?;
        *count = operands.len();
        found.push((operands, types, at));
    }
    for (operands, types, at) in found {
        let values = p.resolve_all(&operands, &types, at)?;
        state.operands.extend(values);
    }
    Ok((counts[0], counts[1]))
}

/// Sets how many operands are read and how many are written.
pub(super) fn set_segments(p: &dyn OpParser, state: &mut OperationState, (ins, outs): (usize, usize)) {
    let sizes = p.ctx().dense_i32_array(&[ins as i32, outs as i32]);
    state.properties = p.ctx().dict_with(state.properties, "operandSegmentSizes", Some(sizes));
}

/// Writes what [`parse_operands`] reads.
pub(super) fn print_operands(p: &mut dyn OpPrinter, ins: &[(ValueId, Type)], outs: &[(ValueId, Type)]) {
    for (word, operands) in [(" ins(", ins), (" outs(", outs)] {
        if operands.is_empty() {
            continue;
        }
        let (values, types): (Vec<ValueId>, Vec<Type>) = operands.iter().copied().unzip();
        p.text(word);
        p.operands(&values);
        p.text(" : ");
        p.types(&types);
        p.text(")");
    }
}

/// Reads `indexing_maps = [maps]` if it is there.
pub(super) fn parse_maps(p: &mut dyn OpParser) -> Fallible<Option<Attribute>> {
    if !p.optional_keyword("indexing_maps") {
        return Ok(None);
    }
    p.punct("=")?;
    let at = p.position();
    let maps = p.attribute(None)?;
    let Some(all) = maps.as_array(p.ctx()) else {
        return Err(p.error(at, "invalid kind of attribute specified"));
    };
    if !all
        .iter()
        .all(|map| matches!(map.kind(p.ctx()), AttrKind::AffineMap(_)))
    {
        return Err(p.error(p.position(), "element of indexing_maps array is not an affine_map"));
    }
    Ok(Some(maps))
}

/// Writes what [`parse_maps`] reads.
pub(super) fn print_maps(p: &mut dyn OpPrinter, maps: Attribute) {
    p.text(" indexing_maps = ");
    p.attribute(maps);
}
