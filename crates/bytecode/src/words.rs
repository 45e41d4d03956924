//! The numbers of DWARF's words. Those that the library does not know are LLVM's and those of vendors.

use std::sync::OnceLock;

use foldhash::fast::FixedState;
use gimli::{DwAte, DwCc, DwLang, DwOp, DwTag};
use hashbrown::HashMap;

/// A list of words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Words {
    Tags,
    Encodings,
    Languages,
    CallingConventions,
    Operations,
}

/// Greater numbers are no words of DWARF.
const LARGEST: u64 = 0xffff;

impl Words {
    /// The word of a number.
    pub(crate) fn word(self, number: u64) -> Option<&'static str> {
        let others = self.others().iter();
        if let Some((_, word)) = others.clone().find(|(other, _)| *other == number) {
            return Some(word);
        }
        let (short, byte) = (u16::try_from(number).ok()?, u8::try_from(number).ok());
        match self {
            Self::Tags => DwTag(short).static_string(),
            Self::Encodings => DwAte(byte?).static_string(),
            Self::Languages => DwLang(short).static_string(),
            Self::CallingConventions => DwCc(byte?).static_string(),
            Self::Operations => DwOp(byte?).static_string(),
        }
    }

    /// The number of a word.
    pub(crate) fn number(self, word: &str) -> Option<u64> {
        static NUMBERS: OnceLock<HashMap<&str, u64, FixedState>> = OnceLock::new();
        let numbers = NUMBERS.get_or_init(|| {
            // Each word begins with what it is a word of.
            let all = Self::ALL.into_iter().flat_map(|words| {
                let numbered = (0..=LARGEST).rev();
                numbered.filter_map(move |number| Some((words.word(number)?, number)))
            });
            all.collect()
        });
        numbers.get(word).copied()
    }

    const ALL: [Self; 5] = [
        Self::Tags,
        Self::Encodings,
        Self::Languages,
        Self::CallingConventions,
        Self::Operations,
    ];

    /// Words that the library does not know, or not by that name.
    fn others(self) -> &'static [(u64, &'static str)] {
        match self {
            Self::Tags => TAGS,
            Self::Encodings => ENCODINGS,
            Self::Languages => LANGUAGES,
            Self::CallingConventions => CALLING_CONVENTIONS,
            Self::Operations => OPERATIONS,
        }
    }
}

const TAGS: &[(u64, &str)] = &[
    (0x42ff, "DW_TAG_SUN_hi"),
    (0x4300, "DW_TAG_LLVM_ptrauth_type"),
    (0x6000, "DW_TAG_LLVM_annotation"),
    (0x8004, "DW_TAG_GHS_namespace"),
    (0x8005, "DW_TAG_GHS_using_namespace"),
    (0x8006, "DW_TAG_GHS_using_declaration"),
    (0x8007, "DW_TAG_GHS_template_templ_param"),
    (0x8765, "DW_TAG_UPC_shared_type"),
    (0x8766, "DW_TAG_UPC_strict_type"),
    (0x8767, "DW_TAG_UPC_relaxed"),
];

const ENCODINGS: &[(u64, &str)] = &[
    (0x81, "DW_ATE_HP_complex_float"),
    (0x82, "DW_ATE_HP_float128"),
    (0x83, "DW_ATE_HP_complex_float128"),
    (0x84, "DW_ATE_HP_floathpintel"),
    (0x85, "DW_ATE_HP_imaginary_float90"),
    (0x86, "DW_ATE_HP_imaginary_float128"),
];

const LANGUAGES: &[(u64, &str)] = &[
    (0x30, "DW_LANG_HIP"),
    (0x31, "DW_LANG_Assembly"),
    (0x32, "DW_LANG_C_sharp"),
    (0x33, "DW_LANG_Mojo"),
    (0x34, "DW_LANG_GLSL"),
    (0x35, "DW_LANG_GLSL_ES"),
    (0x36, "DW_LANG_HLSL"),
    (0x37, "DW_LANG_OpenCL_CPP"),
    (0x38, "DW_LANG_CPP_for_OpenCL"),
    (0x39, "DW_LANG_SYCL"),
    (0x3d, "DW_LANG_Metal"),
    (0x40, "DW_LANG_Ruby"),
    (0x41, "DW_LANG_Move"),
    (0x42, "DW_LANG_Hylo"),
];

