//! What the traits of an op say.

use smallvec::SmallVec;

use crate::asm::regions_of;
use crate::body::OpRef;
use crate::def::{Arity, OpDef, OpTrait, RegionKind, TraitSet, ValueSlot};
use crate::diagnostics::Fallible;
use crate::types::{Type, TypeKind};

/// Checks how many operands and results there are.
pub(super) fn check_counts(op: OpRef<'_>, def: &OpDef) -> Fallible {
    let data = op.data();
    let sized = def.has(OpTrait::AttrSizedResultSegments);
    check_count(
        op,
        "result",
        def.results,
        data.num_results(),
        sized.then_some("resultSegmentSizes"),
    )?;
    let sized = def.has(OpTrait::AttrSizedOperandSegments);
    check_count(
        op,
        "operand",
        def.operands,
        data.num_operands(),
        sized.then_some("operandSegmentSizes"),
    )
}

/// Checks how many regions there are.
pub(super) fn check_region_count(op: OpRef<'_>, def: &OpDef) -> Fallible {
    if def.regions.is_empty() && op.body.op_regions(op.op).is_empty() && op.data().body().is_none() {
        return Ok(());
    }
    let is_list = |kind| matches!(kind, RegionKind::Variadic | RegionKind::VariadicSized(_));
    let fixed = def.regions.iter().filter(|slot| !is_list(slot.kind)).count();
    let count = regions_of(op.body, op.op).1.len();
    let any = fixed < def.regions.len();
    match fixed {
        _ if count == fixed || (any && count > fixed) => Ok(()),
        0 => Err(op.error("requires zero regions")),
        1 if !any => Err(op.error("requires one region")),
        _ if any => Err(op.error(format_args!("requires {fixed} or more regions"))),
        _ => Err(op.error(format_args!("expected {fixed} regions, but found {count}"))),
    }
}

fn check_count(op: OpRef<'_>, what: &str, slots: &[ValueSlot], count: usize, sized: Option<&'static str>) -> Fallible {
    let fixed = slots.iter().filter(|slot| slot.arity == Arity::One).count();
    let any = fixed < slots.len();
    if any && count < fixed {
        return Err(match what {
            "operand" => op.error(format_args!("expected {fixed} or more operands, but found {count}")),
            _ => op.error(format_args!("expected {fixed} or more results")),
        });
    }
    if !any && count != fixed {
        return Err(match (what, fixed) {
            ("operand", 0) => op.error("requires zero operands"),
            ("operand", 1) => op.error("requires a single operand"),
            ("operand", _) => op.error(format_args!("expected {fixed} operands, but found {count}")),
            (_, 0) => op.error("requires zero results"),
            (_, 1) => op.error("requires one result"),
            (_, _) => op.error(format_args!("expected {fixed} results")),
        });
    }
    sized.map_or(Ok(()), |name| check_segments(op, what, slots, count, name))
}

fn check_segments(op: OpRef<'_>, what: &str, slots: &[ValueSlot], count: usize, name: &'static str) -> Fallible {
    let Some(sizes) = op.property(name).and_then(|attr| attr.as_dense_ints(op.ctx)) else {
        return Err(op.error(format_args!("requires dense i32 array attribute '{name}'")));
    };
    if sizes.iter().any(|&size| size < 0) {
        return Err(op.error(format_args!("'{name}' attribute cannot have negative elements")));
    }
    if sizes.len() != slots.len() {
        let (want, got) = (slots.len(), sizes.len());
        return Err(op.error(format_args!(
            "'{name}' attribute for specifying {what} segments must have {want} elements, but got {got}"
        )));
    }
    let total = sizes.iter().fold(0i64, |sum, &size| sum.saturating_add(size));
    if usize::try_from(total) != Ok(count) {
        return Err(op.error(format_args!(
            "{what} count ({count}) does not match with the total size ({total}) specified in attribute '{name}'"
        )));
    }
    for (slot, &size) in slots.iter().zip(&sizes) {
        if slot.arity == Arity::One && size != 1 {
            let index = slots.iter().position(|s| std::ptr::eq(s, slot)).unwrap_or_default();
            return Err(op.error(format_args!(
                "{what} group starting at #{index} requires 1 element, but found {size}"
            )));
        }
    }
    Ok(())
}

/// Checks where the op stands, and the arguments of its regions.
pub(super) fn check_place(op: OpRef<'_>, def: &OpDef) -> Fallible {
    if def.has(OpTrait::Terminator) && op.body.next_op(op.op).is_some() {
        return Err(op.error("must be the last operation in the parent block"));
    }
    check_no_region_arguments(op, def)
}

