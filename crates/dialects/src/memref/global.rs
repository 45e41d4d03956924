//! Memory with a name.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::{DirectiveArgs, OpView};
use asyncir_ir::symbols::SymbolScope;
use asyncir_ir::{Attribute, Context, Fallible, OpRef, Type};

use super::strides::MemRef;
use super::types::MEMREF_TYPE;
use crate::constraints::{
    ANY_ATTR, ANY_STATIC_SHAPE_MEMREF, ELEMENTS_ATTR, FLAT_SYMBOL_REF_ATTR, I64_ATTR_ALIGNMENT, STR_ATTR,
    SYMBOL_NAME_ATTR, UNIT_ATTR,
};
use crate::symbol;

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Memory that lives as long as the program. Without an initial value it is defined elsewhere; it may also be
    /// left uninitialised. A constant is never written to.
    ///
    /// ```mlir
    /// memref.global "private" constant @table : memref<2xf32> = dense<[0.0, 1.0]>
    /// memref.global @buffer : memref<64xf32> = uninitialized
    /// memref.global "private" @elsewhere : memref<64xf32>
    /// ```
    op GlobalOp "memref.global" {
        summary "declare or define a global memref variable";
        attributes {
            sym_name: required SYMBOL_NAME_ATTR,
            sym_visibility: optional STR_ATTR,
            r#type: required MEMREF_TYPE,
            initial_value: optional ANY_ATTR,
            constant: optional UNIT_ATTR,
            alignment: optional I64_ATTR_ALIGNMENT,
        }
        traits [Symbol]
        format "($sym_visibility^)? (`constant` $constant^)? $sym_name `:` \
                custom<TypeAndInitialValue>($type, $initial_value) attr-dict";
        directives ["TypeAndInitialValue" => parse_type_and_value, print_type_and_value]
        hooks { verify: verify_global, is_private_symbol: symbol::is_private }
    }

    /// The memory that has that name.
    op GetGlobalOp "memref.get_global" {
        summary "get the memref pointing to a global variable";
        results { result: one ANY_STATIC_SHAPE_MEMREF }
        attributes { name: required FLAT_SYMBOL_REF_ATTR }
        traits [Pure]
        format "$name `:` type($result) attr-dict";
        hooks { verify_symbols: verify_get_global }
    }
}

impl GlobalOp<'_> {
    /// The type of the memory.
    pub fn memref_type(self) -> Option<Type> {
        self.r#type().and_then(|attr| attr.as_type(self.0.ctx))
    }

    /// Whether the memory is defined elsewhere.
    pub fn is_external(self) -> bool {
        self.initial_value().is_none()
    }

    /// What the memory holds at any time, if nothing writes to it.
    pub fn constant_value(self) -> Option<Attribute> {
        let value = self.initial_value()?;
        (self.constant().is_some() && value != Attribute::UNIT).then_some(value)
    }

    /// Whether nobody says what the memory holds at first.
    pub fn is_uninitialized(self) -> bool {
        self.initial_value() == Some(Attribute::UNIT)
    }
}

/// The type that initial values of such memory have.
fn tensor_type(ctx: &Context, memref: &MemRef) -> Type {
    ctx.tensor_type(&memref.shape, memref.element)
}

fn parse_type_and_value(p: &mut dyn OpParser, args: &mut DirectiveArgs<'_>) -> Fallible {
    let ty = p.ty()?;
    let Some(memref) = MemRef::of(p.ctx(), ty).filter(MemRef::is_static) else {
        let got = p.ctx().show_type(ty);
        let message = format!("type should be static shaped memref, but got '{got}'");
        return Err(p.error(p.name_position(), &message));
    };
    let attr = p.ctx().type_attr(ty);
    args.state.properties = p.ctx().dict_with(args.state.properties, "type", Some(attr));
    if !p.optional_punct("=") {
        return Ok(());
    }
    let value = if p.optional_keyword("uninitialized") {
        Attribute::UNIT
    } else {
        let tensor = tensor_type(p.ctx(), &memref);
        let value = p.attribute(Some(tensor))?;
        if !(ELEMENTS_ATTR.check)(p.ctx(), value) {
            return Err(p.error(
                p.name_position(),
                "initial value should be a unit or elements attribute",
            ));
        }
        value
    };
    args.state.properties = p.ctx().dict_with(args.state.properties, "initial_value", Some(value));
    Ok(())
}

fn print_type_and_value(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = GlobalOp(op);
    if let Some(ty) = view.memref_type() {
        p.ty(ty);
    }
    match view.initial_value() {
        None => {}
        Some(Attribute::UNIT) => p.text(" = uninitialized"),
        Some(value) => {
            p.text(" = ");
            p.attribute_without_type(value);
        }
    }
}

fn verify_global(op: OpRef<'_>) -> Fallible {
    let view = GlobalOp(op);
    // A public declaration is what external memory is.
    symbol::verify_symbol(op, false)?;
    let ty = view.memref_type().unwrap_or(Type::NONE);
    let Some(memref) = MemRef::of(op.ctx, ty).filter(MemRef::is_static) else {
        let got = op.ctx.show_type(ty);
        return Err(op.error(format_args!("type should be static shaped memref, but got '{got}'")));
    };
    match view.initial_value() {
        None | Some(Attribute::UNIT) => Ok(()),
        Some(value) if (ELEMENTS_ATTR.check)(op.ctx, value) => verify_initial_value(op, &memref, value.ty(op.ctx)),
        Some(value) => {
            let got = op.ctx.show_attr(value);
            Err(op.error(format_args!(
                "initial value should be a unit or elements attribute, but got {got}"
            )))
        }
    }
}

fn verify_initial_value(op: OpRef<'_>, memref: &MemRef, ty: Type) -> Fallible {
    let element = ty.element_or_self(op.ctx);
    if element != memref.element {
        let (want, got) = (op.ctx.show_type(memref.element), op.ctx.show_type(element));
        return Err(op.error(format_args!(
            "initial value element expected to be of type '{want}', but was of type '{got}'"
        )));
    }
    let shape = ty.shape(op.ctx).unwrap_or_default();
    if shape != memref.shape {
        let list = |shape: &[i64]| shape.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        let (want, got) = (list(&memref.shape), list(shape));
        return Err(op.error(format_args!("initial value shape expected to be {want} but was {got}")));
    }
    Ok(())
}

fn verify_get_global(op: OpRef<'_>, scope: &SymbolScope<'_>) -> Fallible {
    // What is missing is told elsewhere.
    let Some(name) = op.property("name") else {
        return Ok(());
    };
    let text = name.as_flat_symbol(op.ctx).map_or("", |name| op.ctx.str(name));
    let Some(global) = scope.lookup(op.ctx, name).and_then(GlobalOp::cast) else {
        return Err(op.error(format_args!("'{text}' does not reference a valid global memref")));
    };
    let (got, want) = (op.result_type(0), global.memref_type().unwrap_or(Type::NONE));
    if got != want {
        let (got, want) = (op.ctx.show_type(got), op.ctx.show_type(want));
        return Err(op.error(format_args!(
            "result type '{got}' does not match type '{want}' of the global memref @{text}"
        )));
    }
    Ok(())
}
