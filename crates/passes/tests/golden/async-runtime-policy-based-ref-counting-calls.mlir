// RUN: --async-runtime-policy-based-ref-counting

func.func private @unknown(!async.token)

// Neither function drops a reference to what it is passed.
func.func @waits(%token: !async.token) {
  async.runtime.await %token : !async.token
  return
}

func.func @passes_on(%token: !async.token) {
  call @waits(%token) : (!async.token) -> ()
  return
}

// So whoever calls them goes on with the reference.
func.func @keeps(%n: index) -> i1 {
  %token = async.runtime.create : !async.token
  call @waits(%token) : (!async.token) -> ()
  call @passes_on(%token) : (!async.token) -> ()
  %failed = async.runtime.is_error %token : !async.token
  return %failed : i1
}

// The group is borrowed all the way down.
func.func @splits(%group: !async.group, %n: index) {
  %zero = index.constant 0
  %more = index.cmp ugt(%n, %zero)
  cf.cond_br %more, ^more, ^end
^more:
  %two = index.constant 2
  %half = index.divu %n, %two
  %token = async.runtime.create : !async.token
  %rank = async.runtime.add_to_group %token, %group : !async.token
  func.call @splits(%group, %half) : (!async.group, index) -> ()
  cf.br ^end
^end:
  return
}

func.func @waits_for_all(%n: index) -> i1 {
  %group = async.runtime.create_group %n : !async.group
  call @splits(%group, %n) : (!async.group, index) -> ()
  async.runtime.await %group : !async.group
  %failed = async.runtime.is_error %group : !async.group
  return %failed : i1
}

// This one drops a reference, so its caller has none left.
func.func @takes(%token: !async.token) -> i1 {
  %failed = async.runtime.is_error %token : !async.token
  return %failed : i1
}

func.func @gives() -> i1 {
  %token = async.runtime.create : !async.token
  %failed = call @takes(%token) : (!async.token) -> i1
  return %failed : i1
}

// Nothing is known of the callee. It borrows what is used afterwards, and takes what is not.
func.func @goes_on() -> i1 {
  %token = async.runtime.create : !async.token
  call @unknown(%token) : (!async.token) -> ()
  %failed = async.runtime.is_error %token : !async.token
  return %failed : i1
}

func.func @ends() {
  %token = async.runtime.create : !async.token
  call @unknown(%token) : (!async.token) -> ()
  return
}
