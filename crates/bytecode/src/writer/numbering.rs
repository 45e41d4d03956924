//! The numbers of dialects, names of ops, attributes, types and resources: everything that is named more than once.

use std::cmp::Reverse;
use std::hash::Hash;

use asyncir_ir::stack::at_depth;
use asyncir_ir::{
    AttrKind, Attribute, Body, Context, Ident, Location, OpId, OpName, OpRef, Type, TypeKind, dialect_namespace,
};
use asyncir_text::Resources;
use foldhash::fast::FixedState;
use hashbrown::hash_map::Entry;
use hashbrown::{HashMap, HashSet};

use super::builtin;
use super::properties;
use super::sink::Sink;
use crate::format::since;

/// Different things, each with a number.
pub(super) struct Table<T> {
    pub(super) items: Vec<T>,
    numbers: HashMap<T, u64, FixedState>,
    /// How often each was asked for.
    uses: Vec<u64>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            numbers: HashMap::default(),
            uses: Vec::new(),
        }
    }
}

impl<T: Clone + Eq + Hash> Table<T> {
    /// The number of a thing, which is added if it is new.
    pub(super) fn number(&mut self, item: T) -> u64 {
        self.add(item).0
    }

    /// The number of a thing, which is added if it is new, and whether it is new.
    fn add(&mut self, item: T) -> (u64, bool) {
        match self.numbers.entry(item) {
            Entry::Occupied(known) => {
                let number = *known.get();
                self.use_again(number);
                (number, false)
            }
            Entry::Vacant(new) => {
                let number = self.items.len() as u64;
                self.items.push(new.key().clone());
                self.uses.push(1);
                new.insert(number);
                (number, true)
            }
        }
    }

    /// Counts a use of the thing that has a number.
    fn use_again(&mut self, number: u64) {
        self.uses[number as usize] += 1;
    }

    /// The number of a thing that is there.
    pub(super) fn get(&self, item: &T) -> u64 {
        self.numbers.get(item).copied().unwrap_or_default()
    }

    /// Numbers things anew: by group, and in a group those first that are used most, for small numbers take fewer bytes.
    /// Gives the new numbers by the old ones.
    fn sort_by_group(&mut self, group: impl Fn(&T) -> u64) -> Vec<u64> {
        let mut order: Vec<usize> = (0..self.items.len()).collect();
        order.sort_by_cached_key(|&at| (group(&self.items[at]), Reverse(self.uses[at])));
        self.items = order.iter().map(|&at| self.items[at].clone()).collect();
        self.uses = order.iter().map(|&at| self.uses[at]).collect();
        let mut new = vec![0; order.len()];
        (0..).zip(order).for_each(|(number, old)| new[old] = number);
        self.numbers
            .values_mut()
            .for_each(|number| *number = new[*number as usize]);
        new
    }
}

/// What stands in the table of attributes. A location need not be made an attribute for that.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Entity {
    Attribute(Attribute),
    Location(Location),
}

impl Entity {
    pub(super) fn of(ctx: &Context, attribute: Attribute) -> Self {
        match attribute.kind(ctx) {
            AttrKind::Location(location) => Self::Location(*location),
            _ => Self::Attribute(attribute),
        }
    }

    pub(super) fn dialect(self, ctx: &Context) -> &str {
        match self {
            Self::Attribute(attribute) => dialect_of(ctx, attribute),
            Self::Location(_) => BUILTIN,
        }
    }

    pub(super) fn print(self, ctx: &Context) -> String {
        match self {
            Self::Attribute(attribute) => asyncir_text::print_attribute(ctx, attribute),
            Self::Location(location) => asyncir_text::print_attribute(ctx, ctx.attr(AttrKind::Location(location))),
        }
    }

    /// Encodes it, if there is an encoding for it.
    pub(super) fn encode(self, ctx: &Context, to: &mut dyn Sink) -> bool {
        match self {
            Self::Attribute(attribute) => builtin::attribute(ctx, attribute, to),
            Self::Location(location) => {
                builtin::location(ctx, location, to);
                true
            }
        }
    }
}

/// All numbers of a file.
pub(super) struct Numbering<'c> {
    pub(super) ctx: &'c Context,
    pub(super) version: u64,
    pub(super) dialects: Table<&'c str>,
    pub(super) op_names: Table<OpName>,
    pub(super) attributes: Table<Entity>,
    pub(super) types: Table<Type>,
    /// The numbers of the locations of ops, in the order in which they are written.
    pub(super) op_locations: Vec<u64>,
    /// Keys of resources that are named.
    pub(super) resources: Table<Ident>,
    /// The last name, with its number: most locations are in the same file as the one before.
    last_name: Option<(Ident, u64)>,
    /// Properties that were met.
    properties: HashSet<properties::Key, FixedState>,
    /// How deeply attributes, types and ops nest where the numbering is.
    depth: u32,
}

impl<'c> Numbering<'c> {
    /// Numbers what an op and everything in it names.
    pub(super) fn of(op: OpRef<'c>, version: u64, resources: &Resources) -> Self {
        let mut numbering = Self {
            ctx: op.ctx,
            version,
            dialects: Table::default(),
            op_names: Table::default(),
            attributes: Table::default(),
            types: Table::default(),
            op_locations: Vec::new(),
            resources: Table::default(),
            last_name: None,
            properties: HashSet::default(),
            depth: 0,
        };
        numbering.op(op.body, op.op);
        numbering.order(resources);
        numbering
    }

    /// The number of an attribute.
    pub(super) fn attribute_number(&self, attribute: Attribute) -> u64 {
        self.attributes.get(&Entity::of(self.ctx, attribute))
    }

