//! What every type becomes in the llvm dialect.

use asyncir_dialects::memref::strides::strides_and_offset;
use asyncir_ir::float::FloatSemantics;
use asyncir_ir::rewrite::{Conversion, Rewriter, SignatureConversion, TypeConverter};
use asyncir_ir::smallvec::smallvec;
use asyncir_ir::{Context, DYNAMIC, Location, Type, TypeKind, ValueId};

use super::{LowerToLlvmOptions, MemRefDescriptor, UnrankedMemRefDescriptor, ops, types};

/// Bits of a pointer on the targets that code is made for.
const POINTER_BITWIDTH: u32 = 64;

/// The type converter of all conversions to the llvm dialect. Cheap to clone.
#[derive(Debug, Clone)]
pub struct LlvmTypeConverter {
    converter: TypeConverter,
    options: LowerToLlvmOptions,
}

/// The one type that a function returns its results as.
#[derive(Debug)]
pub struct PackedResults {
    /// The type: of the only result, or a struct of all.
    pub ty: Type,
    /// What each result was converted to.
    pub groups: Vec<Vec<Type>>,
}

impl PackedResults {
    /// How many values are packed.
    pub fn num_converted(&self) -> usize {
        self.groups.iter().map(Vec::len).sum()
    }
}

impl LlvmTypeConverter {
    /// The converter with the conversions that every lowering to llvm needs.
    pub fn new(options: LowerToLlvmOptions) -> Self {
        let mut this = Self {
            converter: TypeConverter::new(),
            options,
        };
        this.add_conversions();
        add_materializations(&mut this.converter, options);
        this
    }

    /// The general converter in it, for patterns.
    pub fn converter(&self) -> &TypeConverter {
        &self.converter
    }

    /// The general converter in it, for further conversions.
    pub fn converter_mut(&mut self) -> &mut TypeConverter {
        &mut self.converter
    }

    /// The options it was made with.
    pub fn options(&self) -> LowerToLlvmOptions {
        self.options
    }

    /// The integer type that `index` becomes.
    pub fn index_type(&self, ctx: &Context) -> Type {
        self.options.index_type(ctx)
    }

    /// Bits of [`LlvmTypeConverter::index_type`].
    pub fn index_bitwidth(&self) -> u32 {
        self.options.index_bitwidth
    }

    /// Bits of a pointer.
    pub fn pointer_bitwidth(&self) -> u32 {
        POINTER_BITWIDTH
    }

    /// What a type becomes; `None` if it has no counterpart.
    pub fn convert(&self, ctx: &Context, ty: Type) -> Option<Type> {
        self.converter.convert_type(ctx, ty)
    }

    fn add_conversions(&mut self) {
        let options = self.options;
        self.converter.add_conversion(move |converter, ctx, ty| {
            let converted = match ty.kind(ctx) {
                TypeKind::Integer { width, .. } => Some(ctx.int_type(*width)),
                TypeKind::Index => Some(options.index_type(ctx)),
                TypeKind::Float(semantics) => convert_float(ctx, ty, *semantics),
                TypeKind::Complex(element) => converter
                    .convert_type(ctx, *element)
                    .map(|element| types::literal_struct(ctx, &[element, element])),
                TypeKind::Function { .. } => Some(types::ptr(ctx)),
                TypeKind::Vector { .. } => convert_vector(converter, ctx, ty),
                TypeKind::MemRef { .. } => descriptor_fields(converter, options, ctx, ty, false)
                    .map(|fields| types::literal_struct(ctx, &fields)),
                TypeKind::UnrankedMemRef { .. } => {
                    address_space(ctx, ty).map(|_| types::literal_struct(ctx, &unranked_fields(options, ctx)))
                }
                _ if types::is_llvm(ctx, ty) => convert_llvm_type(converter, ctx, ty),
                _ => return None,
            };
            Some(converted.map_or(Conversion::Fail, Conversion::One))
        });
    }

    /// A converter that leaves every type as it is, for the blocks of a function behind the first one, and makes values
    /// of the original types from the arguments of the first one as this converter does.
    pub fn entry_converter(&self) -> TypeConverter {
        let mut converter = TypeConverter::new();
        converter.add_conversion(|_, _, ty| Some(Conversion::One(ty)));
        add_materializations(&mut converter, self.options);
        converter
    }

