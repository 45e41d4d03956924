//! Printing ops by their formats.

use std::ops::Range;

use asyncir_ir::asm::{OpPrinter, regions_of};
use asyncir_ir::def::{AttrForm, AttrSlot, EnumDef, OpDef, Presence, TypeConstraint};
use asyncir_ir::{Attribute, OpRef, Type};
use smallvec::SmallVec;

use super::compile::{Anchored, Compiled, Element, ElementKind, Group, Typed, Variable, is_variadic};
use super::compiled;

/// Prints an op from behind its name on.
pub(crate) fn print_with_format<P: OpPrinter>(printer: &mut P, def: &'static OpDef, op: OpRef<'_>) {
    match compiled(def) {
        Ok(format) => {
            let properties = op.data().properties();
            let at_defaults = properties == op.ctx.default_properties(def);
            FormatPrinter {
                printer,
                def,
                op,
                format,
                at_defaults,
            }
            .elements(&format.elements);
        }
        Err(_) => printer.generic_op(op),
    }
}

struct FormatPrinter<'a, P> {
    printer: &'a mut P,
    def: &'static OpDef,
    op: OpRef<'a>,
    format: &'static Compiled,
    /// Whether all inherent attributes are as they are from the start.
    at_defaults: bool,
}

impl<P: OpPrinter> FormatPrinter<'_, P> {
    fn elements(&mut self, elements: &[Element]) {
        for element in elements {
            self.element(element);
        }
    }

    fn element(&mut self, element: &Element) {
        if element.space {
            self.printer.text(" ");
        }
        match &element.kind {
            ElementKind::Literal { text, .. } => self.printer.text(text),
            ElementKind::Space => self.printer.text(" "),
            ElementKind::NewLine => self.printer.new_line(),
            ElementKind::Operand(slot) => {
                let range = self.operand_range(*slot);
                self.operands(range);
            }
            ElementKind::Operands => self.operands(0..self.op.data().num_operands()),
            ElementKind::Attribute { slot, qualified } => self.attribute(*slot, *qualified),
            ElementKind::Region(slot) => self.region(*slot),
            ElementKind::Regions => {
                for index in 0..self.num_regions() {
                    self.separate(index);
                    self.one_region(index);
                }
            }
            ElementKind::Successor(slot) => {
                let range = self.successor_range(*slot);
                self.successors(range);
            }
            ElementKind::Successors => self.successors(0..self.op.data().num_successors()),
            ElementKind::AttrDict { .. } if self.at_defaults && self.op.data().attrs() == Attribute::EMPTY_DICT => {}
            ElementKind::AttrDict { keyword: false } => self.printer.attr_dict(self.op, &self.format.dict_elided),
            ElementKind::AttrDict { keyword: true } => {
                self.printer.attr_dict_with_keyword(self.op, &self.format.dict_elided);
            }
            ElementKind::PropDict => self.prop_dict(),
            ElementKind::Type { typed, qualified } => self.types(*typed, *qualified),
            ElementKind::FunctionalType(inputs, results) => self.functional_type(*inputs, *results),
            ElementKind::Custom { directive, .. } => (directive.print)(self.printer, self.op),
            ElementKind::Optional(group) => self.group(group),
            ElementKind::OiList(clauses) => self.oilist(clauses),
        }
    }

    fn separate(&mut self, index: usize) {
        if index > 0 {
            self.printer.text(", ");
        }
    }

    #[inline]
    fn operand_range(&self, slot: usize) -> Range<usize> {
        if slot < self.format.fixed_operands.min(self.op.data().num_operands()) {
            slot..slot + 1
        } else {
            self.def.operand_range(self.op, slot)
        }
    }

    #[inline]
    fn result_range(&self, slot: usize) -> Range<usize> {
        if slot < self.format.fixed_results.min(self.op.data().num_results()) {
            slot..slot + 1
        } else {
            self.def.result_range(self.op, slot)
        }
    }

    fn operands(&mut self, range: Range<usize>) {
        let first = range.start;
        for index in range {
            self.separate(index - first);
            let value = self.op.operand(index);
            self.printer.operand(value);
        }
    }

    // Attributes.

    fn attribute_of(&self, slot: usize) -> Option<Attribute> {
        self.op.property(self.def.attributes[slot].name)
    }

    fn attribute(&mut self, slot: usize, qualified: bool) {
        let Some(attr) = self.attribute_of(slot) else { return };
        let slot: &AttrSlot = &self.def.attributes[slot];
        match slot.constraint.form {
            AttrForm::Dialect(_) if !qualified => self.printer.stripped_attribute(attr),
            AttrForm::Any | AttrForm::Dialect(_) => self.printer.attribute(attr),
            AttrForm::Typed(_) => self.printer.attribute_without_type(attr),
            AttrForm::Enum(def) => self.enum_case(def, attr),
            AttrForm::DenseArray(_) => {
                let text = crate::printer::stripped_array(self.op.ctx, attr);
                self.printer.text(&text);
            }
            AttrForm::SymbolName => match attr.as_str(self.op.ctx) {
                Some(name) => self.printer.symbol_name(name),
                None => self.printer.attribute(attr),
            },
            // Nothing but the name can be shown of an attribute that is all presence.
            AttrForm::Unit => self.printer.text("unit"),
        }
    }

    fn enum_case(&mut self, def: &EnumDef, attr: Attribute) {
        let Some(value) = attr.as_i64(self.op.ctx) else {
            return self.printer.attribute(attr);
        };
        if let Some(keyword) = def.keyword(value) {
            return self.printer.keyword_or_string(keyword);
        }
        let cases: Vec<&str> = def
            .cases
            .iter()
            .filter(|case| def.bits && case.value != 0 && value & case.value == case.value)
            .map(|case| case.keyword)
            .collect();
        self.printer.text(&cases.join("|"));
    }

    fn prop_dict(&mut self) {
        let ctx = self.op.ctx;
        let properties = self.op.data().properties();
        let entries = properties.as_dict(ctx).unwrap_or(&[]);
        let shown: Vec<_> = entries
            .iter()
            .copied()
            .filter(|entry| !self.format.elided.contains(&ctx.str(entry.0)))
            .collect();
        if !shown.is_empty() {
            self.printer.text(" <");
            self.printer.attribute(ctx.dict_attr(&shown));
            self.printer.text(">");
        }
    }

    // Regions and successors.

    fn num_regions(&self) -> usize {
        regions_of(self.op.body, self.op.op).1.len()
    }

    fn region(&mut self, slot: usize) {
        let end = if is_variadic(self.def.regions[slot].kind) {
            self.num_regions()
        } else {
            slot + 1
        };
        for index in slot..end.min(self.num_regions()) {
            self.separate(index - slot);
            self.one_region(index);
        }
    }

    /// A terminator that could have been added when reading is left out.
    fn one_region(&mut self, index: usize) {
        let mut terminators = true;
        if self.def.implicit_terminator.is_some() {
            let (body, regions) = regions_of(self.op.body, self.op.op);
            let last = regions
                .get(index)
                .and_then(|&region| body.region(region).first())
                .and_then(|block| body.block(block).last_op());
            terminators = last.is_none_or(|last| {
                let data = body.op(last);
                let plain = data.properties() == Attribute::EMPTY_DICT && data.attrs() == Attribute::EMPTY_DICT;
                !plain || data.num_operands() > 0 || data.num_results() > 0
            });
        }
        self.printer.region(self.op, index, true, terminators);
    }

    fn successor_range(&self, slot: usize) -> Range<usize> {
        let count = self.op.data().num_successors();
        if self.def.successors[slot].variadic {
            let behind = self.def.successors.len() - slot - 1;
            return slot..count.saturating_sub(behind);
        }
        let before = self.def.successors[..slot].iter().any(|slot| slot.variadic);
        let index = if before {
            (count + slot).saturating_sub(self.def.successors.len())
        } else {
            slot
        };
        index..(index + 1).min(count)
    }

    fn successors(&mut self, range: Range<usize>) {
        let first = range.start;
        for index in range {
            self.separate(index - first);
            let block = self.op.body.successor(self.op.op, index);
            self.printer.successor(block);
        }
    }

    // Types.

    fn types_of(&self, typed: Typed) -> SmallVec<[Type; 4]> {
        let body = self.op.body;
        match typed {
            Typed::Operand(slot) => self
                .operand_range(slot)
                .map(|index| self.op.operand_type(index))
                .collect(),
            Typed::Operands => self.op.operand_types(),
            Typed::Result(slot) => {
                let range = self.result_range(slot);
                range.map(|index| body.value_type(self.op.result(index))).collect()
            }
            Typed::Results => self.op.result_types().into_iter().collect(),
        }
    }

    fn types(&mut self, typed: Typed, qualified: bool) {
        let (only, constraint) = match typed {
            Typed::Operand(slot) => {
                let range = self.operand_range(slot);
                let only = (range.len() == 1).then(|| self.op.operand_type(range.start));
                (only, self.def.operands[slot].constraint)
            }
            Typed::Result(slot) => {
                let range = self.result_range(slot);
                let only = (range.len() == 1).then(|| self.op.result_type(range.start));
                (only, self.def.results[slot].constraint)
            }
            Typed::Operands | Typed::Results => return self.printer.types(&self.types_of(typed)),
        };
        match only {
            Some(only) if constraint.stripped && !qualified && self.is_of(only, constraint) => {
                self.printer.stripped_type(only);
            }
            Some(only) => self.printer.ty(only),
            None => self.printer.types(&self.types_of(typed)),
        }
    }

    /// Whether a type is of the kind that a constraint asks for.
    fn is_of(&self, ty: Type, constraint: &TypeConstraint) -> bool {
        let dialect = ty.dialect(self.op.ctx);
        dialect.is_some_and(|(def, _)| constraint.kind == Some(def.name))
    }

    fn functional_type(&mut self, inputs: Typed, results: Typed) {
        let (inputs, results) = (self.types_of(inputs), self.types_of(results));
        self.printer.text("(");
        self.printer.types(&inputs);
        self.printer.text(") -> ");
        match results.as_slice() {
            [only] if only.function(self.op.ctx).is_none() => self.printer.ty(*only),
            results => {
                self.printer.text("(");
                self.printer.types(results);
                self.printer.text(")");
            }
        }
    }

    // Groups.

    fn is_present(&self, variable: Variable) -> bool {
        match variable {
            Variable::Operand(slot) => !self.operand_range(slot).is_empty(),
            Variable::Result(slot) => !self.result_range(slot).is_empty(),
            Variable::Attribute(_) if self.at_defaults && self.op.data().properties() != Attribute::EMPTY_DICT => false,
            Variable::Attribute(slot) => {
                let Some(attr) = self.attribute_of(slot) else {
                    return false;
                };
                match self.def.attributes[slot].presence {
                    Presence::Default(default) | Presence::OptionalDefault(default) => default(self.op.ctx) != attr,
                    _ => true,
                }
            }
            Variable::Region(slot) => {
                let (body, regions) = regions_of(self.op.body, self.op.op);
                let region = regions.get(slot);
                let variadic = is_variadic(self.def.regions[slot].kind);
                region.is_some_and(|&region| variadic || !body.region(region).is_empty())
            }
            Variable::Successor(slot) => !self.successor_range(slot).is_empty(),
        }
    }

    fn group(&mut self, group: &Group) {
        let present = match &group.anchor {
            Anchored::Variable(variable) => self.is_present(*variable),
            Anchored::Any(variables) => variables.iter().any(|&variable| self.is_present(variable)),
        };
        let elements = if present != group.inverted {
            &group.then
        } else {
            &group.otherwise
        };
        self.elements(elements);
    }

    fn oilist(&mut self, clauses: &[Vec<Element>]) {
        for clause in clauses {
            let present = clause.iter().any(|element| match &element.kind {
                ElementKind::Operand(slot) => self.is_present(Variable::Operand(*slot)),
                ElementKind::Attribute { slot, .. } => self.is_present(Variable::Attribute(*slot)),
                ElementKind::Region(slot) => self.is_present(Variable::Region(*slot)),
                ElementKind::Custom { names, .. } => names.iter().any(|&name| self.is_present(name)),
                _ => false,
            });
            if !present {
                continue;
            }
            for element in clause {
                let unit = matches!(&element.kind, ElementKind::Attribute { slot, .. }
                    if matches!(self.def.attributes[*slot].constraint.form, AttrForm::Unit));
                if !unit {
                    self.element(element);
                }
            }
        }
    }
}
