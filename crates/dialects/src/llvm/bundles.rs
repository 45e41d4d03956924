//! Operand bundles: `["tag"(%a : i32), "other"()]`.

use asyncir_ir::asm::{Delimiter, OpParser, OpPrinter, UnresolvedOperand};
use asyncir_ir::{Attribute, Context, Fallible, OpRef, OperationState, Type, ValueId};

/// Bundles as they are written.
#[derive(Default)]
pub struct Bundles {
    operands: Vec<UnresolvedOperand>,
    types: Vec<Type>,
    sizes: Vec<i32>,
    tags: Vec<Attribute>,
}

impl Bundles {
    /// Reads bundles if there are any.
    pub fn parse(p: &mut dyn OpParser) -> Fallible<Self> {
        let mut bundles = Self::default();
        if !p.optional_punct("[") {
            return Ok(bundles);
        }
        if p.optional_punct("]") {
            return Ok(bundles);
        }
        loop {
            bundles.parse_one(p)?;
            if !p.optional_punct(",") {
                break;
            }
        }
        p.punct("]")?;
        Ok(bundles)
    }

    fn parse_one(&mut self, p: &mut dyn OpParser) -> Fallible {
        let tag = String::from_utf8_lossy(&p.string()?).into_owned();
        self.tags.push(p.ctx().str_attr(&tag));
        p.punct("(")?;
        if p.optional_punct(")") {
            self.sizes.push(0);
            return Ok(());
        }
        let operands = p.operand_list(Delimiter::None)?;
        p.punct(":")?;
        self.types.extend(p.type_list()?);
        p.punct(")")?;
        self.sizes.push(operands.len() as i32);
        self.operands.extend(operands);
        Ok(())
    }

    /// How many operands all bundles have.
    pub fn count(&self) -> i32 {
        self.operands.len() as i32
    }

    /// Puts operands, sizes and tags into the op.
    pub fn finish(self, p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
        let at = p.position();
        let values = p.resolve_all(&self.operands, &self.types, at)?;
        state.operands.extend_from_slice(&values);
        set_attrs(p.ctx(), state, &self.sizes, &self.tags);
        Ok(())
    }
}

fn set_attrs(ctx: &Context, state: &mut OperationState, sizes: &[i32], tags: &[Attribute]) {
    let sizes = ctx.dense_i32_array(sizes);
    state.properties = ctx.dict_with(state.properties, "op_bundle_sizes", Some(sizes));
    if !tags.is_empty() {
        state.properties = ctx.dict_with(state.properties, "op_bundle_tags", Some(ctx.array_attr(tags)));
    }
}

/// Writes bundles with a blank in front, nothing if there are none. `operands` are those of all bundles.
pub fn print(p: &mut dyn OpPrinter, op: OpRef<'_>, operands: &[ValueId]) {
    let tags = op
        .property("op_bundle_tags")
        .and_then(|attr| attr.as_array(op.ctx))
        .unwrap_or(&[]);
    if tags.is_empty() {
        return;
    }
    let sizes = op
        .property("op_bundle_sizes")
        .and_then(|attr| attr.as_dense_ints(op.ctx))
        .unwrap_or_default();
    p.text(" [");
    let mut start = 0;
    for (index, tag) in tags.iter().enumerate() {
        let size = sizes.get(index).map_or(0, |&size| usize::try_from(size).unwrap_or(0));
        let end = (start + size).min(operands.len());
        p.text(if index > 0 { ", " } else { "" });
        p.string(tag.as_str(op.ctx).unwrap_or_default().as_bytes());
        p.text("(");
        let values = &operands[start.min(end)..end];
        if !values.is_empty() {
            p.operands(values);
            p.text(" : ");
            let types: Vec<Type> = values.iter().map(|&value| op.body.value_type(value)).collect();
            p.types(&types);
        }
        p.text(")");
        start = end;
    }
    p.text("]");
}

/// `%condition ["tag"(%a : i32)] : i1 {attributes}`: the form of `llvm.intr.assume`.
pub fn parse_assume(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let condition = p.operand()?;
    let bundles = Bundles::parse(p)?;
    let ty = p.colon_type()?;
    p.attr_dict(state)?;
    state.operands.push(p.resolve(condition, ty)?);
    bundles.finish(p, state)
}

/// Writes what [`parse_assume`] reads.
pub fn print_assume(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    p.operand(op.operand(0));
    print(p, op, &op.operands()[1..]);
    p.text(" : ");
    p.ty(op.operand_type(0));
    p.attr_dict(op, &["op_bundle_sizes", "op_bundle_tags"]);
}

/// Each bundle has a size and a tag, and each operand of bundles is one of a bundle.
pub fn verify(op: OpRef<'_>) -> Fallible {
    let sizes = op
        .property("op_bundle_sizes")
        .and_then(|attr| attr.as_dense_ints(op.ctx));
    let tags = op.property("op_bundle_tags").and_then(|attr| attr.as_array(op.ctx));
    let (sizes, tags) = (sizes.unwrap_or_default(), tags.unwrap_or_default());
    if sizes.iter().any(|&size| size < 0) {
        return Err(op.error("'op_bundle_sizes' attribute cannot have negative elements"));
    }
    let def = op.data().def();
    let operands = def.and_then(|def| Some(def.operand_range(op, def.operand_slot("op_bundle_operands")?).len()));
    let (count, total) = (
        operands.unwrap_or_default(),
        sizes.iter().fold(0i64, |sum, &size| sum.saturating_add(size)),
    );
    if usize::try_from(total) != Ok(count) {
        return Err(op.error(format_args!(
            "op_bundle_operands count ({count}) does not match with the total size ({total}) specified in attribute \
             'op_bundle_sizes'"
        )));
    }
    if tags.len() != sizes.len() {
        let (want, got) = (sizes.len(), tags.len());
        return Err(op.bare_error(format!("expected {want} operand bundle tags, but actually got {got}")));
    }
    if tags.iter().any(|tag| tag.as_str(op.ctx).is_none()) {
        return Err(op.bare_error("operand bundle tag must be a StringAttr"));
    }
    Ok(())
}
