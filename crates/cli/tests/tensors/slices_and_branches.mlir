// Parts of tensors, loops and branches, made at random.

#id = affine_map<(d0) -> (d0)>
#rev = affine_map<(d0) -> (7 - d0)>

func.func private @g0(%a: tensor<8xf32>, %b: tensor<8xf32>, %f: f32, %i: index, %cond: i1, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %v1, %wv1 = scf.while (%v2 = %b, %kv1 = %c0) : (tensor<8xf32>, index) -> (tensor<8xf32>, index) {
    %pv1 = arith.cmpi slt, %kv1, %c3 : index
    scf.condition(%pv1) %v2, %kv1 : tensor<8xf32>, index
  } do {
  ^bb0(%v3: tensor<8xf32>, %qv1: index):
    %v4 = scf.for %iv4 = %c0 to %c4 step %c1 iter_args(%v5 = %a) -> (tensor<8xf32>) {
      %v6 = tensor.extract_slice %v5[%iv4] [2] [1] : tensor<8xf32> to tensor<2xf32>
      %v7 = linalg.fill ins(%f : f32) outs(%v6 : tensor<2xf32>) -> tensor<2xf32>
      %v8 = tensor.insert_slice %v7 into %v5[%iv4] [2] [1] : tensor<2xf32> into tensor<8xf32>
      scf.yield %v8 : tensor<8xf32>
    }
    %gv1 = arith.addi %qv1, %c1 : index
    scf.yield %v4, %gv1 : tensor<8xf32>, index
  }
  %v9 = arith.select %cond, %b, %a : tensor<8xf32>
  return %b : tensor<8xf32>
}
func.func private @g1(%a: tensor<8xf32>, %b: tensor<8xf32>, %f: f32, %i: index, %cond: i1, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %v10 = func.call @g0(%b, %b, %f, %c0, %cond, %n) : (tensor<8xf32>, tensor<8xf32>, f32, index, i1, index) -> tensor<8xf32>
  return %a : tensor<8xf32>
}
func.func private @body(%a: tensor<8xf32>, %b: tensor<8xf32>, %f: f32, %i: index, %cond: i1, %n: index) -> (tensor<8xf32>, tensor<8xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %v11 = func.call @g1(%b, %b, %f, %c3, %cond, %n) : (tensor<8xf32>, tensor<8xf32>, f32, index, i1, index) -> tensor<8xf32>
  %v13 = tensor.empty() : tensor<8xf32>
  %v12 = linalg.fill ins(%f : f32) outs(%v13 : tensor<8xf32>) -> tensor<8xf32>
  %v14 = linalg.fill ins(%f : f32) outs(%v12 : tensor<8xf32>) -> tensor<8xf32>
  %v15 = tensor.insert %f into %a[%c1] : tensor<8xf32>
  %v16 = tensor.insert %f into %a[%c1] : tensor<8xf32>
  %v17:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%v12 : tensor<8xf32>) outs(%v11, %v12 : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %x, %y : f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>)
  %v18 = scf.for %iv18 = %c0 to %c0 step %c1 iter_args(%v19 = %v17#0) -> (tensor<8xf32>) {
    %v20 = scf.for %iv20 = %c0 to %c4 step %c1 iter_args(%v21 = %v16) -> (tensor<8xf32>) {
      %v22 = tensor.extract_slice %v21[%iv20] [2] [1] : tensor<8xf32> to tensor<2xf32>
      %v23 = linalg.fill ins(%f : f32) outs(%v22 : tensor<2xf32>) -> tensor<2xf32>
      %v24 = tensor.insert_slice %v23 into %v21[%iv20] [2] [1] : tensor<2xf32> into tensor<8xf32>
      scf.yield %v24 : tensor<8xf32>
    }
    %v25 = linalg.fill ins(%f : f32) outs(%v17#1 : tensor<8xf32>) -> tensor<8xf32>
    %v26, %wv26 = scf.while (%v27 = %v17#0, %kv26 = %c0) : (tensor<8xf32>, index) -> (tensor<8xf32>, index) {
      %pv26 = arith.cmpi slt, %kv26, %c3 : index
      scf.condition(%pv26) %v27, %kv26 : tensor<8xf32>, index
    } do {
    ^bb0(%v28: tensor<8xf32>, %qv26: index):
      %v29 = arith.constant dense<[1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0]> : tensor<8xf32>
      %gv26 = arith.addi %qv26, %c1 : index
      scf.yield %v29, %gv26 : tensor<8xf32>, index
    }
    %v30:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%v19 : tensor<8xf32>) outs(%v17#1, %v19 : tensor<8xf32>, tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      linalg.yield %x, %y : f32, f32
    } -> (tensor<8xf32>, tensor<8xf32>)
    scf.yield %v26 : tensor<8xf32>
  }
  return %v17#0, %v14, %f : tensor<8xf32>, tensor<8xf32>, f32
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = arith.constant dense<[1.0,2.0,4.0,8.0,16.0,32.0,64.0,128.0]> : tensor<8xf32>
  %b = arith.constant dense<[0.5,0.25,0.125,3.0,5.0,7.0,11.0,13.0]> : tensor<8xf32>
  %f = arith.constant 0.75 : f32
  %cond = arith.constant true
  %i = arith.constant 5 : index
  %n = arith.constant 2 : index
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
