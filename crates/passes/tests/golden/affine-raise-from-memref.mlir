// RUN: --affine-raise-from-memref

func.func @indices(%a: memref<?x?xf32>, %n: index, %m: index) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %last = arith.subi %n, %c2 : index
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %x = memref.load %a[%i, %j] : memref<?x?xf32>
      %twice = arith.muli %i, %c2 : index
      %sum = arith.addi %twice, %j : index
      %more = arith.addi %c3, %sum : index
      memref.store %x, %a[%more, %i] : memref<?x?xf32>
      %row = arith.muli %n, %i : index
      %place = arith.addi %row, %j : index
      memref.store %x, %a[%place, %last] : memref<?x?xf32>
      %y = memref.load %a[%c2, %n] : memref<?x?xf32>
      memref.store %y, %a[%j, %j] {nontemporal = true} : memref<?x?xf32>
    }
  }
  return
}

// These indices are not affine.
func.func @others(%a: memref<?xf32>, %indices: memref<?xindex>, %n: index) {
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to %n {
    %k = memref.load %indices[%i] : memref<?xindex>
    %x = memref.load %a[%k] : memref<?xf32>
    %next = arith.addi %k, %i : index
    memref.store %x, %a[%next] : memref<?xf32>
    %half = arith.divui %i, %n : index
    memref.store %x, %a[%half] : memref<?xf32>
    %less = arith.subi %i, %c1 : index
    memref.store %x, %a[%less] : memref<?xf32>
  }
  scf.for %i = %c1 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %a[%n] : memref<?xf32>
    affine.for %j = 0 to %n {
      memref.store %x, %a[%j] : memref<?xf32>
    }
  }
  return
}

func.func @elements(%a: memref<f32>, %b: memref<4xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %x = memref.load %a[] : memref<f32>
  memref.store %x, %a[] : memref<f32>
  %y = memref.load %b[%c1] : memref<4xi32>
  return %y : i32
}
