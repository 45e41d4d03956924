//! Attributes of the llvm dialect that have an encoding: debug information, and annotations of loops. What is distinct in
//! them stays the same in all that name it, which it would not in text.

use crate::words::Words;

/// A parameter of an attribute.
#[derive(Clone, Copy)]
pub(crate) enum Field {
    /// A word of DWARF; 0 if it may be missing and is.
    Word(Words),
    /// A number, or bits.
    Number,
    /// A number that may be missing, with a flag that says so.
    OptionalNumber,
    /// `true` or `false`.
    Truth,
    /// A string.
    Text,
    /// An attribute.
    Attribute,
    /// An attribute that may be missing.
    Optional,
    /// Attributes, of which each may be missing.
    List,
    /// The arguments of an operation.
    Arguments,
    /// What the encoding has no room for: an attribute that has it is text.
    Never,
}

/// An attribute: its name, and its parameters in their order.
pub(crate) struct Encoding {
    pub(crate) name: &'static str,
    pub(crate) fields: &'static [Field],
}

macro_rules! encodings {
    ($($name:literal [$($field:expr),* $(,)?])*) => {
        /// All encodings, by their codes.
        pub(crate) const ENCODINGS: &[Encoding] = &[
            $(Encoding { name: $name, fields: &[$($field),*] }),*
        ];
    };
}

use Field::{Arguments, Attribute, List, Never, Number, Optional, OptionalNumber, Text, Truth, Word};

const TAG: Field = Word(Words::Tags);

encodings! {
    "llvm.di_basic_type" [TAG, Text, Number, Word(Words::Encodings)]
    "llvm.di_compile_unit" [
        Attribute, Word(Words::Languages), Attribute, Optional, Truth, Number, Number, Never,
    ]
    "llvm.di_composite_type" [
        Optional, Truth, TAG, Optional, Optional, Number, Optional, Optional, Number, Number, Number, Optional, Optional,
        Optional, Optional, List,
    ]
    "llvm.di_derived_type" [TAG, Optional, Optional, Number, Number, Number, OptionalNumber, Optional]
    "llvm.di_expression_elem" [Word(Words::Operations), Arguments]
    "llvm.di_expression" [List]
    "llvm.di_file" [Text, Text]
    "llvm.di_global_variable" [
        Optional, Optional, Optional, Attribute, Number, Attribute, Truth, Truth, Number,
    ]
    "llvm.di_global_variable_expression" [Attribute, Optional]
    "llvm.di_imported_entity" [TAG, Attribute, Attribute, Optional, Number, Optional, List]
    "llvm.di_label" [Attribute, Optional, Optional, Number]
    "llvm.di_lexical_block" [Attribute, Optional, Number, Number]
    "llvm.di_lexical_block_file" [Attribute, Optional, Number]
    "llvm.di_local_variable" [
        Attribute, Optional, Optional, Number, Number, Number, Optional, Number,
    ]
    "llvm.di_namespace" [Optional, Optional, Truth]
    "llvm.di_subprogram" [
        Optional, Truth, Optional, Optional, Optional, Optional, Optional, Optional, Number, Number, Number, Optional,
        List, List,
    ]
    "llvm.di_subrange" [Optional, Optional, Optional, Optional]
    "llvm.di_subroutine_type" [Word(Words::CallingConventions), List]
    "llvm.loop_annotation" [
        Optional, Optional, Optional, Optional, Optional, Optional, Optional, Optional, Optional, Optional, Optional,
        Optional, Optional, Optional, List,
    ]
}
