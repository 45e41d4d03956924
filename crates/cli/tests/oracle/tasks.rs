//! Statements of random programs that start tasks and wait for them.

use super::program::{Callee, Generator, Param, Scope, Ty, Value, future, list, names, types};

/// Elements of the memory that tasks write.
const ELEMENTS: usize = 4;

impl Generator {
    pub fn async_statement(&mut self, scope: &mut Scope, deep: bool) {
        match self.random.below(10) {
            0..3 if !deep => {
                self.execute(scope);
            }
            3..5 => self.await_something(scope),
            5 => self.async_call(scope),
            6 if !deep => self.group(scope),
            7 if !deep && scope.blocks => self.group_in_loop(scope),
            8 if !deep => self.memory(scope),
            _ => self.await_something(scope),
        }
    }

    /// Waits for everything that was started here.
    pub fn await_started(&mut self, scope: &mut Scope) {
        for (name, ty) in std::mem::take(&mut scope.started) {
            self.await_op(scope, &name, &ty);
        }
    }

    fn await_op(&mut self, scope: &mut Scope, name: &str, ty: &str) {
        scope.waits_for(name, !scope.blocks);
        let payload = Ty::ALL.into_iter().find(|&payload| future(payload) == ty);
        let op = format!("async.await {name} : {ty}");
        match payload {
            Some(payload) => {
                self.define(scope, payload, &op);
            }
            None => self.line(&op),
        }
    }

    fn await_something(&mut self, scope: &mut Scope) {
        let futures = scope.futures.clone();
        let tokens = scope.tokens.clone();
        if !futures.is_empty() && self.random.chance(60) {
            let value = self.random.one_of(&futures);
            self.await_op(scope, &value.name, &future(value.ty));
        } else if tokens.is_empty() {
            self.execute(scope);
        } else {
            let token = self.random.one_of(&tokens);
            self.await_op(scope, &token, "!async.token");
        }
    }

    /// What is inside of a task: it may wait, in whatever it is.
    fn in_task(scope: &Scope) -> Scope {
        let mut inner = scope.inside();
        inner.may_await = true;
        inner.may_await_in_scf = true;
        inner.may_branch = false;
        inner.may_print = false;
        inner.blocks = false;
        inner
    }

    /// An `async.execute` that depends on some of what is there. Gives its token.
    fn execute(&mut self, scope: &mut Scope) -> String {
        let tokens = scope.tokens.clone();
        let dependencies = self.random.some_of(&tokens, 2);
        self.execute_after(scope, &dependencies, |g, inner| g.statements(inner))
    }

    /// An `async.execute` with these dependencies and a body.
    fn execute_after(
        &mut self,
        scope: &mut Scope,
        dependencies: &[String],
        body: impl FnOnce(&mut Self, &mut Scope),
    ) -> String {
        let futures = scope.futures.clone();
        let operands = self.random.some_of(&futures, 2);
        let results = self.some_types(2);
        for name in dependencies.iter().chain(operands.iter().map(|operand| &operand.name)) {
            scope.waits_for(name, true);
        }
        let mut inner = Self::in_task(scope);
        let payloads: Vec<Ty> = operands.iter().map(|operand| operand.ty).collect();
        let arguments = self.arguments(&mut inner, &payloads);
        let token = self.fresh();
        let given: Vec<Value> = results.iter().map(|&ty| Value { name: self.fresh(), ty }).collect();
        let head = execute_head(&token, &given, dependencies, &operands, &arguments);
        self.braces(&head, "", |g| {
            body(g, &mut inner);
            g.await_started(&mut inner);
            let values = g.values(&mut inner, &results);
            match values.as_slice() {
                [] => g.line("async.yield"),
                all => g.line(&format!("async.yield {} : {}", names(all), types(all))),
            }
        });
        scope.tokens.push(token.clone());
        scope.started.push((token.clone(), "!async.token".to_owned()));
        if scope.blocks {
            let values = given.iter().map(|value| (value.name.clone(), future(value.ty)));
            scope.started.extend(values);
        }
        scope.futures.extend(given);
        token
    }

    fn async_call(&mut self, scope: &mut Scope) {
        if self.async_functions.is_empty() {
            self.execute(scope);
            return;
        }
        let functions = self.async_functions.clone();
        let callee = self.random.one_of(&functions);
        let arguments: Vec<String> = callee.params.iter().map(|&param| self.argument(scope, param)).collect();
        let inputs: Vec<String> = callee.params.iter().map(|param| param.text()).collect();
        self.started_by_call(scope, &callee, &arguments, &inputs);
    }

