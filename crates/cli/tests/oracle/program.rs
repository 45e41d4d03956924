//! Random programs that are valid, end, and print the same in every run.
//!
//! Nothing races: memory that a task writes is read by those who awaited it, and each function and region awaits the
//! tasks that it started before it ends. What MLIR 22 cannot lower is left to [`super::carried`]: tokens and values as
//! arguments of blocks and loops, values in groups, waiting in an `scf.for` of a task or in an `scf` op of an
//! `async.func`.

use std::fmt::Write;

use super::random::Random;

/// A program: functions whose names hold its number, so that many fit into one module.
pub struct Program {
    /// The functions.
    pub text: String,
    /// The function to call; it takes and gives nothing.
    pub entry: String,
    /// Whether it ends the process with an error.
    pub aborts: bool,
    /// Whether MLIR's runtime can run it.
    pub linear: bool,
}

/// The types of payloads and other plain values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ty {
    I1,
    I32,
    I64,
    F64,
    Index,
}

impl Ty {
    pub const ALL: [Ty; 5] = [Ty::I1, Ty::I32, Ty::I64, Ty::F64, Ty::Index];
    pub const INTEGERS: [Ty; 3] = [Ty::I32, Ty::I64, Ty::Index];

    pub fn text(self) -> &'static str {
        match self {
            Ty::I1 => "i1",
            Ty::I32 => "i32",
            Ty::I64 => "i64",
            Ty::F64 => "f64",
            Ty::Index => "index",
        }
    }
}

/// A plain value, or an async one of that payload.
#[derive(Clone)]
pub struct Value {
    pub name: String,
    pub ty: Ty,
}

/// What a place in the program may use and do.
#[derive(Clone)]
pub struct Scope {
    pub values: Vec<Value>,
    pub tokens: Vec<String>,
    pub futures: Vec<Value>,
    /// What was started here and must be awaited at the end: tokens and values, with their types.
    pub started: Vec<(String, String)>,
    /// How many regions are around it.
    pub depth: usize,
    /// Whether it may wait for tokens and values, and so start tasks.
    pub may_await: bool,
    /// Whether `scf` ops may hold what waits.
    pub may_await_in_scf: bool,
    /// Whether it is in a function's body itself, where blocks may branch.
    pub may_branch: bool,
    /// Whether it runs once and in order, so that it may print.
    pub may_print: bool,
    /// Whether it is in a function that blocks its thread.
    pub blocks: bool,
    /// Whether no token or value is waited for twice by coroutines. MLIR 22's runtime resumes who waits while it holds
    /// the lock of what was waited for: to touch that again is a deadlock.
    pub linear: bool,
}

impl Scope {
    fn new(linear: bool) -> Self {
        Self {
            values: Vec::new(),
            tokens: Vec::new(),
            futures: Vec::new(),
            started: Vec::new(),
            depth: 0,
            may_await: false,
            may_await_in_scf: false,
            may_branch: true,
            may_print: false,
            blocks: false,
            linear,
        }
    }

    /// A region or block inside, which sees what is around it.
    pub fn inside(&self) -> Self {
        let mut inner = Self {
            started: Vec::new(),
            depth: self.depth + 1,
            ..self.clone()
        };
        if self.linear {
            inner.tokens.clear();
            inner.futures.clear();
        }
        inner
    }

    /// A token or value is waited for, by a coroutine if not by a function that blocks.
    pub fn waits_for(&mut self, name: &str, by_coroutine: bool) {
        if self.linear && by_coroutine {
            self.tokens.retain(|token| token != name);
            self.futures.retain(|value| value.name != name);
            if !self.blocks {
                self.started.retain(|(started, _)| started != name);
            }
        }
    }

    pub fn add(&mut self, name: &str, ty: Ty) {
        let name = name.to_owned();
        self.values.push(Value { name, ty });
    }
}

/// What a function takes.
#[derive(Clone, Copy)]
pub enum Param {
    Plain(Ty),
    Token,
    Future(Ty),
}

impl Param {
    pub fn text(self) -> String {
        match self {
            Param::Plain(ty) => ty.text().to_owned(),
            Param::Token => "!async.token".to_owned(),
            Param::Future(ty) => future(ty),
        }
    }
}

/// A function to call.
#[derive(Clone)]
pub struct Callee {
    pub name: String,
    pub params: Vec<Param>,
    /// Of asynchronous functions, whether they return a token.
    pub token: bool,
    pub results: Vec<Ty>,
}

