// RUN: --convert-func-to-llvm=index-bitwidth=32

func.func @indices(%i: index, %m: memref<?xindex>, %u: memref<*xi8>) -> (index, memref<?xindex>, memref<*xi8>) {
  return %i, %m, %u : index, memref<?xindex>, memref<*xi8>
}
