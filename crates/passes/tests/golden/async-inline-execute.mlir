// RUN: --async-inline-execute
// Unlike MLIR: it has no such pass.

func.func private @known_elsewhere()
func.func @adds(%a: i64) -> i64 {
  %sum = arith.addi %a, %a : i64
  return %sum : i64
}

// Awaited at once, by token and value; what it yields stands for what is awaited, wherever that is.
func.func @at_once(%a: i64) -> i64 {
  %token, %value = async.execute -> !async.value<i64> {
    %sum = func.call @adds(%a) : (i64) -> i64
    async.yield %sum : i64
  }
  async.await %token : !async.token
  cf.br ^behind
^behind:
  %result = async.await %value : !async.value<i64>
  return %result : i64
}

// The last of several; the others have its work to run beside.
func.func @last(%a: memref<i64>, %b: memref<i64>, %n: i64) {
  %first = async.execute {
    memref.store %n, %a[] : memref<i64>
    async.yield
  }
  %second = async.execute {
    memref.store %n, %b[] : memref<i64>
    async.yield
  }
  async.await %first : !async.token
  async.await %second : !async.token
  return
}

// An inner one first, which leaves the outer one nothing to await.
func.func @nested(%a: memref<i64>, %n: i64) {
  %outer = async.execute {
    %inner = async.execute {
      memref.store %n, %a[] : memref<i64>
      async.yield
    }
    async.await %inner : !async.token
    async.yield
  }
  async.await %outer : !async.token
  return
}

// In front of the await something is done beside it.
func.func @beside(%a: memref<i64>, %b: memref<i64>, %n: i64) {
  %token = async.execute {
    memref.store %n, %a[] : memref<i64>
    async.yield
  }
  memref.store %n, %b[] : memref<i64>
  async.await %token : !async.token
  return
}

// Another task waits for the token.
func.func @escapes(%a: memref<i64>, %n: i64) {
  %token = async.execute {
    memref.store %n, %a[] : memref<i64>
    async.yield
  }
  %next = async.execute [%token] {
    memref.store %n, %a[] : memref<i64>
    async.yield
  }
  async.await %next : !async.token
  return
}

// It waits for another one.
func.func @depends(%before: !async.token, %a: memref<i64>, %n: i64) {
  %token = async.execute [%before] {
    memref.store %n, %a[] : memref<i64>
    async.yield
  }
  async.await %token : !async.token
  return
}

// It may fail: by itself, or in what it calls.
func.func @fails(%flag: i1) {
  %token = async.execute {
    cf.assert %flag, "wrong"
    async.yield
  }
  async.await %token : !async.token
  return
}
func.func @calls_what_fails(%flag: i1) {
  %token = async.execute {
    func.call @fails(%flag) : (i1) -> ()
    async.yield
  }
  async.await %token : !async.token
  return
}

// It calls what is not known here, directly or not.
func.func @calls_elsewhere() {
  %token = async.execute {
    func.call @known_elsewhere() : () -> ()
    async.yield
  }
  async.await %token : !async.token
  return
}
func.func @calls_anything(%function: (i64) -> i64, %a: i64) {
  %token = async.execute {
    %result = func.call_indirect %function(%a) : (i64) -> i64
    async.yield
  }
  async.await %token : !async.token
  return
}

// Calls may not be nested as deep as awaits.
func.func @leads_back(%n: i64) {
  %token = async.execute {
    func.call @goes_on(%n) : (i64) -> ()
    async.yield
  }
  async.await %token : !async.token
  return
}
func.func @goes_on(%n: i64) {
  call @leads_back(%n) : (i64) -> ()
  return
}

// Its memory goes when it ends.
func.func @has_memory(%n: i64) -> i64 {
  %token, %value = async.execute -> !async.value<i64> {
    %memory = memref.alloca() : memref<i64>
    memref.store %n, %memory[] : memref<i64>
    %loaded = memref.load %memory[] : memref<i64>
    async.yield %loaded : i64
  }
  %result = async.await %value : !async.value<i64>
  return %result : i64
}
