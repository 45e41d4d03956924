//! Parsing ops by their formats.

use std::ops::Range;

use asyncir_ir::asm::{AsmParser, OpParser, UnresolvedOperand};
use asyncir_ir::def::{
    Arity, AttrConstraint, AttrDef, AttrForm, AttrSlot, CustomDirective, DirectiveArgs, EnumDef, OpDef, OpTrait,
};
use asyncir_ir::{AttrKind, Attribute, Fallible, OperationState, Type};
use smallvec::SmallVec;

use super::compile::{
    Compiled, Element, ElementKind, Group, LiteralToken, Typed, enum_message, enum_type, is_variadic,
};
use super::compiled;
use crate::parser::{Entries, Kind, Parser, properties};

/// Where the operands or types of a slot stand among all that were read.
#[derive(Clone, Copy, Default)]
pub(super) struct Stretch {
    pub(super) start: u32,
    pub(super) len: u32,
}

impl Stretch {
    pub(super) fn range(self) -> Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// An operand slot as it is written.
#[derive(Clone, Copy, Default)]
pub(super) struct OperandSlot {
    pub(super) values: Stretch,
    pub(super) types: Stretch,
    pub(super) at: u32,
}

/// What was read of an op so far. Operands and types stand in one list each, for most ops have few of them.
pub(super) struct FormatParser<'p, 'a> {
    pub(super) p: &'p mut Parser<'a>,
    pub(super) def: &'static OpDef,
    pub(super) format: &'static Compiled,
    pub(super) values: SmallVec<[UnresolvedOperand; 6]>,
    pub(super) types: SmallVec<[Type; 6]>,
    pub(super) operands: &'p mut [OperandSlot],
    pub(super) results: &'p mut [Stretch],
    pub(super) properties: Entries,
    /// Attributes in braces. They win over those that the format itself writes.
    pub(super) dict: Entries,
    /// Operands written by `operands`, with their types.
    pub(super) all: OperandSlot,
    pub(super) all_results: Stretch,
}

/// Reads an op from behind its name on.
pub(crate) fn parse_with_format(p: &mut Parser<'_>, def: &'static OpDef, state: &mut OperationState) -> Fallible {
    let format = match compiled(def) {
        Ok(format) => format,
        Err(message) => {
            let at = OpParser::name_position(p);
            return Err(p.error(
                at,
                &format!("the assembly format of '{}' is wrong: {message}", def.name),
            ));
        }
    };
    let mut operands: SmallVec<[_; 4]> = SmallVec::from_elem(OperandSlot::default(), def.operands.len());
    let mut results: SmallVec<[_; 2]> = SmallVec::from_elem(Stretch::default(), def.results.len());
    let mut parser = FormatParser {
        p,
        def,
        format,
        values: SmallVec::new(),
        types: SmallVec::new(),
        operands: &mut operands,
        results: &mut results,
        properties: Entries::new(),
        dict: Entries::new(),
        all: OperandSlot::default(),
        all_results: Stretch::default(),
    };
    parser.elements(&format.elements, state)?;
    parser.finish(state)
}

impl FormatParser<'_, '_> {
    fn elements(&mut self, elements: &[Element], state: &mut OperationState) -> Fallible {
        elements
            .iter()
            .try_for_each(|element| self.element(&element.kind, state))
    }

    fn element(&mut self, element: &ElementKind, state: &mut OperationState) -> Fallible {
        match element {
            ElementKind::Literal { token, .. } => self.literal(token),
            ElementKind::Space | ElementKind::NewLine => Ok(()),
            ElementKind::Operand(slot) => self.operand(*slot),
            ElementKind::Operands => {
                self.all.at = self.p.position().0;
                let start = self.values.len();
                self.p.read_operands(&mut self.values)?;
                self.all.values = self.values_from(start);
                Ok(())
            }
            ElementKind::Attribute { slot, .. } => self.attribute(*slot),
            ElementKind::Region(slot) => self.region(*slot, state),
            ElementKind::Regions => {
                while self.p.optional_region(state, &[])? && self.p.optional_punct(",") {}
                Ok(())
            }
            ElementKind::Successor(slot) => self.successor(self.def.successors[*slot].variadic, state),
            ElementKind::Successors => self.successor(true, state),
            ElementKind::AttrDict { keyword } => self.attr_dict(*keyword),
            ElementKind::PropDict => self.prop_dict(),
            ElementKind::Type { typed, qualified } => self.types(*typed, *qualified),
            ElementKind::FunctionalType(inputs, results) => self.functional_type(*inputs, *results),
            ElementKind::Custom { directive, .. } => self.custom(directive, state),
            ElementKind::Optional(group) => self.group(group, state),
            ElementKind::OiList(clauses) => self.oilist(clauses, state),
        }
    }

