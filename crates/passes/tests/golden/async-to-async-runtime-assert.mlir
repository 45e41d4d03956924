// RUN: --async-func-to-async-runtime --async-to-async-runtime
// Assertions in structured control flow of tasks; MLIR refuses these.

func.func @in_a_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = async.execute {
    scf.for %i = %c0 to %n step %c1 {
      %ok = arith.cmpi slt, %i, %c1 : index
      cf.assert %ok, "too many"
    }
    async.yield
  }
  async.await %t : !async.token
  return
}

async.func @in_an_if(%c: i1, %ok: i1) -> !async.token {
  scf.if %c {
    cf.assert %ok, "not now"
  }
  return
}

// Unlike MLIR: it splits the block of an assertion inside an op of scf, which makes the op invalid.