    /// The types of the fields of a memref's descriptor: with sizes and strides as arrays, or, `unpacked`, one by one.
    pub fn memref_descriptor_fields(&self, ctx: &Context, memref: Type, unpacked: bool) -> Option<Vec<Type>> {
        descriptor_fields(&self.converter, self.options, ctx, memref, unpacked)
    }

    /// The types of the fields of an unranked memref's descriptor.
    pub fn unranked_descriptor_fields(&self, ctx: &Context) -> [Type; 2] {
        unranked_fields(self.options, ctx)
    }

    /// The address space that the memory space of a memref stands for; `None` if it stands for none.
    pub fn address_space(&self, ctx: &Context, memref: Type) -> Option<u32> {
        address_space(ctx, memref)
    }

    /// The pointer that stands for a memref where functions take and return bare pointers; `None` if its type does not say
    /// all that a descriptor does.
    pub fn bare_pointer(&self, ctx: &Context, memref: Type) -> Option<Type> {
        let (strides, offset) = strides_and_offset(ctx, memref)?;
        let shape = memref.shape(ctx)?;
        let is_static = [shape, &strides, &[offset]]
            .concat()
            .iter()
            .all(|&number| number != DYNAMIC);
        self.convert(ctx, memref)?;
        is_static.then_some(types::ptr_in(ctx, address_space(ctx, memref)?))
    }

    /// The types that a function takes for an argument of type `ty`: memrefs field by field, or as bare pointers.
    pub fn convert_argument(&self, ctx: &Context, ty: Type) -> Option<Vec<Type>> {
        match ty.kind(ctx) {
            TypeKind::MemRef { .. } if self.options.bare_pointers => self.bare_pointer(ctx, ty).map(|ptr| vec![ptr]),
            TypeKind::UnrankedMemRef { .. } if self.options.bare_pointers => None,
            TypeKind::MemRef { .. } => self.memref_descriptor_fields(ctx, ty, true),
            TypeKind::UnrankedMemRef { .. } => self
                .convert(ctx, ty)
                .map(|_| self.unranked_descriptor_fields(ctx).to_vec()),
            _ => self.converter.convert_type_n(ctx, ty).map(|types| types.to_vec()),
        }
    }

    /// The llvm function type for a builtin one, and what becomes of its arguments.
    pub fn convert_function_signature(
        &self,
        ctx: &Context,
        function: Type,
        variadic: bool,
    ) -> Option<(Type, SignatureConversion)> {
        let (inputs, results) = function.function(ctx)?;
        let mut signature = SignatureConversion::new(inputs.len());
        let mut params = Vec::new();
        for (index, &input) in inputs.iter().enumerate() {
            let converted = self.convert_argument(ctx, input)?;
            signature.add_inputs(index, &converted);
            params.extend(converted);
        }
        let result = match results {
            [] => types::void(ctx),
            results => self.pack_function_results(ctx, results)?.ty,
        };
        Some((types::function(ctx, result, &params, variadic), signature))
    }