    fn literal(&mut self, token: &LiteralToken) -> Fallible {
        match token {
            LiteralToken::Keyword(keyword) => self.p.keyword(keyword),
            LiteralToken::Punctuation(kind, text) => self.p.expect_punctuation(*kind, text),
        }
    }

    fn optional_literal(&mut self, token: &LiteralToken) -> bool {
        match token {
            LiteralToken::Keyword(keyword) => self.p.optional_keyword(keyword),
            LiteralToken::Punctuation(kind, _) => self.p.eat(*kind),
        }
    }

    fn values_from(&self, start: usize) -> Stretch {
        Stretch {
            start: start as u32,
            len: (self.values.len() - start) as u32,
        }
    }

    fn operand(&mut self, slot: usize) -> Fallible {
        let (start, at) = (self.values.len(), self.p.position().0);
        match self.def.operands[slot].arity {
            Arity::One => self.values.push(self.p.operand()?),
            Arity::Optional => self.values.extend(self.p.optional_operand()?),
            Arity::Variadic => self.p.read_operands(&mut self.values)?,
        }
        self.operands[slot] = OperandSlot {
            values: self.values_from(start),
            at,
            ..self.operands[slot]
        };
        Ok(())
    }

    // Attributes.

    fn set_property(&mut self, slot: usize, value: Attribute) {
        let name = self.p.ctx.static_ident(self.def.attributes[slot].name);
        self.properties.push((name, value));
    }

    fn attribute(&mut self, slot: usize) -> Fallible {
        let found = self.optional_attribute(slot, false)?;
        debug_assert!(found);
        Ok(())
    }

    /// Reads an attribute; if it is `optional`, only if it is there.
    fn optional_attribute(&mut self, slot: usize, optional: bool) -> Fallible<bool> {
        let def: &AttrSlot = &self.def.attributes[slot];
        let value = match def.constraint.form {
            AttrForm::Any => {
                if optional && !self.may_be(def) {
                    None
                } else if optional {
                    self.any_attribute(None, optional)?
                } else {
                    Some(self.attribute_of_kind(def.constraint)?)
                }
            }
            AttrForm::Typed(make) => {
                let ty = make(self.p.ctx);
                if optional && !self.may_be(def) {
                    None
                } else {
                    self.any_attribute(Some(ty), optional)?
                }
            }
            AttrForm::Enum(cases) => self.enum_case(def, cases, optional)?,
            AttrForm::Dialect(_) if optional && !self.p.at(Kind::Hash) && !self.p.at(Kind::Less) => None,
            AttrForm::Dialect(attr_def) => {
                if self.p.at(Kind::Hash) {
                    Some(self.attribute_of(attr_def)?)
                } else {
                    Some(self.p.dialect_attribute(attr_def)?)
                }
            }
            AttrForm::DenseArray(element) => {
                if self.p.at(Kind::LSquare) {
                    Some(self.p.parse_stripped_array(element)?)
                } else {
                    self.any_attribute(None, optional)?
                }
            }
            AttrForm::SymbolName => {
                let name = if optional {
                    self.p.optional_symbol_name()?
                } else {
                    Some(self.p.symbol_name()?)
                };
                name.map(|name| self.p.ctx.str_attr(&name))
            }
            AttrForm::Unit if self.p.optional_keyword("unit") => Some(Attribute::UNIT),
            AttrForm::Unit if optional => None,
            AttrForm::Unit => Some(self.p.parse_attribute(None)?),
        };
        let found = value.is_some();
        if let Some(value) = value {
            self.set_property(slot, value);
        }
        Ok(found)
    }

    /// Reads an attribute, which must be of that definition.
    fn attribute_of(&mut self, def: &'static AttrDef) -> Fallible<Attribute> {
        let at = self.p.position();
        let attribute = self.p.parse_attribute(None)?;
        match attribute.params_of(self.p.ctx, def) {
            Some(_) => Ok(attribute),
            None => Err(AsmParser::error(self.p, at, "invalid kind of attribute specified")),
        }
    }

    /// Reads an attribute, which must be of the kind that a constraint is about.
    fn attribute_of_kind(&mut self, constraint: &AttrConstraint) -> Fallible<Attribute> {
        let at = self.p.position();
        let attribute = self.p.parse_attribute(properties::literal_type(constraint))?;
        if properties::is_of_kind(self.p.ctx, constraint, attribute) {
            Ok(attribute)
        } else {
            Err(AsmParser::error(self.p, at, "invalid kind of attribute specified"))
        }
    }

