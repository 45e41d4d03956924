//! Operations: their data, their creation and queries of them.

use cranelift_entity::EntityList;
use cranelift_entity::packed_option::PackedOption;
use smallvec::SmallVec;

use super::{BlockId, BlockUseId, Body, InsertPoint, OpId, RegionId, UseId, ValueDef, ValueId};
use crate::attributes::{Attribute, NamedAttribute};
use crate::context::{Context, Ident, OpName};
use crate::def::{OpDef, OpTrait};
use crate::diagnostics::{Diagnostic, Severity};
use crate::location::Location;
use crate::types::Type;

/// The data of an op. Operands, results, regions and successors are reached through its [`Body`].
///
/// An operation takes 64 bytes, because there are many of them and walks visit all. Data that few ops have are stored
/// separately.
#[derive(Clone)]
pub struct Operation {
    /// The definition; an op without one has its name among what is rare.
    def: Option<&'static OpDef>,
    pub(crate) location: Location,
    pub(crate) properties: Attribute,
    pub(crate) attrs: Attribute,
    pub(crate) block: PackedOption<BlockId>,
    pub(crate) prev: PackedOption<OpId>,
    pub(crate) next: PackedOption<OpId>,
    pub(crate) sequence: u32,
    pub(crate) first_operand: UseId,
    pub(crate) num_operands: u32,
    pub(crate) first_result: ValueId,
    pub(crate) num_results: u32,
    pub(crate) rare: Option<Box<Rare>>,
}

/// What few ops have.
#[derive(Clone)]
pub(crate) struct Rare {
    /// The name of an op that is not registered.
    pub(crate) name: Option<Ident>,
    pub(crate) first_successor: BlockUseId,
    pub(crate) num_successors: u32,
    pub(crate) regions: EntityList<RegionId>,
    pub(crate) body: Option<Box<Body>>,
}

impl Rare {
    fn named(name: Option<Ident>) -> Self {
        Self {
            name,
            first_successor: BlockUseId::from_u32(0),
            num_successors: 0,
            regions: EntityList::new(),
            body: None,
        }
    }
}

const _: () = assert!(size_of::<Operation>() == 64);

impl Operation {
    /// An op that has nothing but a name yet.
    fn new(name: OpName, location: Location) -> Self {
        let mut data = Self {
            def: None,
            location,
            properties: Attribute::EMPTY_DICT,
            attrs: Attribute::EMPTY_DICT,
            block: None.into(),
            prev: None.into(),
            next: None.into(),
            sequence: 0,
            first_operand: UseId::from_u32(0),
            num_operands: 0,
            first_result: ValueId::from_u32(0),
            num_results: 0,
            rare: None,
        };
        data.set_name(name);
        data
    }

    /// The name.
    ///
    /// # Panics
    /// Never: an op without a definition is made with a name.
    #[inline]
    pub fn name(&self) -> OpName {
        match self.def {
            Some(def) => OpName::Registered(def),
            None => OpName::Unregistered(self.rare.as_ref().and_then(|rare| rare.name).expect("a name")),
        }
    }

