//! Parsing ops by their formats.

use asyncir_ir::asm::{AsmParser, OpParser, Position, UnresolvedOperand};
use asyncir_ir::def::{
    Arity, AttrForm, AttrSlot, CustomDirective, DirectiveArgs, EnumDef, InferCx, OpDef, OpTrait, TypeDef,
};
use asyncir_ir::{AttrKind, Attribute, Fallible, OperationState, Type};
use smallvec::SmallVec;

use super::compile::{
    Compiled, Element, ElementKind, Group, LiteralToken, Typed, enum_message, enum_type, is_variadic,
};
use super::compiled;
use super::types::{Slot, TypeSource};
use crate::parser::{Entries, Kind, Parser};

type Operands = SmallVec<[UnresolvedOperand; 2]>;
type Types = SmallVec<[Type; 2]>;

/// The operands of a slot as they are written.
#[derive(Default)]
struct OperandSlot {
    values: Operands,
    types: Types,
    at: u32,
}

/// What was read of an op so far.
struct FormatParser<'p, 'a> {
    p: &'p mut Parser<'a>,
    def: &'static OpDef,
    format: &'static Compiled,
    operands: SmallVec<[OperandSlot; 3]>,
    results: SmallVec<[Types; 2]>,
    properties: Entries,
    /// Operands written by `operands`, with their types.
    all: OperandSlot,
    all_results: Types,
}

/// Reads an op from behind its name on.
pub(crate) fn parse_with_format(p: &mut Parser<'_>, def: &'static OpDef, state: &mut OperationState) -> Fallible {
    let format = match compiled(def) {
        Ok(format) => format,
        Err(message) => {
            let at = OpParser::name_position(p);
            return Err(p.error(at, &format!("the assembly format of '{}' is wrong: {message}", def.name)));
        }
    };
    let mut parser = FormatParser {
        p,
        def,
        format,
        operands: def.operands.iter().map(|_| OperandSlot::default()).collect(),
        results: def.results.iter().map(|_| Types::new()).collect(),
        properties: Entries::new(),
        all: OperandSlot::default(),
        all_results: Types::new(),
    };
    parser.elements(&format.elements, state)?;
    parser.finish(state)
}

impl FormatParser<'_, '_> {
    fn elements(&mut self, elements: &[Element], state: &mut OperationState) -> Fallible {
        elements.iter().try_for_each(|element| self.element(&element.kind, state))
    }