/// `!async.value<ty>`
pub fn future(ty: Ty) -> String {
    format!("!async.value<{}>", ty.text())
}

/// `(a, b)` for several, `a` for one.
pub fn list(items: &[String]) -> String {
    match items {
        [one] => one.clone(),
        _ => format!("({})", items.join(", ")),
    }
}

/// The types, separated by commas.
pub fn types(values: &[Value]) -> String {
    values
        .iter()
        .map(|value| value.ty.text())
        .collect::<Vec<_>>()
        .join(", ")
}

/// The names, separated by commas.
pub fn names(values: &[Value]) -> String {
    let names: Vec<&str> = values.iter().map(|value| value.name.as_str()).collect();
    names.join(", ")
}

/// What writes a program.
pub struct Generator {
    pub random: Random,
    number: u64,
    text: String,
    indent: usize,
    next_name: usize,
    linear: bool,
    /// Statements that may still be written in this function.
    pub budget: usize,
    pub functions: Vec<Callee>,
    pub async_functions: Vec<Callee>,
}

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut generator = Generator {
        random: Random::new(seed),
        number: seed,
        text: String::new(),
        indent: 1,
        next_name: 0,
        linear: !seed.is_multiple_of(3),
        budget: 0,
        functions: Vec::new(),
        async_functions: Vec::new(),
    };
    for _ in 0..generator.random.below(3) {
        generator.function();
    }
    for _ in 0..generator.random.below(3) {
        generator.async_function();
    }
    let aborts = generator.random.chance(4);
    let entry = generator.entry(aborts);
    Program {
        text: generator.text,
        entry,
        aborts,
        linear: generator.linear,
    }
}

impl Generator {
    pub fn line(&mut self, line: &str) {
        let width = self.indent * 2;
        // Writing to a string succeeds.
        let _ = writeln!(self.text, "{:width$}{line}", "");
    }

    /// A line that ends with `{`, what stands in the braces, and the line with `}` and what follows it.
    pub fn braces(&mut self, head: &str, tail: &str, inside: impl FnOnce(&mut Self)) {
        self.line(&format!("{head} {{"));
        self.indent += 1;
        inside(self);
        self.indent -= 1;
        self.line(&format!("}}{tail}"));
    }

    /// `^label:` with arguments.
    pub fn label(&mut self, label: &str, arguments: &[Value]) {
        let arguments: Vec<String> = arguments
            .iter()
            .map(|argument| format!("{}: {}", argument.name, argument.ty.text()))
            .collect();
        let arguments = match arguments.as_slice() {
            [] => String::new(),
            all => format!("({})", all.join(", ")),
        };
        self.indent -= 1;
        self.line(&format!("^{label}{arguments}:"));
        self.indent += 1;
    }

    /// A new name of a value.
    pub fn fresh(&mut self) -> String {
        self.next_name += 1;
        format!("%{}", self.next_name)
    }

    /// A new name of a block.
    pub fn block_name(&mut self) -> String {
        self.next_name += 1;
        format!("b{}", self.next_name)
    }

    fn function_name(&mut self, kind: &str) -> String {
        self.next_name += 1;
        format!("@{kind}_{}_{}", self.number, self.next_name)
    }

    /// Writes `%name = ` and the op, and makes the result known.
    pub fn define(&mut self, scope: &mut Scope, ty: Ty, op: &str) -> Value {
        let name = self.fresh();
        self.line(&format!("{name} = {op}"));
        scope.add(&name, ty);
        Value { name, ty }
    }

    pub fn constant(&mut self, scope: &mut Scope, ty: Ty) -> Value {
        let number = self.random.below(20);
        let text = match ty {
            Ty::I1 => if number.is_multiple_of(2) { "true" } else { "false" }.to_owned(),
            Ty::F64 => format!("{number}.5 : f64"),
            Ty::Index => format!("{number} : index"),
            _ => format!("{} : {}", number as i64 - 5, ty.text()),
        };
        self.define(scope, ty, &format!("arith.constant {text}"))
    }

    pub fn number(&mut self, scope: &mut Scope, number: usize) -> String {
        self.define(scope, Ty::Index, &format!("arith.constant {number} : index"))
            .name
    }

