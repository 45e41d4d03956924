// A loop that yields what a loop in it has got from a constant.

#id = affine_map<(d0) -> (d0)>
#rev = affine_map<(d0) -> (7 - d0)>

func.func private @body(%a: tensor<8xf32>, %b: tensor<8xf32>, %f: f32, %i: index, %cond: i1, %n: index) -> (tensor<8xf32>, tensor<8xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %v1 = linalg.add ins(%a, %a : tensor<8xf32>, tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
  %v2 = scf.if %cond -> (tensor<8xf32>) {
    %v3 = arith.select %cond, %a, %v1 : tensor<8xf32>
    %v4 = scf.forall (%iv4) in (4) shared_outs(%v5 = %v1) -> (tensor<8xf32>) {
      %jv4 = arith.muli %iv4, %c2 : index
      %v6 = tensor.extract_slice %v5[%jv4] [2] [1] : tensor<8xf32> to tensor<2xf32>
      %v7 = tensor.insert %f into %v6[%c1] : tensor<2xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %v7 into %v5[%jv4] [2] [1] : tensor<2xf32> into tensor<8xf32>
      }
    }
    scf.yield %v3 : tensor<8xf32>
  } else {
    %v8 = tensor.insert %f into %b[%c0] : tensor<8xf32>
    scf.yield %b : tensor<8xf32>
  }
  %v10 = tensor.extract_slice %v2[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %v11 = tensor.insert %f into %v10[%c1] : tensor<4xf32>
  %v9 = tensor.insert_slice %v11 into %v2[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %v12 = scf.forall (%iv12) in (4) shared_outs(%v13 = %v1) -> (tensor<8xf32>) {
    %jv12 = arith.muli %iv12, %c2 : index
    %v16 = linalg.add ins(%a, %v2 : tensor<8xf32>, tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
    %v17 = bufferization.alloc_tensor() copy(%v1) : tensor<8xf32>
    %v14 = tensor.extract_slice %v1[%jv12] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %v15 = linalg.fill ins(%f : f32) outs(%v14 : tensor<2xf32>) -> tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v15 into %v13[%jv12] [2] [1] : tensor<2xf32> into tensor<8xf32>
    }
  }
  %v18:2 = scf.for %iv18 = %c0 to %c3 step %c1 iter_args(%v19 = %v9, %v20 = %v12) -> (tensor<8xf32>, tensor<8xf32>) {
    %v22 = tensor.extract_slice %v19[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %v23 = linalg.fill ins(%f : f32) outs(%v22 : tensor<4xf32>) -> tensor<4xf32>
    %v21 = tensor.insert_slice %v23 into %v19[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
    %v25 = tensor.extract_slice %v12[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %v26 = tensor.insert %f into %v25[%c1] : tensor<4xf32>
    %v27 = tensor.extract %v25[%c0] : tensor<4xf32>
    %v24 = tensor.insert_slice %v26 into %v12[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
    %v28:2 = scf.for %iv28 = %c0 to %c3 step %c1 iter_args(%v29 = %v12, %v30 = %v21) -> (tensor<8xf32>, tensor<8xf32>) {
      %v32 = tensor.empty() : tensor<8xf32>
      %v31 = linalg.fill ins(%v27 : f32) outs(%v32 : tensor<8xf32>) -> tensor<8xf32>
      %v34 = tensor.extract_slice %v2[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
      %v35 = linalg.fill ins(%f : f32) outs(%v34 : tensor<4xf32>) -> tensor<4xf32>
      %v33 = tensor.insert_slice %v35 into %v2[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
      %v36 = arith.constant dense<1.0> : tensor<8xf32>
      scf.yield %v36, %v31 : tensor<8xf32>, tensor<8xf32>
    }
    %v37 = linalg.fill ins(%v27 : f32) outs(%v28#1 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %v28#0, %v28#0 : tensor<8xf32>, tensor<8xf32>
  }
  %v38 = tensor.insert %f into %v1[%c0] : tensor<8xf32>
  %v40 = tensor.empty() : tensor<8xf32>
  %v39 = linalg.fill ins(%f : f32) outs(%v40 : tensor<8xf32>) -> tensor<8xf32>
  return %v38, %v12, %f : tensor<8xf32>, tensor<8xf32>, f32
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = arith.constant dense<[1.0,2.0,4.0,8.0,16.0,32.0,64.0,128.0]> : tensor<8xf32>
  %b = arith.constant dense<[0.5,0.25,0.125,3.0,5.0,7.0,11.0,13.0]> : tensor<8xf32>
  %f = arith.constant 0.75 : f32
  %cond = arith.constant false
  %i = arith.constant 2 : index
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
