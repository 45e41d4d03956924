//! Ops, blocks and regions.

use asyncir_ir::asm::regions_of;
use asyncir_ir::def::{Format, OpDef, OpTrait};
use asyncir_ir::stack::at_depth;
use asyncir_ir::{Attribute, BlockId, Body, Location, NamedAttribute, OpId, OpRef, RegionId, ValueDef, ValueId};

use super::Printer;
use super::attributes::Elide;
use super::text::push_u64;

pub(super) const INDENT: usize = 2;

/// How a region is written.
#[derive(Clone, Copy)]
pub(super) struct RegionStyle {
    pub(super) entry_args: bool,
    pub(super) terminators: bool,
    /// Whether an entry block without ops gets a label.
    pub(super) empty_block: bool,
}

/// The op that ends a block, if it is a registered terminator.
pub(super) fn terminator_of(body: &Body, block: BlockId) -> Option<OpId> {
    body.block(block)
        .last_op()
        .filter(|&op| body.op(op).has_trait(OpTrait::Terminator))
}

/// Where an argument of a block was declared.
pub(super) fn argument_location(body: &Body, arg: ValueId) -> Location {
    match body.value_def(arg) {
        ValueDef::Argument { block, index } => body.block(block).args()[index as usize].location,
        _ => Location::UNKNOWN,
    }
}