    /// A value of that type: mostly one that is there.
    pub fn value(&mut self, scope: &mut Scope, ty: Ty) -> Value {
        let known: Vec<Value> = scope.values.iter().filter(|value| value.ty == ty).cloned().collect();
        if known.is_empty() || self.random.chance(15) {
            return self.constant(scope, ty);
        }
        // Younger ones more often, for programs that depend on what they compute.
        let young = known.len().saturating_sub(4);
        if self.random.chance(60) {
            self.random.one_of(&known[young..])
        } else {
            self.random.one_of(&known)
        }
    }

    pub fn values(&mut self, scope: &mut Scope, types: &[Ty]) -> Vec<Value> {
        types.iter().map(|&ty| self.value(scope, ty)).collect()
    }

    pub fn some_types(&mut self, most: usize) -> Vec<Ty> {
        let count = self.random.below(most + 1);
        (0..count).map(|_| self.random.one_of(&Ty::ALL)).collect()
    }

    /// New arguments of a block or function.
    pub fn arguments(&mut self, scope: &mut Scope, types: &[Ty]) -> Vec<Value> {
        let argument = |&ty: &Ty| {
            let name = self.fresh();
            scope.add(&name, ty);
            Value { name, ty }
        };
        types.iter().map(argument).collect()
    }

    fn params(&mut self, scope: &mut Scope, params: &[Param]) -> String {
        let mut texts = Vec::new();
        for &param in params {
            let name = self.fresh();
            texts.push(format!("{name}: {}", param.text()));
            match param {
                Param::Plain(ty) => scope.add(&name, ty),
                Param::Token => scope.tokens.push(name),
                Param::Future(ty) => scope.futures.push(Value { name, ty }),
            }
        }
        texts.join(", ")
    }

    /// A function that computes.
    fn function(&mut self) {
        let mut scope = Scope::new(self.linear);
        let params: Vec<Param> = (0..1 + self.random.below(3))
            .map(|_| Param::Plain(self.random.one_of(&Ty::ALL)))
            .collect();
        let results = vec![self.random.one_of(&Ty::ALL)];
        let name = self.function_name("compute");
        let arguments = self.params(&mut scope, &params);
        let head = format!("func.func {name}({arguments}) -> {}", results[0].text());
        self.braces(&head, "", |g| {
            g.budget = 6;
            g.statements(&mut scope);
            let result = g.value(&mut scope, results[0]);
            g.line(&format!("func.return {} : {}", result.name, result.ty.text()));
        });
        self.functions.push(Callee {
            name,
            params,
            token: false,
            results,
        });
    }

    /// An asynchronous function.
    fn async_function(&mut self) {
        let mut scope = Scope::new(self.linear);
        scope.may_await = true;
        let mut params = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let ty = self.random.one_of(&Ty::ALL);
            params.push(match self.random.below(4) {
                0 => Param::Token,
                1 => Param::Future(ty),
                _ => Param::Plain(ty),
            });
        }
        let results = self.some_types(2);
        let token = results.is_empty() || self.random.chance(50);
        let mut returned = vec!["!async.token".to_owned(); usize::from(token)];
        returned.extend(results.iter().map(|&ty| future(ty)));
        let name = self.function_name("start");
        let arguments = self.params(&mut scope, &params);
        let head = format!("async.func {name}({arguments}) -> {}", list(&returned));
        self.braces(&head, "", |g| {
            g.budget = 10;
            g.statements(&mut scope);
            g.await_started(&mut scope);
            let values = g.values(&mut scope, &results);
            match values.as_slice() {
                [] => g.line("async.return"),
                all => g.line(&format!("async.return {} : {}", names(all), types(all))),
            }
        });
        self.async_functions.push(Callee {
            name,
            params,
            token,
            results,
        });
    }

    /// The function that is called; it prints what it sees.
    fn entry(&mut self, aborts: bool) -> String {
        let name = format!("@main_{}", self.number);
        let mut scope = Scope::new(self.linear);
        scope.may_await = true;
        scope.may_await_in_scf = true;
        scope.may_print = true;
        scope.blocks = true;
        self.braces(&format!("func.func {name}()"), "", |g| {
            g.budget = 24;
            g.statements(&mut scope);
            if g.random.chance(25) {
                g.caught_error(&mut scope);
            }
            if aborts {
                let failed = g.failed_task(&mut scope, &[]);
                g.line(&format!("async.await {failed} : !async.token"));
            }
            g.await_started(&mut scope);
            let printed = scope.values.len().saturating_sub(8);
            for value in &scope.values[printed..] {
                g.line(&format!("vector.print {} : {}", value.name, value.ty.text()));
            }
            g.line("func.return");
        });
        name
    }
}
