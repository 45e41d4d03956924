//! Random programs whose coroutines keep values of all kinds across suspensions: vectors, structs, descriptors, integers
//! of odd widths, memory from the stack, what loops carry around awaits, and what branches with and without awaits give.
//!
//! Each is written twice: with tasks, and in order without any. There a value comes with an `i1` of the name `%v_e` that
//! says whether its task failed, and each task and function has a flag in memory that says whether it has failed so far.

mod kinds;
mod memory;
mod writer;

use super::random::Random;
use kinds::{Kind, fold, make};
use memory::Memory;
use writer::{START, Writer};

/// A program in both forms. Names hold its number, so that many fit into one module.
pub struct Twice {
    /// With tasks.
    pub tasks: String,
    /// The same in order.
    pub in_order: String,
    /// The function to call; it takes and gives nothing.
    pub entry: String,
}

#[derive(Clone)]
struct Value {
    name: String,
    kind: Kind,
}

/// What stands in one region.
#[derive(Clone, Default)]
struct Scope {
    values: Vec<Value>,
    /// Tasks whose value may be awaited.
    futures: Vec<Value>,
    memories: Vec<Memory>,
    /// How many loops and branches are around it.
    depth: usize,
    /// The flag of the function or task, without tasks.
    flag: String,
}

/// An asynchronous function that takes a number and values of some kinds, and gives a number.
#[derive(Clone)]
struct Callee {
    name: String,
    kinds: Vec<Kind>,
}

struct Generator {
    random: Random,
    w: Writer,
    number: u64,
    callees: Vec<Callee>,
    /// Statements that may still be written in this function.
    budget: usize,
}

/// The program of a seed.
pub fn program(seed: u64) -> Twice {
    let mut generator = Generator {
        random: Random::new(seed ^ 0x6672_616d_6573),
        w: Writer {
            tasks: String::new(),
            in_order: String::new(),
            next_name: 0,
        },
        number: seed,
        callees: Vec::new(),
        budget: 0,
    };
    memory::functions(&mut generator.w, seed);
    generator.leaves();
    for index in 0..2 + generator.random.below(2) {
        generator.coroutine(index);
    }
    let entry = generator.entry();
    Twice {
        tasks: generator.w.tasks,
        in_order: generator.w.in_order,
        entry,
    }
}

impl Generator {
    /// Asynchronous functions that all others await: one is done when it returns, one works for a while, one may fail.
    fn leaves(&mut self) {
        for kind in ["ready", "late", "failing"] {
            let name = format!("@{kind}_{}", self.number);
            let w = &mut self.w;
            w.tasks(&format!(
                "async.func {name}(%x: i64) -> !async.value<i64> {{\n  {START}"
            ));
            w.in_order(&format!("func.func {name}(%x: i64) -> (i64, i1) {{\n  {START}"));
            let mut failed = "%no".to_owned();
            let result = match kind {
                "late" => {
                    w.tasks("%t, %f = async.execute -> !async.value<i64> {");
                    let inner = Self::work(w);
                    w.tasks(&format!("async.yield {inner} : i64\n  }}"));
                    w.tasks("%r = async.await %f : !async.value<i64>");
                    w.in_order(&format!("%r = arith.addi {inner}, %zero : i64"));
                    w.changed("%r")
                }
                "failing" => {
                    let (mask, few) = (w.constant(15), w.constant(14));
                    let low = w.op(&format!("arith.andi %x, {mask} : i64"));
                    let holds = w.op(&format!("arith.cmpi ne, {low}, {few} : i64"));
                    w.tasks(&format!("cf.assert {holds}, \"a number is not 14\""));
                    failed = w.fresh();
                    w.in_order(&format!("{failed} = arith.xori {holds}, %yes : i1"));
                    w.changed("%x")
                }
                _ => w.changed("%x"),
            };
            w.tasks(&format!("async.return {result} : i64\n}}"));
            w.in_order(&format!("func.return {result}, {failed} : i64, i1\n}}"));
            let kinds = Vec::new();
            self.callees.push(Callee { name, kinds });
        }
    }

    fn work(w: &mut Writer) -> String {
        let result = w.fresh();
        w.both("%many = arith.constant 300 : index");
        w.both(&format!(
            "{result} = scf.for %i = %c0 to %many step %c1 iter_args(%a = %x) -> (i64) {{"
        ));
        let next = w.changed("%a");
        w.both(&format!("scf.yield {next} : i64\n  }}"));
        result
    }

