//! Reading and writing memory at affine indices.

use asyncir_ir::asm::{OpParser, OpPrinter};
use asyncir_ir::def::OpView;
use asyncir_ir::{Attribute, Fallible, OpRef, OperationState, Type, TypeKind, ValueId};

use super::constant_memory::fold_load;
use super::expressions::{parse_map_of_values, print_map_of_values};
use super::operands::{Applied, as_map, verify};
use super::{map_attr, rewrites};
use crate::constraints::{AFFINE_MAP_ATTR, ANY_MEMREF, ANY_TYPE, ANY_VECTOR_OF_NON_ZERO_RANK, BOOL_ATTR, INDEX};
use crate::memref::effects;
use crate::memref::types::{LOCALITY, memref_element};

asyncir_ir::ops! {
    /// The ops of this file.
    pub const OPS;

    /// Reads the element at affine indices.
    ///
    /// ```mlir
    /// %x = affine.load %a[%i * 2, %j + symbol(%n)] : memref<?x?xf32>
    /// ```
    op LoadOp "affine.load" {
        summary "affine load operation";
        operands { memref: one ANY_MEMREF, indices: variadic INDEX }
        results { result: one ANY_TYPE }
        attributes { map: required AFFINE_MAP_ATTR }
        custom parse_load, print_load;
        hooks {
            verify: verify_load,
            effects: effects::read_first,
            fold: fold_load,
            canonicalize: rewrites::LOAD,
        }
    }

    /// Writes a value to the element at affine indices.
    ///
    /// ```mlir
    /// affine.store %x, %a[%i, %j + 1] : memref<?x?xf32>
    /// ```
    op StoreOp "affine.store" {
        summary "affine store operation";
        operands { value: one ANY_TYPE, memref: one ANY_MEMREF, indices: variadic INDEX }
        attributes { map: required AFFINE_MAP_ATTR }
        custom parse_store, print_store;
        hooks {
            verify: verify_store,
            effects: effects::write_second,
            fold: crate::memref::fold_any_cast,
            canonicalize: rewrites::STORE,
        }
    }

    /// Reads a vector of the elements from affine indices on.
    ///
    /// ```mlir
    /// %v = affine.vector_load %a[%i, %j + 8] : memref<?x?xf32>, vector<8xf32>
    /// ```
    op VectorLoadOp "affine.vector_load" {
        summary "affine vector load operation";
        operands { memref: one ANY_MEMREF, indices: variadic INDEX }
        results { result: one ANY_VECTOR_OF_NON_ZERO_RANK }
        attributes { map: required AFFINE_MAP_ATTR }
        custom parse_vector_load, print_vector_load;
        hooks {
            verify: verify_vector_load,
            effects: effects::read_first,
            canonicalize: rewrites::VECTOR_LOAD,
        }
    }

    /// Writes the elements of a vector from affine indices on.
    ///
    /// ```mlir
    /// affine.vector_store %v, %a[%i, %j] : memref<?x?xf32>, vector<8xf32>
    /// ```
    op VectorStoreOp "affine.vector_store" {
        summary "affine vector store operation";
        operands { value: one ANY_VECTOR_OF_NON_ZERO_RANK, memref: one ANY_MEMREF, indices: variadic INDEX }
        attributes { map: required AFFINE_MAP_ATTR }
        custom parse_vector_store, print_vector_store;
        hooks {
            verify: verify_vector_store,
            effects: effects::write_second,
            canonicalize: rewrites::VECTOR_STORE,
        }
    }

    /// Hints that the element at affine indices is going to be read or written.
    ///
    /// ```mlir
    /// affine.prefetch %a[%i + 5], read, locality<3>, data : memref<400xf32>
    /// ```
    op PrefetchOp "affine.prefetch" {
        summary "affine prefetch operation";
        operands { memref: one ANY_MEMREF, indices: variadic INDEX }
        attributes {
            isWrite: required BOOL_ATTR,
            localityHint: required LOCALITY,
            isDataCache: required BOOL_ATTR,
            map: required AFFINE_MAP_ATTR,
        }
        custom parse_prefetch, print_prefetch;
        hooks {
            verify: verify_prefetch,
            effects: effects::write_first,
            fold: crate::memref::fold_any_cast,
            canonicalize: rewrites::PREFETCH,
        }
    }
}

