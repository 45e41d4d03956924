//! The interface that hand-written forms write through.

use asyncir_ir::asm::{AsmPrinter, OpPrinter, regions_of};
use asyncir_ir::{Attribute, BlockId, Body, Context, OpRef, Type, ValueId};

use super::Printer;
use super::attributes::Elide;
use super::collect::{all_attributes, written_attributes};
use super::ops::{INDENT, RegionStyle, argument_location};

impl AsmPrinter for Printer<'_> {
    fn ctx(&self) -> &Context {
        self.ctx
    }
    #[inline]
    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }
    fn ty(&mut self, ty: Type) {
        self.print_type(ty);
    }
    fn attribute(&mut self, attr: Attribute) {
        self.print_attribute(attr, Elide::Never);
    }
    fn attribute_without_type(&mut self, attr: Attribute) {
        self.print_attribute(attr, Elide::Must);
    }
    fn stripped_attribute(&mut self, attr: Attribute) {
        if !self.aliases.print_attribute(self.ctx, attr, &mut self.out) {
            self.print_attribute_params(attr);
        }
    }
    fn stripped_type(&mut self, ty: Type) {
        self.print_type_params(ty);
    }
    fn keyword_or_string(&mut self, text: &str) {
        self.print_keyword_or_string(text);
    }
    fn string(&mut self, bytes: &[u8]) {
        self.print_string(bytes);
    }
    fn symbol_name(&mut self, name: &str) {
        self.print_symbol_name(name);
    }
    fn enter(&mut self, ty: Type) -> bool {
        self.within.enter(ty)
    }
    fn leave(&mut self) {
        self.within.leave();
    }
}

impl OpPrinter for Printer<'_> {
    fn as_asm(&mut self) -> &mut dyn AsmPrinter {
        self
    }
    #[inline]
    fn operand(&mut self, value: ValueId) {
        self.print_value(value);
    }
    fn new_line(&mut self) {
        self.push("\n");
        self.print_indent(self.indent);
    }
    fn change_indent(&mut self, deeper: bool) {
        if deeper {
            self.indent += INDENT
        } else {
            self.indent -= INDENT
        }
    }
    fn successor(&mut self, block: BlockId) {
        self.print_block_name(block);
    }
    fn successor_and_operands(&mut self, block: BlockId, operands: &[ValueId]) {
        self.print_block_name(block);
        if operands.is_empty() {
            return;
        }
        self.push("(");
        self.operands(operands);
        self.push(" : ");
        self.print_list(operands, |p, &value| p.print_type(p.names.type_of(value)));
        self.push(")");
    }
    fn attr_dict(&mut self, op: OpRef<'_>, elided: &[&str]) {
        let attrs = written_attributes(op, elided);
        if !attrs.is_empty() {
            self.print_attribute_list(" {", &attrs);
        }
    }
    fn attr_dict_with_keyword(&mut self, op: OpRef<'_>, elided: &[&str]) {
        let attrs = written_attributes(op, elided);
        if !attrs.is_empty() {
            self.print_attribute_list(" attributes {", &attrs);
        }
    }
    fn attr_dict_in_full(&mut self, op: OpRef<'_>, elided: &[&str]) {
        let attrs = all_attributes(op, elided);
        if !attrs.is_empty() {
            self.print_attribute_list(" {", &attrs);
        }
    }
    fn region(&mut self, op: OpRef<'_>, index: usize, entry_args: bool, terminators: bool) {
        let (body, regions) = regions_of(op.body, op.op);
        if let Some(&region) = regions.get(index) {
            self.print_region(
                op,
                body,
                region,
                RegionStyle {
                    entry_args,
                    terminators,
                    empty_block: false,
                },
            );
        }
    }
    fn argument(&mut self, body: &Body, arg: ValueId, attrs: Attribute, typed: bool) {
        self.print_value(arg);
        if typed {
            self.push(": ");
            self.print_type(body.value_type(arg));
        }
        let attrs = attrs.as_dict(self.ctx).unwrap_or(&[]);
        if !attrs.is_empty() {
            self.print_attribute_list(" {", attrs);
        }
        self.print_trailing_location(argument_location(body, arg), false);
    }
    fn functional_type(&mut self, op: OpRef<'_>) {
        self.print_functional_type(op);
    }
    fn nested_op(&mut self, op: OpRef<'_>) {
        self.print_op(op);
    }
    fn generic_op(&mut self, op: OpRef<'_>) {
        self.print_generic(op);
    }
}
