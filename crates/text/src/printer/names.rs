//! Names of values and blocks, given as MLIR gives them: the values of a region are numbered before those of the
//! regions inside, and every region inside goes on from there, whatever its siblings use.

use std::hash::BuildHasher;
use std::sync::Arc;

use asyncir_ir::asm::regions_of;
use asyncir_ir::{BlockId, Body, Context, Location, LocationKind, OpId, OpRef, RegionId, Type, ValueId};
use cranelift_entity::EntityRef;
use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashTable};

use super::PrintOptions;
use super::ops::argument_location;
use super::text::push_u64;

const UNNAMED: u32 = u32::MAX;
/// Set in the id of a value that has a name instead of a number.
const NAMED: u32 = 1 << 31;
const NO_INDEX: u32 = u32::MAX;

/// How a value is written.
#[derive(Clone, Copy)]
struct ValueName {
    /// A number, or the index of a name.
    id: u32,
    /// Which result of its group, if the group has several.
    index: u32,
    ty: Type,
}

/// Where numbering stands.
#[derive(Clone, Copy, Default)]
struct Counters {
    value: u32,
    argument: u32,
    conflict: u32,
}

/// How names are given.
#[derive(Clone, Copy, Default)]
struct Naming {
    /// No number is used twice in a file, as in generic form.
    unique: bool,
    /// Ops suggest names.
    suggested: bool,
    /// The names of locations are names of values.
    from_locations: bool,
    /// Ops without results have numbers too.
    ops: bool,
}

/// The names of one body.
#[derive(Default)]
struct BodyNames {
    values: Vec<ValueName>,
    blocks: Vec<u32>,
    /// Numbers of ops without results, if they are shown.
    ops: HashMap<OpId, u32, FixedState>,
    /// Where numbering stands at ops inside that own a body, and the names in use there.
    starts: HashMap<OpId, (Counters, Arc<[u32]>), FixedState>,
}

/// What tells a body from all others while it is printed.
fn key(body: &Body) -> usize {
    std::ptr::from_ref(body).addr()
}

/// The names of all bodies around the op that is printed.
#[derive(Default)]
pub(super) struct Names {
    naming: Naming,
    current: BodyNames,
    outer: Vec<BodyNames>,
    spare: Vec<BodyNames>,
    /// Bodies that are numbered already, by address.
    numbered: HashMap<usize, BodyNames, FixedState>,
    counters: Counters,
    texts: String,
    /// Range in `texts` of each name.
    ranges: Vec<(u32, u32)>,
    /// Names in use, by hash, and in the order they came into use.
    used: HashTable<u32>,
    used_order: Vec<u32>,
    /// Those of them that the ops around use, if they came into use first: the same for many bodies in a row.
    used_around: Option<Arc<[u32]>>,
    hasher: FixedState,
}

impl Names {
    /// No names yet.
    pub(super) fn new(options: &PrintOptions) -> Self {
        let naming = Naming {
            unique: options.generic || options.unique_ids,
            suggested: !options.generic,
            from_locations: options.names_from_locations,
            ops: options.users,
        };
        Self {
            naming,
            ..Self::default()
        }
    }

    /// Numbers a top-level op: its results, then what is inside.
    pub(super) fn number_top(&mut self, op: OpRef<'_>) {
        self.prepare(op.body);
        // The regions of an op do not go on from its own number.
        let before = self.counters;
        self.number_op(op);
        if op.data().num_results() == 0 && !self.naming.unique {
            self.counters = before;
        }
        let regions = op.body.op_regions(op.op);
        if op.data().body().is_none() {
            self.number_regions(op, op.body, regions);
        } else if self.naming.unique {
            self.number_inner_bodies(op);
        } else {
            let start = (self.counters, self.used_order[..].into());
            self.current.starts.insert(op.op, start);
        }
    }

    /// Numbers the body that an op stands in, or the op if it stands nowhere.
    pub(super) fn number_around(&mut self, op: OpRef<'_>) {
        if op.data().block().is_none() || op.data().body().is_some() {
            return self.number_top(op);
        }
        self.prepare(op.body);
        // The op that owns the body is out of sight: arguments of its regions get no suggested names. Its own number is
        // used up where numbers are used once; such an op has no results.
        if self.naming.ops && self.naming.unique {
            self.counters.value += 1;
        }
        self.number_regions_from(op, None, op.body, op.body.root_regions());
    }

    /// Goes into the own body of an op.
    pub(super) fn enter(&mut self, op: OpRef<'_>) {
        let Some(body) = op.data().body() else { return };
        let numbered = self.numbered.remove(&key(body));
        let next = match numbered {
            Some(names) => names,
            None => self.spare.pop().unwrap_or_default(),
        };
        let start = self.current.starts.remove(&op.op);
        let outer = std::mem::replace(&mut self.current, next);
        self.outer.push(outer);
        if self.naming.unique {
            return;
        }
        let (counters, used) = start.unwrap_or_default();
        self.counters = counters;
        self.use_names_around(used);
        self.prepare(body);
        self.number_regions(op, body, body.root_regions());
    }

