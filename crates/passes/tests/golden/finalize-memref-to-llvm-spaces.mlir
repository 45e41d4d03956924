// RUN: --finalize-memref-to-llvm

func.func @elsewhere(%m: memref<*xf32>) -> memref<*xf32, 1> {
  %0 = memref.memory_space_cast %m : memref<*xf32> to memref<*xf32, 1>
  return %0 : memref<*xf32, 1>
}

func.func @and_back(%m: memref<*xi8, 3>) -> (memref<*xi8>, index) {
  %0 = memref.memory_space_cast %m : memref<*xi8, 3> to memref<*xi8, 1>
  %1 = memref.memory_space_cast %0 : memref<*xi8, 1> to memref<*xi8>
  %rank = memref.rank %1 : memref<*xi8>
  return %1, %rank : memref<*xi8>, index
}
