//! One function: its blocks in an order in which values come before their uses, and the ops in them.

use std::collections::HashMap;

use asyncir_ir::{BlockId, Body, Diagnostic, Dominance, Fallible, OpId, OpRef, RegionId, Type, ValueId};
use cranelift_codegen::entity::SecondaryMap;
use cranelift_codegen::ir::{self, AbiParam, InstBuilder, Signature, types};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::FunctionBuilder;
use smallvec::SmallVec;

use super::object::Names;
use super::types::{Leaf, Shapes};
use super::{
    arithmetic, branches, calls, casts, constants, intrinsics, memory, refused, refused_for, refused_type, vectors,
};
use crate::dialect::{LlvmType, array, llvm_type};

/// The scalars of a value.
pub(super) type Leaves = SmallVec<[ir::Value; 1]>;

/// Translates one function.
pub(super) struct Translator<'t, 's, 'm> {
    pub(super) op: OpRef<'m>,
    pub(super) body: &'m Body,
    pub(super) shapes: &'t mut Shapes<'m>,
    pub(super) names: &'t mut Names<'s, 'm>,
    pub(super) builder: FunctionBuilder<'t>,
    pub(super) config: cranelift_codegen::isa::TargetFrontendConfig,
    pub(super) blocks: HashMap<BlockId, ir::Block>,
    values: SecondaryMap<ValueId, Leaves>,
    /// Constants are made anew in each block that uses them, so that they take no register in between.
    constants: HashMap<ValueId, (ir::Block, Leaves)>,
    /// What the function refers to, by the index of the symbol.
    pub(super) functions: HashMap<usize, ir::FuncRef>,
    pub(super) globals: HashMap<usize, ir::GlobalValue>,
    /// Functions whose addresses nobody may take, and why.
    pub(super) own_rules: HashMap<usize, &'static str>,
    /// Functions of C's library, by their names.
    pub(super) library: HashMap<&'static str, ir::FuncRef>,
    /// Where results go that are too many for registers.
    pub(super) result_address: Option<ir::Value>,
    /// Bytes of stack memory so far.
    pub(super) stack: u32,
}

/// What a function takes and gives in machine terms.
pub(super) struct Passing {
    pub(super) signature: Signature,
    /// Results go to memory whose address is the first argument.
    pub(super) through_memory: bool,
    /// What LLVM passes otherwise, so that only functions of this module may be called so, and only by their names.
    pub(super) own_rules: Option<&'static str>,
}

/// Results in registers: as many integers, and as many floats.
const RESULT_REGISTERS: usize = 2;
/// What LLVM puts into registers before it goes through memory, too: words of integers, and floats.
const LLVM_RESULT_WORDS: usize = 3;
const LLVM_RESULT_FLOATS: usize = 4;

/// How a function of these types is called; `is_signed` says of which parameters small integers are extended with their
/// sign.
pub(super) fn passing(
    shapes: &mut Shapes<'_>,
    convention: CallConv,
    result: Option<Type>,
    parameters: &[Type],
    is_signed: impl Fn(usize) -> bool,
) -> Option<Passing> {
    let results = match result {
        Some(ty) => shapes.of(ty)?,
        None => [].into(),
    };
    let parameters: Vec<_> = parameters.iter().map(|&ty| shapes.of(ty)).collect::<Option<_>>()?;
    let floats = results.iter().filter(|leaf| leaf.ty.is_float()).count();
    let integers = results.iter().filter(|leaf| leaf.ty.is_int());
    let words = integers.map(|leaf| leaf.ty.bytes().div_ceil(8) as usize).sum::<usize>();
    let through_memory = floats > RESULT_REGISTERS || words > RESULT_REGISTERS;
    let as_llvm = !through_memory || floats > LLVM_RESULT_FLOATS || words > LLVM_RESULT_WORDS;
    let mut signature = Signature::new(convention);
    if through_memory {
        let address = AbiParam::special(types::I64, ir::ArgumentPurpose::StructReturn);
        signature.params.push(address);
    } else {
        signature
            .returns
            .extend(results.iter().map(|leaf| extended(leaf, false)));
    }
    for (index, leaves) in parameters.iter().enumerate() {
        signature
            .params
            .extend(leaves.iter().map(|leaf| extended(leaf, is_signed(index))));
    }
    let all = || parameters.iter().chain([&results]).flat_map(|leaves| leaves.iter());
    let own_rules = if all().any(|leaf| leaf.is_lane) {
        Some("vectors for a function of another module")
    } else if all().any(|leaf| leaf.ty == types::I128) {
        Some("128 bits for a function of another module")
    } else {
        (!as_llvm).then_some("results of a function of another module")
    };
    Some(Passing {
        signature,
        through_memory,
        own_rules,
    })
}