    /// An asynchronous function that keeps much across awaits.
    fn coroutine(&mut self, index: usize) {
        let name = format!("@keeps_{}_{index}", self.number);
        let mut kinds = vec![Kind::Scalar(kinds::Scalar::Int(64))];
        kinds.extend((0..self.random.below(3)).map(|_| kinds::any(&mut self.random)));
        let mut scope = Scope::default();
        for &kind in &kinds {
            let name = self.w.fresh();
            scope.values.push(Value { name, kind });
        }
        let params: Vec<String> = scope
            .values
            .iter()
            .map(|value| format!("{}: {}", value.name, value.kind.text()))
            .collect();
        let params = params.join(", ");
        self.w.tasks(&format!(
            "async.func {name}({params}) -> !async.value<i64> {{\n  {START}"
        ));
        self.w
            .in_order(&format!("func.func {name}({params}) -> (i64, i1) {{\n  {START}"));
        scope.flag = self.flag();
        self.budget = 7 + self.random.below(8);
        self.statements(&mut scope);
        let result = self.everything(&mut scope);
        self.w.tasks(&format!("async.return {result} : i64\n}}"));
        let failed = self.w.fresh();
        self.w
            .in_order(&format!("{failed} = memref.load {}[] : memref<i1>", scope.flag));
        self.w
            .in_order(&format!("func.return {result}, {failed} : i64, i1\n}}"));
        kinds.remove(0);
        self.callees.push(Callee { name, kinds });
    }

    /// The flag of a function or task, without tasks.
    fn flag(&mut self) -> String {
        let flag = self.w.fresh();
        self.w.in_order(&format!("{flag} = memref.alloc() : memref<i1>"));
        self.w.in_order(&format!("memref.store %no, {flag}[] : memref<i1>"));
        flag
    }

    /// Notes without tasks that a function or task fails if this holds.
    fn fail_if(&mut self, scope: &Scope, error: &str) {
        let (before, after) = (self.w.fresh(), self.w.fresh());
        let flag = &scope.flag;
        self.w
            .in_order(&format!("{before} = memref.load {flag}[] : memref<i1>"));
        self.w.in_order(&format!("{after} = arith.ori {before}, {error} : i1"));
        self.w.in_order(&format!("memref.store {after}, {flag}[] : memref<i1>"));
    }

    fn statements(&mut self, scope: &mut Scope) {
        while self.budget > 0 {
            self.budget -= 1;
            self.statement(scope);
            if scope.depth > 0 && self.random.chance(30) {
                return;
            }
        }
    }

    fn statement(&mut self, scope: &mut Scope) {
        match self.random.below(12) {
            0 | 1 => {
                let kind = kinds::any(&mut self.random);
                self.value(scope, kind);
            }
            2 => {
                self.call(scope);
            }
            3..=5 => self.wait(scope),
            6 if scope.depth < 2 => self.carrying_loop(scope),
            7 if scope.depth < 2 => self.branches(scope),
            8 => {
                let memory = Memory::any(&mut self.random);
                let number = self.number(scope);
                let memory = memory.allocate(&mut self.w, &number);
                scope.memories.push(memory);
            }
            9 => self.touch(scope),
            10 if scope.depth < 3 => self.execute(scope),
            _ => self.combine(scope),
        }
    }

    /// A number that depends on a value there is.
    fn number(&mut self, scope: &Scope) -> String {
        let value = self.random.one_of(&scope.values);
        let folded = fold(&mut self.w, value.kind, &value.name);
        self.w.changed(&folded)
    }

    /// A new value.
    fn value(&mut self, scope: &mut Scope, kind: Kind) -> Value {
        let number = self.number(scope);
        let name = make(&mut self.w, kind, &number);
        let value = Value { name, kind };
        scope.values.push(value.clone());
        value
    }

    /// A value of that kind: mostly one that is there.
    fn some_value(&mut self, scope: &mut Scope, kind: Kind) -> Value {
        let known: Vec<Value> = scope
            .values
            .iter()
            .filter(|value| value.kind == kind)
            .cloned()
            .collect();
        if known.is_empty() || self.random.chance(30) {
            self.value(scope, kind)
        } else {
            self.random.one_of(&known)
        }
    }

