//! Statements of random programs: arithmetic, control flow, calls.

use super::program::{Generator, Param, Scope, Ty, Value, names, types};

/// How deep regions nest.
const DEEPEST: usize = 4;

impl Generator {
    /// Statements until there were enough of them.
    pub fn statements(&mut self, scope: &mut Scope) {
        let count = if scope.depth == 0 {
            self.budget
        } else {
            1 + self.random.below(5)
        };
        for _ in 0..count {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            self.statement(scope);
        }
    }

    fn statement(&mut self, scope: &mut Scope) {
        let deep = scope.depth >= DEEPEST;
        match self.random.below(20) {
            0..4 => self.arithmetic(scope),
            4 if scope.may_print => self.print(scope),
            5 => self.call(scope),
            6 if !deep => self.scf_if(scope),
            7 if !deep => self.scf_for(scope),
            8 if !deep => self.scf_while(scope),
            9 if !deep && scope.may_branch => self.diamond(scope),
            10 if !deep && scope.may_branch => self.cf_loop(scope),
            11 if scope.may_branch || scope.blocks => self.held_assertion(scope),
            12..20 if scope.may_await => self.async_statement(scope, deep),
            _ => self.arithmetic(scope),
        }
    }

    fn arithmetic(&mut self, scope: &mut Scope) {
        match self.random.below(6) {
            0 => self.float(scope),
            1 => self.compare(scope),
            2 => self.convert(scope),
            3 => {
                let ty = self.random.one_of(&Ty::ALL);
                let condition = self.value(scope, Ty::I1).name;
                let (a, b) = (self.value(scope, ty).name, self.value(scope, ty).name);
                let op = format!("arith.select {condition}, {a}, {b} : {}", ty.text());
                self.define(scope, ty, &op);
            }
            4 => self.divide(scope),
            _ => {
                let ty = self.random.one_of(&Ty::INTEGERS);
                let ops = ["addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minui"];
                let op = self.random.one_of(&ops);
                let (a, b) = (self.value(scope, ty).name, self.value(scope, ty).name);
                self.define(scope, ty, &format!("arith.{op} {a}, {b} : {}", ty.text()));
            }
        }
    }

    /// Sums and bounds only: nothing that is not a number comes out.
    fn float(&mut self, scope: &mut Scope) {
        let op = self.random.one_of(&["addf", "subf", "maximumf", "minimumf"]);
        let (a, b) = (self.value(scope, Ty::F64).name, self.value(scope, Ty::F64).name);
        self.define(scope, Ty::F64, &format!("arith.{op} {a}, {b} : f64"));
    }

    fn compare(&mut self, scope: &mut Scope) {
        if self.random.chance(20) {
            let (a, b) = (self.value(scope, Ty::F64).name, self.value(scope, Ty::F64).name);
            self.define(scope, Ty::I1, &format!("arith.cmpf olt, {a}, {b} : f64"));
            return;
        }
        let ty = self.random.one_of(&Ty::INTEGERS);
        let relation = self.random.one_of(&["eq", "ne", "slt", "sge", "ult", "ugt"]);
        let (a, b) = (self.value(scope, ty).name, self.value(scope, ty).name);
        self.define(
            scope,
            Ty::I1,
            &format!("arith.cmpi {relation}, {a}, {b} : {}", ty.text()),
        );
    }

    fn convert(&mut self, scope: &mut Scope) {
        let (op, from, to) = self.random.one_of(&[
            ("extsi", Ty::I32, Ty::I64),
            ("trunci", Ty::I64, Ty::I32),
            ("extui", Ty::I1, Ty::I64),
            ("index_cast", Ty::I64, Ty::Index),
            ("index_cast", Ty::Index, Ty::I64),
            ("sitofp", Ty::I32, Ty::F64),
        ]);
        let value = self.value(scope, from).name;
        let op = format!("arith.{op} {value} : {} to {}", from.text(), to.text());
        self.define(scope, to, &op);
    }

    /// Divides by an odd number.
    fn divide(&mut self, scope: &mut Scope) {
        let ty = self.random.one_of(&Ty::INTEGERS);
        let op = self.random.one_of(&["divui", "remui"]);
        let (a, b) = (self.value(scope, ty).name, self.value(scope, ty).name);
        let one = self
            .define(scope, ty, &format!("arith.constant 1 : {}", ty.text()))
            .name;
        let odd = self
            .define(scope, ty, &format!("arith.ori {b}, {one} : {}", ty.text()))
            .name;
        self.define(scope, ty, &format!("arith.{op} {a}, {odd} : {}", ty.text()));
    }