    /// The definition, if the op is registered.
    #[inline]
    pub fn def(&self) -> Option<&'static OpDef> {
        self.def
    }

    /// Whether the op is registered and has no regions, successors and body.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.rare.is_none()
    }

    /// Takes the data out of a slot that is not used any more.
    pub(super) fn take(&mut self) -> Self {
        Self {
            rare: self.rare.take(),
            ..*self
        }
    }

    fn rare_mut(&mut self) -> &mut Rare {
        self.rare.get_or_insert_with(|| Box::new(Rare::named(None)))
    }

    /// Whether this is the op that `def` defines.
    #[inline]
    pub fn is(&self, def: &'static OpDef) -> bool {
        self.def.is_some_and(|own| std::ptr::eq(own, def))
    }

    /// Whether the op is registered, in a dialect of this name.
    pub fn is_of(&self, dialect: &str) -> bool {
        self.def.is_some_and(|own| own.dialect() == dialect)
    }

    /// Whether the op is registered and has the trait.
    #[inline]
    pub fn has_trait(&self, op_trait: OpTrait) -> bool {
        self.def().is_some_and(|def| def.traits.contains(op_trait))
    }

    /// The location of the op.
    pub fn location(&self) -> Location {
        self.location
    }

    /// The inherent attributes, as a dictionary.
    pub fn properties(&self) -> Attribute {
        self.properties
    }

    /// The discardable attributes, as a dictionary.
    pub fn attrs(&self) -> Attribute {
        self.attrs
    }

    /// An inherent attribute.
    pub fn property(&self, ctx: &Context, name: &'static str) -> Option<Attribute> {
        self.properties.get_static(ctx, name)
    }

    /// The symbol that an inherent attribute names, as `@name` without nested references.
    pub fn symbol_property(&self, ctx: &Context, name: &'static str) -> Option<Ident> {
        self.property(ctx, name)?.as_flat_symbol(ctx)
    }

    /// A discardable attribute.
    pub fn attr(&self, ctx: &Context, name: &'static str) -> Option<Attribute> {
        self.attrs.get_static(ctx, name)
    }

    /// Sets or removes an inherent attribute.
    pub fn set_property(&mut self, ctx: &Context, name: &str, value: Option<Attribute>) {
        self.properties = ctx.dict_with(self.properties, name, value);
    }

    /// Sets or removes a discardable attribute.
    pub fn set_attr(&mut self, ctx: &Context, name: &str, value: Option<Attribute>) {
        self.attrs = ctx.dict_with(self.attrs, name, value);
    }

    /// Replaces the dictionary of inherent attributes.
    pub fn set_properties(&mut self, properties: Attribute) {
        self.properties = properties;
    }

    /// Replaces the dictionary of discardable attributes.
    pub fn set_attrs(&mut self, attrs: Attribute) {
        self.attrs = attrs;
    }

    /// Sets the location of the op.
    pub fn set_location(&mut self, location: Location) {
        self.location = location;
    }

    /// Turns the op into another one that takes the same operands, results, regions and attributes.
    pub fn set_name(&mut self, name: OpName) {
        self.def = name.def();
        match (name, &mut self.rare) {
            (OpName::Unregistered(name), _) => self.rare_mut().name = Some(name),
            (OpName::Registered(_), Some(rare)) => rare.name = None,
            (OpName::Registered(_), None) => {}
        }
    }

    /// The body of an op that is isolated from above.
    #[inline]
    pub fn body(&self) -> Option<&Body> {
        self.rare.as_ref()?.body.as_deref()
    }

    /// The body of an op that is isolated from above.
    #[inline]
    pub fn body_mut(&mut self) -> Option<&mut Body> {
        self.rare.as_mut()?.body.as_deref_mut()
    }

    /// Takes the body out of the op, so that it can be changed together with the body that contains the op. Put it back with
    /// [`Operation::put_body`].
    pub fn take_body(&mut self) -> Option<Box<Body>> {
        self.rare.as_mut()?.body.take()
    }

    /// Gives the op a body.
    pub fn put_body(&mut self, body: Box<Body>) {
        self.rare_mut().body = Some(body);
    }

    /// The block the op stands in.
    #[inline]
    pub fn block(&self) -> Option<BlockId> {
        self.block.expand()
    }

    /// How many operands the op has.
    #[inline]
    pub fn num_operands(&self) -> usize {
        self.num_operands as usize
    }

    /// How many results the op has.
    #[inline]
    pub fn num_results(&self) -> usize {
        self.num_results as usize
    }

    /// How many successors the op has.
    #[inline]
    pub fn num_successors(&self) -> usize {
        self.rare.as_ref().map_or(0, |rare| rare.num_successors as usize)
    }
}

