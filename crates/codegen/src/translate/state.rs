//! What all parts of a module's translation share.

use std::collections::HashSet;

use asyncir_ir::{Attribute, Context, Diagnostic, Fallible, Location, OpRef, Type};

use super::attribute_groups::AttributeGroups;
use super::block_addresses::BlockAddresses;
use super::constant::{Constant, ConstantReader, ConstantWriter, Value};
use super::debug_info::DebugInfo;
use super::folding::Folder;
use super::intrinsic_attributes;
use super::layout::Layout;
use super::metadata::Metadata;
use super::symbols::Symbols;
use super::types::TypeWriter;
use super::{Declaration, TranslateOptions};
use crate::dialect;

/// Collects, while functions and globals are written, what stands elsewhere in the module.
pub(super) struct ModuleState<'a> {
    pub(super) ctx: &'a Context,
    pub(super) options: TranslateOptions<'a>,
    pub(super) layout: Layout,
    symbols: Symbols<'a>,
    pub(super) types: TypeWriter<'a>,
    pub(super) metadata: Metadata,
    pub(super) block_addresses: BlockAddresses,
    pub(super) debug_info: DebugInfo,
    /// Declarations of intrinsics, in the order of their first use.
    pub(super) declarations: Vec<Declaration>,
    declared: HashSet<String>,
    /// Sets of function attributes, if the module is written with groups of them.
    pub(super) groups: AttributeGroups,
}

impl<'a> ModuleState<'a> {
    pub(super) fn new(module: OpRef<'a>, options: TranslateOptions<'a>, layout: Layout) -> Self {
        let ctx = module.ctx;
        Self {
            ctx,
            options,
            layout,
            symbols: Symbols::of(module),
            types: TypeWriter::new(ctx),
            metadata: Metadata::new(),
            block_addresses: BlockAddresses::default(),
            debug_info: DebugInfo::default(),
            declarations: Vec::new(),
            declared: HashSet::new(),
            groups: AttributeGroups::default(),
        }
    }

    /// Declares an intrinsic, whose name without types is `intrinsic`, unless that was done before.
    pub(super) fn declare(&mut self, name: &str, intrinsic: &str, declaration: impl FnOnce() -> String) {
        if self.declared.insert(name.to_owned()) {
            let attributes = if self.options.as_printed {
                intrinsic_attributes::of_function(intrinsic)
            } else {
                Vec::new()
            };
            self.declarations.push(Declaration {
                name: name.to_owned(),
                text: declaration(),
                attributes,
            });
        }
    }

    /// LLVM's spelling of a type.
    pub(super) fn ty(&mut self, ty: Type, location: Location) -> Fallible<String> {
        self.types.text(ty, location).map(str::to_owned)
    }

    /// What folds need to know.
    pub(super) fn folder(&self) -> Folder<'_, 'a> {
        Folder {
            ctx: self.ctx,
            layout: &self.layout,
            symbols: &self.symbols,
        }
    }

    /// The constant of that type.
    pub(super) fn constant(&self, ty: Type, value: Attribute, location: Location) -> Fallible<Constant> {
        let ctx = self.ctx;
        ConstantReader { ctx, location }.constant(ty, value)
    }

    /// The text of a constant, without its type.
    pub(super) fn constant_text(&mut self, constant: &Constant, location: Location) -> Fallible<String> {
        ConstantWriter {
            ctx: self.ctx,
            types: &mut self.types,
            location,
        }
        .text(constant)
    }

    /// The constant that an op such as `llvm.mlir.constant` stands for; `None` for ops that are instructions.
    pub(super) fn constant_op(&mut self, op: OpRef<'_>) -> Fallible<Option<Constant>> {
        let Some(mnemonic) = op.name().strip_prefix("llvm.") else {
            return Ok(None);
        };
        if !is_constant(mnemonic) {
            return Ok(None);
        }
        let ty = match op.result_types().first() {
            Some(&ty) => ty,
            None => return Err(failed(op)),
        };
        self.types.kind(ty, op.location())?;
        let symbol = |property: &'static str| {
            let symbol = dialect::attr(op, property).and_then(|symbol| symbol.as_flat_symbol(op.ctx));
            symbol.ok_or_else(|| failed(op))
        };
        let value = match mnemonic {
            "mlir.constant" => {
                let value = dialect::attr(op, "value").ok_or_else(|| failed(op))?;
                return self.constant(ty, value, op.location()).map(Some);
            }
            "mlir.zero" => return Ok(Some(Constant::zero(self.ctx, ty))),
            "mlir.undef" => Value::Undef,
            "mlir.poison" => Value::Poison,
            "mlir.none" => Value::Zero,
            "mlir.addressof" => Value::Global(symbol("global_name")?),
            "blockaddress" => self.block_addresses.mention(op).ok_or_else(|| failed(op))?,
            _ => Value::DsoLocalEquivalent(symbol("function_name")?),
        };
        Ok(Some(Constant::new(ty, value)))
    }
}

/// Whether the op of the llvm dialect is a constant to LLVM, not an instruction.
fn is_constant(mnemonic: &str) -> bool {
    matches!(
        mnemonic,
        "mlir.constant"
            | "mlir.zero"
            | "mlir.undef"
            | "mlir.poison"
            | "mlir.none"
            | "mlir.addressof"
            | "blockaddress"
            | "dso_local_equivalent"
    )
}

/// The error for an op that cannot be translated.
pub(super) fn failed(op: OpRef<'_>) -> Diagnostic {
    let name = op.name();
    let translatable = matches!(name.split_once('.'), Some(("llvm" | "builtin", _)));
    let message = if translatable {
        format!("LLVM Translation failed for operation: {name}")
    } else {
        let reason = "missing `LLVMTranslationDialectInterface` registration for dialect for op";
        format!("cannot be converted to LLVM IR: {reason}: {name}")
    };
    op.bare_error(message)
}