    fn argument(&mut self, scope: &mut Scope, param: Param) -> String {
        let argument = self.argument_of(scope, param);
        scope.waits_for(&argument, true);
        argument
    }

    fn argument_of(&mut self, scope: &mut Scope, param: Param) -> String {
        match param {
            Param::Plain(ty) => self.value(scope, ty).name,
            Param::Token => match scope.tokens.last() {
                Some(token) => token.clone(),
                None => self.execute(scope),
            },
            Param::Future(ty) => {
                let known = scope.futures.iter().rev().find(|value| value.ty == ty);
                match known {
                    Some(value) => value.name.clone(),
                    None => self.future_of(scope, ty),
                }
            }
        }
    }

    /// A task that gives a value of that type.
    fn future_of(&mut self, scope: &mut Scope, ty: Ty) -> String {
        let mut inner = Self::in_task(scope);
        let (token, name) = (self.fresh(), self.fresh());
        let given = [Value { name: name.clone(), ty }];
        self.braces(&execute_head(&token, &given, &[], &[], &[]), "", |g| {
            let value = g.value(&mut inner, ty);
            g.line(&format!("async.yield {} : {}", value.name, ty.text()));
        });
        scope.tokens.push(token.clone());
        scope.started.push((token, "!async.token".to_owned()));
        scope.futures.extend(given);
        name
    }

    fn started_by_call(&mut self, scope: &mut Scope, callee: &Callee, arguments: &[String], inputs: &[String]) {
        let mut results = Vec::new();
        let mut outputs = Vec::new();
        if callee.token {
            let token = self.fresh();
            scope.tokens.push(token.clone());
            scope.started.push((token.clone(), "!async.token".to_owned()));
            results.push(token);
            outputs.push("!async.token".to_owned());
        }
        for &ty in &callee.results {
            let name = self.fresh();
            scope.futures.push(Value { name: name.clone(), ty });
            scope.started.push((name.clone(), future(ty)));
            results.push(name);
            outputs.push(future(ty));
        }
        self.line(&format!(
            "{} = async.call {}({}) : ({}) -> {}",
            results.join(", "),
            callee.name,
            arguments.join(", "),
            inputs.join(", "),
            list(&outputs)
        ));
    }

    fn new_group(&mut self, scope: &mut Scope, members: usize) -> String {
        let size = self.number(scope, members);
        let group = self.fresh();
        self.line(&format!("{group} = async.create_group {size} : !async.group"));
        group
    }

    fn add_to_group(&mut self, scope: &mut Scope, token: &str, group: &str) {
        scope.waits_for(token, true);
        let op = format!("async.add_to_group {token}, {group} : !async.token");
        self.define(scope, Ty::Index, &op);
    }

    fn group(&mut self, scope: &mut Scope) {
        let members = 1 + self.random.below(3);
        let group = self.new_group(scope, members);
        for _ in 0..members {
            let tokens = scope.tokens.clone();
            let token = if tokens.is_empty() || self.random.chance(50) {
                self.execute(scope)
            } else {
                self.random.one_of(&tokens)
            };
            self.add_to_group(scope, &token, &group);
        }
        self.line(&format!("async.await_all {group}"));
    }

    /// A task in each round of a loop, and a group of them all.
    fn group_in_loop(&mut self, scope: &mut Scope) {
        let members = self.random.below(4);
        let (from, step) = (self.number(scope, 0), self.number(scope, 1));
        let to = self.number(scope, members);
        let group = self.new_group(scope, members);
        let mut inner = scope.inside();
        inner.may_branch = false;
        let induction = self.fresh();
        inner.add(&induction, Ty::Index);
        self.braces(&format!("scf.for {induction} = {from} to {to} step {step}"), "", |g| {
            let token = g.execute(&mut inner);
            g.add_to_group(&mut inner, &token, &group);
            // The group waits for it.
            inner.started.retain(|(name, _)| *name != token);
            g.await_started(&mut inner);
        });
        self.line(&format!("async.await_all {group}"));
    }

