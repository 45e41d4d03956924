//! Object files taken apart: their sections, symbols and relocations, and where each goes.

use std::collections::HashMap;
use std::ops::Range;

use object::elf;
use object::read::elf::{ElfFile64, FileHeader};
use object::{
    LittleEndian, Object, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget, SectionFlags, SectionIndex,
    SymbolIndex, SymbolSection,
};

use super::memory::{Access, page_size};
use super::relocate::{self, Relocation};
use crate::error::Error;

/// Object files that are linked together.
pub(super) struct Objects<'d> {
    pub(super) files: Vec<File<'d>>,
}

/// One object file.
pub(super) struct File<'d> {
    elf: ElfFile64<'d, LittleEndian>,
    sections: Vec<Section<'d>>,
    pub(super) relocations: Vec<Relocation>,
}

/// A section that is there when the program runs.
struct Section<'d> {
    index: SectionIndex,
    access: Access,
    /// Without them it is zeros.
    contents: &'d [u8],
    size: usize,
    align: usize,
    is_unwind_table: bool,
}

fn broken(error: object::Error) -> Error {
    Error::Jit(format!("object file: {error}"))
}

fn unknown(what: &str) -> Error {
    Error::Jit(format!("object file with {what}, which only LLVM's linker knows"))
}

impl<'d> Objects<'d> {
    /// Takes object files apart.
    pub(super) fn parse(files: &'d [Vec<u8>]) -> Result<Self, Error> {
        let files = files.iter().map(|bytes| File::parse(bytes)).collect::<Result<_, _>>()?;
        Ok(Self { files })
    }

    /// The addresses of all symbols that objects define for others.
    pub(super) fn definitions(&self, plan: &Plan, base: usize) -> Result<HashMap<String, usize>, Error> {
        let mut found: HashMap<String, (usize, bool)> = HashMap::new();
        for (number, file) in self.files.iter().enumerate() {
            for symbol in file
                .elf
                .symbols()
                .filter(|symbol| symbol.is_global() && !symbol.is_undefined())
            {
                let Some(address) = plan.place_of(number, &symbol)? else {
                    continue;
                };
                let name = symbol.name().map_err(broken)?;
                let is_weak = symbol.is_weak();
                match found.get(name) {
                    Some((_, false)) if !is_weak => {
                        return Err(Error::Jit(format!("symbol '{name}' is defined twice")));
                    }
                    Some(_) if is_weak => {}
                    _ => {
                        found.insert(name.to_owned(), (base + address, is_weak));
                    }
                }
            }
        }
        Ok(found.into_iter().map(|(name, (address, _))| (name, address)).collect())
    }

    /// The addresses of the symbols that relocations name, file by file.
    pub(super) fn resolve(
        &self,
        plan: &Plan,
        base: usize,
        defined: &HashMap<String, usize>,
        outside: impl Fn(&str) -> Option<usize>,
    ) -> Result<Vec<HashMap<SymbolIndex, usize>>, Error> {
        let (mut all, mut missing) = (Vec::with_capacity(self.files.len()), Vec::new());
        for (number, file) in self.files.iter().enumerate() {
            let mut addresses = HashMap::new();
            for index in file.relocations.iter().map(|relocation| relocation.symbol) {
                if addresses.contains_key(&index) {
                    continue;
                }
                let symbol = file.elf.symbol_by_index(index).map_err(broken)?;
                let name = symbol.name().map_err(broken)?;
                let here = if symbol.is_global() {
                    defined.get(name).copied()
                } else {
                    None
                };
                let here = match here {
                    None if !symbol.is_undefined() => plan.place_of(number, &symbol)?.map(|offset| base + offset),
                    found => found,
                };
                match here.or_else(|| outside(name)) {
                    Some(address) => _ = addresses.insert(index, address),
                    None if symbol.is_weak() => _ = addresses.insert(index, 0),
                    None => missing.push(name.to_owned()),
                }
            }
            all.push(addresses);
        }
        missing.sort();
        missing.dedup();
        if missing.is_empty() {
            Ok(all)
        } else {
            Err(Error::SymbolsNotFound { names: missing })
        }
    }
}

impl<'d> File<'d> {
    fn parse(bytes: &'d [u8]) -> Result<Self, Error> {
        let elf = ElfFile64::<LittleEndian>::parse(bytes).map_err(broken)?;
        if elf.elf_header().e_machine(LittleEndian) != relocate::MACHINE {
            return Err(Error::Jit("object file of another architecture".to_owned()));
        }
        let mut file = Self {
            sections: Vec::new(),
            relocations: Vec::new(),
            elf,
        };
        file.read_sections()?;
        Ok(file)
    }

    fn read_sections(&mut self) -> Result<(), Error> {
        for section in self.elf.sections() {
            if let Some(section) = Section::of(&section)? {
                self.sections.push(section);
            }
        }
        for section in &self.sections {
            let whole = self.elf.section_by_index(section.index).map_err(broken)?;
            for (offset, relocation) in whole.relocations() {
                self.relocations
                    .push(relocation_of(section.index, offset, &relocation)?);
            }
        }
        Ok(())
    }
}

