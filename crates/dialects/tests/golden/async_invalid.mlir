// Wrong programs and what is said about them.

// expected-error @+1 {{'async.func' op result is expected to be at least of size 1, but got 0}}
async.func @a() {
  return
}

// -----

// expected-error @+1 {{'async.func' op result type must be async value type or async token type, but got 'i32'}}
async.func @a() -> i32 {
  return
}

// -----

// expected-error @+1 {{'async.func' op  results' (optional) async token type is expected to appear as the 1st return value, but got 2}}
async.func @a() -> (!async.value<i32>, !async.token) {
  %0 = arith.constant 1 : i32
  return %0 : i32
}

// -----

async.func @a(%a: f32) -> !async.value<i32> {
  // expected-error @+1 {{'async.return' op operand types do not match the types returned from the parent FuncOp}}
  return %a : f32
}

// -----

async.func @a(%a: f32) -> !async.token {
  // expected-error @+1 {{'async.return' op operand types do not match the types returned from the parent FuncOp}}
  return %a : f32
}

// -----

func.func @f() {
  // expected-error @+1 {{'async.call' op 'g' does not reference a valid async function}}
  %0 = async.call @g() : () -> !async.token
  return
}

// -----

async.func private @g(i32) -> !async.token
func.func @f() {
  // expected-error @+1 {{'async.call' op incorrect number of operands for callee}}
  %0 = async.call @g() : () -> !async.token
  return
}

// -----

async.func private @g(i32) -> !async.token
func.func @f(%a: f32) {
  // expected-error @+1 {{'async.call' op operand type mismatch: expected operand type 'i32', but provided 'f32' for operand number 0}}
  %0 = async.call @g(%a) : (f32) -> !async.token
  return
}

// -----

async.func private @g(i32) -> !async.token
func.func @f(%a: i32) {
  // expected-error @+1 {{'async.call' op incorrect number of results for callee}}
  async.call @g(%a) : (i32) -> ()
  return
}

// -----

async.func private @g(i32) -> !async.token
func.func @f(%a: i32) {
  // expected-error @+3 {{'async.call' op result type mismatch at index 0}}
  // expected-note @+2 {{      op result types: '!async.value<f32>'}}
  // expected-note @+1 {{function result types: '!async.token'}}
  async.call @g(%a) : (i32) -> (!async.value<f32>)
  return
}

// -----

func.func private @g(i32) -> !async.token
func.func @f(%a: i32) {
  // expected-error @+1 {{'async.call' op 'g' does not reference a valid async function}}
  async.call @g(%a) : (i32) -> (!async.value<f32>)
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'async.await' op operand #0 must be async value type or async token type, but got 'i32'}}
  async.await %a : i32
  return
}

// -----

func.func @f(%a: !async.token) {
  // expected-error @+1 {{'async.await' op awaiting on a token must have empty result}}
  %0 = "async.await"(%a) : (!async.token) -> i32
  return
}

// -----