    fn convert_result(&self, ctx: &Context, ty: Type) -> Option<Vec<Type>> {
        match ty.kind(ctx) {
            TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. } if self.options.bare_pointers => {
                self.convert_argument(ctx, ty)
            }
            _ => self.converter.convert_type_n(ctx, ty).map(|types| types.to_vec()),
        }
    }

    /// The type of the one value that a function returns for results of `results`' types.
    pub fn pack_function_results(&self, ctx: &Context, results: &[Type]) -> Option<PackedResults> {
        let groups: Vec<Vec<Type>> = results
            .iter()
            .map(|&ty| self.convert_result(ctx, ty))
            .collect::<Option<_>>()?;
        let all: Vec<Type> = groups.iter().flatten().copied().collect();
        let ty = match *all {
            [only] => only,
            _ => types::literal_struct(ctx, &all),
        };
        Some(PackedResults { ty, groups })
    }

    /// The type of the function that C code sees: memrefs by pointer, a struct result through a first pointer, whose
    /// pointee is the second type.
    pub fn convert_function_type_c_wrapper(&self, ctx: &Context, function: Type) -> Option<(Type, Option<Type>)> {
        let (inputs, results) = function.function(ctx)?;
        let mut result = match results {
            [] => types::void(ctx),
            results => self.pack_function_results(ctx, results)?.ty,
        };
        let mut params = Vec::new();
        let mut returned_struct = None;
        if types::struct_elements(ctx, result).is_some() {
            params.push(types::ptr(ctx));
            returned_struct = Some(result);
            result = types::void(ctx);
        }
        for &input in inputs {
            let converted = self.convert(ctx, input)?;
            let by_pointer = matches!(
                input.kind(ctx),
                TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. }
            );
            params.push(if by_pointer { types::ptr(ctx) } else { converted });
        }
        Some((types::function(ctx, result, &params, false), returned_struct))
    }

    /// The values to call a function with: memrefs field by field, or as bare pointers, from their descriptors.
    pub fn promote_operands(
        &self,
        rw: &mut Rewriter<'_>,
        loc: Location,
        original_types: &[Type],
        operands: &[ValueId],
    ) -> Vec<ValueId> {
        let mut promoted = Vec::new();
        for (&ty, &operand) in original_types.iter().zip(operands) {
            match ty.kind(rw.ctx) {
                TypeKind::MemRef { .. } if self.options.bare_pointers => {
                    promoted.push(MemRefDescriptor::new(operand).aligned_ptr(rw, loc));
                }
                TypeKind::MemRef { .. } => promoted.extend(MemRefDescriptor::new(operand).unpack(rw, loc, ty)),
                TypeKind::UnrankedMemRef { .. } => {
                    promoted.extend(UnrankedMemRefDescriptor::new(operand).unpack(rw, loc));
                }
                _ => promoted.push(operand),
            }
        }
        promoted
    }
}

/// Memrefs that functions take field by field, or as bare pointers, are put together again; any other gap is bridged by a
/// cast.
fn add_materializations(converter: &mut TypeConverter, options: LowerToLlvmOptions) {
    converter.add_cast_materializations();
    converter.add_source_materialization(move |rw, types, inputs, loc| {
        let &[ty] = types else { return None };
        let descriptor = match ty.kind(rw.ctx) {
            TypeKind::MemRef { shape, .. } if is_bare_pointer(rw, inputs) => {
                let (ptr, index, rank) = (rw.body.value_type(inputs[0]), options.index_type(rw.ctx), shape.len());
                let fields = MemRefDescriptor::field_types(rw.ctx, ptr, index, rank);
                pack_bare_pointer(rw, types::literal_struct(rw.ctx, &fields), inputs[0], ty, loc)?
            }
            TypeKind::MemRef { .. } => MemRefDescriptor::pack(rw, loc, ty, inputs)?,
            TypeKind::UnrankedMemRef { .. } => UnrankedMemRefDescriptor::pack(rw, loc, inputs)?,
            _ => return None,
        };
        Some(smallvec![ops::unrealized_cast(rw, loc, ty, &[descriptor])])
    });
    converter.add_target_materialization(|rw, types, inputs, loc, original| {
        let &[ty] = types else { return None };
        if is_bare_pointer(rw, inputs) && matches!(original.kind(rw.ctx), TypeKind::MemRef { .. }) {
            return Some(smallvec![pack_bare_pointer(rw, ty, inputs[0], original, loc)?]);
        }
        Some(smallvec![pack_descriptor(rw, ty, inputs, loc)?])
    });
}

fn is_bare_pointer(rw: &Rewriter<'_>, values: &[ValueId]) -> bool {
    matches!(*values, [value] if types::is_ptr(rw.ctx, rw.body.value_type(value)))
}

/// A descriptor of type `ty` for memory that a pointer leads to, where the type of the memref says all else.
fn pack_bare_pointer(rw: &mut Rewriter<'_>, ty: Type, ptr: ValueId, memref: Type, loc: Location) -> Option<ValueId> {
    MemRefDescriptor::from_static_shape(rw, loc, ty, memref, ptr, ptr).map(MemRefDescriptor::value)
}