    fn any_attribute(&mut self, ty: Option<Type>, optional: bool) -> Fallible<Option<Attribute>> {
        if optional {
            self.p.parse_optional_attribute(ty)
        } else {
            self.p.parse_attribute(ty).map(Some)
        }
    }

    /// Whether the token that comes next can start an attribute that the slot takes, so that a name behind an
    /// optional string is not taken for that string.
    fn may_be(&self, slot: &AttrSlot) -> bool {
        let ctx = self.p.ctx;
        let takes = |attr: Attribute| (slot.constraint.check)(ctx, attr);
        if self.p.at(Kind::At) {
            return takes(ctx.symbol_attr("x"));
        }
        !self.p.at(Kind::LBrace) || takes(Attribute::EMPTY_DICT)
    }

    fn enum_case(&mut self, slot: &AttrSlot, def: &EnumDef, optional: bool) -> Fallible<Option<Attribute>> {
        let at = self.p.position();
        let mut value = 0;
        loop {
            let keyword = match self.p.at_enum_case(def) {
                Some(case) => Some(case),
                None => match self.p.optional_string() {
                    Some(text) => {
                        let text = String::from_utf8_lossy(&text).into_owned();
                        let Some(case) = def.value(&text) else {
                            let message = format!("invalid {} attribute specification: \"{text}\"", slot.name);
                            return Err(self.p.error(at, &message));
                        };
                        Some(case)
                    }
                    None => None,
                },
            };
            match keyword {
                Some(case) => value |= case,
                None if optional => return Ok(None),
                None => return Err(self.p.error(at, &enum_message(slot, def))),
            }
            if !def.bits || !(self.p.optional_punct("|") || self.p.optional_punct(",")) {
                break;
            }
        }
        Ok(Some(self.p.ctx.int_attr(enum_type(def), value.into())))
    }

    fn attr_dict(&mut self, with_keyword: bool) -> Fallible {
        let at = self.p.position();
        if with_keyword && !self.p.optional_keyword("attributes") || !self.p.at(Kind::LBrace) {
            return Ok(());
        }
        self.p.parse_dict_entries(&mut self.dict)?;
        let wrong = properties::constraint_error(self.p.ctx, self.def, &self.dict);
        wrong.map_or(Ok(()), |message| Err(self.p.error(at, &message)))
    }

    fn prop_dict(&mut self) -> Fallible {
        if !self.p.optional_punct("<") {
            return Ok(());
        }
        let dict = self.p.parse_attribute(None)?;
        self.p.punct(">")?;
        if let AttrKind::Dictionary(entries) = dict.kind(self.p.ctx) {
            self.properties.extend_from_slice(entries);
        }
        Ok(())
    }

    // Regions and successors.

    fn region(&mut self, slot: usize, state: &mut OperationState) -> Fallible {
        if is_variadic(self.def.regions[slot].kind) {
            if self.p.optional_region(state, &[])? {
                self.complete_region(state);
                while self.p.optional_punct(",") {
                    self.p.region(state, &[])?;
                    self.complete_region(state);
                }
            }
            return Ok(());
        }
        self.p.region(state, &[])?;
        self.complete_region(state);
        Ok(())
    }

    /// Adds what may be left out of a region: its terminator, or its only block.
    fn complete_region(&mut self, state: &mut OperationState) {
        if self.def.implicit_terminator.is_some() {
            self.p.add_terminator(state, self.def.implicit_terminator);
        } else if self.def.has(OpTrait::SingleBlock) {
            self.p.add_terminator(state, None);
        }
    }

    fn successor(&mut self, variadic: bool, state: &mut OperationState) -> Fallible {
        if variadic && !self.p.at(Kind::Caret) {
            return Ok(());
        }
        loop {
            let block = self.p.successor()?;
            state.successors.push(block);
            if !variadic || !self.p.optional_punct(",") {
                return Ok(());
            }
        }
    }

    // Directives and groups.

