// A loop that yields the same tensor for two results, of which one is written later.

#id = affine_map<(d0) -> (d0)>
#rev = affine_map<(d0) -> (7 - d0)>

func.func private @body(%a: tensor<8xf32>, %b: tensor<8xf32>, %f: f32, %i: index, %cond: i1, %n: index) -> (tensor<8xf32>, tensor<8xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %v1 = scf.forall (%iv1) in (4) shared_outs(%v2 = %b) -> (tensor<8xf32>) {
    %jv1 = arith.muli %iv1, %c2 : index
    %v5 = linalg.add ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    %v6 = arith.constant dense<[1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0]> : tensor<8xf32>
    %v3 = tensor.extract_slice %v2[%jv1] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %v4 = tensor.insert %f into %v3[%c1] : tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v4 into %v2[%jv1] [2] [1] : tensor<2xf32> into tensor<8xf32>
    }
  }
  %v7 = scf.for %iv7 = %c0 to %n step %c1 iter_args(%v8 = %a) -> (tensor<8xf32>) {
    %v9 = linalg.generic {indexing_maps = [#rev, #id], iterator_types = ["parallel"]} ins(%v8 : tensor<8xf32>) outs(%v1 : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32):
      linalg.yield %x : f32
    } -> tensor<8xf32>
    %v10 = tensor.extract %v9[%iv7] : tensor<8xf32>
    scf.yield %v1 : tensor<8xf32>
  }
  %v11 = linalg.fill ins(%f : f32) outs(%v1 : tensor<8xf32>) -> tensor<8xf32>
  %v12:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%b : tensor<8xf32>) outs(%v11, %v11 : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %x, %y : f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>)
  %v13:2 = scf.for %iv13 = %c0 to %n step %c1 iter_args(%v14 = %v12#0, %v15 = %v1) -> (tensor<8xf32>, tensor<8xf32>) {
    %v16, %wv16 = scf.while (%v17 = %a, %kv16 = %c0) : (tensor<8xf32>, index) -> (tensor<8xf32>, index) {
      %pv16 = arith.cmpi slt, %kv16, %c3 : index
      scf.condition(%pv16) %v17, %kv16 : tensor<8xf32>, index
    } do {
    ^bb0(%v18: tensor<8xf32>, %qv16: index):
      %v19 = tensor.extract %v11[%i] : tensor<8xf32>
      %gv16 = arith.addi %qv16, %c1 : index
      scf.yield %v15, %gv16 : tensor<8xf32>, index
    }
    scf.yield %v16, %v16 : tensor<8xf32>, tensor<8xf32>
  }
  %v20 = scf.for %iv20 = %c0 to %c3 step %c1 iter_args(%v21 = %v11) -> (tensor<8xf32>) {
    %v22 = linalg.fill ins(%f : f32) outs(%v13#1 : tensor<8xf32>) -> tensor<8xf32>
    %v23 = bufferization.alloc_tensor() copy(%v1) : tensor<8xf32>
    %v24 = linalg.add ins(%v13#0, %v22 : tensor<8xf32>, tensor<8xf32>) outs(%v22 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %v24 : tensor<8xf32>
  }
  return %v13#0, %v20, %f : tensor<8xf32>, tensor<8xf32>, f32
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = arith.constant dense<[1.0,2.0,4.0,8.0,16.0,32.0,64.0,128.0]> : tensor<8xf32>
  %b = arith.constant dense<[0.5,0.25,0.125,3.0,5.0,7.0,11.0,13.0]> : tensor<8xf32>
  %f = arith.constant 0.75 : f32
  %cond = arith.constant true
  %i = arith.constant 1 : index
  %n = arith.constant 1 : index
  %r:3 = func.call @body(%a, %b, %f, %i, %cond, %n) : (tensor<8xf32>, tensor<8xf32>, f32, index, i1, index) -> (tensor<8xf32>, tensor<8xf32>, f32)
  scf.for %k = %c0 to %c8 step %c1 {
    %x = tensor.extract %r#0[%k] : tensor<8xf32>
    %y = tensor.extract %r#1[%k] : tensor<8xf32>
    %z = tensor.extract %a[%k] : tensor<8xf32>
    vector.print %x : f32
    vector.print %y : f32
    vector.print %z : f32
  }
  vector.print %r#2 : f32
  return
}
