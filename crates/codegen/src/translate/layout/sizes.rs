//! How large types are in memory, and where their parts are.

use asyncir_ir::{Context, Type};

use super::{Kind, Layout, MAX_DEPTH, float_bits};
use crate::dialect::{LlvmType, StructType, llvm_type};

impl Layout {
    /// Whether the bytes of numbers are stored high ones first.
    pub(in crate::translate) fn is_big_endian(&self) -> bool {
        self.is_big_endian
    }

    /// Whether pointers of an address space are no numbers.
    pub(in crate::translate) fn is_non_integral(&self, space: u32) -> bool {
        self.non_integral.contains(&space)
    }

    /// The bytes that addresses of functions are multiples of, if it is said.
    pub(in crate::translate) fn function_alignment(&self) -> Option<u64> {
        self.functions
    }

    /// The width of pointers of an address space.
    pub(in crate::translate) fn pointer_bits(&self, space: u32) -> Option<u32> {
        u32::try_from(self.pointer(space)?.bits).ok()
    }

    /// The width of offsets from pointers of an address space.
    pub(in crate::translate) fn index_bits(&self, space: u32) -> Option<u32> {
        u32::try_from(self.pointer(space)?.index_bits).ok()
    }

    /// The bits of a type; `None` if they are not known.
    pub(in crate::translate) fn bits_of(&self, ctx: &Context, ty: Type) -> Option<u64> {
        self.bits_within(ctx, ty, MAX_DEPTH)
    }

    /// The bytes that a store of a type writes.
    pub(in crate::translate) fn store_size(&self, ctx: &Context, ty: Type) -> Option<u64> {
        Some(self.bits_of(ctx, ty)?.div_ceil(8))
    }

    /// The bytes from an element of an array to the next one.
    pub(in crate::translate) fn alloc_size(&self, ctx: &Context, ty: Type) -> Option<u64> {
        self.alloc_within(ctx, ty, MAX_DEPTH)
    }

    /// Where a field of a struct begins, in bytes.
    pub(in crate::translate) fn field_offset(&self, ctx: &Context, ty: Type, field: usize) -> Option<u64> {
        let LlvmType::Struct(parts) = llvm_type(ctx, ty)? else {
            return None;
        };
        let before = parts.body.as_ref()?.get(..=field)?;
        self.end_of_fields(ctx, &parts, before, MAX_DEPTH)
            .map(|(start, _, _)| start)
    }

    fn bits_within(&self, ctx: &Context, ty: Type, depth: usize) -> Option<u64> {
        let depth = depth.checked_sub(1)?;
        match llvm_type(ctx, ty)? {
            LlvmType::Integer(width) => Some(width.into()),
            LlvmType::Float(keyword) => Some(float_bits(keyword).into()),
            LlvmType::Pointer(space) => Some(self.pointer(space)?.bits),
            LlvmType::Vector {
                size,
                element,
                scalable: false,
            } => self.bits_within(ctx, element, depth)?.checked_mul(size),
            LlvmType::Array(size, element) => {
                let bytes = self.alloc_within(ctx, element, depth)?.checked_mul(size)?;
                bytes.checked_mul(8)
            }
            LlvmType::Struct(parts) => {
                if let Some(known) = self.sizes.borrow().get(&ty) {
                    return *known;
                }
                let found = self.struct_bits(ctx, &parts, depth);
                self.sizes.borrow_mut().insert(ty, found);
                found
            }
            _ => None,
        }
    }

    fn alloc_within(&self, ctx: &Context, ty: Type, depth: usize) -> Option<u64> {
        let bytes = self.bits_within(ctx, ty, depth)?.div_ceil(8);
        bytes.checked_next_multiple_of(self.of_type(ctx, ty, Kind::Abi)?)
    }

    fn struct_bits(&self, ctx: &Context, parts: &StructType<'_>, depth: usize) -> Option<u64> {
        let (_, end, alignment) = self.end_of_fields(ctx, parts, parts.body.as_ref()?, depth)?;
        end.checked_next_multiple_of(alignment)?.checked_mul(8)
    }

    /// Where the last of the first fields of a struct begins and ends, and the strictest alignment of them.
    fn end_of_fields(
        &self,
        ctx: &Context,
        parts: &StructType<'_>,
        fields: &[Type],
        depth: usize,
    ) -> Option<(u64, u64, u64)> {
        let (mut start, mut end, mut strictest) = (0, 0u64, 1);
        for &field in fields {
            let alignment = if parts.packed {
                1
            } else {
                self.of_type(ctx, field, Kind::Abi)?
            };
            strictest = alignment.max(strictest);
            start = end.checked_next_multiple_of(alignment)?;
            end = start.checked_add(self.alloc_within(ctx, field, depth)?)?;
        }
        Some((start, end, strictest))
    }
}

#[cfg(test)]
mod tests {
    use asyncir_dialects::llvm::types::make;
    use asyncir_ir::TypeKind;
    use asyncir_ir::float::FloatSemantics;

    use super::*;

    #[test]
    fn parts_are_where_their_alignments_allow() {
        let ctx = Context::new();
        let layout = Layout::of(None);
        let odd = ctx.int_type(24);
        let x87 = ctx.ty(TypeKind::Float(FloatSemantics::F80));
        assert_eq!(layout.store_size(&ctx, odd), Some(3));
        assert_eq!(layout.alloc_size(&ctx, odd), Some(4));
        assert_eq!(layout.alloc_size(&ctx, x87), Some(16));
        assert_eq!(layout.alloc_size(&ctx, ctx.vector_type(&[3], Type::I32)), Some(16));
        assert_eq!(layout.alloc_size(&ctx, make::array(&ctx, 3, odd)), Some(12));
        let fields = make::literal_struct(&ctx, &[Type::I8, Type::I64, Type::I8]);
        assert_eq!(layout.field_offset(&ctx, fields, 2), Some(12));
        assert_eq!(layout.alloc_size(&ctx, fields), Some(16));
        let wide = Layout::of(Some("e-p1:32:32:32:16-ni:1-i64:64"));
        assert_eq!(wide.field_offset(&ctx, fields, 1), Some(8));
        assert_eq!(wide.alloc_size(&ctx, fields), Some(24));
        assert_eq!((wide.pointer_bits(1), wide.index_bits(1)), (Some(32), Some(16)));
        assert!(wide.is_non_integral(1) && !wide.is_non_integral(0));
    }
}