    /// Tasks that write distinct halves of a buffer, and whoever awaited them reads it.
    fn memory(&mut self, scope: &mut Scope) {
        let buffer = self.fresh();
        let shape = format!("memref<{ELEMENTS}xi64>");
        self.line(&format!("{buffer} = memref.alloc() : {shape}"));
        let mut writers = Vec::new();
        for half in 0..2 {
            let tokens = scope.tokens.clone();
            let dependencies = self.random.some_of(&tokens, 1);
            let (buffer, shape) = (buffer.clone(), shape.clone());
            writers.push(self.execute_after(scope, &dependencies, |g, inner| {
                for index in [half * 2, half * 2 + 1] {
                    let index = g.number(inner, index);
                    let value = g.value(inner, Ty::I64).name;
                    g.line(&format!("memref.store {value}, {buffer}[{index}] : {shape}"));
                }
            }));
        }
        let read = |g: &mut Self, scope: &mut Scope| {
            for _ in 0..2 {
                let index = g.random.below(ELEMENTS);
                let index = g.number(scope, index);
                g.define(scope, Ty::I64, &format!("memref.load {buffer}[{index}] : {shape}"));
            }
        };
        if self.random.chance(50) {
            let reader = self.execute_after(scope, &writers, |g, inner| read(g, inner));
            self.await_op(scope, &reader, "!async.token");
        } else {
            for writer in &writers {
                self.await_op(scope, writer, "!async.token");
            }
        }
        read(self, scope);
        self.line(&format!("memref.dealloc {buffer} : {shape}"));
    }

    /// A task whose assertion fails. Nobody but the caller knows its token.
    pub fn failed_task(&mut self, scope: &mut Scope, dependencies: &[String]) -> String {
        let mut inner = Self::in_task(scope);
        let token = self.fresh();
        self.braces(&execute_head(&token, &[], dependencies, &[], &[]), "", |g| {
            let value = g.value(&mut inner, Ty::I64).name;
            let op = format!("arith.cmpi ne, {value}, {value} : i64");
            let fails = g.define(&mut inner, Ty::I1, &op).name;
            g.line(&format!("cf.assert {fails}, \"a number differs from itself\""));
            g.line("async.yield");
        });
        token
    }

    /// Tasks that fail or depend on such, of which only the state is asked.
    pub fn caught_error(&mut self, scope: &mut Scope) {
        let failed = self.failed_task(scope, &[]);
        let mut suspects = vec![failed.clone()];
        // MLIR gives references up twice where a task fails because of another, and may crash for it.
        if !scope.linear && self.random.chance(60) {
            let mut inner = Self::in_task(scope);
            let token = self.fresh();
            self.braces(&execute_head(&token, &[], &[failed], &[], &[]), "", |g| {
                g.budget = 3;
                g.statements(&mut inner);
                g.await_started(&mut inner);
                g.line("async.yield");
            });
            suspects.push(token);
        }
        for token in &suspects {
            self.print_error(scope, token, "!async.token");
        }
        if self.random.chance(60) {
            let group = self.new_group(scope, suspects.len());
            for token in &suspects {
                self.add_to_group(scope, token, &group);
            }
            self.print_error(scope, &group, "!async.group");
        }
    }

    fn print_error(&mut self, scope: &mut Scope, name: &str, ty: &str) {
        self.line(&format!("async.runtime.await {name} : {ty}"));
        let error = self.define(scope, Ty::I1, &format!("async.runtime.is_error {name} : {ty}"));
        self.line(&format!("vector.print {} : i1", error.name));
    }
}

/// An `async.execute` up to its region.
fn execute_head(
    token: &str,
    results: &[Value],
    dependencies: &[String],
    operands: &[Value],
    arguments: &[Value],
) -> String {
    let mut given = vec![token.to_owned()];
    given.extend(results.iter().map(|result| result.name.clone()));
    let dependencies = match dependencies {
        [] => String::new(),
        all => format!(" [{}]", all.join(", ")),
    };
    let unwrapped: Vec<String> = operands
        .iter()
        .zip(arguments)
        .map(|(operand, argument)| format!("{} as {}: {}", operand.name, argument.name, future(operand.ty)))
        .collect();
    let unwrapped = match unwrapped.as_slice() {
        [] => String::new(),
        all => format!(" ({})", all.join(", ")),
    };
    let outputs: Vec<String> = results.iter().map(|result| future(result.ty)).collect();
    let arrow = match outputs.as_slice() {
        [] => String::new(),
        all => format!(" -> {}", list(all)),
    };
    format!("{} = async.execute{dependencies}{unwrapped}{arrow}", given.join(", "))
}