/// Checks the kind of the op around; `owner` is the owner of the body that `op` stands in.
pub(super) fn check_parent(op: OpRef<'_>, def: &OpDef, owner: Option<OpRef<'_>>) -> Fallible {
    if def.parents.is_empty() && !def.has(OpTrait::AtModuleLevel) {
        return Ok(());
    }
    // At the top of a body the parent is the owner of the body; what stands nowhere has none to be checked.
    let Some(parent) = op.parent().or(owner) else {
        return Ok(());
    };
    let is_module = |parent: OpRef<'_>| {
        let data = parent.data();
        data.has_trait(OpTrait::SymbolTable) && data.has_trait(OpTrait::IsolatedFromAbove)
    };
    if def.has(OpTrait::AtModuleLevel) && !is_module(parent) {
        return Err(op.error("must appear at the module level"));
    }
    if def.parents.is_empty() || def.parents.contains(&parent.name()) {
        Ok(())
    } else {
        Err(wrong_parent(op, def))
    }
}

fn wrong_parent(op: OpRef<'_>, def: &OpDef) -> crate::diagnostics::Diagnostic {
    match def.parents {
        [one] => op.error(format_args!("expects parent op '{one}'")),
        many => op.error(format_args!("expects parent op to be one of '{}'", many.join(", "))),
    }
}

/// The traits that relate the types of operands and results, in the order in which MLIR checks them.
const TYPE_TRAITS: [OpTrait; 6] = [
    OpTrait::SameOperandsAndResultType,
    OpTrait::SameTypeOperands,
    OpTrait::SameOperandsAndResultElementType,
    OpTrait::SameOperandsElementType,
    OpTrait::SameOperandsAndResultShape,
    OpTrait::SameOperandsShape,
];

/// Checks what traits say of the types of operands and results.
pub(super) fn check_types(op: OpRef<'_>, def: &OpDef) -> Fallible {
    if !def.traits.intersects(const { TraitSet::of(&TYPE_TRAITS) }) && !def.has(OpTrait::Elementwise) {
        return Ok(());
    }
    let operands = op.operand_types();
    let all: SmallVec<[Type; 6]> = operands.iter().copied().chain(op.result_types()).collect();
    let same = |types: &[Type]| types.windows(2).all(|pair| pair[0] == pair[1]);
    // What holds of equal types holds of their elements and shapes.
    if same(&all) {
        return Ok(());
    }
    check_type_traits(op, def, &operands, &all)?;
    check_elementwise(op, def, &operands)?;
    check_inferred_type(op, def, &operands)
}

fn check_type_traits(op: OpRef<'_>, def: &OpDef, operands: &[Type], all: &[Type]) -> Fallible {
    let same = |types: &[Type]| types.windows(2).all(|pair| pair[0] == pair[1]);
    for op_trait in TYPE_TRAITS.into_iter().filter(|&op_trait| def.has(op_trait)) {
        let element = |ty: Type| ty.element_or_self(op.ctx);
        let same_element = |types: &[Type]| types.windows(2).all(|p| element(p[0]) == element(p[1]));
        let (holds, message) = match op_trait {
            OpTrait::SameOperandsAndResultType => (
                same_but_shape(op, all),
                "requires the same type for all operands and results",
            ),
            OpTrait::SameTypeOperands => (same(operands), "requires all operands to have the same type"),
            OpTrait::SameOperandsAndResultElementType => (
                same_element(all),
                "requires the same element type for all operands and results",
            ),
            OpTrait::SameOperandsElementType => (
                same_element(operands),
                "requires the same element type for all operands",
            ),
            OpTrait::SameOperandsAndResultShape => (
                compatible_shapes(op, all),
                "requires the same shape for all operands and results",
            ),
            _ => (
                compatible_shapes(op, operands),
                "requires the same shape for all operands",
            ),
        };
        if !holds {
            return Err(op.error(message));
        }
    }
    Ok(())
}

/// Where all types are the same, the type of a result is that of the first operand, even where tensors may have the same
/// sizes at run time.
fn check_inferred_type(op: OpRef<'_>, def: &OpDef, operands: &[Type]) -> Fallible {
    let results = op.result_types();
    let (Some(&wanted), Some(&found)) = (operands.first(), results.first()) else {
        return Ok(());
    };
    if !def.has(OpTrait::SameOperandsAndResultType) || wanted == found {
        return Ok(());
    }
    Err(super::unlike_inferred(op, &[wanted]))
}