/// The data from which an op is made.
#[derive(Clone)]
pub struct OperationState {
    /// Name.
    pub name: OpName,
    /// Location.
    pub location: Location,
    /// Operands, values of the body the op is made in.
    pub operands: SmallVec<[ValueId; 4]>,
    /// Types of the results.
    pub results: SmallVec<[Type; 2]>,
    /// Inherent attributes, a dictionary.
    pub properties: Attribute,
    /// Discardable attributes, a dictionary.
    pub attrs: Attribute,
    /// Successors, blocks of the body the op is made in.
    pub successors: SmallVec<[BlockId; 2]>,
    /// Regions of the same body that have no parent yet; must be empty if the op is isolated from above.
    pub regions: SmallVec<[RegionId; 1]>,
    /// The body of an op that is isolated from above.
    pub body: Option<Box<Body>>,
}

impl OperationState {
    /// A state with nothing but a name and a location.
    pub fn new(name: OpName, location: Location) -> Self {
        Self {
            name,
            location,
            operands: SmallVec::new(),
            results: SmallVec::new(),
            properties: Attribute::EMPTY_DICT,
            attrs: Attribute::EMPTY_DICT,
            successors: SmallVec::new(),
            regions: SmallVec::new(),
            body: None,
        }
    }

    /// A state for a registered op.
    pub fn of(def: &'static OpDef, location: Location) -> Self {
        Self::new(OpName::Registered(def), location)
    }

    /// A state with the name, the location and the attributes of an op.
    pub fn like(op: &Operation) -> Self {
        Self {
            properties: op.properties(),
            attrs: op.attrs(),
            ..Self::new(op.name(), op.location())
        }
    }

    /// Adds operands.
    #[must_use]
    pub fn operands(mut self, operands: &[ValueId]) -> Self {
        self.operands.extend_from_slice(operands);
        self
    }

    /// Adds results.
    #[must_use]
    pub fn results(mut self, types: &[Type]) -> Self {
        self.results.extend_from_slice(types);
        self
    }

    /// Adds successors.
    #[must_use]
    pub fn successors(mut self, blocks: &[BlockId]) -> Self {
        self.successors.extend_from_slice(blocks);
        self
    }