impl<'d> Section<'d> {
    /// Nothing for sections that are not there when the program runs.
    fn of(section: &impl ObjectSection<'d>) -> Result<Option<Self>, Error> {
        let SectionFlags::Elf { sh_flags } = section.flags() else {
            return Ok(None);
        };
        let is_set = |flag: u32| sh_flags & u64::from(flag) != 0;
        if !is_set(elf::SHF_ALLOC) {
            return Ok(None);
        }
        let name = section.name().map_err(broken)?;
        if is_set(elf::SHF_TLS) {
            return Err(unknown("thread-local variables"));
        }
        if [".init_array", ".fini_array", ".ctors", ".dtors"]
            .iter()
            .any(|table| name.starts_with(table))
        {
            return Err(unknown("static initialisers"));
        }
        let access = if is_set(elf::SHF_EXECINSTR) {
            Access::Execute
        } else if is_set(elf::SHF_WRITE) {
            Access::Write
        } else {
            Access::Read
        };
        let size = |number: u64| usize::try_from(number).map_err(|_| unknown("a section beyond memory"));
        Ok(Some(Self {
            index: section.index(),
            access,
            contents: section.data().map_err(broken)?,
            size: size(section.size())?,
            align: size(section.align().max(1))?,
            is_unwind_table: name == ".eh_frame",
        }))
    }
}

fn relocation_of(section: SectionIndex, offset: u64, relocation: &object::Relocation) -> Result<Relocation, Error> {
    let RelocationFlags::Elf { r_type } = relocation.flags() else {
        return Err(unknown("relocations of another format"));
    };
    let kind = relocate::Kind::of(r_type).ok_or_else(|| unknown(&format!("a relocation of kind {r_type}")))?;
    let RelocationTarget::Symbol(symbol) = relocation.target() else {
        return Err(unknown("a relocation without a symbol"));
    };
    Ok(Relocation {
        section,
        offset: usize::try_from(offset).map_err(|_| unknown("a section beyond memory"))?,
        kind,
        symbol,
        addend: relocation.addend(),
    })
}

/// Where everything goes, in bytes from the start of the memory.
pub(super) struct Plan {
    sections: HashMap<(usize, SectionIndex), Range<usize>>,
    segments: Vec<(Range<usize>, Access)>,
    unwind_tables: Vec<usize>,
    size: usize,
}

/// Zeros behind a table of frames, which end it.
const TABLE_END: usize = 4;

impl Plan {
    /// Sections of equal access stand together, from a page on.
    pub(super) fn of(objects: &Objects<'_>) -> Result<Self, Error> {
        let mut plan = Self {
            sections: HashMap::new(),
            segments: Vec::new(),
            unwind_tables: Vec::new(),
            size: 0,
        };
        for access in [Access::Execute, Access::Read, Access::Write] {
            let start = plan.size.next_multiple_of(page_size());
            plan.size = start;
            for (number, file) in objects.files.iter().enumerate() {
                for section in file.sections.iter().filter(|section| section.access == access) {
                    plan.add(number, section)?;
                }
            }
            plan.segments
                .push((start..plan.size.next_multiple_of(page_size()), access));
        }
        plan.size = plan.size.next_multiple_of(page_size());
        // Code reaches what is near by distances of 32 bits.
        if i32::try_from(plan.size).is_err() {
            return Err(unknown("more than two gigabytes"));
        }
        Ok(plan)
    }

    fn add(&mut self, number: usize, section: &Section<'_>) -> Result<(), Error> {
        let too_much = || unknown("more than two gigabytes");
        if !section.align.is_power_of_two() || section.align > page_size() {
            return Err(unknown("a section of large alignment"));
        }
        let start = self.size.checked_next_multiple_of(section.align).ok_or_else(too_much)?;
        let end = if section.is_unwind_table { TABLE_END } else { 0 };
        self.size = start
            .checked_add(section.size)
            .and_then(|size| size.checked_add(end))
            .ok_or_else(too_much)?;
        self.sections
            .insert((number, section.index), start..start + section.size);
        if section.is_unwind_table && section.size > 0 {
            self.unwind_tables.push(start);
        }
        Ok(())
    }

    /// Bytes of all of it.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// What may be done with which part.
    pub(super) fn segments(&self) -> Vec<(Range<usize>, Access)> {
        self.segments.clone()
    }

    /// Where tables of frames start.
    pub(super) fn unwind_tables(&self) -> impl Iterator<Item = usize> {
        self.unwind_tables.iter().copied()
    }

    /// Where a section of a file is.
    pub(super) fn section(&self, file: usize, section: SectionIndex) -> Option<Range<usize>> {
        self.sections.get(&(file, section)).cloned()
    }

    /// Where a symbol that a file defines stands; nothing for those of sections that are not there.
    fn place_of<'d>(&self, file: usize, symbol: &impl ObjectSymbol<'d>) -> Result<Option<usize>, Error> {
        match symbol.section() {
            SymbolSection::Section(index) => {
                let offset = usize::try_from(symbol.address()).map_err(|_| unknown("a symbol beyond memory"))?;
                Ok(self
                    .section(file, index)
                    .and_then(|range| range.start.checked_add(offset)))
            }
            SymbolSection::Common | SymbolSection::Absolute => Err(unknown("common or absolute symbols")),
            _ => Ok(None),
        }
    }

    /// Copies sections to their places.
    pub(super) fn copy(&self, objects: &Objects<'_>, memory: &mut [u8]) {
        for (number, file) in objects.files.iter().enumerate() {
            for section in &file.sections {
                if let Some(range) = self.section(number, section.index)
                    && !section.contents.is_empty()
                {
                    memory[range].copy_from_slice(section.contents);
                }
            }
        }
    }
}