    fn element(&mut self, element: &ElementKind, state: &mut OperationState) -> Fallible {
        match element {
            ElementKind::Literal { token, .. } => self.literal(token),
            ElementKind::Space | ElementKind::NewLine => Ok(()),
            ElementKind::Operand(slot) => self.operand(*slot),
            ElementKind::Operands => {
                self.all.at = self.p.position().0;
                self.p.read_operands(&mut self.all.values)
            }
            ElementKind::Attribute { slot, .. } => self.attribute(*slot),
            ElementKind::Region(slot) => self.region(*slot, state),
            ElementKind::Regions => {
                while self.p.optional_region(state, &[])? && self.p.optional_punct(",") {}
                Ok(())
            }
            ElementKind::Successor(slot) => self.successor(self.def.successors[*slot].variadic, state),
            ElementKind::Successors => self.successor(true, state),
            ElementKind::AttrDict { keyword: false } => self.attr_dict(state),
            ElementKind::AttrDict { keyword: true } => {
                if self.p.optional_keyword("attributes") { self.attr_dict(state) } else { Ok(()) }
            }
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

    fn operand(&mut self, slot: usize) -> Fallible {
        let target = &mut self.operands[slot];
        target.at = self.p.position().0;
        match self.def.operands[slot].arity {
            Arity::One => target.values.push(self.p.operand()?),
            Arity::Optional => target.values.extend(self.p.optional_operand()?),
            Arity::Variadic => self.p.read_operands(&mut target.values)?,
        }
        Ok(())
    }

    // Attributes.

    fn set_property(&mut self, slot: usize, value: Attribute) {
        let name = self.p.ctx.ident(self.def.attributes[slot].name);
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
                if optional && !self.may_be(def) { None } else { self.any_attribute(None, optional)? }
            }
            AttrForm::Typed(make) => {
                let ty = make(self.p.ctx);
                if optional && !self.may_be(def) { None } else { self.any_attribute(Some(ty), optional)? }
            }
            AttrForm::Enum(cases) => self.enum_case(def, cases, optional)?,
            AttrForm::Dialect(attr_def) => {
                if self.p.at(Kind::Hash) {
                    Some(self.p.parse_attribute(None)?)
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
                let name = if optional { self.p.optional_symbol_name()? } else { Some(self.p.symbol_name()?) };
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

    fn any_attribute(&mut self, ty: Option<Type>, optional: bool) -> Fallible<Option<Attribute>> {
        if optional { self.p.parse_optional_attribute(ty) } else { self.p.parse_attribute(ty).map(Some) }
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

    fn attr_dict(&mut self, state: &mut OperationState) -> Fallible {
        if !self.p.at(Kind::LBrace) {
            return Ok(());
        }
        let at = OpParser::name_position(self.p);
        let mut entries = Entries::new();
        self.p.parse_dict_entries(&mut entries)?;
        let twice = entries.iter().find(|entry| self.properties.iter().any(|other| other.0 == entry.0));
        if let Some((name, _)) = twice {
            let name = self.p.ctx.str(*name);
            let message = format!("attribute '{name}' occurs more than once in the attribute list");
            return Err(self.p.error(at, &message));
        }
        self.p.add_attributes(state, &entries);
        Ok(())
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

    // Types.

    fn types_mut(&mut self, typed: Typed) -> (&mut Types, Arity) {
        match typed {
            Typed::Operand(slot) => (&mut self.operands[slot].types, self.def.operands[slot].arity),
            Typed::Result(slot) => (&mut self.results[slot], self.def.results[slot].arity),
            Typed::Operands => (&mut self.all.types, Arity::Variadic),
            Typed::Results => (&mut self.all_results, Arity::Variadic),
        }
    }

    fn types(&mut self, typed: Typed, qualified: bool) -> Fallible {
        let arity = self.types_mut(typed).1;
        match arity {
            Arity::One => {
                let ty = match self.stripped_type(typed) {
                    Some(def) if !qualified && !self.p.at(Kind::Exclaim) => self.p.dialect_type(def)?,
                    _ => self.p.parse_type()?,
                };
                self.types_mut(typed).0.push(ty);
            }
            Arity::Optional => {
                let ty = self.p.parse_optional_type()?;
                self.types_mut(typed).0.extend(ty);
            }
            Arity::Variadic => {
                let types = self.p.parse_type_list()?;
                self.types_mut(typed).0.extend(types);
            }
        }
        Ok(())
    }

    /// The definition of a type that is written by its parameters alone.
    fn stripped_type(&self, typed: Typed) -> Option<&'static TypeDef> {
        let constraint = match typed {
            Typed::Operand(slot) => self.def.operands[slot].constraint,
            Typed::Result(slot) => self.def.results[slot].constraint,
            _ => return None,
        };
        constraint.kind.filter(|_| constraint.stripped).and_then(|kind| self.p.ctx.type_def(kind))
    }

    fn functional_type(&mut self, inputs: Typed, results: Typed) -> Fallible {
        let at = self.p.position();
        let (input_types, result_types) = if self.p.at(Kind::LParen) {
            self.p.read_function_type()?
        } else {
            let ty = self.p.parse_type()?;
            match ty.function(self.p.ctx) {
                Some((inputs, results)) => (inputs.into(), results.into()),
                None => return Err(self.p.error(at, "invalid kind of type specified")),
            }
        };
        self.types_mut(inputs).0.extend_from_slice(&input_types);
        self.types_mut(results).0.extend_from_slice(&result_types);
        Ok(())
    }

    // Directives and groups.

    fn custom(&mut self, directive: &CustomDirective, state: &mut OperationState) -> Fallible {
        let mut operands: Vec<_> = (self.def.operands.iter().zip(&self.operands))
            .map(|(slot, written)| (slot.name, written.values.to_vec()))
            .collect();
        let mut types: Vec<_> = (self.def.operands.iter().zip(&self.operands))
            .map(|(slot, written)| (slot.name, written.types.to_vec()))
            .chain(self.def.results.iter().zip(&self.results).map(|(slot, types)| (slot.name, types.to_vec())))
            .collect();
        let before = self.p.position().0;
        state.properties = self.p.merge(state.properties, &self.properties);
        self.properties.clear();
        let mut args = DirectiveArgs { operands: &mut operands, types: &mut types, state };
        (directive.parse)(self.p, &mut args)?;
        for (name, values) in operands {
            if let Some(slot) = self.def.operand_slot(name) {
                let slot = &mut self.operands[slot];
                if slot.values.as_slice() != values.as_slice() {
                    slot.at = before;
                }
                slot.values = values.into();
            }
        }
        for (name, list) in types {
            if let Some(slot) = self.def.operand_slot(name) {
                self.operands[slot].types = list.into();
            } else if let Some(slot) = self.def.result_slot(name) {
                self.results[slot] = list.into();
            }
        }
        Ok(())
    }

    fn group(&mut self, group: &Group, state: &mut OperationState) -> Fallible {
        let start = group.then.iter().position(|element| {
            !matches!(element.kind, ElementKind::Space | ElementKind::NewLine)
        });
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
                if !self.p.at(Kind::Percent) {
                    return Ok(false);
                }
                self.operand(*slot)?;
                Ok(true)
            }
            ElementKind::Operands => {
                self.element(element, state)?;
                Ok(!self.all.values.is_empty())
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
                let ty = self.p.parse_optional_type()?;
                self.types_mut(*typed).0.extend(ty);
                Ok(ty.is_some())
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
                let Some(Element { kind: ElementKind::Literal { token, text }, .. }) = clause.first() else {
                    continue;
                };
                let at = self.p.position();
                if !self.optional_literal(token) {
                    continue;
                }
                if std::mem::replace(&mut seen[index], true) {
                    let message = format!("`{}` clause can appear at most once in the expansion of the oilist directive", text.trim());
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

    // The end.

    fn finish(&mut self, state: &mut OperationState) -> Fallible {
        if self.def.has(OpTrait::AttrSizedOperandSegments) {
            let sizes: SmallVec<[i32; 4]> = self.operands.iter().map(|slot| slot.values.len() as i32).collect();
            let name = self.p.ctx.ident("operandSegmentSizes");
            let sizes = self.p.ctx.dense_i32_array(&sizes);
            self.properties.push((name, sizes));
        }
        if self.def.has(OpTrait::AttrSizedResultSegments) && !self.format.types.all_results {
            let sizes: SmallVec<[i32; 4]> = self.results.iter().map(|types| types.len() as i32).collect();
            let name = self.p.ctx.ident("resultSegmentSizes");
            let sizes = self.p.ctx.dense_i32_array(&sizes);
            self.properties.push((name, sizes));
        }
        if !self.properties.is_empty() {
            state.properties = self.p.merge(state.properties, &self.properties);
        }
        self.resolve_operands(state)?;
        self.add_results(state)
    }

    /// The type that a slot has, of its first value.
    fn type_of(&self, slot: Slot, state: &OperationState) -> Option<Type> {
        let ctx = self.p.ctx;
        match slot {
            Slot::Operand(slot) => match self.format.types.operands[slot] {
                TypeSource::Written if self.format.types.all_operands => self.all.types.get(slot).copied(),
                TypeSource::Written => self.operands[slot].types.first().copied(),
                source => self.type_from(source, state),
            },
            Slot::Result(slot) => match self.format.types.results[slot] {
                TypeSource::Written if self.format.types.all_results => self.all_results.get(slot).copied(),
                TypeSource::Written => self.results[slot].first().copied(),
                source => self.type_from(source, state),
            },
            Slot::Attribute(slot) => {
                let name = self.def.attributes[slot].name;
                state.properties.get(ctx, name).map(|attr| match attr.kind(ctx) {
                    AttrKind::DenseArray { .. } => Type::NONE,
                    _ => attr.ty(ctx),
                })
            }
        }
    }

    fn type_from(&self, source: TypeSource, state: &OperationState) -> Option<Type> {
        match source {
            TypeSource::Built(constraint) => constraint.build.map(|build| build(self.p.ctx)),
            TypeSource::Same(slot) => self.type_of(slot, state),
            TypeSource::Transformed(transform, slot) => transform(self.p.ctx, self.type_of(slot, state)?),
            TypeSource::Written | TypeSource::Inferred => None,
        }
    }

    fn resolve_operands(&mut self, state: &mut OperationState) -> Fallible {
        if self.format.types.all_operands {
            let values: Operands = match self.all.values.is_empty() {
                false => self.all.values.clone(),
                true => self.operands.iter().flat_map(|slot| slot.values.iter().copied()).collect(),
            };
            let types = std::mem::take(&mut self.all.types);
            let at = if self.all.values.is_empty() { self.operands.first().map_or(0, |s| s.at) } else { self.all.at };
            let values = self.p.resolve_all(&values, &types, Position(at))?;
            state.operands.extend(values);
            return Ok(());
        }
        if !self.all.values.is_empty() {
            self.distribute_operands()?;
        }
        for slot in 0..self.operands.len() {
            let source = self.format.types.operands[slot];
            let written = std::mem::take(&mut self.operands[slot].values);
            if let TypeSource::Written = source {
                let types = self.operands[slot].types.clone();
                if written.len() != types.len() {
                    let at = Position(self.operands[slot].at);
                    self.p.resolve_all(&written, &types, at)?;
                }
                for (&operand, &ty) in written.iter().zip(&types) {
                    state.operands.push(self.p.resolve(operand, ty)?);
                }
                continue;
            }
            if written.is_empty() {
                continue;
            }
            let Some(ty) = self.type_from(source, state) else {
                let at = Position(self.operands[slot].at);
                let name = self.def.operands[slot].name;
                return Err(self.p.error(at, &format!("failed to infer the type of operand '{name}'")));
            };
            for &operand in &written {
                state.operands.push(self.p.resolve(operand, ty)?);
            }
        }
        Ok(())
    }

    /// Gives operands that were written as one list to their slots.
    fn distribute_operands(&mut self) -> Fallible {
        let all = std::mem::take(&mut self.all.values);
        let fixed = self.def.operands.iter().filter(|slot| slot.arity == Arity::One).count();
        let mut rest = all.iter().copied();
        for (slot, target) in self.def.operands.iter().zip(&mut self.operands) {
            let count = if slot.arity == Arity::One { 1 } else { all.len().saturating_sub(fixed) };
            target.values.extend(rest.by_ref().take(count));
            target.at = self.all.at;
        }
        let given = all.len();
        if given < fixed || (fixed == self.def.operands.len() && given != fixed) {
            let message =
                format!("number of operands and types do not match: got {given} operands and {fixed} types");
            return Err(self.p.error(Position(self.all.at), &message));
        }
        Ok(())
    }

    fn add_results(&mut self, state: &mut OperationState) -> Fallible {
        if self.format.types.all_results {
            state.results.extend_from_slice(&self.all_results);
            return Ok(());
        }
        for slot in 0..self.results.len() {
            match self.format.types.results[slot] {
                TypeSource::Written => state.results.extend_from_slice(&self.results[slot]),
                TypeSource::Inferred => return self.infer_results(state),
                source => match self.type_from(source, state) {
                    Some(ty) => state.results.push(ty),
                    None => return self.infer_results(state),
                },
            }
        }
        Ok(())
    }

    fn infer_results(&mut self, state: &mut OperationState) -> Fallible {
        let body = &self.p.body;
        let operands: SmallVec<[Type; 4]> = state.operands.iter().map(|&v| body.value_type(v)).collect();
        let inferred = self.def.infer_results(&InferCx {
            ctx: self.p.ctx,
            location: state.location,
            operands: &operands,
            properties: state.properties,
            body,
            regions: &state.regions,
        })?;
        state.results = inferred;
        Ok(())
    }
}