    fn custom(&mut self, directive: &CustomDirective, state: &mut OperationState) -> Fallible {
        let mut operands: Vec<_> = (self.def.operands.iter().zip(&*self.operands))
            .map(|(slot, written)| (slot.name, self.values[written.values.range()].to_vec()))
            .collect();
        let mut types: Vec<_> = (self.def.operands.iter().zip(&*self.operands))
            .map(|(slot, written)| (slot.name, self.types[written.types.range()].to_vec()))
            .chain(
                (self.def.results.iter().zip(&*self.results))
                    .map(|(slot, types)| (slot.name, self.types[types.range()].to_vec())),
            )
            .collect();
        let at = self.p.position().0;
        state.properties = self.p.merge(state.properties, &self.properties);
        self.properties.clear();
        let mut args = DirectiveArgs {
            operands: &mut operands,
            types: &mut types,
            state,
        };
        (directive.parse)(self.p, &mut args)?;
        for (name, values) in operands {
            let Some(slot) = self.def.operand_slot(name) else {
                continue;
            };
            if self.values[self.operands[slot].values.range()] != values {
                let start = self.values.len();
                self.values.extend_from_slice(&values);
                self.operands[slot] = OperandSlot {
                    values: self.values_from(start),
                    at,
                    ..self.operands[slot]
                };
            }
        }
        for (name, list) in types {
            let typed = match self.def.operand_slot(name) {
                Some(slot) => Typed::Operand(slot),
                None => match self.def.result_slot(name) {
                    Some(slot) => Typed::Result(slot),
                    None => continue,
                },
            };
            let start = self.types.len();
            self.types.extend_from_slice(&list);
            self.set_types(typed, start);
        }
        Ok(())
    }

    fn group(&mut self, group: &Group, state: &mut OperationState) -> Fallible {
        let start = group
            .then
            .iter()
            .position(|element| !matches!(element.kind, ElementKind::Space | ElementKind::NewLine));
        let Some(start) = start else { return Ok(()) };
        if !self.optional_element(&group.then[start].kind, state)? {
            if group.inverted {
                self.set_unit(group);
            }
            self.skip_regions(&group.then, state);
            return self.elements(&group.otherwise, state);
        }
        if !group.inverted {
            self.set_unit(group);
        }
        self.elements(&group.then[start + 1..], state)
    }

    fn set_unit(&mut self, group: &Group) {
        if let Some(slot) = group.unit {
            self.set_property(slot, Attribute::UNIT);
        }
    }

    /// The op gets the regions of a group that is not there, without blocks.
    fn skip_regions(&mut self, elements: &[Element], state: &mut OperationState) {
        for element in elements {
            if let ElementKind::Region(slot) = element.kind
                && !is_variadic(self.def.regions[slot].kind)
            {
                self.p.add_empty_region(state);
            }
        }
    }

    /// Reads the first element of a group if it is there; says whether it was.
    fn optional_element(&mut self, element: &ElementKind, state: &mut OperationState) -> Fallible<bool> {
        match element {
            ElementKind::Literal { token, .. } => Ok(self.optional_literal(token)),
            ElementKind::Operand(slot) => {
                if !self.p.at_operand() {
                    return Ok(false);
                }
                self.operand(*slot)?;
                Ok(true)
            }
            ElementKind::Operands => {
                self.element(element, state)?;
                Ok(self.all.values.len > 0)
            }
            ElementKind::Attribute { slot, .. } => self.optional_attribute(*slot, true),
            ElementKind::Region(_) | ElementKind::Regions => {
                let found = self.p.at(Kind::LBrace);
                if found {
                    self.element(element, state)?;
                }
                Ok(found)
            }
            ElementKind::Successor(_) | ElementKind::Successors => {
                let found = self.p.at(Kind::Caret);
                if found {
                    self.element(element, state)?;
                }
                Ok(found)
            }
            ElementKind::Type { typed, .. } => {
                let start = self.types.len();
                self.types.extend(self.p.parse_optional_type()?);
                self.set_types(*typed, start);
                Ok(self.types.len() > start)
            }
            _ => {
                let before = self.p.position();
                self.element(element, state)?;
                Ok(self.p.position() != before)
            }
        }
    }

    fn oilist(&mut self, clauses: &[Vec<Element>], state: &mut OperationState) -> Fallible {
        let mut seen = vec![false; clauses.len()];
        'next: loop {
            for (index, clause) in clauses.iter().enumerate() {
                let Some(Element {
                    kind: ElementKind::Literal { token, text },
                    ..
                }) = clause.first()
                else {
                    continue;
                };
                let at = self.p.position();
                if !self.optional_literal(token) {
                    continue;
                }
                if std::mem::replace(&mut seen[index], true) {
                    let message = format!(
                        "`{}` clause can appear at most once in the expansion of the oilist directive",
                        text.trim()
                    );
                    return Err(self.p.error(at, &message));
                }
                for element in &clause[1..] {
                    match element.kind {
                        ElementKind::Attribute { slot, .. }
                            if matches!(self.def.attributes[slot].constraint.form, AttrForm::Unit) =>
                        {
                            self.set_property(slot, Attribute::UNIT);
                        }
                        _ => self.element(&element.kind, state)?,
                    }
                }
                continue 'next;
            }
            return Ok(());
        }
    }
}