/// Integers below 32 bits are extended by whoever passes them.
fn extended(leaf: &Leaf, is_signed: bool) -> AbiParam {
    let param = AbiParam::new(leaf.ty);
    match leaf.ty {
        types::I8 | types::I16 if is_signed => param.sext(),
        types::I8 | types::I16 => param.uext(),
        _ => param,
    }
}

/// Whether the parameter at `index` of a function or call is sign-extended.
pub(super) fn is_signed(op: OpRef<'_>, index: usize) -> bool {
    let dict = array(op, "arg_attrs").get(index);
    dict.is_some_and(|dict| dict.get(op.ctx, "llvm.signext").is_some())
}

/// Nothing for `!llvm.void`.
pub(super) fn result_of(op: OpRef<'_>, ty: Type) -> Option<Type> {
    (!matches!(llvm_type(op.ctx, ty), Some(LlvmType::Keyword("void")))).then_some(ty)
}

impl<'t, 's, 'm> Translator<'t, 's, 'm> {
    /// Fills `builder`, a function with the signature of `passing`, with the blocks of `op`.
    pub(super) fn run(
        op: OpRef<'m>,
        passing: &Passing,
        shapes: &'t mut Shapes<'m>,
        names: &'t mut Names<'s, 'm>,
        builder: FunctionBuilder<'t>,
        config: cranelift_codegen::isa::TargetFrontendConfig,
    ) -> Fallible {
        let (body, regions) = asyncir_ir::asm::regions_of(op.body, op.op);
        let region = *regions.first().ok_or_else(|| refused(op))?;
        let mut translator = Translator {
            op,
            body,
            shapes,
            names,
            builder,
            config,
            blocks: HashMap::new(),
            values: SecondaryMap::new(),
            constants: HashMap::new(),
            functions: HashMap::new(),
            globals: HashMap::new(),
            own_rules: HashMap::new(),
            library: HashMap::new(),
            result_address: None,
            stack: 0,
        };
        translator.blocks(region, passing.through_memory)?;
        translator.builder.seal_all_blocks();
        translator.builder.finalize(config);
        Ok(())
    }

    fn blocks(&mut self, region: RegionId, through_memory: bool) -> Fallible {
        let order = Dominance::new(self.body).reverse_post_order(self.body, region);
        for &block in &order {
            let made = self.builder.create_block();
            self.blocks.insert(block, made);
        }
        for (position, &block) in order.iter().enumerate() {
            let made = self.blocks[&block];
            self.builder.switch_to_block(made);
            if position == 0 && through_memory {
                self.result_address = Some(self.builder.append_block_param(made, types::I64));
            }
            self.arguments(block, made)?;
            if position == 0 {
                self.clean_parameters(block)?;
            }
            for op in self.body.block_ops(block) {
                self.op(self.at(op))?;
            }
        }
        Ok(())
    }