/// What is done to each element of vectors or tensors gives such of the same sizes.
fn check_elementwise(op: OpRef<'_>, def: &OpDef, operands: &[Type]) -> Fallible {
    let ctx = op.ctx;
    let is_vector = |ty: &Type| matches!(ty.kind(ctx), TypeKind::Vector { .. });
    let is_tensor = |ty: &Type| {
        matches!(
            ty.kind(ctx),
            TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_)
        )
    };
    let many = |types: &[Type]| -> SmallVec<[Type; 6]> {
        let types = types.iter().filter(|ty| is_vector(ty) || is_tensor(ty));
        types.copied().collect()
    };
    let inputs = many(operands);
    if !def.has(OpTrait::Elementwise) || inputs.is_empty() {
        return Ok(());
    }
    let results = op.result_types();
    let outputs = many(&results);
    if outputs.is_empty() {
        return Err(op.error("if an operand is non-scalar, then there must be at least one non-scalar result"));
    }
    if outputs.len() < results.len() {
        return Err(op.error("if an operand is non-scalar, then all results must be non-scalar"));
    }
    let all: SmallVec<[Type; 6]> = outputs.into_iter().chain(inputs).collect();
    let scalable = |ty: &Type| match ty.kind(ctx) {
        TypeKind::Vector { scalable, .. } => Some(scalable),
        _ => None,
    };
    let same_base = all.windows(2).all(|pair| scalable(&pair[0]) == scalable(&pair[1]));
    if same_base && compatible_shapes(op, &all) {
        return Ok(());
    }
    Err(op.error("all non-scalar operands/results must have the same shape and base type"))
}

/// Tensors whose sizes may be equal at run time count as the same type.
fn same_but_shape(op: OpRef<'_>, types: &[Type]) -> bool {
    let tensors = types.iter().all(|ty| {
        matches!(
            ty.kind(op.ctx),
            TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_)
        )
    });
    let element = |ty: &Type| ty.element_or_self(op.ctx);
    tensors && types.windows(2).all(|p| element(&p[0]) == element(&p[1])) && compatible_shapes(op, types)
}

/// Whether shapes may be equal at run time. Types without shape are equal only among themselves.
fn compatible_shapes(op: OpRef<'_>, types: &[Type]) -> bool {
    if types.iter().any(|ty| ty.is_shaped(op.ctx)) && !types.iter().all(|ty| ty.is_shaped(op.ctx)) {
        return false;
    }
    let shapes: Vec<&[i64]> = types.iter().filter_map(|ty| ty.shape(op.ctx)).collect();
    let fits = |a: &i64, b: &i64| a == b || *a == crate::DYNAMIC || *b == crate::DYNAMIC;
    shapes
        .windows(2)
        .all(|p| p[0].len() == p[1].len() && p[0].iter().zip(p[1]).all(|(a, b)| fits(a, b)))
}

/// Checks the blocks of regions of one block.
pub(super) fn check_single_block(op: OpRef<'_>, def: &OpDef) -> Fallible {
    if !def.has(OpTrait::SingleBlock) {
        return Ok(());
    }
    let (body, regions) = regions_of(op.body, op.op);
    for (index, &region) in regions.iter().enumerate() {
        let data = body.region(region);
        let Some(block) = data.first() else { continue };
        if data.first() != data.last() {
            return Err(op.error(format_args!("expects region #{index} to have 0 or 1 blocks")));
        }
        if body.block(block).last_op().is_none() && !def.has(OpTrait::NoTerminator) {
            return Err(op.error("expects a non-empty block"));
        }
    }
    Ok(())
}

/// Checks that regions end with the implicit terminator of the op; the ops inside were checked before.
pub(super) fn check_implicit_terminator(op: OpRef<'_>) -> Fallible {
    let Some(def) = op.data().def().filter(|def| !def.has(OpTrait::NoTerminator)) else {
        return Ok(());
    };
    let Some(wanted) = def.implicit_terminator else {
        return Ok(());
    };
    let (body, regions) = regions_of(op.body, op.op);
    for &region in regions {
        let last = body.region(region).last().and_then(|block| body.block(block).last_op());
        let found = last.map_or(wanted, |last| body.op(last).name().as_str(op.ctx));
        if found != wanted {
            let note = format!("in custom textual format, the absence of terminator implies '{wanted}'");
            let message = format_args!("expects regions to end with '{wanted}', found '{found}'");
            return Err(op.error(message).with_note(op.location(), note));
        }
    }
    Ok(())
}

fn check_no_region_arguments(op: OpRef<'_>, def: &OpDef) -> Fallible {
    if !def.has(OpTrait::NoRegionArguments) {
        return Ok(());
    }
    let (body, regions) = regions_of(op.body, op.op);
    for (index, &region) in regions.iter().enumerate() {
        let has_args = body
            .region(region)
            .first()
            .is_some_and(|entry| !body.block(entry).args().is_empty());
        if has_args {
            let message = if regions.len() > 1 {
                format!("region #{index} should have no arguments")
            } else {
                "region should have no arguments".to_owned()
            };
            return Err(op.error(message));
        }
    }
    Ok(())
}