impl Printer<'_> {
    /// Writes an op with its results and location.
    pub(super) fn print_full_op(&mut self, op: OpRef<'_>) {
        self.print_indent(self.indent);
        let results = op.body.results(op.op);
        if results.len() > 0 {
            self.print_results_of(op);
        }
        self.print_op(op);
        if self.options.debug_info {
            self.print_trailing_location(op.location(), true);
        }
        if self.options.users {
            self.print_users(op);
        }
    }

    fn print_results_of(&mut self, op: OpRef<'_>) {
        let results = op.body.results(op.op);
        let count = results.len();
        if count == 1 {
            self.names.push_value(op.result(0), false, &mut self.out);
            return self.push(" = ");
        }
        let mut results = results.enumerate().peekable();
        while let Some((start, head)) = results.next() {
            let mut end = start + 1;
            while results.next_if(|(_, value)| !self.names.starts_group(*value)).is_some() {
                end += 1;
            }
            if start > 0 {
                self.push(", ");
            }
            self.names.push_value(head, false, &mut self.out);
            if end - start > 1 {
                self.push(":");
                push_u64(&mut self.out, (end - start) as u64);
            }
        }
        debug_assert!(count > 0);
        self.push(" = ");
    }

    /// Writes an op from its name on, in its custom form if it has one.
    pub(super) fn print_op(&mut self, op: OpRef<'_>) {
        let own_body = op.data().body().is_some();
        if own_body {
            self.names.enter(op);
        }
        match op.data().def() {
            Some(def) if !self.options.generic => match def.format {
                Format::Assembly(_) => {
                    self.print_custom_name(def);
                    crate::format::print_with_format(self, def, op);
                }
                Format::Custom(_, print) => {
                    self.print_custom_name(def);
                    print(self, op);
                }
                Format::Generic => self.print_generic(op),
            },
            _ => self.print_generic(op),
        }
        if own_body {
            self.names.leave();
        }
    }

    /// Writes the name of an op without the dialect that is assumed here.
    fn print_custom_name(&mut self, def: &OpDef) {
        let default = self.default_dialects.last().copied().unwrap_or("");
        // By far the most names have no dot there.
        let has_dot = def.name.as_bytes().get(default.len()) == Some(&b'.');
        let short = has_dot.then(|| def.name.strip_prefix(default)?.strip_prefix('.'));
        match short.flatten() {
            Some(short) if !short.contains('.') => self.push(short),
            _ => self.push(def.name),
        }
    }

    /// Writes an op in generic form, from its name on.
    pub(super) fn print_generic(&mut self, op: OpRef<'_>) {
        self.print_string(op.name().as_bytes());
        self.push("(");
        for (index, value) in op.body.operands(op.op).enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.print_value(value);
        }
        self.push(")");
        if op.data().num_successors() > 0 {
            self.push("[");
            for (index, block) in op.body.successors(op.op).enumerate() {
                if index > 0 {
                    self.push(", ");
                }
                self.print_block_name(block);
            }
            self.push("]");
        }
        if op.data().properties() != Attribute::EMPTY_DICT {
            self.push(" <");
            self.print_attribute(op.data().properties(), Elide::Never);
            self.push(">");
        }
        let (body, regions) = regions_of(op.body, op.op);
        if !regions.is_empty() {
            self.push(" (");
            let style = RegionStyle {
                entry_args: true,
                terminators: true,
                empty_block: true,
            };
            for (index, &region) in regions.iter().enumerate() {
                if index > 0 {
                    self.push(", ");
                }
                self.print_region(op, body, region, style);
            }
            self.push(")");
        }
        if op.data().attrs() != Attribute::EMPTY_DICT {
            let attrs = op.data().attrs().as_dict(op.ctx).unwrap_or(&[]);
            self.print_attribute_list(" {", attrs);
        }
        self.push(" : ");
        self.print_functional_type(op);
    }

    pub(super) fn print_functional_type(&mut self, op: OpRef<'_>) {
        self.print_function_type(&op.operand_types(), &op.result_types());
    }

    /// Writes attributes in braces; `open` ends with the opening brace.
    pub(super) fn print_attribute_list(&mut self, open: &str, attrs: &[NamedAttribute]) {
        self.push(open);
        self.print_list(attrs, |p, &entry| p.print_named_attribute(entry));
        self.push("}");
    }

    #[inline]
    pub(super) fn print_value(&mut self, value: ValueId) {
        self.names.push_value(value, true, &mut self.out);
    }

    /// Writes `^bb0`.
    pub(super) fn print_block_name(&mut self, block: BlockId) {
        match self.names.block_number(block) {
            Some(number) => {
                self.push("^bb");
                push_u64(&mut self.out, u64::from(number));
            }
            None => self.push("^INVALIDBLOCK"),
        }
    }

    /// Writes a region from `{` to `}`.
    pub(super) fn print_region(&mut self, op: OpRef<'_>, body: &Body, region: RegionId, style: RegionStyle) {
        if self.options.skip_regions {
            return self.push("{...}");
        }
        self.depth += 1;
        at_depth(self.depth, || self.print_region_text(op, body, region, style));
        self.depth -= 1;
    }

    fn print_region_text(&mut self, op: OpRef<'_>, body: &Body, region: RegionId, style: RegionStyle) {
        self.push("{\n");
        let default = op.data().def().and_then(|def| def.hooks.default_dialect).unwrap_or("");
        self.default_dialects.push(default);
        for (index, block) in body.region_blocks(region).enumerate() {
            let data = body.block(block);
            let label = index > 0
                || (style.empty_block && data.first_op().is_none())
                || (style.entry_args && !data.args().is_empty());
            if label {
                self.print_label(op, body, block, index == 0);
            }
            let skipped = (index == 0 && !style.terminators)
                .then(|| terminator_of(body, block))
                .flatten();
            self.indent += INDENT;
            if self.options.users {
                self.print_argument_users(op, body, block);
            }
            if skipped.is_none() && self.can_share(body, block) {
                self.print_shared(op, body, block);
            } else {
                self.print_in_order(op, body, block, skipped);
            }
            self.indent -= INDENT;
        }
        self.default_dialects.pop();
        self.print_indent(self.indent);
        self.push("}");
    }

    fn print_in_order(&mut self, owner: OpRef<'_>, body: &Body, block: BlockId, skipped: Option<OpId>) {
        for inner in body.block_ops(block).filter(|&inner| Some(inner) != skipped) {
            self.print_full_op(body.op_ref(owner.ctx, inner));
            self.push("\n");
            self.pass_on();
        }
    }

    fn print_label(&mut self, op: OpRef<'_>, body: &Body, block: BlockId, entry: bool) {
        debug_assert!(std::ptr::eq(op.ctx, self.ctx));
        self.print_indent(self.indent);
        self.print_block_name(block);
        let args = body.block(block).args();
        if !args.is_empty() {
            self.push("(");
            self.print_list(args, |p, arg| {
                p.print_value(arg.value);
                p.push(": ");
                p.print_type(body.value_type(arg.value));
                p.print_trailing_location(arg.location, false);
            });
            self.push(")");
        }
        self.push(":");
        self.print_predecessors(body, block, entry);
        self.push("\n");
    }

    fn print_predecessors(&mut self, body: &Body, block: BlockId, entry: bool) {
        let mut numbers: smallvec::SmallVec<[(u32, BlockId); 4]> = body
            .predecessors(block)
            .map(|pred| (self.names.block_number(pred).unwrap_or(u32::MAX), pred))
            .collect();
        match numbers.as_slice() {
            [] if entry => {}
            [] => self.push("  // no predecessors"),
            &[(_, only)] => {
                self.push("  // pred: ");
                self.print_block_name(only);
            }
            _ => {
                numbers.sort_unstable_by_key(|(number, _)| *number);
                self.push("  // ");
                push_u64(&mut self.out, numbers.len() as u64);
                self.push(" preds: ");
                self.print_list(&numbers, |p, (_, pred)| p.print_block_name(*pred));
            }
        }
    }
}
