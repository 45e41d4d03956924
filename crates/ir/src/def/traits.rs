//! Traits: facts about an op that verifiers and passes rely on.

macro_rules! op_traits {
    ($(#[$meta:meta])* pub enum $Name:ident { $($(#[$doc:meta])* $case:ident,)* }) => {
        $(#[$meta])*
        pub enum $Name {
            $($(#[$doc])* $case,)*
        }

        impl $Name {
            /// All of them.
            pub const ALL: &'static [$Name] = &[$($Name::$case),*];
        }
    };
}

op_traits! {
    /// A fact about every op of a kind. Names are MLIR's.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(u8)]
    pub enum OpTrait {
        /// Ends a block.
        Terminator,
        /// Nothing inside uses a value from outside.
        IsolatedFromAbove,
        /// Has a name in the symbol table around it.
        Symbol,
        /// Holds symbols.
        SymbolTable,
        /// No memory effect and no undefined behaviour: may be removed, repeated and moved.
        Pure,
        /// No memory effect, but undefined behaviour is possible (division), so not to be moved freely.
        NoMemoryEffect,
        /// The effects are those of the ops inside.
        RecursiveMemoryEffects,
        /// The order of operands does not matter.
        Commutative,
        /// `f(f(x)) = f(x)`
        Idempotent,
        /// `f(f(x)) = x`
        Involution,
        /// Holds a constant in its attributes.
        ConstantLike,
        /// Operands and results all have one type.
        SameOperandsAndResultType,
        /// Operands and results all have the same shape.
        SameOperandsAndResultShape,
        /// Operands and results all have the same element type.
        SameOperandsAndResultElementType,
        /// Operands all have one type.
        SameTypeOperands,
        /// Operands all have the same element type.
        SameOperandsElementType,
        /// Operands all have the same shape.
        SameOperandsShape,
        /// Works on shaped operands element by element.
        Elementwise,
        /// `operandSegmentSizes` says how many values each operand slot stands for.
        AttrSizedOperandSegments,
        /// `resultSegmentSizes` says how many values each result slot stands for.
        AttrSizedResultSegments,
        /// Every region has exactly one block.
        SingleBlock,
        /// Blocks need no terminator.
        NoTerminator,
        /// Regions are graphs: values may be used before they are defined.
        GraphRegion,
        /// Returns control and its operands to the parent op.
        ReturnLike,
        /// Regions take no arguments.
        NoRegionArguments,
        /// Stands directly in a module, or in what is like one: a symbol table that is isolated from above.
        AtModuleLevel,
        /// Affine dimensions and symbols may be defined at its top level.
        AffineScope,
        /// Memory from `memref.alloca` lives until this op ends.
        AutomaticAllocationScope,
        /// May be executed speculatively.
        AlwaysSpeculatable,
        /// May be executed speculatively if the ops inside may.
        RecursivelySpeculatable,
        /// Runs its regions any number of times.
        LoopLike,
        /// Is a function: has a name, a type and a body.
        FunctionLike,
    }
}

/// A set of traits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TraitSet(u64);

impl TraitSet {
    /// The set of the given traits.
    pub const fn of(traits: &[OpTrait]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < traits.len() {
            bits |= 1 << traits[i] as u8;
            i += 1;
        }
        Self(bits)
    }

    /// Whether the trait is in the set.
    #[inline]
    pub const fn contains(self, op_trait: OpTrait) -> bool {
        self.0 & (1 << op_trait as u8) != 0
    }

    /// Whether the sets have a trait in common.
    #[inline]
    pub const fn intersects(self, other: TraitSet) -> bool {
        self.0 & other.0 != 0
    }
    /// The traits in the set, in order of declaration.
    pub fn iter(self) -> impl Iterator<Item = OpTrait> {
        OpTrait::ALL
            .iter()
            .copied()
            .filter(move |&op_trait| self.contains(op_trait))
    }
}
