// A loop that yields a constant, and whose result is written later.

#id = affine_map<(d0) -> (d0)>
#rev = affine_map<(d0) -> (7 - d0)>

func.func private @body(%a: tensor<8xf32>, %b: tensor<8xf32>, %f: f32, %i: index, %cond: i1, %n: index) -> (tensor<8xf32>, tensor<8xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %v1:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%b : tensor<8xf32>) outs(%a, %b : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %x, %y : f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>)
  %v2:2 = scf.for %iv2 = %c0 to %n step %c1 iter_args(%v3 = %v1#1, %v4 = %v1#0) -> (tensor<8xf32>, tensor<8xf32>) {
    %v5, %wv5 = scf.while (%v6 = %a, %kv5 = %c0) : (tensor<8xf32>, index) -> (tensor<8xf32>, index) {
      %pv5 = arith.cmpi slt, %kv5, %c3 : index
      scf.condition(%pv5) %v6, %kv5 : tensor<8xf32>, index
    } do {
    ^bb0(%v7: tensor<8xf32>, %qv5: index):
      %v8:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%v1#1 : tensor<8xf32>) outs(%v1#0, %v1#1 : tensor<8xf32>, tensor<8xf32>) {
      ^bb0(%x: f32, %y: f32, %z: f32):
        linalg.yield %x, %y : f32, f32
      } -> (tensor<8xf32>, tensor<8xf32>)
      %v9 = tensor.insert %f into %v8#1[%qv5] : tensor<8xf32>
      %v10 = arith.select %cond, %v7, %v8#0 : tensor<8xf32>
      %gv5 = arith.addi %qv5, %c1 : index
      scf.yield %v10, %gv5 : tensor<8xf32>, index
    }
    %v11 = tensor.insert %f into %v1#1[%c1] : tensor<8xf32>
    %v12 = arith.constant dense<2.0> : tensor<8xf32>
    %v13 = arith.select %cond, %v4, %v1#1 : tensor<8xf32>
    scf.yield %v12, %v13 : tensor<8xf32>, tensor<8xf32>
  }
  %v15 = tensor.extract_slice %v1#1[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %v16 = linalg.fill ins(%f : f32) outs(%v15 : tensor<4xf32>) -> tensor<4xf32>
  %v14 = tensor.insert_slice %v16 into %v1#1[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %v17 = linalg.generic {indexing_maps = [#rev, #id], iterator_types = ["parallel"]} ins(%v1#0 : tensor<8xf32>) outs(%v2#0 : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %v18:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%v14 : tensor<8xf32>) outs(%v17, %v14 : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %x, %y : f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>)
  return %v18#0, %v18#0, %f : tensor<8xf32>, tensor<8xf32>, f32
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = arith.constant dense<[1.0,2.0,4.0,8.0,16.0,32.0,64.0,128.0]> : tensor<8xf32>
  %b = arith.constant dense<[0.5,0.25,0.125,3.0,5.0,7.0,11.0,13.0]> : tensor<8xf32>
  %f = arith.constant 0.75 : f32
  %cond = arith.constant true
  %i = arith.constant 7 : index
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
