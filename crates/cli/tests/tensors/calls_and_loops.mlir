// Calls, loops and branches, made at random.

#id = affine_map<(d0) -> (d0)>
#rev = affine_map<(d0) -> (7 - d0)>

func.func private @g0(%a: tensor<8xf32>, %b: tensor<8xf32>, %f: f32, %i: index, %cond: i1, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %v1 = scf.for %iv1 = %c0 to %c4 step %c1 iter_args(%v2 = %a) -> (tensor<8xf32>) {
    %v3 = tensor.extract_slice %v2[%iv1] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %v4 = linalg.fill ins(%f : f32) outs(%v3 : tensor<2xf32>) -> tensor<2xf32>
    %v5 = tensor.insert_slice %v4 into %v2[%iv1] [2] [1] : tensor<2xf32> into tensor<8xf32>
    scf.yield %v5 : tensor<8xf32>
  }
  %v6 = tensor.insert %f into %v1[%c3] : tensor<8xf32>
  %v8 = tensor.empty() : tensor<8xf32>
  %v7 = linalg.fill ins(%f : f32) outs(%v8 : tensor<8xf32>) -> tensor<8xf32>
  return %v7 : tensor<8xf32>
}
func.func private @body(%a: tensor<8xf32>, %b: tensor<8xf32>, %f: f32, %i: index, %cond: i1, %n: index) -> (tensor<8xf32>, tensor<8xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %v9:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%b : tensor<8xf32>) outs(%a, %a : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %x, %y : f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>)
  %v10 = linalg.fill ins(%f : f32) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  %v11 = tensor.insert %f into %v10[%c0] : tensor<8xf32>
  %v12 = linalg.fill ins(%f : f32) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  %v13 = scf.forall (%iv13) in (4) shared_outs(%v14 = %v10) -> (tensor<8xf32>) {
    %jv13 = arith.muli %iv13, %c2 : index
    %v17 = bufferization.alloc_tensor() copy(%v9#0) : tensor<8xf32>
    %v15 = tensor.extract_slice %v14[%jv13] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %v16 = linalg.fill ins(%f : f32) outs(%v15 : tensor<2xf32>) -> tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v16 into %v14[%jv13] [2] [1] : tensor<2xf32> into tensor<8xf32>
    }
  }
  %v18 = scf.if %cond -> (tensor<8xf32>) {
    %v19:2 = scf.for %iv19 = %c0 to %c0 step %c1 iter_args(%v20 = %v12, %v21 = %v9#1) -> (tensor<8xf32>, tensor<8xf32>) {
      %v23 = tensor.extract_slice %v12[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
      %v24 = linalg.fill ins(%f : f32) outs(%v23 : tensor<4xf32>) -> tensor<4xf32>
      %v22 = tensor.insert_slice %v24 into %v12[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
      %v25 = linalg.add ins(%v21, %v12 : tensor<8xf32>, tensor<8xf32>) outs(%v12 : tensor<8xf32>) -> tensor<8xf32>
      %v26 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%v13 : tensor<8xf32>) outs(%v25 : tensor<8xf32>) {
      ^bb0(%x: f32, %y: f32):
        linalg.yield %x : f32
      } -> tensor<8xf32>
      scf.yield %v22, %v22 : tensor<8xf32>, tensor<8xf32>
    }
    %v27 = linalg.fill ins(%f : f32) outs(%v13 : tensor<8xf32>) -> tensor<8xf32>
    %v28:2 = scf.for %iv28 = %c0 to %c0 step %c1 iter_args(%v29 = %v12, %v30 = %v19#0) -> (tensor<8xf32>, tensor<8xf32>) {
      %v31:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%v29 : tensor<8xf32>) outs(%v19#1, %v30 : tensor<8xf32>, tensor<8xf32>) {
      ^bb0(%x: f32, %y: f32, %z: f32):
        linalg.yield %x, %y : f32, f32
      } -> (tensor<8xf32>, tensor<8xf32>)
      %v33 = tensor.extract_slice %v29[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
      %v34 = tensor.insert %f into %v33[%c1] : tensor<4xf32>
      %v35 = tensor.extract %v33[%c0] : tensor<4xf32>
      %v32 = tensor.insert_slice %v34 into %v29[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
      %v36 = tensor.insert %f into %v29[%c1] : tensor<8xf32>
      scf.yield %v36, %v36 : tensor<8xf32>, tensor<8xf32>
    }
    scf.yield %v27 : tensor<8xf32>
  } else {
    scf.yield %v12 : tensor<8xf32>
  }
  %v37 = linalg.add ins(%v11, %v18 : tensor<8xf32>, tensor<8xf32>) outs(%v12 : tensor<8xf32>) -> tensor<8xf32>
  %v38 = linalg.add ins(%v18, %v9#0 : tensor<8xf32>, tensor<8xf32>) outs(%v37 : tensor<8xf32>) -> tensor<8xf32>
  return %v18, %v10, %f : tensor<8xf32>, tensor<8xf32>, f32
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = arith.constant dense<[1.0,2.0,4.0,8.0,16.0,32.0,64.0,128.0]> : tensor<8xf32>
  %b = arith.constant dense<[0.5,0.25,0.125,3.0,5.0,7.0,11.0,13.0]> : tensor<8xf32>
  %f = arith.constant 0.75 : f32
  %cond = arith.constant false
  %i = arith.constant 4 : index
  %n = arith.constant 0 : index
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