    /// The number of a location.
    pub(super) fn location_number(&self, location: Location) -> u64 {
        self.attributes.get(&Entity::Location(location))
    }

    /// The number of a name.
    pub(super) fn name_number(&mut self, name: Ident) -> u64 {
        match self.last_name {
            Some((last, number)) if last == name => number,
            _ => {
                let number = self.attribute_number(self.ctx.str_attr(self.ctx.str(name)));
                self.last_name = Some((name, number));
                number
            }
        }
    }

    fn order(&mut self, resources: &Resources) {
        self.last_name = None;
        let ctx = self.ctx;
        let dialects = &self.dialects;
        self.op_names
            .sort_by_group(|name| dialects.get(&dialect_of_op(ctx, *name)));
        let new = self
            .attributes
            .sort_by_group(|entity| dialects.get(&entity.dialect(ctx)));
        for number in &mut self.op_locations {
            *number = new[*number as usize];
        }
        self.types.sort_by_group(|&ty| dialects.get(&dialect_of_type(ctx, ty)));
        // Resources that are only named stand behind those that are there.
        let mut there: HashMap<Ident, u64, FixedState> = HashMap::default();
        for (place, (key, _)) in (0..).zip(resources.dialects.iter().flat_map(|(_, group)| group)) {
            there.entry(*key).or_insert(place);
        }
        self.resources
            .sort_by_group(|key| there.get(key).copied().unwrap_or(u64::MAX));
    }

    /// Numbers what may nest.
    fn nested(&mut self, number: impl FnOnce(&mut Self) + Send) {
        self.depth += 1;
        at_depth(self.depth, || number(self));
        self.depth -= 1;
    }

    /// Numbers what stands in the table of attributes, and what is in it.
    fn entity(&mut self, entity: Entity) -> u64 {
        let (number, is_new) = self.attributes.add(entity);
        if is_new {
            self.dialects.number(entity.dialect(self.ctx));
            self.nested(|numbering| _ = entity.encode(numbering.ctx, numbering));
        }
        number
    }

    fn op(&mut self, body: &Body, op: OpId) {
        let ctx = self.ctx;
        let data = body.op(op);
        if self.op_names.add(data.name()).1 {
            self.dialects.number(dialect_of_op(ctx, data.name()));
        }
        let location = self.entity(Entity::Location(data.location()));
        self.op_locations.push(location);
        let attributes = properties::attributes(ctx, data, self.version);
        if attributes != Attribute::EMPTY_DICT {
            self.attribute(attributes);
        }
        if self.version >= since::PROPERTIES && self.properties.insert(properties::key(data)) {
            properties::encode(ctx, data, self.version, self);
        }
        body.results(op).for_each(|result| self.ty(body.value_type(result)));
        let (inner, regions) = match data.body() {
            Some(own) => (own, own.root_regions()),
            None => (body, body.op_regions(op)),
        };
        for &region in regions {
            for block in inner.region_blocks(region) {
                for argument in inner.block(block).args() {
                    self.ty(inner.value_type(argument.value));
                    if argument.location != Location::UNKNOWN || self.version < since::NO_UNKNOWN_LOCATIONS {
                        self.location(argument.location);
                    }
                }
                self.nested(|numbering| inner.block_ops(block).for_each(|op| numbering.op(inner, op)));
            }
        }
    }
}

/// What is in an encoding is numbered.
impl Sink for Numbering<'_> {
    fn number(&mut self, _: u64) {}
    fn signed(&mut self, _: i64) {}
    fn byte(&mut self, _: u8) {}
    fn blob(&mut self, _: &[u8]) {}
    fn string(&mut self, _: &[u8]) {}

    fn attribute(&mut self, attribute: Attribute) {
        self.entity(Entity::of(self.ctx, attribute));
    }

    fn optional_attribute(&mut self, attribute: Option<Attribute>) {
        attribute.into_iter().for_each(|attribute| self.attribute(attribute));
    }

    fn ty(&mut self, ty: Type) {
        if !self.types.add(ty).1 {
            return;
        }
        self.dialects.number(dialect_of_type(self.ctx, ty));
        self.nested(|numbering| _ = builtin::encode_type(numbering.ctx, ty, numbering));
    }

    fn location(&mut self, location: Location) {
        self.entity(Entity::Location(location));
    }

    fn name(&mut self, name: Ident) {
        match self.last_name {
            Some((last, number)) if last == name => self.attributes.use_again(number),
            _ => {
                let number = self.entity(Entity::Attribute(self.ctx.str_attr(self.ctx.str(name))));
                self.last_name = Some((name, number));
            }
        }
    }

    fn resource(&mut self, key: Ident) {
        self.resources.number(key);
    }
}

/// The dialect of an op, by its name.
pub(super) fn dialect_of_op(ctx: &Context, name: OpName) -> &str {
    name.dialect_namespace(ctx)
}

/// The dialect of an attribute.
fn dialect_of(ctx: &Context, attribute: Attribute) -> &str {
    match attribute.kind(ctx) {
        AttrKind::Dialect { def, .. } => dialect_namespace(def.name),
        AttrKind::Opaque { dialect, .. } => ctx.str(*dialect),
        _ => BUILTIN,
    }
}

/// The dialect of a type.
pub(super) fn dialect_of_type(ctx: &Context, ty: Type) -> &str {
    match ty.kind(ctx) {
        TypeKind::Dialect { def, .. } => dialect_namespace(def.name),
        TypeKind::Opaque { dialect, .. } => ctx.str(*dialect),
        _ => BUILTIN,
    }
}

/// The dialect of what belongs to no other.
pub(super) const BUILTIN: &str = "builtin";
