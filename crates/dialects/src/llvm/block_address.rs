//! Addresses of blocks: tags of blocks, addresses that name a function and a tag, and branches to addresses.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::{AttrConstraint, AttrDef, AttrForm, Folded, ForwardedOperands, OpView, ParamFormat};
use asyncir_ir::symbols::SymbolScope;
use asyncir_ir::{Attribute, BlockId, Body, Context, Fallible, OpId, OpRef, OperationState, ValueId, WalkOrder};

use super::struct_params::{self, Kind, Param, SYMBOL, required};
use super::switch::parse_target;
use super::{BlockTagOp, FuncOp};
use crate::constant_fold::folded;
use crate::region_flow::check_branch;

const TAG: &[Param] = &[required("id", Kind::Number("uint32_t"))];
const ADDRESS: &[Param] = &[
    required("function", SYMBOL),
    required("tag", Kind::Def("BlockTagAttr", || &BLOCK_TAG_DEF)),
];

/// `#llvm.blocktag<id = 1>`
pub static BLOCK_TAG_DEF: AttrDef = AttrDef {
    name: "llvm.blocktag",
    summary: "tag of a block",
    description: "A number that tells a block from others of its function.",
    params: &[("id", TAG[0].kind.name())],
    cases: None,
    format: ParamFormat::Custom(
        |parser| struct_params::parse(parser, "LLVM_BlockTagAttr", TAG),
        |printer, values| struct_params::print(printer, TAG, values),
    ),
    verify: None,
};

/// `#llvm.blockaddress<function = @f, tag = <id = 1>>`
pub static BLOCK_ADDRESS_DEF: AttrDef = AttrDef {
    name: "llvm.blockaddress",
    summary: "address of a block",
    description: "A function and the tag of one of its blocks.",
    params: &[("function", ADDRESS[0].kind.name()), ("tag", ADDRESS[1].kind.name())],
    cases: None,
    format: ParamFormat::Custom(
        |parser| struct_params::parse(parser, "LLVM_BlockAddressAttr", ADDRESS),
        |printer, values| struct_params::print(printer, ADDRESS, values),
    ),
    verify: None,
};

/// A tag.
pub static BLOCK_TAG: AttrConstraint = AttrConstraint::new("tag of a block", |ctx, attr| {
    attr.params_of(ctx, &BLOCK_TAG_DEF).is_some()
})
.form(AttrForm::Dialect(&BLOCK_TAG_DEF));

/// An address.
pub static BLOCK_ADDRESS: AttrConstraint = AttrConstraint::new("address of a block", |ctx, attr| {
    attr.params_of(ctx, &BLOCK_ADDRESS_DEF).is_some()
})
.form(AttrForm::Dialect(&BLOCK_ADDRESS_DEF));

/// An address is a constant.
pub fn fold_address(ctx: &Context, body: &mut Body, op: OpId, _: &[Option<Attribute>]) -> Folded {
    folded(body.op(op).property(ctx, "block_addr"))
}

/// The blocks of a function with a tag, in their order.
fn tags(ctx: &Context, body: &Body) -> Vec<(OpId, Attribute)> {
    let ops = body.walk_all(WalkOrder::Pre).into_iter();
    let tags = ops.filter(|&op| body.op(op).is(BlockTagOp::DEF));
    tags.filter_map(|op| Some((op, body.op(op).property(ctx, "tag")?)))
        .collect()
}

/// An address names a tag that there is.
pub fn verify_address(op: OpRef<'_>, scope: &SymbolScope<'_>) -> Fallible {
    // What is missing is told elsewhere.
    let Some(address) = op.property("block_addr") else {
        return Ok(());
    };
    let params = address.params_of(op.ctx, &BLOCK_ADDRESS_DEF);
    let found = params.and_then(|params| {
        let &[function, tag] = params else { return None };
        let function = scope.lookup(op.ctx, function)?;
        let body = function.data().body().filter(|_| function.data().is(FuncOp::DEF))?;
        tags(op.ctx, body).into_iter().find(|&(_, found)| found == tag)
    });
    match found {
        Some(_) => Ok(()),
        None => Err(op.error("expects an existing block label target in the referenced function")),
    }
}

/// No block before has the same tag.
pub fn verify_tag(op: OpRef<'_>) -> Fallible {
    let tag = op.required("tag");
    let first = tags(op.ctx, op.body).into_iter().find(|&(_, other)| other == tag);
    if first.is_none_or(|(first, _)| first == op.op) {
        return Ok(());
    }
    let id = tag
        .params_of(op.ctx, &BLOCK_TAG_DEF)
        .and_then(|params| params.first()?.as_i64(op.ctx));
    let message = format!(
        "duplicate block tag '{}' in the same function: ",
        id.unwrap_or_default()
    );
    Err(op.bare_error(message))
}

/// `%address : type, [ ^block(%a : type), ... ] {attributes}`
pub fn parse_branch(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let address = p.operand()?;
    let ty = p.colon_type()?;
    let address = p.resolve(address, ty)?;
    state.operands.push(address);
    p.punct(",")?;
    p.punct("[")?;
    let mut segments = Vec::new();
    if !p.optional_punct("]") {
        loop {
            let (block, operands) = parse_target(p)?;
            state.successors.push(block);
            state.operands.extend_from_slice(&operands);
            segments.push(operands.len() as i32);
            if !p.optional_punct(",") {
                break;
            }
        }
        p.punct("]")?;
    }
    let segments = p.ctx().dense_i32_array(&segments);
    state.properties = p
        .ctx()
        .dict_with(state.properties, "indbr_operand_segments", Some(segments));
    p.attr_dict(state)
}

/// Writes what [`parse_branch`] reads.
pub fn print_branch(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let successors: Vec<BlockId> = op.body.successors(op.op).collect();
    p.text(" ");
    p.operand(op.operand(0));
    p.text(" : ");
    p.ty(op.operand_type(0));
    p.text(", [");
    for (index, &block) in successors.iter().enumerate() {
        p.text(if index == 0 { "" } else { "," });
        p.new_line();
        let operands: Vec<ValueId> = branch(op, index).range.map(|index| op.operand(index)).collect();
        p.successor_and_operands(block, &operands);
    }
    if !successors.is_empty() {
        p.new_line();
    }
    p.text("]");
    p.attr_dict(op, &["indbr_operand_segments"]);
}

/// Each successor has its operands, behind the address.
pub fn branch(op: OpRef<'_>, successor: usize) -> ForwardedOperands {
    let sizes = op
        .property("indbr_operand_segments")
        .and_then(|attr| attr.as_dense_ints(op.ctx))
        .unwrap_or_default();
    let size = |&size: &i64| usize::try_from(size).unwrap_or(0);
    let start = 1 + sizes.iter().take(successor).map(size).sum::<usize>();
    let end = start + sizes.get(successor).map_or(0, size);
    let is_there = end <= op.data().num_operands();
    ForwardedOperands::part_of_slot(if is_there { start..end } else { 0..0 }, 1)
}

/// There are as many lists of operands as successors, and all operands are in one.
pub fn verify_branch(op: OpRef<'_>) -> Fallible {
    let sizes = op
        .property("indbr_operand_segments")
        .and_then(|attr| attr.as_dense_ints(op.ctx));
    let sizes = sizes.unwrap_or_default();
    if sizes.len() != op.data().num_successors()
        || sizes.iter().any(|&size| size < 0)
        || sizes.iter().sum::<i64>() != op.data().num_operands() as i64 - 1
    {
        return Err(op.error("expects a list of operands for each successor"));
    }
    check_branch(op)
}
