//! Types of the builtin dialect.

use asyncir_ir::float::FloatSemantics;
use asyncir_ir::{AttrKind, Attribute, DYNAMIC, Signedness, Type, TypeKind};

use super::Reader;
use super::stream::{Read, Stream};
use crate::format::ty;

impl<'b> Reader<'b> {
    pub(super) fn builtin_type(&mut self, s: &mut Stream<'b>) -> Read<Type> {
        let float = TypeKind::Float;
        let kind = match s.number()? {
            ty::INTEGER => self.integer_type(s)?,
            ty::INDEX => TypeKind::Index,
            ty::FUNCTION => TypeKind::Function {
                inputs: self.types(s)?.into(),
                results: self.types(s)?.into(),
            },
            ty::BF16 => float(FloatSemantics::BF16),
            ty::F16 => float(FloatSemantics::F16),
            ty::F32 => float(FloatSemantics::F32),
            ty::F64 => float(FloatSemantics::F64),
            ty::F80 => float(FloatSemantics::F80),
            ty::F128 => float(FloatSemantics::F128),
            ty::COMPLEX => TypeKind::Complex(self.ty(s)?),
            ty::MEMREF => self.memref(s, None)?,
            ty::MEMREF_IN_SPACE => {
                let space = self.attribute(s)?;
                self.memref(s, Some(space))?
            }
            ty::NONE => TypeKind::None,
            ty::TENSOR => self.tensor(s, None)?,
            ty::ENCODED_TENSOR => {
                let encoding = self.attribute(s)?;
                self.tensor(s, Some(encoding))?
            }
            ty::TUPLE => TypeKind::Tuple(self.types(s)?.into()),
            ty::UNRANKED_MEMREF => TypeKind::UnrankedMemRef {
                element: self.ty(s)?,
                memory_space: None,
            },
            ty::UNRANKED_MEMREF_IN_SPACE => TypeKind::UnrankedMemRef {
                memory_space: Some(self.attribute(s)?),
                element: self.ty(s)?,
            },
            ty::UNRANKED_TENSOR => TypeKind::UnrankedTensor(self.ty(s)?),
            ty::VECTOR => self.vector(s, false)?,
            ty::SCALABLE_VECTOR => self.vector(s, true)?,
            code => return s.bad(format!("type code {code} is unknown")),
        };
        self.checked(s, kind)
    }

    /// A type, if the parser of text would allow it.
    fn checked(&self, s: &Stream<'b>, kind: TypeKind) -> Read<Type> {
        let needs_check = !matches!(
            kind,
            TypeKind::Function { .. } | TypeKind::Integer { .. } | TypeKind::Float(_)
        );
        let ty = self.ctx.ty(kind);
        if needs_check {
            let text = asyncir_text::print_type(self.ctx, ty);
            if let Err(error) = asyncir_text::parse_type(self.ctx, &text) {
                return s.bad(format!("`{text}`: {}", error.message()));
            }
        }
        Ok(ty)
    }

    fn integer_type(&mut self, s: &mut Stream<'b>) -> Read<TypeKind> {
        let value = s.number()?;
        let signedness = match value & 3 {
            0 => Signedness::Signless,
            1 => Signedness::Signed,
            2 => Signedness::Unsigned,
            _ => return s.bad("an integer type of unknown signedness"),
        };
        match u32::try_from(value >> 2) {
            Ok(width) if width < 1 << 24 => Ok(TypeKind::Integer { width, signedness }),
            _ => s.bad("an integer type that is too wide"),
        }
    }

    fn memref(&mut self, s: &mut Stream<'b>, memory_space: Option<Attribute>) -> Read<TypeKind> {
        let shape = shape(s)?;
        let element = self.ty(s)?;
        let layout = self.attribute(s)?;
        let is_identity = match layout.kind(self.ctx) {
            AttrKind::AffineMap(map) => map.is_identity() && map.num_dims() as usize == shape.len(),
            AttrKind::Strided { .. } | AttrKind::Dialect { .. } => false,
            _ => return s.bad("the attribute should be a layout"),
        };
        Ok(TypeKind::MemRef {
            shape,
            element,
            layout: (!is_identity).then_some(layout),
            memory_space,
        })
    }

    fn tensor(&mut self, s: &mut Stream<'b>, encoding: Option<Attribute>) -> Read<TypeKind> {
        Ok(TypeKind::RankedTensor {
            shape: shape(s)?,
            element: self.ty(s)?,
            encoding,
        })
    }

    fn vector(&mut self, s: &mut Stream<'b>, is_scalable: bool) -> Read<TypeKind> {
        let scalable = if is_scalable {
            s.list(|s| Ok(s.byte()? != 0))?
        } else {
            Vec::new()
        };
        let shape = shape(s)?;
        let scalable = if is_scalable {
            scalable
        } else {
            vec![false; shape.len()]
        };
        if scalable.len() != shape.len() {
            return s.bad("scalable dimensions do not fit the shape");
        }
        Ok(TypeKind::Vector {
            shape,
            scalable: scalable.into(),
            element: self.ty(s)?,
        })
    }
}

fn shape(s: &mut Stream<'_>) -> Read<Box<[i64]>> {
    let sizes = s.list(Stream::signed)?;
    if sizes.iter().any(|&size| size < 0 && size != DYNAMIC) {
        return s.bad("a negative size");
    }
    Ok(sizes.into())
}