/// A descriptor of type `ty` from its fields; `None` if `inputs` are not the fields of one.
fn pack_descriptor(rw: &mut Rewriter<'_>, ty: Type, inputs: &[ValueId], loc: Location) -> Option<ValueId> {
    let is_ptr = |rw: &Rewriter<'_>, value: ValueId| types::is_ptr(rw.ctx, rw.body.value_type(value));
    if inputs.len() == UnrankedMemRefDescriptor::NUM_UNPACKED && !is_ptr(rw, inputs[0]) && is_ptr(rw, inputs[1]) {
        let fields: Vec<Type> = inputs.iter().map(|&value| rw.body.value_type(value)).collect();
        if types::literal_struct(rw.ctx, &fields) != ty {
            return None;
        }
        return UnrankedMemRefDescriptor::pack(rw, loc, inputs);
    }
    let rank = inputs.len().checked_sub(3)? / 2;
    if MemRefDescriptor::type_of_fields(rw, rank, inputs)? != ty {
        return None;
    }
    MemRefDescriptor::pack_of_rank(rw, loc, rank, inputs)
}

fn convert_float(ctx: &Context, ty: Type, semantics: FloatSemantics) -> Option<Type> {
    use FloatSemantics as F;
    match semantics {
        F::BF16 | F::F16 | F::F32 | F::F64 | F::F80 | F::F128 => Some(ty),
        F::TF32 => None,
        // LLVM has no such format; all that its targets do with one is to move its bits.
        other => Some(ctx.int_type(other.width())),
    }
}

/// One dimension stays a vector, further ones become arrays around it, none becomes a vector of one element.
fn convert_vector(converter: &TypeConverter, ctx: &Context, ty: Type) -> Option<Type> {
    let TypeKind::Vector {
        shape,
        scalable,
        element,
    } = ty.kind(ctx)
    else {
        return None;
    };
    let element = converter.convert_type(ctx, *element)?;
    let Some((&last, outer)) = shape.split_last() else {
        return Some(ctx.vector_type(&[1], element));
    };
    let (&last_scalable, outer_scalable) = scalable.split_last()?;
    // Arrays have a fixed size.
    if outer_scalable.contains(&true) {
        return None;
    }
    let vector = ctx.ty(TypeKind::Vector {
        shape: Box::new([last]),
        scalable: Box::new([last_scalable]),
        element,
    });
    let wrap = |inner: Type, &size: &i64| Some(types::array(ctx, inner, u64::try_from(size).ok()?));
    outer.iter().rev().try_fold(vector, wrap)
}

/// Types of the dialect stay as they are, but what aggregates hold is converted.
fn convert_llvm_type(converter: &TypeConverter, ctx: &Context, ty: Type) -> Option<Type> {
    if let Some(elements) = types::literal_struct_elements(ctx, ty) {
        let converted = converter.convert_types(ctx, &elements.0)?;
        return Some(if converted == elements.0 {
            ty
        } else {
            types::literal_struct_of(ctx, &converted, elements.1)
        });
    }
    if let Some((element, size)) = types::array_parts(ctx, ty) {
        return Some(types::array(ctx, converter.convert_type(ctx, element)?, size));
    }
    Some(ty)
}

fn address_space(ctx: &Context, memref: Type) -> Option<u32> {
    let (TypeKind::MemRef { memory_space, .. } | TypeKind::UnrankedMemRef { memory_space, .. }) = memref.kind(ctx)
    else {
        return None;
    };
    match memory_space {
        None => Some(0),
        Some(space) => space.as_i64(ctx).and_then(|space| u32::try_from(space).ok()),
    }
}

fn descriptor_fields(
    converter: &TypeConverter,
    options: LowerToLlvmOptions,
    ctx: &Context,
    memref: Type,
    unpacked: bool,
) -> Option<Vec<Type>> {
    strides_and_offset(ctx, memref)?;
    converter.convert_type(ctx, memref.element_or_self(ctx))?;
    let ptr = types::ptr_in(ctx, address_space(ctx, memref)?);
    let index = options.index_type(ctx);
    let rank = memref.shape(ctx)?.len();
    if !unpacked {
        return Some(MemRefDescriptor::field_types(ctx, ptr, index, rank));
    }
    let mut fields = vec![ptr, ptr, index];
    fields.extend(vec![index; 2 * rank]);
    Some(fields)
}

fn unranked_fields(options: LowerToLlvmOptions, ctx: &Context) -> [Type; 2] {
    [options.index_type(ctx), types::ptr(ctx)]
}