    /// Sets the inherent attributes of a registered op: its defaults, what is given, and segment sizes if the op keeps
    /// them.
    pub fn set_properties(&mut self, ctx: &Context, given: &[(&'static str, Option<Attribute>)], segments: &[i32]) {
        let Some(def) = self.name.def() else { return };
        let defaults = ctx.default_properties(def);
        let mut entries: SmallVec<[NamedAttribute; 8]> = SmallVec::new();
        let given = given.iter().filter_map(|&(name, value)| Some((name, value?)));
        entries.extend(given.map(|(name, value)| (ctx.static_ident(name), value)));
        if def.has(OpTrait::AttrSizedOperandSegments) {
            entries.push((Ident::OPERAND_SEGMENT_SIZES, ctx.dense_i32_array(segments)));
        }
        self.properties = ctx.dict_with_all(defaults, &entries);
    }

    /// Sets an inherent attribute.
    #[must_use]
    pub fn property(mut self, ctx: &Context, name: &str, value: Attribute) -> Self {
        self.properties = ctx.dict_with(self.properties, name, Some(value));
        self
    }

    /// Sets a discardable attribute.
    #[must_use]
    pub fn attr(mut self, ctx: &Context, name: &str, value: Attribute) -> Self {
        self.attrs = ctx.dict_with(self.attrs, name, Some(value));
        self
    }
}

impl Body {
    /// The data of an op.
    #[inline]
    pub fn op(&self, op: OpId) -> &Operation {
        &self.ops[op]
    }

    /// The data of an op.
    #[inline]
    pub fn op_mut(&mut self, op: OpId) -> &mut Operation {
        self.changed();
        &mut self.ops[op]
    }

    /// Makes an op at the end of a block.
    pub fn append_op(&mut self, block: BlockId, state: OperationState) -> OpId {
        let op = self.create_op(state);
        self.insert_op(op, InsertPoint::End(block));
        op
    }

    /// Makes an op that is not in a block yet.
    pub fn create_op(&mut self, state: OperationState) -> OpId {
        self.changed();
        let isolated = state.name.def().is_some_and(|def| def.has(OpTrait::IsolatedFromAbove));
        self.may_nest |= isolated || state.body.is_some();
        let op = self.new_op_slot(&state);
        let (first, count) = self.new_uses(op, &state.operands);
        let (first_successor, num_successors) = self.new_block_uses(op, &state.successors);
        let first_result = self.new_results(op, &state.results);
        for &region in &state.regions {
            self.regions[region].parent = op.into();
        }
        let data = &mut self.ops[op];
        data.first_operand = first;
        data.num_operands = count;
        data.first_result = first_result;
        data.num_results = state.results.len() as u32;
        if num_successors > 0 || !state.regions.is_empty() || state.body.is_some() {
            data.rare = Some(Box::new(Rare {
                name: data.rare.as_ref().and_then(|rare| rare.name),
                first_successor,
                num_successors,
                regions: EntityList::from_slice(&state.regions, &mut self.region_lists),
                body: state.body,
            }));
        }
        op
    }

    fn new_op_slot(&mut self, state: &OperationState) -> OpId {
        let data = Operation {
            properties: state.properties,
            attrs: state.attrs,
            ..Operation::new(state.name, state.location)
        };
        match self.free.pop() {
            Some(op) => {
                self.ops[op] = data;
                self.dead_slots = self.dead_slots.saturating_sub(1);
                op
            }
            None => self.ops.push(data),
        }
    }

    fn new_results(&mut self, op: OpId, types: &[Type]) -> ValueId {
        let first = ValueId::from_u32(self.values.len() as u32);
        for (index, &ty) in types.iter().enumerate() {
            self.new_value(
                ty,
                ValueDef::Result {
                    op,
                    index: index as u32,
                },
            );
        }
        first
    }

    /// The results of an op.
    #[inline]
    pub fn results(&self, op: OpId) -> impl DoubleEndedIterator<Item = ValueId> + ExactSizeIterator + use<> {
        let data = &self.ops[op];
        let first = data.first_result.as_u32();
        (first..first + data.num_results).map(ValueId::from_u32)
    }

    /// The result of an op by its index.
    ///
    /// # Panics
    /// If there are not that many results.
    pub fn result(&self, op: OpId, index: usize) -> ValueId {
        let data = &self.ops[op];
        assert!(index < data.num_results as usize, "result index in range");
        ValueId::from_u32(data.first_result.as_u32() + index as u32)
    }

    /// The types of the results of an op.
    pub fn result_types(&self, op: OpId) -> SmallVec<[Type; 2]> {
        self.results(op).map(|v| self.value_type(v)).collect()
    }

    /// The regions of an op that are in this body: none if the op is isolated from above, and so has a body of its own.
    /// [`regions_of`](crate::asm::regions_of) gives the regions of either.
    #[inline]
    pub fn op_regions(&self, op: OpId) -> &[RegionId] {
        match &self.ops[op].rare {
            Some(rare) => rare.regions.as_slice(&self.region_lists),
            None => &[],
        }
    }

    /// The block an op stands in.
    #[inline]
    pub fn parent_block(&self, op: OpId) -> Option<BlockId> {
        self.ops[op].block.expand()
    }

    /// The region an op stands in.
    pub fn parent_region(&self, op: OpId) -> Option<RegionId> {
        self.parent_block(op)
            .and_then(|block| self.blocks[block].region.expand())
    }

    /// The op whose region an op stands in; `None` at the top of the body.
    pub fn parent_op(&self, op: OpId) -> Option<OpId> {
        self.parent_region(op)
            .and_then(|region| self.regions[region].parent.expand())
    }

    /// Erases an op, its regions and all that is in them.
    ///
    /// # Panics
    /// In debug builds, if a result is still used.
    pub fn erase_op(&mut self, op: OpId) {
        debug_assert!(self.results(op).all(|v| !self.has_uses(v)), "an erased op has no uses");
        self.unlink_op(op);
        self.drop_op(op);
    }

    /// Frees an op that stands nowhere, whatever its uses.
    pub(crate) fn drop_op(&mut self, op: OpId) {
        self.changed();
        for region in self.op_regions(op).to_vec() {
            self.drop_region_contents(region);
        }
        self.release_operands(op);
        self.release_successors(op);
        let data = &mut self.ops[op];
        self.dead_slots += 1 + data.num_operands() + data.num_results();
        data.num_operands = 0;
        data.num_results = 0;
        if let Some(mut rare) = data.rare.take() {
            rare.regions.clear(&mut self.region_lists);
            // The name stays for those who still ask.
            if rare.name.is_some() {
                data.rare = Some(Box::new(Rare::named(rare.name)));
            }
        }
        self.erased.push(op);
    }

    /// A view of an op for reading.
    #[inline]
    pub fn op_ref<'a>(&'a self, ctx: &'a Context, op: OpId) -> OpRef<'a> {
        OpRef { ctx, body: self, op }
    }
}

/// A reference to an op, with its body and its context. Verifiers and printers take it.
#[derive(Debug, Clone, Copy)]
pub struct OpRef<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// The body that the op stands in.
    pub body: &'a Body,
    /// The op.
    pub op: OpId,
}

impl<'a> OpRef<'a> {
    /// The data of the op.
    pub fn data(self) -> &'a Operation {
        self.body.op(self.op)
    }