func.func @f(%a: !async.value<i32>) {
  // expected-error @+1 {{'async.await' op result type 'f32' does not match async value type 'i32'}}
  %0 = "async.await"(%a) : (!async.value<i32>) -> f32
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @f(%a: !async.value<i32>) {
  // expected-error @+1 {{use of value '%a' expects different type than prior uses: '!async.value<f32>' vs '!async.value<i32>'}}
  %0 = async.execute (%a as %b: !async.value<f32>) {
    async.yield
  }
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @f(%a: !async.value<i32>) {
  // expected-error @+1 {{use of value '%a' expects different type than prior uses: 'i32' vs '!async.value<i32>'}}
  %0 = async.execute (%a as %b: i32) {
    async.yield
  }
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @f(%a: !async.value<i32>) {
  // expected-error @+1 {{use of value '%a' expects different type than prior uses: '!async.token' vs '!async.value<i32>'}}
  %0 = async.execute [%a] {
    async.yield
  }
  return
}

// -----

func.func @f(%a: i32) {
  %0,
  // expected-error @+1 {{'async.execute' op along control flow edge from Operation async.yield to parent: successor operand type #0 'i32' should match successor input type #0 '!async.value<f32>'}}
  %1 = async.execute -> !async.value<f32> {
    // expected-note @+1 {{region branch point}}
    async.yield %a : i32
  }
  return
}

// -----

func.func @f(%a: i32) {
  %0,
  // expected-error @+1 {{'async.execute' op along control flow edge from Operation async.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  %1 = async.execute -> !async.value<f32> {
    // expected-note @+1 {{region branch point}}
    async.yield
  }
  return
}

// -----

func.func @f(%a: i32) {
  %0,
  // expected-error @+1 {{'async.execute' op result #1 must be variadic of async value type, but got 'i32'}}
  %1 = async.execute -> i32 {
    async.yield %a : i32
  }
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+2 {{'async.execute' op expects regions to end with 'async.yield', found 'foo.bar'}}
  // expected-note @+1 {{in custom textual format, the absence of terminator implies 'async.yield'}}
  %0 = async.execute {
    "foo.bar"() : () -> ()
  }
  return
}

// -----

func.func @f(%a: !async.value<i32>) {
  // expected-error @+2 {{'async.execute' op along control flow edge from parent to Region #0: successor operand type #0 '!async.value<i32>' should match successor input type #0 'f32'}}
  // expected-note @+1 {{region branch point}}
  %0 = "async.execute"(%a) <{operandSegmentSizes=array<i32: 0, 1>}> ({
  ^bb0(%q: f32):
    async.yield
  }) : (!async.value<i32>) -> !async.token
  return
}

// -----

func.func @f(%a: !async.value<i32>) {
  // expected-error @+2 {{'async.execute' op along control flow edge from parent to Region #0: region branch point has 1 operands, but region successor needs 0 inputs}}
  // expected-note @+1 {{region branch point}}
  %0 = "async.execute"(%a) <{operandSegmentSizes=array<i32: 0, 1>}> ({
    async.yield
  }) : (!async.value<i32>) -> !async.token
  return
}

// -----

func.func @f(%a: !async.value<i32>) {
  // expected-error @+1 {{'async.runtime.add_ref' op requires attribute 'count'}}
  "async.runtime.add_ref"(%a)  : (!async.value<i32>) -> ()
  return
}

// -----

func.func @f(%a: !async.value<i32>) {
  // expected-error @+1 {{'async.runtime.add_ref' op attribute 'count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  async.runtime.add_ref %a {count = 0 : i64} : !async.value<i32>
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @f(%a: !async.value<i32>, %b: f32) {
  // expected-error @+1 {{use of value '%b' expects different type than prior uses: 'i32' vs 'f32'}}
  async.runtime.store %b, %a : !async.value<i32>
  return
}

// -----

func.func @f(%a: !async.value<i32>, %b: f32) {
  // expected-error @+1 {{'async.runtime.store' op failed to verify that type of 'value' matches element type of 'storage'}}
  "async.runtime.store"(%b, %a) : (f32, !async.value<i32>) -> ()
  return
}

// -----

func.func @f(%a: !async.token, %b: f32) {
  // expected-error @+1 {{invalid kind of type specified: expected async.value, but found '!async.token'}}
  async.runtime.store %b, %a : !async.token
  return
}

// -----

func.func @f(%a: !async.token, %b: f32) {
  // expected-error @+1 {{invalid kind of type specified: expected async.value, but found '!async.token'}}
  async.runtime.load %a : !async.token
  return
}

// -----

// expected-error @+1 {{unknown  type `foo` in dialect `async`}}
func.func @f(%a: !async.foo) {
  return
}

// -----

// expected-error @+2 {{expected '<'}}
// expected-error @+1 {{failed to parse async value type}}
func.func @f(%a: !async.value) {
  return
}

// -----

// expected-error @+2 {{expected non-function type}}
// expected-error @+1 {{failed to parse async value type}}
func.func @f(%a: !async.value<>) {
  return
}

// -----

func.func @f(%a: !async.token) {
  // expected-error @+1 {{'async.yield' op expects parent op 'async.execute'}}
  async.yield
}

// -----

func.func @f(%a: !async.token) {
  // expected-error @+1 {{'async.return' op expects parent op 'async.func'}}
  async.return
}

// -----

func.func @f(%a: !async.token) {
  // expected-error @+1 {{invalid kind of type specified: expected builtin.index, but found 'i32'}}
  %0 = async.runtime.num_worker_threads : i32
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @f(%a: !async.token) {
  // expected-error @+1 {{use of value '%a' expects different type than prior uses: 'index' vs '!async.token'}}
  %0 = async.create_group %a : !async.group
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{invalid kind of type specified: expected async.group, but found '!async.token'}}
  %0 = async.create_group %a : !async.token
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{'async.runtime.create' op result #0 must be async value type or async token type, but got 'i32'}}
  %0 = async.runtime.create : i32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{operation defines 2 results but was provided 3 to bind}}
  %t,
  %r:2 = async.execute -> !async.value<i32> {
    %c = arith.constant 1 : i32
    async.yield %c : i32
  }
  return
}

// -----

async.func @f() -> !async.token {
  // expected-error @+1 {{'async.runtime.create' op result #0 must be async value type or async token type, but got '!async.group'}}
  %t = async.runtime.create : !async.group return}

// -----

// expected-error @+1 {{'async.func' op symbol declaration cannot have public visibility}}
async.func @f() -> !async.token

// -----

func.func @f(%a: !async.token) {
  // expected-error @+1 {{expected operation name in quotes}}
  async.await %a : !async.token -> i32
  return
}

// -----

func.func @f(%a: !async.token) {
  // expected-error @+1 {{cannot name an operation with no results}}
  %0 = async.await %a : !async.token
  return
}