/// The indices of an access: the map with its operands, which stand behind the memory at `first`.
pub fn indices(op: OpRef<'_>, first: usize) -> Option<Applied> {
    Some(Applied {
        map: as_map(op.ctx, op.property("map")?)?,
        operands: op.operands().into_iter().skip(first + 1).collect(),
    })
}

/// Where the memory stands among the operands of an access.
pub fn memref_index(op: OpRef<'_>) -> usize {
    usize::from(op.data().is(StoreOp::DEF) || op.data().is(VectorStoreOp::DEF))
}

/// Reads `[indices]`; their values are not added to the op yet.
fn parse_indices(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible<Vec<ValueId>> {
    let applied = parse_map_of_values(p)?;
    let map = map_attr(p.ctx(), applied.map);
    state.properties = p.ctx().dict_with(state.properties, "map", Some(map));
    Ok(applied.operands)
}

fn parse_memref_type(p: &mut dyn OpParser) -> Fallible<(Type, Type)> {
    let at = p.position();
    p.punct(":")?;
    let ty = p.ty()?;
    match memref_element(p.ctx(), ty) {
        Some(element) => Ok((ty, element)),
        None => Err(p.wrong_kind(at, "builtin.memref", ty)),
    }
}

/// Reads `: memref type, vector type`.
fn parse_memref_and_vector_type(p: &mut dyn OpParser) -> Fallible<(Type, Type)> {
    let (memref, _) = parse_memref_type(p)?;
    p.punct(",")?;
    let at = p.position();
    let ty = p.ty()?;
    if !matches!(ty.kind(p.ctx()), TypeKind::Vector { .. }) {
        return Err(p.wrong_kind(at, "builtin.vector", ty));
    }
    Ok((memref, ty))
}

/// Reads the type of memory, then that of what is read or written.
type ParseTypes = fn(&mut dyn OpParser) -> Fallible<(Type, Type)>;

fn parse_load(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    parse_loaded(p, state, parse_memref_type)
}

fn parse_vector_load(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    parse_loaded(p, state, parse_memref_and_vector_type)
}

fn parse_loaded(p: &mut dyn OpParser, state: &mut OperationState, types: ParseTypes) -> Fallible {
    let memref = p.operand()?;
    let indices = parse_indices(p, state)?;
    p.attr_dict(state)?;
    let (ty, loaded) = types(p)?;
    state.results.push(loaded);
    let memref = p.resolve(memref, ty)?;
    state.operands.push(memref);
    state.operands.extend(indices);
    Ok(())
}

fn print_indices(p: &mut dyn OpPrinter, op: OpRef<'_>, first: usize) {
    p.operand(op.operand(first));
    p.text("[");
    if let Some(applied) = indices(op, first) {
        print_map_of_values(p, &applied);
    }
    p.text("]");
}

fn print_load(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    print_indices(p, op, 0);
    p.attr_dict(op, &["map"]);
    p.text(" : ");
    p.ty(op.operand_type(0));
}

fn print_vector_load(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    print_load(p, op);
    p.text(", ");
    p.ty(op.result_type(0));
}

fn parse_store(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    parse_stored(p, state, parse_memref_type)
}

fn parse_vector_store(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    parse_stored(p, state, parse_memref_and_vector_type)
}

fn parse_stored(p: &mut dyn OpParser, state: &mut OperationState, types: ParseTypes) -> Fallible {
    let value = p.operand()?;
    p.punct(",")?;
    let memref = p.operand()?;
    let indices = parse_indices(p, state)?;
    p.attr_dict(state)?;
    let (ty, stored) = types(p)?;
    for (operand, ty) in [(value, stored), (memref, ty)] {
        let value = p.resolve(operand, ty)?;
        state.operands.push(value);
    }
    state.operands.extend(indices);
    Ok(())
}

fn print_store(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    p.text(" ");
    p.operand(op.operand(0));
    p.text(", ");
    print_indices(p, op, 1);
    p.attr_dict(op, &["map"]);
    p.text(" : ");
    p.ty(op.operand_type(1));
}

fn print_vector_store(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    print_store(p, op);
    p.text(", ");
    p.ty(op.operand_type(0));
}

fn keyword(p: &mut dyn OpParser, words: [&str; 2], message: &str) -> Fallible<bool> {
    let at = p.position();
    let Some(word) = p.any_keyword() else {
        return Err(p.error(at, "expected valid keyword"));
    };
    match words.iter().position(|&other| other == word) {
        Some(index) => Ok(index == 1),
        None => Err(p.error(p.name_position(), message)),
    }
}

fn parse_prefetch(p: &mut dyn OpParser, state: &mut OperationState) -> Fallible {
    let memref = p.operand()?;
    let indices = parse_indices(p, state)?;
    p.punct(",")?;
    let is_write = keyword(p, ["read", "write"], "rw specifier has to be 'read' or 'write'")?;
    p.punct(",")?;
    p.keyword("locality")?;
    p.punct("<")?;
    let locality = p.attribute(Some(Type::I32))?;
    p.punct(">")?;
    p.punct(",")?;
    let is_data = keyword(p, ["instr", "data"], "cache type has to be 'data' or 'instr'")?;
    p.attr_dict(state)?;
    let (ty, _) = parse_memref_type(p)?;
    let memref = p.resolve(memref, ty)?;
    state.operands.push(memref);
    state.operands.extend(indices);
    for (name, value) in [
        ("isWrite", Attribute::bool(is_write)),
        ("localityHint", locality),
        ("isDataCache", Attribute::bool(is_data)),
    ] {
        state.properties = p.ctx().dict_with(state.properties, name, Some(value));
    }
    Ok(())
}

fn print_prefetch(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = PrefetchOp(op);
    p.text(" ");
    print_indices(p, op, 0);
    let is = |flag: Option<Attribute>| flag == Some(Attribute::TRUE);
    p.text(if is(view.isWrite()) { ", write" } else { ", read" });
    let locality = view.localityHint().and_then(|hint| hint.as_i64(op.ctx));
    p.text(&format!(", locality<{}>, ", locality.unwrap_or_default()));
    p.text(if is(view.isDataCache()) { "data" } else { "instr" });
    p.attr_dict(op, &["map", "localityHint", "isWrite", "isDataCache"]);
    p.text(" : ");
    p.ty(op.operand_type(0));
}

fn verify_access(op: OpRef<'_>, first: usize) -> Fallible {
    let Some(applied) = indices(op, first) else {
        return Ok(());
    };
    let rank = op.operand_type(first).shape(op.ctx).map_or(0, <[i64]>::len);
    if applied.map.num_results() != rank {
        return Err(op.error("affine map num results must equal memref rank"));
    }
    if applied.operands.len() != applied.map.num_inputs() as usize {
        return Err(op.error("expects as many subscripts as affine map inputs"));
    }
    verify(op, &applied.operands, applied.map.num_dims() as usize)
}

fn verify_load(op: OpRef<'_>) -> Fallible {
    if memref_element(op.ctx, op.operand_type(0)) != Some(op.result_type(0)) {
        return Err(op.error("result type must match element type of memref"));
    }
    verify_access(op, 0)
}

fn verify_store(op: OpRef<'_>) -> Fallible {
    if memref_element(op.ctx, op.operand_type(1)) != Some(op.operand_type(0)) {
        return Err(op.error("value to store must have the same type as memref element type"));
    }
    verify_access(op, 1)
}

/// Whether memory has elements of the type that a vector has.
fn verify_vector(op: OpRef<'_>, memref: usize, vector: Type) -> Fallible {
    if memref_element(op.ctx, op.operand_type(memref)) != Some(vector.element_or_self(op.ctx)) {
        return Err(op.error("requires memref and vector types of the same elemental type"));
    }
    Ok(())
}

fn verify_vector_load(op: OpRef<'_>) -> Fallible {
    verify_access(op, 0)?;
    verify_vector(op, 0, op.result_type(0))
}

fn verify_vector_store(op: OpRef<'_>) -> Fallible {
    verify_access(op, 1)?;
    verify_vector(op, 1, op.operand_type(0))
}

fn verify_prefetch(op: OpRef<'_>) -> Fallible {
    verify_access(op, 0)
}
