//! Enums of debug information.

use asyncir_ir::def::{EnumCase, EnumDef};

macro_rules! enums {
    ($($(#[$doc:meta])* $NAME:ident $class:literal $words:literal $bits:literal
       { $($keyword:literal = $value:expr),* $(,)? })*) => {$(
        $(#[$doc])*
        pub static $NAME: EnumDef = EnumDef {
            name: $class,
            cases: &[$(EnumCase { keyword: $keyword, value: $value }),*],
            width: 64,
            bits: $bits,
            words: Some($words),
        };
    )*};
}

enums! {
    /// How much debug information a compile unit has.
    EMISSION_KINDS "DIEmissionKind" "LLVM debug emission kind" false {
        "None" = 0, "Full" = 1, "LineTablesOnly" = 2, "DebugDirectivesOnly" = 3,
    }
    /// Which tables of names a compile unit has.
    NAME_TABLE_KINDS "DINameTableKind" "LLVM debug name table kind" false {
        "Default" = 0, "GNU" = 1, "None" = 2, "Apple" = 3,
    }
    /// Properties of types and variables.
    FLAGS "DIFlags" "LLVM DI flags" true {
        "Zero" = 0, "Bit0" = 1, "Bit1" = 1 << 1, "Private" = 1, "Protected" = 1 << 1, "Public" = 3, "FwdDecl" = 1 << 2,
        "AppleBlock" = 1 << 3, "ReservedBit4" = 1 << 4, "Virtual" = 1 << 5, "Artificial" = 1 << 6, "Explicit" = 1 << 7,
        "Prototyped" = 1 << 8, "ObjcClassComplete" = 1 << 9, "ObjectPointer" = 1 << 10, "Vector" = 1 << 11,
        "StaticMember" = 1 << 12, "LValueReference" = 1 << 13, "RValueReference" = 1 << 14, "ExportSymbols" = 1 << 15,
        "SingleInheritance" = 1 << 16, "MultipleInheritance" = 1 << 16, "VirtualInheritance" = 1 << 16,
        "IntroducedVirtual" = 1 << 18, "BitField" = 1 << 19, "NoReturn" = 1 << 20, "TypePassByValue" = 1 << 22,
        "TypePassByReference" = 1 << 23, "EnumClass" = 1 << 24, "Thunk" = 1 << 25, "NonTrivial" = 1 << 26,
        "BigEndian" = 1 << 27, "LittleEndian" = 1 << 28, "AllCallsDescribed" = 1 << 29,
    }
    /// Properties of subprograms.
    SUBPROGRAM_FLAGS "DISubprogramFlags" "LLVM DISubprogram flags" true {
        "Virtual" = 1, "PureVirtual" = 1 << 1, "LocalToUnit" = 1 << 2, "Definition" = 1 << 3, "Optimized" = 1 << 4,
        "Pure" = 1 << 5, "Elemental" = 1 << 6, "Recursive" = 1 << 7, "MainSubprogram" = 1 << 8, "Deleted" = 1 << 9,
        "ObjCDirect" = 1 << 11,
    }
}