const CALLING_CONVENTIONS: &[(u64, &str)] = &[
    (0x40, "DW_CC_GNU_renesas_sh"),
    (0x41, "DW_CC_GNU_borland_fastcall_i386"),
    (0xb0, "DW_CC_BORLAND_safecall"),
    (0xb1, "DW_CC_BORLAND_stdcall"),
    (0xb2, "DW_CC_BORLAND_pascal"),
    (0xb3, "DW_CC_BORLAND_msfastcall"),
    (0xb4, "DW_CC_BORLAND_msreturn"),
    (0xb5, "DW_CC_BORLAND_thiscall"),
    (0xb6, "DW_CC_BORLAND_fastcall"),
    (0xc0, "DW_CC_LLVM_vectorcall"),
    (0xc1, "DW_CC_LLVM_Win64"),
    (0xc2, "DW_CC_LLVM_X86_64SysV"),
    (0xc3, "DW_CC_LLVM_AAPCS"),
    (0xc4, "DW_CC_LLVM_AAPCS_VFP"),
    (0xc5, "DW_CC_LLVM_IntelOclBicc"),
    (0xc6, "DW_CC_LLVM_SpirFunction"),
    (0xc7, "DW_CC_LLVM_DeviceKernel"),
    (0xc8, "DW_CC_LLVM_Swift"),
    (0xc9, "DW_CC_LLVM_PreserveMost"),
    (0xca, "DW_CC_LLVM_PreserveAll"),
    (0xcb, "DW_CC_LLVM_X86RegCall"),
    (0xcc, "DW_CC_LLVM_M68kRTD"),
    (0xcd, "DW_CC_LLVM_PreserveNone"),
    (0xce, "DW_CC_LLVM_RISCVVectorCall"),
    (0xcf, "DW_CC_LLVM_SwiftTail"),
    (0xd0, "DW_CC_LLVM_RISCVVLSCall"),
    (0xff, "DW_CC_GDB_IBM_OpenCL"),
];

const OPERATIONS: &[(u64, &str)] = &[
    (0xe1, "DW_OP_HP_is_value"),
    (0xe2, "DW_OP_HP_fltconst4"),
    (0xe3, "DW_OP_HP_fltconst8"),
    (0xe4, "DW_OP_HP_mod_range"),
    (0xe5, "DW_OP_HP_unmod_range"),
    (0xe6, "DW_OP_HP_tls"),
    (0xe8, "DW_OP_INTEL_bit_piece"),
    (0xe9, "DW_OP_LLVM_user"),
    (0xee, "DW_OP_WASM_location_int"),
    (0xf0, "DW_OP_APPLE_uninit"),
    (0xf8, "DW_OP_PGI_omp_thread_num"),
    (0x1000, "DW_OP_LLVM_fragment"),
    (0x1001, "DW_OP_LLVM_convert"),
    (0x1002, "DW_OP_LLVM_tag_offset"),
    (0x1003, "DW_OP_LLVM_entry_value"),
    (0x1004, "DW_OP_LLVM_implicit_pointer"),
    (0x1005, "DW_OP_LLVM_arg"),
    (0x1006, "DW_OP_LLVM_extract_bits_sext"),
    (0x1007, "DW_OP_LLVM_extract_bits_zext"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_numbers() {
        for (words, word, number) in [
            (Words::Tags, "DW_TAG_member", 0x0d),
            (Words::Encodings, "DW_ATE_signed", 0x05),
            (Words::Languages, "DW_LANG_C11", 0x1d),
            (Words::CallingConventions, "DW_CC_normal", 0x01),
            (Words::Operations, "DW_OP_plus_uconst", 0x23),
            (Words::Operations, "DW_OP_LLVM_fragment", 0x1000),
        ] {
            assert_eq!(words.number(word), Some(number), "{word}");
            assert_eq!(words.word(number), Some(word));
        }
    }
}
