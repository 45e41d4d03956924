// RUN: --async-runtime-ref-counting
// References are dropped behind the last use, and taken for users that may outlive this one.

func.func private @consume(!async.token)

func.func @never_used() {
  %token = async.runtime.create : !async.token
  return
}

func.func @used_once() {
  %token = async.runtime.create : !async.token
  async.runtime.await %token : !async.token
  return
}

// A call takes a reference of its own.
func.func @called(%token: !async.token) {
  call @consume(%token) : (!async.token) -> ()
  return
}

func.func @returned() -> !async.token {
  %token = async.runtime.create : !async.token
  return %token : !async.token
}

// Behind the use in one branch, at the start of the other.
func.func @in_a_branch(%c: i1) {
  %token = async.runtime.create : !async.token
  cf.cond_br %c, ^use, ^leave
^use:
  async.runtime.await %token : !async.token
  cf.br ^leave
^leave:
  return
}

// The loop uses it again and again; it is dropped behind the loop.
func.func @in_a_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %value = async.runtime.create : !async.value<f32>
  scf.for %i = %c0 to %n step %c1 {
    async.runtime.await %value : !async.value<f32>
  }
  return
}

// A group holds a reference of its own.
func.func @in_a_group() {
  %group_size = arith.constant 1 : index
  %group = async.runtime.create_group %group_size : !async.group
  %token = async.runtime.create : !async.token
  %rank = async.runtime.add_to_group %token, %group : !async.token
  async.runtime.await %group : !async.group
  return
}
