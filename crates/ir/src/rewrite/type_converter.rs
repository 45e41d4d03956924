//! Type conversion: rules that convert a type to no type, to one type, or to several types.

use std::sync::Arc;

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use parking_lot::RwLock;
use smallvec::SmallVec;

use super::Rewriter;
use crate::asm::regions_of;
use crate::body::{BlockId, Body, OpRef, ValueId};
use crate::context::Context;
use crate::location::Location;
use crate::types::Type;

/// The values that replace one value. Most often, there is one.
pub type ValueVec = SmallVec<[ValueId; 1]>;

/// The result of a rule for a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// One type, which may be the same.
    One(Type),
    /// Any number of types.
    Many(Vec<Type>),
    /// The type cannot be converted, and no other rule is tried.
    Fail,
}

type Rule = Arc<dyn Fn(&TypeConverter, &Context, Type) -> Option<Conversion> + Send + Sync>;
type Materialization = Arc<dyn Fn(&mut Rewriter<'_>, &[Type], &[ValueId], Location) -> Option<ValueVec> + Send + Sync>;

type TargetMaterialization =
    Arc<dyn Fn(&mut Rewriter<'_>, &[Type], &[ValueId], Location, Type) -> Option<ValueVec> + Send + Sync>;

/// What is known to become of types; `None` for those that cannot be converted.
type Cache = HashMap<Type, Option<SmallVec<[Type; 1]>>, FixedState>;

/// Rules for converting types, and ways to turn values of one type into values of another. A clone shares the rules.
#[derive(Clone, Default)]
pub struct TypeConverter(Arc<Inner>);

#[derive(Default)]
struct Inner {
    rules: Vec<Rule>,
    source: Vec<Materialization>,
    target: Vec<TargetMaterialization>,
    cache: RwLock<Cache>,
}

impl Clone for Inner {
    fn clone(&self) -> Self {
        let (rules, source, target) = (self.rules.clone(), self.source.clone(), self.target.clone());
        Self {
            rules,
            source,
            target,
            cache: RwLock::default(),
        }
    }
}

impl TypeConverter {
    /// A converter without rules: it converts no type.
    pub fn new() -> Self {
        Self::default()
    }

    fn inner(&mut self) -> &mut Inner {
        let inner = Arc::make_mut(&mut self.0);
        inner.cache.get_mut().clear();
        inner
    }

    /// Adds a rule. It is tried before the rules that were added earlier. It returns `None` for types that it does not apply
    /// to.
    pub fn add_conversion(
        &mut self,
        rule: impl Fn(&TypeConverter, &Context, Type) -> Option<Conversion> + Send + Sync + 'static,
    ) -> &mut Self {
        self.inner().rules.push(Arc::new(rule));
        self
    }

    /// Adds a function that makes a value of the original type from converted values, for users that were not converted.
    pub fn add_source_materialization(
        &mut self,
        make: impl Fn(&mut Rewriter<'_>, &[Type], &[ValueId], Location) -> Option<ValueVec> + Send + Sync + 'static,
    ) -> &mut Self {
        self.inner().source.push(Arc::new(make));
        self
    }

    /// Adds a function that makes values of converted types from other values, for users that were converted. The last
    /// argument is the type of the original value.
    pub fn add_target_materialization(
        &mut self,
        make: impl Fn(&mut Rewriter<'_>, &[Type], &[ValueId], Location, Type) -> Option<ValueVec> + Send + Sync + 'static,
    ) -> &mut Self {
        self.inner().target.push(Arc::new(make));
        self
    }

    /// Converts values with `builtin.unrealized_conversion_cast` both ways, as the conversions to the llvm dialect do.
    pub fn add_cast_materializations(&mut self) -> &mut Self {
        let cast = |rw: &mut Rewriter<'_>, types: &[Type], inputs: &[ValueId], location| {
            let name = rw.ctx.op_name("builtin.unrealized_conversion_cast");
            let state = crate::body::OperationState::new(name, location)
                .operands(inputs)
                .results(types);
            let op = rw.body.create_op(state);
            rw.insert_existing(op);
            Some(rw.body.results(op).collect())
        };
        self.add_source_materialization(cast)
            .add_target_materialization(move |rw, types, inputs, location, _| cast(rw, types, inputs, location))
    }

    /// The types that a type is converted to; `None` if it cannot be converted.
    pub fn convert_type_n(&self, ctx: &Context, ty: Type) -> Option<SmallVec<[Type; 1]>> {
        if let Some(known) = self.0.cache.read().get(&ty) {
            return known.clone();
        }
        let found = self.0.rules.iter().rev().find_map(|rule| rule(self, ctx, ty));
        let types = match found? {
            Conversion::One(ty) => Some(SmallVec::from_slice(&[ty])),
            Conversion::Many(types) => Some(SmallVec::from_vec(types)),
            Conversion::Fail => None,
        };
        self.0.cache.write().insert(ty, types.clone());
        types
    }

    /// The one type that a type is converted to; `None` if it cannot be converted or not to one type.
    pub fn convert_type(&self, ctx: &Context, ty: Type) -> Option<Type> {
        match self.convert_type_n(ctx, ty)?[..] {
            [ty] => Some(ty),
            _ => None,
        }
    }

    /// The types that a list of types is converted to, in a row.
    pub fn convert_types(&self, ctx: &Context, types: &[Type]) -> Option<Vec<Type>> {
        let mut converted = Vec::with_capacity(types.len());
        for &ty in types {
            converted.extend(self.convert_type_n(ctx, ty)?);
        }
        Some(converted)
    }

    /// Whether a type is converted to itself.
    pub fn is_legal(&self, ctx: &Context, ty: Type) -> bool {
        self.convert_type(ctx, ty) == Some(ty)
    }

    /// Whether the types of all operands and results of an op are converted to themselves.
    pub fn is_legal_op(&self, op: OpRef<'_>) -> bool {
        let operands = op.operand_types();
        let results = op.result_types();
        operands.iter().chain(&results).all(|&ty| self.is_legal(op.ctx, ty))
    }

    /// Whether the arguments of all blocks in all regions of an op have types that are converted to themselves.
    pub fn are_regions_legal(&self, op: OpRef<'_>) -> bool {
        let (body, regions) = regions_of(op.body, op.op);
        let mut blocks = regions.iter().flat_map(|&region| body.region_blocks(region));
        blocks.all(|block| {
            body.block_args(block)
                .all(|arg| self.is_legal(op.ctx, body.value_type(arg)))
        })
    }

    /// Whether inputs and results of a function type are converted to themselves.
    pub fn is_signature_legal(&self, ctx: &Context, function: Type) -> bool {
        let Some((inputs, results)) = function.function(ctx) else {
            return false;
        };
        inputs.iter().chain(results).all(|&ty| self.is_legal(ctx, ty))
    }

    /// How arguments of the given types are converted.
    pub fn convert_signature(&self, ctx: &Context, inputs: &[Type]) -> Option<SignatureConversion> {
        let mut conversion = SignatureConversion::new(inputs.len());
        for (index, &ty) in inputs.iter().enumerate() {
            let types = self.convert_type_n(ctx, ty)?;
            if !types.is_empty() {
                conversion.add_inputs(index, &types);
            }
        }
        Some(conversion)
    }

    /// How the arguments of a block are converted.
    pub fn convert_block_signature(&self, ctx: &Context, body: &Body, block: BlockId) -> Option<SignatureConversion> {
        let types: Vec<Type> = body.block_args(block).map(|arg| body.value_type(arg)).collect();
        self.convert_signature(ctx, &types)
    }

    /// Makes a value of an original type from converted ones.
    pub fn materialize_source(
        &self,
        rw: &mut Rewriter<'_>,
        types: &[Type],
        inputs: &[ValueId],
        location: Location,
    ) -> Option<ValueVec> {
        self.0
            .source
            .iter()
            .rev()
            .find_map(|make| make(rw, types, inputs, location))
    }

    /// Makes values of converted types for one of the type `original`.
    pub fn materialize_target(
        &self,
        rw: &mut Rewriter<'_>,
        types: &[Type],
        inputs: &[ValueId],
        location: Location,
        original: Type,
    ) -> Option<ValueVec> {
        self.0
            .target
            .iter()
            .rev()
            .find_map(|make| make(rw, types, inputs, location, original))
    }
}

/// The replacement of an argument in a converted signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputMapping {
    /// New arguments, whose indices are consecutive.
    Arguments {
        /// Index of the first.
        first: usize,
        /// How many.
        count: usize,
    },
    /// Existing values. There is no new argument.
    Values(ValueVec),
}

/// How the arguments of a block are replaced.
#[derive(Clone, Debug, Default)]
pub struct SignatureConversion {
    inputs: Vec<Option<InputMapping>>,
    types: Vec<Type>,
}

impl SignatureConversion {
    /// A conversion of `count` arguments, all of which are dropped.
    pub fn new(count: usize) -> Self {
        Self {
            inputs: vec![None; count],
            types: Vec::new(),
        }
    }

    /// Adds new arguments that replace the argument at `index`.
    pub fn add_inputs(&mut self, index: usize, types: &[Type]) {
        self.inputs[index] = Some(InputMapping::Arguments {
            first: self.types.len(),
            count: types.len(),
        });
        self.types.extend_from_slice(types);
    }

    /// Adds new arguments that replace no argument.
    pub fn add_types(&mut self, types: &[Type]) {
        self.types.extend_from_slice(types);
    }

    /// Replaces the argument at `index` by values.
    pub fn remap_input(&mut self, index: usize, values: &[ValueId]) {
        self.inputs[index] = Some(InputMapping::Values(SmallVec::from_slice(values)));
    }

    /// The types of the new arguments.
    pub fn types(&self) -> &[Type] {
        &self.types
    }

    /// The replacement of the argument at `index`; `None` if it is dropped.
    pub fn input(&self, index: usize) -> Option<&InputMapping> {
        self.inputs.get(index)?.as_ref()
    }
}