    /// The full name.
    pub fn name(self) -> &'a str {
        self.data().name().as_str(self.ctx)
    }

    /// Where the op comes from.
    pub fn location(self) -> Location {
        self.data().location()
    }

    /// An inherent attribute.
    pub fn property(self, name: &'static str) -> Option<Attribute> {
        self.data().property(self.ctx, name)
    }

    /// The symbol that an inherent attribute names, as `@name` without nested references.
    pub fn symbol_property(self, name: &'static str) -> Option<Ident> {
        self.data().symbol_property(self.ctx, name)
    }

    /// An inherent attribute that the definition requires, once the op is verified.
    ///
    /// # Panics
    /// If it is missing.
    pub fn required(self, name: &'static str) -> Attribute {
        self.property(name)
            .unwrap_or_else(|| panic!("'{}' has the attribute '{name}'", self.name()))
    }

    /// The operand by its index.
    pub fn operand(self, index: usize) -> ValueId {
        self.body.operand(self.op, index)
    }

    /// The operands.
    pub fn operands(self) -> SmallVec<[ValueId; 4]> {
        self.body.operands(self.op).collect()
    }

    /// The type of an operand.
    pub fn operand_type(self, index: usize) -> Type {
        self.body.value_type(self.operand(index))
    }

    /// The types of the operands.
    pub fn operand_types(self) -> SmallVec<[Type; 4]> {
        self.body.operands(self.op).map(|v| self.body.value_type(v)).collect()
    }

    /// The result by its index.
    pub fn result(self, index: usize) -> ValueId {
        self.body.result(self.op, index)
    }

    /// The type of a result.
    pub fn result_type(self, index: usize) -> Type {
        self.body.value_type(self.result(index))
    }

    /// The types of the results.
    pub fn result_types(self) -> SmallVec<[Type; 2]> {
        self.body.result_types(self.op)
    }

    /// The op around this one within the body.
    pub fn parent(self) -> Option<OpRef<'a>> {
        self.body.parent_op(self.op).map(|op| OpRef { op, ..self })
    }

    /// An error about this op: `'arith.addi' op message`.
    pub fn error(self, message: impl std::fmt::Display) -> Diagnostic {
        self.bare_error(format!("'{}' op {message}", self.name()))
    }

    /// An error about this op that does not start with its name.
    pub fn bare_error(self, message: impl Into<String>) -> Diagnostic {
        self.diagnostic(Severity::Error, message)
    }

    /// A diagnostic about this op, which does not start with its name.
    pub fn diagnostic(self, severity: Severity, message: impl Into<String>) -> Diagnostic {
        let diagnostic = Diagnostic::new(severity, self.location(), message);
        if !self.ctx.print_op_on_diagnostic {
            return diagnostic;
        }
        let op = if severity == Severity::Error {
            self.ctx.show_op_generic(self)
        } else {
            self.ctx.show_op(self)
        };
        diagnostic.with_note(self.location(), format!("see current operation: {op}"))
    }
}
