// RUN: --async-runtime-policy-based-ref-counting
// Where single uses do not tell when an object is done with. MLIR drops too many or too few references here.

func.func @loaded_twice(%v: !async.value<f32>) {
  %0 = async.runtime.load %v : !async.value<f32>
  %1 = async.runtime.load %v : !async.value<f32>
  return
}

func.func @awaited_twice(%t: !async.token) {
  async.runtime.await %t : !async.token
  %0 = async.runtime.is_error %t : !async.token
  async.runtime.await %t : !async.token
  %1 = async.runtime.is_error %t : !async.token
  return
}

func.func @error_path(%v: !async.value<f32>) {
  async.runtime.await %v : !async.value<f32>
  %e = async.runtime.is_error %v : !async.value<f32>
  cf.cond_br %e, ^error, ^go
^error:
  return
^go:
  %0 = async.runtime.load %v : !async.value<f32>
  return
}

func.func @grouped_and_awaited(%t: !async.token, %g: !async.group) {
  %0 = async.runtime.add_to_group %t, %g : !async.token
  async.runtime.await %t : !async.token
  %1 = async.runtime.is_error %t : !async.token
  return
}

func.func @in_a_loop(%n: index, %t: !async.token) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    async.runtime.await %t : !async.token
    %e = async.runtime.is_error %t : !async.token
  }
  return
}

func.func @one_use_on_each_path(%c: i1, %t: !async.token) {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = async.runtime.is_error %t : !async.token
  return
^b:
  %1 = async.runtime.is_error %t : !async.token
  return
}

func.func @in_region(%token: !async.token, %c: i1) {
  scf.if %c {
    %0 = async.runtime.is_error %token : !async.token
    cf.assert %0, "error"
  }
  return
}

func.func @value_in_group(%value: !async.value<f32>, %group: !async.group) {
  %0 = async.runtime.add_to_group %value, %group : !async.value<f32>
  return
}

// Unlike MLIR: its pass drops a reference for each use, also where a value is used more than once.

func.func @takes(%t: !async.token) -> i1 {
  %0 = async.runtime.is_error %t : !async.token
  return %0 : i1
}

// The callee drops a reference, and so does this function.
func.func @gives_and_goes_on() -> i1 {
  %t = async.runtime.create : !async.token
  %0 = call @takes(%t) : (!async.token) -> i1
  %1 = async.runtime.is_error %t : !async.token
  return %1 : i1
}

func.func @waits(%t: !async.token) {
  async.runtime.await %t : !async.token
  return
}

// Liveness decides, and still the callee takes no reference over.
func.func @lends_and_awaits_twice() {
  %t = async.runtime.create : !async.token
  %0 = async.runtime.is_error %t : !async.token
  %1 = async.runtime.is_error %t : !async.token
  call @waits(%t) : (!async.token) -> ()
  return
}