    /// Of two values of a kind, one.
    fn combine(&mut self, scope: &mut Scope) {
        let a = self.random.one_of(&scope.values);
        let b = self.some_value(scope, a.kind);
        let number = self.number(scope);
        let condition = self.w.op(&format!("arith.cmpi slt, {number}, %zero : i64"));
        let ty = a.kind.text();
        let name = self
            .w
            .op(&format!("arith.select {condition}, {}, {} : {ty}", a.name, b.name));
        scope.values.push(Value { name, kind: a.kind });
    }

    /// Starts a function; its value is awaited later, or not at all.
    fn call(&mut self, scope: &mut Scope) -> Value {
        let callee = self.random.one_of(&self.callees);
        let mut arguments = vec![(self.number(scope), "i64".to_owned())];
        for &kind in &callee.kinds {
            arguments.push((self.some_value(scope, kind).name, kind.text()));
        }
        let (names, types): (Vec<String>, Vec<String>) = arguments.into_iter().unzip();
        let (names, types) = (names.join(", "), types.join(", "));
        let (name, result) = (&callee.name, self.w.fresh());
        self.w.tasks(&format!(
            "{result} = async.call {name}({names}) : ({types}) -> !async.value<i64>"
        ));
        self.w.in_order(&format!(
            "{result}, {result}_e = func.call {name}({names}) : ({types}) -> (i64, i1)"
        ));
        let future = Value {
            name: result,
            kind: Kind::Scalar(kinds::Scalar::Int(64)),
        };
        scope.futures.push(future.clone());
        future
    }

    /// Awaits something, maybe once more.
    fn wait(&mut self, scope: &mut Scope) {
        let future = if scope.futures.is_empty() || self.random.chance(50) {
            self.call(scope)
        } else {
            self.random.one_of(&scope.futures)
        };
        self.wait_for(scope, &future);
    }

    fn wait_for(&mut self, scope: &mut Scope, future: &Value) {
        let (result, name, ty) = (self.w.fresh(), &future.name, future.kind.text());
        self.w
            .tasks(&format!("{result} = async.await {name} : !async.value<{ty}>"));
        self.w
            .in_order(&format!("{result} = arith.select %yes, {name}, {name} : {ty}"));
        self.fail_if(scope, &format!("{name}_e"));
        scope.values.push(Value {
            name: result,
            kind: future.kind,
        });
    }

    /// A loop that carries values of some kinds; its body may wait.
    fn carrying_loop(&mut self, scope: &mut Scope) {
        let starts = self.some_values(scope);
        let (inner, results) = (self.like(&starts), self.like(&starts));
        let (trips, index) = (self.random.below(4), self.w.fresh());
        let trips = self.w.op(&format!("arith.constant {trips} : index"));
        let pairs: Vec<String> = inner
            .iter()
            .zip(&starts)
            .map(|(to, from)| format!("{} = {}", to.name, from.name))
            .collect();
        self.w.both(&format!(
            "{} = scf.for {index} = %c0 to {trips} step %c1 iter_args({}) -> ({}) {{",
            names(&results),
            pairs.join(", "),
            types(&results)
        ));
        let mut body = scope.clone();
        body.depth += 1;
        body.values.extend(inner.iter().cloned());
        body.values.push(Value {
            name: index,
            kind: Kind::Index,
        });
        self.statements(&mut body);
        self.pass_on(&mut body, &inner);
        self.w.both("}");
        scope.values.extend(results);
    }

    /// A conditional; one branch waits, the other one maybe.
    fn branches(&mut self, scope: &mut Scope) {
        let number = self.number(scope);
        let condition = self.w.op(&format!("arith.cmpi sgt, {number}, %zero : i64"));
        let wanted = self.some_values(scope);
        let results = self.like(&wanted);
        let (given, types) = (names(&results), types(&results));
        self.w.both(&format!("{given} = scf.if {condition} -> ({types}) {{"));
        let mut body = scope.clone();
        body.depth += 1;
        if self.random.chance(70) {
            self.wait(&mut body);
        }
        self.statements(&mut body);
        self.pass_on(&mut body, &wanted);
        self.w.both("} else {");
        let mut body = scope.clone();
        body.depth += 1;
        if self.random.chance(30) {
            self.wait(&mut body);
        }
        self.pass_on(&mut body, &wanted);
        self.w.both("}");
        scope.values.extend(results);
    }

    fn some_values(&mut self, scope: &mut Scope) -> Vec<Value> {
        (0..1 + self.random.below(3))
            .map(|_| {
                if self.random.chance(50) {
                    self.random.one_of(&scope.values)
                } else {
                    let kind = kinds::any(&mut self.random);
                    self.some_value(scope, kind)
                }
            })
            .collect()
    }