    fn print(&mut self, scope: &mut Scope) {
        let ty = self.random.one_of(&Ty::ALL);
        let value = self.value(scope, ty).name;
        self.line(&format!("vector.print {value} : {}", ty.text()));
    }

    fn held_assertion(&mut self, scope: &mut Scope) {
        let value = self.value(scope, Ty::I64).name;
        let holds = self
            .define(scope, Ty::I1, &format!("arith.cmpi sle, {value}, {value} : i64"))
            .name;
        self.line(&format!("cf.assert {holds}, \"a number is as big as itself\""));
    }

    fn call(&mut self, scope: &mut Scope) {
        if self.functions.is_empty() {
            return self.arithmetic(scope);
        }
        let functions = self.functions.clone();
        let callee = self.random.one_of(&functions);
        let plain = |param: &Param| match *param {
            Param::Plain(ty) => ty,
            _ => Ty::I64,
        };
        let inputs: Vec<Ty> = callee.params.iter().map(plain).collect();
        let arguments = self.values(scope, &inputs);
        let result = callee.results[0];
        let op = format!(
            "func.call {}({}) : ({}) -> {}",
            callee.name,
            names(&arguments),
            types(&arguments),
            result.text()
        );
        self.define(scope, result, &op);
    }

    /// The scope of the region of an `scf` op.
    fn in_scf(&mut self, scope: &Scope, is_for: bool) -> Scope {
        let mut inner = scope.inside();
        // Tasks cannot wait in an `scf.for`.
        inner.may_await &= scope.may_await_in_scf && (scope.blocks || !is_for);
        inner.may_branch = false;
        inner
    }

    /// Statements, then the terminator with values of the given types.
    fn region(&mut self, inner: &mut Scope, terminator: &str, results: &[Ty]) {
        self.statements(inner);
        self.await_started(inner);
        let values = self.values(inner, results);
        match values.as_slice() {
            [] => {}
            all => self.line(&format!("{terminator} {} : {}", names(all), types(all))),
        }
    }

    /// `%a, %b = ` for new results, which become known.
    fn results(&mut self, scope: &mut Scope, types: &[Ty]) -> String {
        let results = self.arguments(scope, types);
        match results.as_slice() {
            [] => String::new(),
            all => format!("{} = ", names(all)),
        }
    }

    fn scf_if(&mut self, scope: &mut Scope) {
        let condition = self.value(scope, Ty::I1).name;
        let results = self.some_types(2);
        let mut then = self.in_scf(scope, false);
        let mut otherwise = self.in_scf(scope, false);
        let given = self.results(scope, &results);
        let arrow = match results.as_slice() {
            [] => String::new(),
            all => format!(" -> ({})", type_list(all)),
        };
        let with_else = !results.is_empty() || self.random.chance(50);
        self.braces(&format!("{given}scf.if {condition}{arrow}"), "", |g| {
            g.region(&mut then, "scf.yield", &results);
        });
        if with_else {
            self.braces("else", "", |g| g.region(&mut otherwise, "scf.yield", &results));
        }
    }

    fn scf_for(&mut self, scope: &mut Scope) {
        let from = self.number(scope, 0);
        let trips = self.random.below(5);
        let (to, step) = (self.number(scope, trips), self.number(scope, 1));
        let carried = self.some_types(2);
        let starts = self.values(scope, &carried);
        let mut inner = self.in_scf(scope, true);
        let induction = self.fresh();
        inner.add(&induction, Ty::Index);
        let arguments = self.arguments(&mut inner, &carried);
        let given = self.results(scope, &carried);
        let pairs: Vec<String> = arguments
            .iter()
            .zip(&starts)
            .map(|(argument, start)| format!("{} = {}", argument.name, start.name))
            .collect();
        let iter_args = match pairs.as_slice() {
            [] => String::new(),
            all => format!(" iter_args({}) -> ({})", all.join(", "), type_list(&carried)),
        };
        let head = format!("{given}scf.for {induction} = {from} to {to} step {step}{iter_args}");
        self.braces(&head, "", |g| g.region(&mut inner, "scf.yield", &carried));
    }