    fn arguments(&mut self, block: BlockId, made: ir::Block) -> Fallible {
        for argument in self.body.block(block).args() {
            let ty = self.body.value_type(argument.value);
            let leaves = self.shapes.of(ty).ok_or_else(|| refused_type(self.op, ty))?;
            let values = leaves.iter().map(|leaf| self.builder.append_block_param(made, leaf.ty));
            self.values[argument.value] = values.collect();
        }
        Ok(())
    }

    /// Clears the upper bits of parameters that are bits: callers pass these in bytes whose upper bits are anything, as
    /// LLVM does.
    fn clean_parameters(&mut self, entry: BlockId) -> Fallible {
        for argument in self.body.block(entry).args() {
            let ty = self.body.value_type(argument.value);
            let leaves = self.shapes.of(ty).ok_or_else(|| refused_type(self.op, ty))?;
            let passed = std::mem::take(&mut self.values[argument.value]);
            self.values[argument.value] = self.clean(&leaves, &passed);
        }
        Ok(())
    }

    /// What another function passed, with nothing but the bit in bytes that stand for bits.
    pub(super) fn clean(&mut self, leaves: &[Leaf], passed: &[ir::Value]) -> Leaves {
        let clean = leaves.iter().zip(passed).map(|(leaf, &value)| {
            if leaf.is_bit {
                self.builder.ins().band_imm_u(value, 1)
            } else {
                value
            }
        });
        clean.collect()
    }

    fn op(&mut self, op: OpRef<'m>) -> Fallible {
        let mnemonic = op.name().strip_prefix("llvm.").ok_or_else(|| refused(op))?;
        if constants::is_constant(mnemonic) {
            // Made where it is used.
            return Ok(());
        }
        let results = if let Some(intrinsic) = mnemonic.strip_prefix("intr.") {
            intrinsics::translate(self, op, intrinsic)?
        } else if let Some(results) = arithmetic::translate(self, op, mnemonic)? {
            results
        } else if let Some(results) = casts::translate(self, op, mnemonic)? {
            results
        } else if let Some(results) = memory::translate(self, op, mnemonic)? {
            results
        } else if let Some(results) = vectors::translate(self, op, mnemonic)? {
            results
        } else if let Some(results) = calls::translate(self, op, mnemonic)? {
            results
        } else if branches::translate(self, op, mnemonic)? {
            Leaves::new()
        } else {
            return Err(refused(op));
        };
        self.set_result(op, results)
    }

    /// Notes the scalars of an op's result, which are those of its type.
    fn set_result(&mut self, op: OpRef<'m>, results: Leaves) -> Fallible {
        let Some(result) = self.body.results(op.op).next() else {
            return Ok(());
        };
        let leaves = self.leaves(op, self.body.value_type(result))?;
        let type_of = |value: &ir::Value| self.builder.func.dfg.value_type(*value);
        if !leaves.iter().map(|leaf| leaf.ty).eq(results.iter().map(type_of)) {
            return Err(refused_for(op, "types that do not fit"));
        }
        self.values[result] = results;
        Ok(())
    }