    /// Other names for values of the same kinds.
    fn like(&mut self, values: &[Value]) -> Vec<Value> {
        let other = |value: &Value| Value {
            name: self.w.fresh(),
            kind: value.kind,
        };
        values.iter().map(other).collect()
    }

    fn pass_on(&mut self, scope: &mut Scope, wanted: &[Value]) {
        let given: Vec<Value> = wanted.iter().map(|value| self.some_value(scope, value.kind)).collect();
        self.w.both(&format!("scf.yield {} : {}", names(&given), types(&given)));
    }

    /// Reads or writes memory, here or in a function or task that gets its address.
    fn touch(&mut self, scope: &mut Scope) {
        if scope.memories.is_empty() {
            return self.combine(scope);
        }
        let memory = self.random.one_of(&scope.memories);
        let number = self.number(scope);
        if let Some(name) = memory.touch(&mut self.w, &mut self.random, self.number, &number) {
            scope.values.push(Value {
                name,
                kind: Kind::Scalar(kinds::Scalar::Int(64)),
            });
        }
    }

    /// A task that captures what it likes, and yields a value.
    fn execute(&mut self, scope: &mut Scope) {
        let kind = kinds::any(&mut self.random);
        let kind = if kind.is_payload() { kind } else { Kind::Index };
        let (token, future) = (self.w.fresh(), self.w.fresh());
        let ty = kind.text();
        self.w
            .tasks(&format!("{token}, {future} = async.execute -> !async.value<{ty}> {{"));
        let mut body = scope.clone();
        body.depth += 1;
        body.flag = self.flag();
        // What it writes to memory would depend on when it does.
        body.memories.clear();
        self.statements(&mut body);
        let folded = self.everything(&mut body);
        let result = make(&mut self.w, kind, &folded);
        self.w.tasks(&format!("async.yield {result} : {ty}\n  }}"));
        self.w
            .in_order(&format!("{future} = arith.select %yes, {result}, {result} : {ty}"));
        self.w
            .in_order(&format!("{future}_e = memref.load {}[] : memref<i1>", body.flag));
        scope.futures.push(Value { name: future, kind });
    }

    /// A number that everything there is matters for; among it values that nothing else uses any more.
    fn everything(&mut self, scope: &mut Scope) -> String {
        if self.random.chance(60) {
            self.wait(scope);
        }
        let young = scope.values.len().saturating_sub(12);
        let mut parts = Vec::new();
        for value in &scope.values[young..] {
            parts.push(fold(&mut self.w, value.kind, &value.name));
        }
        for memory in &scope.memories {
            parts.push(memory.sum(&mut self.w));
        }
        self.w.all_of(parts)
    }

    /// The function that is called: it prints what some calls give, or that they fail.
    fn entry(&mut self) -> String {
        let name = format!("@frames_{}", self.number);
        self.w.both(&format!("func.func {name}() {{\n  {START}"));
        let start = self.w.constant(self.number as i64);
        let mut scope = Scope {
            values: vec![Value {
                name: start,
                kind: Kind::Scalar(kinds::Scalar::Int(64)),
            }],
            ..Scope::default()
        };
        // The leaves are called by the others.
        self.callees.drain(..3);
        for _ in 0..4 {
            let future = self.call(&mut scope);
            let (name, error, value) = (&future.name, self.w.fresh(), self.w.fresh());
            self.w.tasks(&format!("async.runtime.await {name} : !async.value<i64>"));
            self.w
                .tasks(&format!("{error} = async.runtime.is_error {name} : !async.value<i64>"));
            self.w.in_order(&format!("{error} = arith.ori {name}_e, %no : i1"));
            self.w
                .both(&format!("vector.print {error} : i1\n  scf.if {error} {{\n  }} else {{"));
            self.w
                .tasks(&format!("{value} = async.await {name} : !async.value<i64>"));
            self.w.in_order(&format!("{value} = arith.addi {name}, %zero : i64"));
            self.w.both(&format!("vector.print {value} : i64\n  }}"));
        }
        self.w.both("func.return\n}");
        name
    }
}

fn names(values: &[Value]) -> String {
    let names: Vec<&str> = values.iter().map(|value| value.name.as_str()).collect();
    names.join(", ")
}

fn types(values: &[Value]) -> String {
    let types: Vec<String> = values.iter().map(|value| value.kind.text()).collect();
    types.join(", ")
}