    /// Whether names of the current body are in use in those inside.
    pub(super) fn has_outer_names(&self) -> bool {
        !self.current.starts.is_empty()
    }

    /// Leaves the body entered last.
    pub(super) fn leave(&mut self) {
        if let Some(outer) = self.outer.pop() {
            let mut inner = std::mem::replace(&mut self.current, outer);
            inner.starts.clear();
            self.spare.push(inner);
        }
    }

    /// Makes the current tables those of a body whose values have no names yet.
    fn prepare(&mut self, body: &Body) {
        let unnamed = ValueName {
            id: UNNAMED,
            index: NO_INDEX,
            ty: Type::NONE,
        };
        self.current.values.clear();
        self.current.values.resize(body.values_bound(), unnamed);
        self.current.blocks.clear();
        self.current.ops.clear();
    }

    /// Numbers all that is in an op with a body of its own. In generic form numbers are not used twice in a file,
    /// for there no op is known to be isolated from what is around it.
    fn number_inner_bodies(&mut self, op: OpRef<'_>) {
        let Some(body) = op.data().body() else { return };
        let outer = std::mem::take(&mut self.current);
        let mut pending: Vec<(&Body, RegionId, OpRef<'_>, usize)> = body
            .root_regions()
            .iter()
            .map(|&region| (body, region, op, self.used_order.len()))
            .collect();
        self.prepare(body);
        self.numbered.insert(key(body), std::mem::take(&mut self.current));
        while let Some((body, region, parent, scope)) = pending.pop() {
            self.forget_names(scope);
            self.current = self.numbered.remove(&key(body)).unwrap_or_default();
            self.number_region(op.ctx, body, region, Some(parent));
            self.numbered.insert(key(body), std::mem::take(&mut self.current));
            let scope = self.used_order.len();
            for block in body.region_blocks(region) {
                for inner in body.block_ops(block) {
                    let (own, regions) = regions_of(body, inner);
                    if body.op(inner).body().is_some() {
                        self.prepare(own);
                        self.numbered.insert(key(own), std::mem::take(&mut self.current));
                    }
                    let inner = body.op_ref(op.ctx, inner);
                    pending.extend(regions.iter().map(|&region| (own, region, inner, scope)));
                }
            }
        }
        self.current = outer;
    }

    fn number_regions(&mut self, op: OpRef<'_>, body: &Body, regions: &[RegionId]) {
        self.number_regions_from(op, Some(op), body, regions);
    }

    /// Numbers regions and everything in them within the body. `parent` is the op of the root regions.
    fn number_regions_from(&mut self, op: OpRef<'_>, parent: Option<OpRef<'_>>, body: &Body, regions: &[RegionId]) {
        let mut pending: Vec<(RegionId, Counters, usize)> = regions
            .iter()
            .map(|&region| (region, self.counters, self.used_order.len()))
            .collect();
        while let Some((region, counters, scope)) = pending.pop() {
            if !self.naming.unique {
                self.counters = counters;
            }
            self.forget_names(scope);
            let parent = body
                .region(region)
                .parent()
                .map(|op_id| body.op_ref(op.ctx, op_id))
                .or(parent);
            self.number_region(op.ctx, body, region, parent);
            if body.is_leaf() {
                continue;
            }
            let scope = self.used_order.len();
            let mut used = None;
            for block in body.region_blocks(region) {
                for inner in body.block_ops(block) {
                    if body.op(inner).body().is_some() {
                        if self.counters.value > 0 || self.counters.argument > 0 || scope > 0 {
                            let used = used.get_or_insert_with(|| self.used_order[..].into());
                            let start = (self.counters, Arc::clone(used));
                            self.current.starts.insert(inner, start);
                        }
                        continue;
                    }
                    let regions = body.op_regions(inner);
                    pending.extend(regions.iter().map(|&region| (region, self.counters, scope)));
                }
            }
        }
    }

    fn number_region(&mut self, ctx: &Context, body: &Body, region: RegionId, parent: Option<OpRef<'_>>) {
        if let (Some(parent), true) = (parent, self.naming.suggested)
            && let Some(suggest) = parent.data().def().and_then(|def| def.hooks.argument_names)
        {
            suggest(parent, region, &mut |value, name| {
                let own = self.name_from(ctx, argument_location(body, value));
                self.name_value(value, own.unwrap_or(name));
            });
        }
        for (ordinal, block) in body.region_blocks(region).enumerate() {
            let index = block.index();
            if self.current.blocks.len() <= index {
                self.current.blocks.resize(index + 1, u32::MAX);
            }
            self.current.blocks[index] = ordinal as u32;
            self.number_arguments(ctx, body, block, ordinal == 0);
            for inner in body.block_ops(block) {
                self.number_op(body.op_ref(ctx, inner));
            }
        }
    }

    fn number_arguments(&mut self, ctx: &Context, body: &Body, block: BlockId, entry: bool) {
        for arg in body.block_args(block) {
            self.current.values[arg.index()].ty = body.value_type(arg);
            if self.current.values[arg.index()].id != UNNAMED {
                continue;
            }
            let mut name = String::new();
            if entry {
                name.push_str("arg");
                push_u64(&mut name, u64::from(self.counters.argument));
                self.counters.argument += 1;
            }
            let own = self.name_from(ctx, argument_location(body, arg));
            self.name_value(arg, own.unwrap_or(&name));
        }
    }

    #[inline]
    fn number_op(&mut self, op: OpRef<'_>) {
        let results = op.body.results(op.op);
        if results.len() == 0 {
            if self.naming.ops {
                self.current.ops.insert(op.op, self.counters.value);
                self.counters.value += 1;
            }
            return;
        }
        if self.naming.suggested
            && let Some(suggest) = op.data().def().and_then(|def| def.hooks.result_names)
        {
            let own = self.name_from(op.ctx, op.location());
            suggest(op, &mut |value, name| self.name_value(value, own.unwrap_or(name)));
        }
        if let Some(name) = self.name_from(op.ctx, op.location()) {
            self.name_value(op.result(0), name);
        }
        if results.len() == 1 {
            return self.number_only_result(op.body, op.result(0));
        }
        let (mut head, mut index) = (UNNAMED, 0);
        for (result, value) in results.enumerate() {
            let name = &mut self.current.values[value.index()];
            name.ty = op.body.value_type(value);
            if name.id != UNNAMED {
                head = name.id;
                index = 0;
            } else if result == 0 {
                head = self.counters.value;
                self.counters.value += 1;
            }
            (name.id, name.index) = (head, index);
            index += 1;
        }
        self.drop_single_indices(op);
    }

    #[inline]
    fn number_only_result(&mut self, body: &Body, value: ValueId) {
        let name = &mut self.current.values[value.index()];
        (name.ty, name.index) = (body.value_type(value), NO_INDEX);
        if name.id == UNNAMED {
            name.id = self.counters.value;
            self.counters.value += 1;
        }
    }

    /// Results that are alone in their group are written without their index.
    fn drop_single_indices(&mut self, op: OpRef<'_>) {
        let results: Vec<ValueId> = op.body.results(op.op).collect();
        for (at, value) in results.iter().enumerate() {
            let starts = self.current.values[value.index()].index == 0;
            let next_starts = results
                .get(at + 1)
                .is_none_or(|next| self.current.values[next.index()].index == 0);
            if starts && next_starts {
                self.current.values[value.index()].index = NO_INDEX;
            }
        }
    }

    /// The name that a value takes from its location.
    #[inline]
    fn name_from<'c>(&self, ctx: &'c Context, location: Location) -> Option<&'c str> {
        if self.naming.from_locations {
            self.name_of(ctx, location)
        } else {
            None
        }
    }

    /// The name that a location has.
    fn name_of<'c>(&self, ctx: &'c Context, location: Location) -> Option<&'c str> {
        match location.kind(ctx) {
            LocationKind::Name { name, .. } => Some(ctx.str(name)),
            LocationKind::CallSite { callee, caller } => {
                self.name_of(ctx, callee).or_else(|| self.name_of(ctx, caller))
            }
            LocationKind::Fused { locations, .. } => locations.iter().find_map(|&part| self.name_of(ctx, part)),
            _ => None,
        }
    }

    fn name_value(&mut self, value: ValueId, name: &str) {
        let Some(slot) = self.current.values.get(value.index()) else {
            return;
        };
        if slot.id != UNNAMED {
            return;
        }
        let id = if name.is_empty() {
            self.counters.value += 1;
            self.counters.value - 1
        } else {
            NAMED | self.unique_name(name)
        };
        self.current.values[value.index()].id = id;
    }

    /// Adds a name that is not in use: `name`, or with `_0`, `_1`, ... behind it.
    fn unique_name(&mut self, name: &str) -> u32 {
        let start = self.texts.len();
        push_sanitized(&mut self.texts, name);
        if self.is_used(start) {
            self.texts.push('_');
            let stem = self.texts.len();
            loop {
                push_u64(&mut self.texts, u64::from(self.counters.conflict));
                self.counters.conflict += 1;
                if !self.is_used(start) {
                    break;
                }
                self.texts.truncate(stem);
            }
        }
        let index = self.ranges.len() as u32;
        self.ranges.push((start as u32, self.texts.len() as u32));
        self.insert_used(index);
        index
    }

    fn hash(&self, start: usize, end: usize) -> u64 {
        self.hasher.hash_one(&self.texts.as_bytes()[start..end])
    }

    /// Whether the text from `start` on is the text of a name in use.
    fn is_used(&self, start: usize) -> bool {
        let hash = self.hash(start, self.texts.len());
        let text = &self.texts[start..];
        self.used.find(hash, |&index| self.text_of(index) == text).is_some()
    }

    fn text_of(&self, index: u32) -> &str {
        let (start, end) = self.ranges[index as usize];
        &self.texts[start as usize..end as usize]
    }

    fn insert_used(&mut self, index: u32) {
        let (start, end) = self.ranges[index as usize];
        let hash = self.hash(start as usize, end as usize);
        let (ranges, texts, hasher) = (&self.ranges, &self.texts, &self.hasher);
        self.used.insert_unique(hash, index, |&index| {
            let (start, end) = ranges[index as usize];
            hasher.hash_one(&texts.as_bytes()[start as usize..end as usize])
        });
        self.used_order.push(index);
    }

    /// Makes these names the ones in use.
    fn use_names_around(&mut self, names: Arc<[u32]>) {
        if let Some(known) = &self.used_around
            && Arc::ptr_eq(known, &names)
        {
            return self.forget_names(names.len());
        }
        self.forget_names(0);
        names.iter().for_each(|&name| self.insert_used(name));
        self.used_around = Some(names);
    }

    /// Makes the names that came into use after the first `keep` ones free again.
    fn forget_names(&mut self, keep: usize) {
        if self.used_around.as_ref().is_some_and(|names| names.len() > keep) {
            self.used_around = None;
        }
        while self.used_order.len() > keep {
            let Some(index) = self.used_order.pop() else { return };
            let (start, end) = self.ranges[index as usize];
            let hash = self.hash(start as usize, end as usize);
            if let Ok(entry) = self.used.find_entry(hash, |&other| other == index) {
                entry.remove();
            }
        }
    }

    /// Writes the name of a value.
    #[inline]
    pub(super) fn push_value(&self, value: ValueId, with_index: bool, out: &mut String) {
        let Some(&name) = self.current.values.get(value.index()).filter(|name| name.id != UNNAMED) else {
            return out.push_str("<<UNKNOWN SSA VALUE>>");
        };
        out.push('%');
        if name.id & NAMED != 0 {
            out.push_str(self.text_of(name.id & !NAMED));
        } else {
            push_u64(out, u64::from(name.id));
        }
        if with_index && name.index != NO_INDEX {
            out.push('#');
            push_u64(out, u64::from(name.index));
        }
    }

    /// The number of an op without results.
    pub(super) fn op_number(&self, op: OpId) -> Option<u32> {
        self.current.ops.get(&op).copied()
    }

    /// The type of a value.
    pub(super) fn type_of(&self, value: ValueId) -> Type {
        self.current
            .values
            .get(value.index())
            .map_or(Type::NONE, |name| name.ty)
    }

    /// Whether a result is the first of its group.
    pub(super) fn starts_group(&self, value: ValueId) -> bool {
        let name = self.current.values.get(value.index());
        name.is_none_or(|name| name.index == 0 || name.index == NO_INDEX)
    }

    /// The number of a block in its region.
    pub(super) fn block_number(&self, block: BlockId) -> Option<u32> {
        self.current
            .blocks
            .get(block.index())
            .copied()
            .filter(|&number| number != u32::MAX)
    }
}

/// Appends a name in the characters that names may have.
fn push_sanitized(out: &mut String, name: &str) {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'$' | b'.' | b'_' | b'-');
    let first = name.as_bytes()[0];
    if first.is_ascii_digit() || !allowed(first) {
        out.push('_');
    }
    for &byte in name.as_bytes() {
        match byte {
            b' ' => out.push('_'),
            _ if allowed(byte) => out.push(char::from(byte)),
            _ => {
                const HEX: &[u8; 16] = b"0123456789ABCDEF";
                if byte >= 16 {
                    out.push(char::from(HEX[usize::from(byte >> 4)]));
                }
                out.push(char::from(HEX[usize::from(byte & 15)]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_of_allowed_characters() {
        let sanitized = |name: &str| {
            let mut out = String::new();
            push_sanitized(&mut out, name);
            out
        };
        assert_eq!(sanitized("c0_i32"), "c0_i32");
        assert_eq!(sanitized("0a"), "_0a");
        assert_eq!(sanitized("a b+"), "a_b2B");
    }
}