    /// The op with that id.
    pub(super) fn at(&self, op: OpId) -> OpRef<'m> {
        OpRef {
            ctx: self.op.ctx,
            body: self.body,
            op,
        }
    }

    /// The scalars of a value.
    pub(super) fn value(&mut self, op: OpRef<'m>, value: ValueId) -> Fallible<Leaves> {
        let known = &self.values[value];
        if !known.is_empty() {
            return Ok(known.clone());
        }
        let Some(definition) = self.body.defining_op(value).map(|op| self.at(op)) else {
            // An argument of a type without scalars.
            return Ok(Leaves::new());
        };
        if !definition
            .name()
            .strip_prefix("llvm.")
            .is_some_and(constants::is_constant)
        {
            return Ok(Leaves::new());
        }
        let block = self.builder.current_block().ok_or_else(|| refused(op))?;
        if let Some((made, leaves)) = self.constants.get(&value)
            && *made == block
        {
            return Ok(leaves.clone());
        }
        let leaves = constants::translate(self, definition)?;
        self.constants.insert(value, (block, leaves.clone()));
        Ok(leaves)
    }

    /// The scalars of the operand at `index`.
    pub(super) fn operand(&mut self, op: OpRef<'m>, index: usize) -> Fallible<Leaves> {
        let value = *op.operands().get(index).ok_or_else(|| refused(op))?;
        self.value(op, value)
    }

    /// The operand at `index`, which is one scalar.
    pub(super) fn scalar(&mut self, op: OpRef<'m>, index: usize) -> Fallible<ir::Value> {
        match self.operand(op, index)?[..] {
            [value] => Ok(value),
            _ => Err(self.refused_type(op)),
        }
    }

    /// What the operand at `index` is, one scalar.
    pub(super) fn operand_leaf(&mut self, op: OpRef<'m>, index: usize) -> Fallible<Leaf> {
        let ty = *op.operand_types().get(index).ok_or_else(|| refused(op))?;
        self.shapes.scalar(ty).ok_or_else(|| self.refused_type(op))
    }

    /// What the result is, one scalar.
    pub(super) fn result_leaf(&mut self, op: OpRef<'m>) -> Fallible<Leaf> {
        let ty = *op.result_types().first().ok_or_else(|| refused(op))?;
        self.shapes.scalar(ty).ok_or_else(|| self.refused_type(op))
    }

    /// Computes the result lane by lane: `of` gets the lanes of the operands, and what the first operand's and the
    /// result's are. Scalars have one lane; an operand that is a scalar goes with each lane of the others.
    pub(super) fn by_lanes(
        &mut self,
        op: OpRef<'m>,
        mut of: impl FnMut(&mut Self, &[ir::Value], Leaf, Leaf) -> Fallible<ir::Value>,
    ) -> Fallible<Leaves> {
        let (from, into) = match (op.operand_types().first(), op.result_types().first()) {
            (Some(&from), Some(&into)) => (self.leaves(op, from)?, self.leaves(op, into)?),
            _ => return Err(refused(op)),
        };
        let mut operands = Vec::new();
        for index in 0..op.operands().len() {
            let lanes = self.operand(op, index)?;
            if lanes.len() != into.len() && lanes.len() != 1 {
                return Err(self.refused_type(op));
            }
            operands.push(lanes);
        }
        let mut results = Leaves::new();
        for (lane, &into) in into.iter().enumerate() {
            let at = |lanes: &Leaves| if lanes.len() == 1 { lanes[0] } else { lanes[lane] };
            let values: SmallVec<[ir::Value; 3]> = operands.iter().map(at).collect();
            let from = *from.get(lane).or(from.first()).ok_or_else(|| refused(op))?;
            results.push(of(self, &values, from, into)?);
        }
        Ok(results)
    }

    /// The scalars of a type.
    pub(super) fn leaves(&mut self, op: OpRef<'m>, ty: Type) -> Fallible<std::rc::Rc<[Leaf]>> {
        self.shapes.of(ty).ok_or_else(|| self.refused_type(op))
    }

    /// Says that the type of an operand or result is the reason: one that no value has here, if there is one.
    pub(super) fn refused_type(&mut self, op: OpRef<'m>) -> Diagnostic {
        let (operands, results) = (op.operand_types(), op.result_types());
        let unknown = operands
            .iter()
            .chain(&results)
            .find(|&&ty| self.shapes.of(ty).is_none());
        unknown.map_or_else(|| refused_for(op, "type of a value"), |&ty| refused_type(op, ty))
    }

    /// A zero of that type.
    pub(super) fn zero(&mut self, ty: ir::Type) -> ir::Value {
        let ins = self.builder.ins();
        match ty {
            types::F32 => ins.f32const(0.0),
            types::F64 => ins.f64const(0.0),
            types::I128 => {
                let word = ins.iconst(types::I64, 0);
                self.builder.ins().uextend(types::I128, word)
            }
            _ => ins.iconst(ty, 0),
        }
    }
}
