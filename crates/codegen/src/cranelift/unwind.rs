//! What unwinders and debuggers need to know of functions: the section `.eh_frame` of an object file.
//!
//! Addresses in it are relative to their place, so that position-independent files need not be changed when they are
//! loaded.

use cranelift_codegen::gimli::constants::{DW_EH_PE_pcrel, DW_EH_PE_sdata4};
use cranelift_codegen::gimli::write::{
    Address, EhFrame, EndianVec, FrameTable, RelocateWriter, Relocation, RelocationTarget,
};
use cranelift_codegen::gimli::{DwEhPe, LittleEndian};
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::isa::unwind::UnwindInfo;
use cranelift_codegen::{CodegenResult, CompiledCode};
use cranelift_module::FuncId;
use cranelift_object::ObjectProduct;
use cranelift_object::object::write::{self, StandardSection, SymbolSection};
use cranelift_object::object::{RelocationEncoding, RelocationFlags, RelocationKind};

/// How an address is written: four bytes, relative to their place.
const ENCODING: DwEhPe = DwEhPe(DW_EH_PE_pcrel.0 | DW_EH_PE_sdata4.0);
/// The alignment of the section, in bytes.
const ALIGNMENT: u64 = 8;

/// The functions of an object file.
#[derive(Default)]
pub(super) struct Unwinding(Vec<(FuncId, UnwindInfo)>);

impl Unwinding {
    /// Adds a function that was compiled.
    pub(super) fn add(&mut self, isa: &dyn TargetIsa, function: FuncId, code: &CompiledCode) -> CodegenResult<()> {
        self.0
            .extend(code.create_unwind_info(isa)?.map(|info| (function, info)));
        Ok(())
    }

    /// Writes the section.
    ///
    /// # Errors
    /// What stands in the way, in words.
    pub(super) fn write(self, isa: &dyn TargetIsa, product: &mut ObjectProduct) -> Result<(), String> {
        let Some(mut common) = isa.create_systemv_cie().filter(|_| !self.0.is_empty()) else {
            return Ok(());
        };
        common.fde_address_encoding = ENCODING;
        let mut table = FrameTable::default();
        let common = table.add_cie(common);
        for (index, (_, info)) in self.0.iter().enumerate() {
            if let UnwindInfo::SystemV(info) = info {
                let (symbol, addend) = (index, 0);
                table.add_fde(common, info.to_fde(Address::Symbol { symbol, addend }));
            }
        }
        let mut section = EhFrame(Section {
            bytes: EndianVec::new(LittleEndian),
            relocations: Vec::new(),
        });
        table.write_eh_frame(&mut section).map_err(|error| error.to_string())?;
        let EhFrame(Section { bytes, relocations }) = section;
        let id = product.object.section_id(StandardSection::EhFrame);
        product.object.append_section_data(id, bytes.slice(), ALIGNMENT);
        for relocation in relocations {
            let RelocationTarget::Symbol(index) = relocation.target else {
                return Err("a relocation without a function".to_owned());
            };
            // The name of a function may stand for another one where the file is loaded; its place does not.
            let function = product.object.symbol(product.function_symbol(self.0[index].0));
            let (place, SymbolSection::Section(code)) = (function.value, function.section) else {
                return Err("a function without code".to_owned());
            };
            let relocation = write::Relocation {
                offset: relocation.offset as u64,
                symbol: product.object.section_symbol(code),
                addend: relocation.addend + place as i64,
                flags: RelocationFlags::Generic {
                    kind: RelocationKind::Relative,
                    encoding: RelocationEncoding::Generic,
                    size: relocation.size * 8,
                },
            };
            let added = product.object.add_relocation(id, relocation);
            added.map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

/// The section while it is written.
struct Section {
    bytes: EndianVec<LittleEndian>,
    relocations: Vec<Relocation>,
}

impl RelocateWriter for Section {
    type Writer = EndianVec<LittleEndian>;

    fn writer(&self) -> &Self::Writer {
        &self.bytes
    }

    fn writer_mut(&mut self) -> &mut Self::Writer {
        &mut self.bytes
    }

    fn relocate(&mut self, relocation: Relocation) {
        self.relocations.push(relocation);
    }
}