    /// What a loop starts with that counts by itself.
    fn counted(&mut self, scope: &mut Scope) -> Counted {
        let mut carried = vec![Ty::Index];
        carried.extend(self.some_types(2));
        let zero = self.number(scope, 0);
        let mut starts = self.values(scope, &carried);
        starts[0].name = zero;
        let trips = self.random.below(4);
        let (bound, one) = (self.number(scope, trips), self.number(scope, 1));
        Counted {
            carried,
            starts,
            bound,
            one,
        }
    }

    fn scf_while(&mut self, scope: &mut Scope) {
        let Counted {
            carried,
            starts,
            bound,
            one,
        } = self.counted(scope);
        let mut before = self.in_scf(scope, false);
        let mut after = self.in_scf(scope, false);
        let before_arguments = self.arguments(&mut before, &carried);
        let after_arguments = self.arguments(&mut after, &carried);
        let given = self.results(scope, &carried);
        let pairs: Vec<String> = before_arguments
            .iter()
            .zip(&starts)
            .map(|(argument, start)| format!("{} = {}", argument.name, start.name))
            .collect();
        let types = type_list(&carried);
        let head = format!("{given}scf.while ({}) : ({types}) -> ({types})", pairs.join(", "));
        self.braces(&head, "", |g| {
            let op = format!("arith.cmpi ult, {}, {bound} : index", before_arguments[0].name);
            let condition = g.define(&mut before, Ty::I1, &op).name;
            let passed = names(&before_arguments);
            g.line(&format!("scf.condition({condition}) {passed} : {types}"));
        });
        self.braces("do", "", |g| {
            g.label("bb0", &after_arguments);
            g.statements(&mut after);
            g.await_started(&mut after);
            let op = format!("arith.addi {}, {one} : index", after_arguments[0].name);
            let next = g.define(&mut after, Ty::Index, &op);
            let mut values = g.values(&mut after, &carried);
            values[0] = next;
            g.line(&format!("scf.yield {} : {types}", names(&values)));
        });
    }

    fn branch(&mut self, target: &str, values: &[Value]) {
        match values {
            [] => self.line(&format!("cf.br ^{target}")),
            all => self.line(&format!("cf.br ^{target}({} : {})", names(all), types(all))),
        }
    }

    /// Two blocks that meet again.
    fn diamond(&mut self, scope: &mut Scope) {
        let condition = self.value(scope, Ty::I1).name;
        let results = self.some_types(2);
        let labels = [self.block_name(), self.block_name(), self.block_name()];
        self.line(&format!("cf.cond_br {condition}, ^{}, ^{}", labels[0], labels[1]));
        for label in &labels[..2] {
            let mut inner = scope.inside();
            self.label(label, &[]);
            self.statements(&mut inner);
            self.await_started(&mut inner);
            let values = self.values(&mut inner, &results);
            self.branch(&labels[2], &values);
        }
        let arguments = self.arguments(scope, &results);
        self.label(&labels[2], &arguments);
    }

    /// A loop of blocks.
    fn cf_loop(&mut self, scope: &mut Scope) {
        let Counted {
            carried,
            starts,
            bound,
            one,
        } = self.counted(scope);
        let labels = [self.block_name(), self.block_name(), self.block_name()];
        self.branch(&labels[0], &starts);
        let arguments = self.arguments(scope, &carried);
        self.label(&labels[0], &arguments);
        let op = format!("arith.cmpi ult, {}, {bound} : index", arguments[0].name);
        let condition = self.define(scope, Ty::I1, &op).name;
        self.line(&format!("cf.cond_br {condition}, ^{}, ^{}", labels[1], labels[2]));
        self.label(&labels[1], &[]);
        let mut inner = scope.inside();
        self.statements(&mut inner);
        self.await_started(&mut inner);
        let op = format!("arith.addi {}, {one} : index", arguments[0].name);
        let next = self.define(&mut inner, Ty::Index, &op);
        let mut values = self.values(&mut inner, &carried);
        values[0] = next;
        self.branch(&labels[0], &values);
        self.label(&labels[2], &[]);
    }
}

/// A loop that carries a counter, from zero to a bound, and further values.
struct Counted {
    carried: Vec<Ty>,
    starts: Vec<Value>,
    bound: String,
    one: String,
}

fn type_list(types: &[Ty]) -> String {
    types.iter().map(|ty| ty.text()).collect::<Vec<_>>().join(", ")
}
