//! Random programs with what MLIR 22 cannot lower: tokens and values that loops, branches, conditionals and selections
//! carry, values in groups, waiting in loops of tasks and in conditionals of asynchronous functions; and tasks that
//! fail.
//!
//! Each is written twice: with tasks, and in order without any. There a token is an `i1` that says whether its task
//! failed, and a value of the name `%v` is an `i64` with such an `i1` of the name `%v_e`.

use std::fmt::Write;

use super::random::Random;

/// A program in both forms; `main` takes and gives nothing.
pub struct Twice {
    /// With tasks.
    pub tasks: String,
    /// The same in order.
    pub in_order: String,
}

/// A task's token or value.
#[derive(Clone)]
struct Object {
    name: String,
    is_value: bool,
}

impl Object {
    fn ty(&self) -> &'static str {
        if self.is_value {
            "!async.value<i64>"
        } else {
            "!async.token"
        }
    }

    /// What stands for it without tasks: names and types.
    fn plain(&self) -> Vec<(String, &'static str)> {
        let error = (format!("{}_e", self.name), "i1");
        if self.is_value {
            vec![(self.name.clone(), "i64"), error]
        } else {
            vec![error]
        }
    }
}

/// Names and types of objects as they are without tasks, separated by commas.
fn plain(objects: &[Object]) -> (String, String) {
    let all: Vec<(String, &str)> = objects.iter().flat_map(Object::plain).collect();
    let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    let types: Vec<&str> = all.iter().map(|(_, ty)| *ty).collect();
    (names.join(", "), types.join(", "))
}

/// The same as they are with tasks.
fn with_tasks(objects: &[Object]) -> (String, String) {
    let names: Vec<&str> = objects.iter().map(|object| object.name.as_str()).collect();
    let types: Vec<&str> = objects.iter().map(Object::ty).collect();
    (names.join(", "), types.join(", "))
}

/// `a = x, b = y`
fn pairs(to: &str, from: &str) -> String {
    let pairs = to.split(", ").zip(from.split(", "));
    pairs
        .map(|(to, from)| format!("{to} = {from}"))
        .collect::<Vec<_>>()
        .join(", ")
}

struct Generator {
    random: Random,
    twice: Twice,
    next_name: usize,
    /// Plain numbers that are there.
    numbers: Vec<String>,
    /// Tasks that wrote to memory, one behind the other.
    written: Option<Object>,
}

/// The program of a seed.
pub fn program(seed: u64) -> Twice {
    let mut generator = Generator {
        random: Random::new(seed),
        twice: Twice {
            tasks: String::new(),
            in_order: String::new(),
        },
        next_name: 0,
        numbers: Vec::new(),
        written: None,
    };
    generator.asynchronous_function();
    generator.main();
    generator.twice
}

/// Constants that each function starts with.
const CONSTANTS: &str = "%c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %many = arith.constant 12 : i64
  %minus = arith.constant -1 : i64
  %yes = arith.constant true
  %no = arith.constant false";

impl Generator {
    fn tasks(&mut self, line: &str) {
        let _ = writeln!(self.twice.tasks, "  {line}");
    }

    fn in_order(&mut self, line: &str) {
        let _ = writeln!(self.twice.in_order, "  {line}");
    }

    fn both(&mut self, line: &str) {
        self.tasks(line);
        self.in_order(line);
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.next_name += 1;
        format!("{prefix}{}", self.next_name)
    }

    fn object(&mut self, is_value: bool) -> Object {
        Object {
            name: self.fresh(if is_value { "%v" } else { "%t" }),
            is_value,
        }
    }

    /// Another name of each of some objects.
    fn like(&mut self, objects: &[Object]) -> Vec<Object> {
        objects.iter().map(|object| self.object(object.is_value)).collect()
    }

    fn number(&mut self) -> String {
        let numbers = self.numbers.clone();
        self.random.one_of(&numbers)
    }

    /// A number made of others, the same in both forms.
    fn compute(&mut self, from: &[String]) -> String {
        let result = self.fresh("%n");
        let op = self.random.one_of(&["addi", "subi", "muli", "xori", "maxsi", "minsi"]);
        let (a, b) = (self.random.one_of(from), self.random.one_of(from));
        self.both(&format!("{result} = arith.{op} {a}, {b} : i64"));
        result
    }

    fn condition(&mut self) -> String {
        let result = self.fresh("%c");
        let (a, b) = (self.number(), self.number());
        self.both(&format!("{result} = arith.cmpi slt, {a}, {b} : i64"));
        result
    }

    fn some(&mut self, objects: &[Object]) -> Vec<Object> {
        (0..1 + self.random.below(2))
            .map(|_| self.random.one_of(objects))
            .collect()
    }

    /// A task that waits for some of `known` at its start, maybe for more of them later, and maybe fails.
    fn execute(&mut self, known: &[Object]) -> Vec<Object> {
        let given = if known.is_empty() { Vec::new() } else { self.some(known) };
        let made = [self.object(false), self.object(true)];
        let [token, value] = &made;
        let tokens: Vec<&str> = given.iter().filter(|o| !o.is_value).map(|o| o.name.as_str()).collect();
        let operands: Vec<&Object> = given.iter().filter(|object| object.is_value).collect();
        let mut arguments = vec![self.number()];
        let mut unwrapped = Vec::new();
        for operand in &operands {
            let argument = self.fresh("%x");
            unwrapped.push(format!("{} as {argument}: !async.value<i64>", operand.name));
            self.in_order(&format!("{argument} = arith.addi {}, %zero : i64", operand.name));
            arguments.push(argument);
        }
        let errors: Vec<String> = given.iter().map(|object| format!("{}_e", object.name)).collect();
        let dependencies = if tokens.is_empty() {
            String::new()
        } else {
            format!(" [{}]", tokens.join(", "))
        };
        let operands = if unwrapped.is_empty() {
            String::new()
        } else {
            format!(" ({})", unwrapped.join(", "))
        };
        let (token, value) = (&token.name, &value.name);
        self.tasks(&format!(
            "{token}, {value} = async.execute{dependencies}{operands} -> !async.value<i64> {{"
        ));
        let mut failed = self.any(&errors);
        let mut result = self.compute(&arguments);
        arguments.push(result.clone());
        if let Some(later) = known
            .iter()
            .find(|object| object.is_value)
            .cloned()
            .filter(|_| self.random.chance(40))
        {
            (result, failed) = self.wait_inside(&later, &result, &failed);
            arguments.push(result);
        }
        if self.random.chance(25) {
            failed = self.assert(&arguments, &failed);
        }
        let result = self.compute(&arguments);
        self.tasks(&format!("async.yield {result} : i64"));
        self.tasks("}");
        self.in_order(&format!("{value} = arith.addi {result}, %zero : i64"));
        for name in [token, value] {
            self.in_order(&format!("{name}_e = arith.ori {failed}, %no : i1"));
        }
        made.to_vec()
    }

    /// Whether one of several conditions holds, in the form without tasks.
    fn any(&mut self, conditions: &[String]) -> String {
        let mut all = "%no".to_owned();
        for condition in conditions {
            let next = self.fresh("%e");
            self.in_order(&format!("{next} = arith.ori {all}, {condition} : i1"));
            all = next;
        }
        all
    }

    /// An assertion that may fail; gives whether the task has failed.
    fn assert(&mut self, numbers: &[String], failed: &str) -> String {
        let (holds, fails) = (self.fresh("%ok"), self.fresh("%e"));
        let number = self.random.one_of(numbers);
        self.both(&format!("{holds} = arith.cmpi slt, {number}, %many : i64"));
        self.tasks(&format!("cf.assert {holds}, \"a number is small\""));
        self.in_order(&format!("{fails} = arith.xori {holds}, %yes : i1"));
        self.any(&[failed.to_owned(), fails])
    }

    /// Waits for a value in a loop or in a conditional; gives what comes out, and whether the task has failed.
    fn wait_inside(&mut self, value: &Object, start: &str, failed: &str) -> (String, String) {
        let (result, inner, next) = (self.fresh("%n"), self.fresh("%x"), self.fresh("%n"));
        let name = &value.name;
        let wait = |g: &mut Self| {
            g.tasks(&format!("{inner} = async.await {name} : !async.value<i64>"));
            g.in_order(&format!("{inner} = arith.addi {name}, %zero : i64"));
        };
        if self.random.chance(50) {
            let (trips, index, sum) = (self.fresh("%k"), self.fresh("%i"), self.fresh("%a"));
            let count = 1 + self.random.below(3);
            self.both(&format!("{trips} = arith.constant {count} : index"));
            self.both(&format!(
                "{result} = scf.for {index} = %c0 to {trips} step %c1 iter_args({sum} = {start}) -> (i64) {{"
            ));
            wait(self);
            self.both(&format!("{next} = arith.addi {sum}, {inner} : i64"));
            self.both(&format!("scf.yield {next} : i64\n  }}"));
            return (result, self.any(&[failed.to_owned(), format!("{name}_e")]));
        }
        let condition = self.fresh("%c");
        self.both(&format!("{condition} = arith.cmpi sgt, {start}, %zero : i64"));
        self.both(&format!("{result} = scf.if {condition} -> (i64) {{"));
        wait(self);
        self.both(&format!(
            "scf.yield {inner} : i64\n  }} else {{\n  scf.yield {start} : i64\n  }}"
        ));
        let both = self.fresh("%e");
        self.in_order(&format!("{both} = arith.andi {condition}, {name}_e : i1"));
        (result, self.any(&[failed.to_owned(), both]))
    }

    /// `async.func @later`: waits in a conditional and in a loop, and may fail.
    fn asynchronous_function(&mut self) {
        let value = Object {
            name: "%v".to_owned(),
            is_value: true,
        };
        let _ = writeln!(
            self.twice.tasks,
            "async.func @later(%v: !async.value<i64>, %n: i64) -> (!async.token, !async.value<i64>) {{\n  {CONSTANTS}"
        );
        let _ = writeln!(
            self.twice.in_order,
            "func.func @later(%v: i64, %v_e: i1, %n: i64) -> (i1, i64, i1) {{\n  {CONSTANTS}"
        );
        let (mut result, mut failed) = ("%n".to_owned(), "%no".to_owned());
        for _ in 0..1 + self.random.below(2) {
            (result, failed) = self.wait_inside(&value, &result, &failed);
        }
        if self.random.chance(50) {
            failed = self.assert(&["%n".to_owned(), result.clone()], &failed);
        }
        self.tasks(&format!("async.return {result} : i64\n}}"));
        self.in_order(&format!("func.return {failed}, {result}, {failed} : i1, i64, i1\n}}"));
    }

    fn call_later(&mut self, known: &[Object]) -> Vec<Object> {
        let Some(value) = known.iter().rev().find(|object| object.is_value).cloned() else {
            return self.execute(known);
        };
        let made = [self.object(false), self.object(true)];
        let (token, result, value) = (&made[0].name, &made[1].name, &value.name);
        let number = self.number();
        self.tasks(&format!(
            "{token}, {result} = async.call @later({value}, {number}) : (!async.value<i64>, i64) -> (!async.token, !async.value<i64>)"
        ));
        self.in_order(&format!(
            "{token}_e, {result}, {result}_e = func.call @later({value}, {value}_e, {number}) : (i64, i1, i64) -> (i1, i64, i1)"
        ));
        made.to_vec()
    }

    /// A loop that carries objects; each iteration starts tasks that wait for those of the one before.
    fn carrying_loop(&mut self, known: &[Object]) -> Vec<Object> {
        let starts = self.some(known);
        let (inner, results) = (self.like(&starts), self.like(&starts));
        let (trips, index) = (self.fresh("%k"), self.fresh("%i"));
        let count = self.random.below(4);
        self.both(&format!("{trips} = arith.constant {count} : index"));
        let head = |form: fn(&[Object]) -> (String, String)| {
            let (given, types) = form(&results);
            let pairs = pairs(&form(&inner).0, &form(&starts).0);
            format!("{given} = scf.for {index} = %c0 to {trips} step %c1 iter_args({pairs}) -> ({types}) {{")
        };
        self.tasks(&head(with_tasks));
        self.in_order(&head(plain));
        let mut visible = inner.clone();
        visible.extend(known.iter().filter(|_| self.random.chance(30)).cloned());
        self.pass_on(&visible, &inner, "scf.yield");
        self.both("}");
        results
    }

    /// Starts a task maybe, and gives objects of the kinds of `wanted` to a terminator.
    fn pass_on(&mut self, visible: &[Object], wanted: &[Object], terminator: &str) {
        let mut visible = visible.to_vec();
        if self.random.chance(70) {
            visible.extend(self.execute(&visible));
        }
        let passed = self.of_kinds(&visible, wanted);
        let line = |(names, types): (String, String)| format!("{terminator} {names} : {types}");
        self.tasks(&line(with_tasks(&passed)));
        self.in_order(&line(plain(&passed)));
    }

    /// Some of `visible`, of the kinds of `wanted`; the younger ones more often.
    fn of_kinds(&mut self, visible: &[Object], wanted: &[Object]) -> Vec<Object> {
        let pick = |object: &Object| {
            let fitting: Vec<Object> = visible
                .iter()
                .filter(|o| o.is_value == object.is_value)
                .cloned()
                .collect();
            let young = fitting
                .len()
                .saturating_sub(if self.random.chance(70) { 1 } else { fitting.len() });
            self.random.one_of(&fitting[young..])
        };
        wanted.iter().map(pick).collect()
    }

    fn conditional(&mut self, known: &[Object]) -> Vec<Object> {
        let condition = self.condition();
        let wanted = self.some(known);
        let results = self.like(&wanted);
        let head = |(names, types): (String, String)| format!("{names} = scf.if {condition} -> ({types}) {{");
        self.tasks(&head(with_tasks(&results)));
        self.in_order(&head(plain(&results)));
        self.pass_on(known, &wanted, "scf.yield");
        self.both("} else {");
        self.pass_on(known, &wanted, "scf.yield");
        self.both("}");
        results
    }

    /// Blocks that meet again, each of which passes objects on; one way leads there at once.
    fn branches(&mut self, known: &[Object]) -> Vec<Object> {
        let condition = self.condition();
        let wanted = self.some(known);
        let results = self.like(&wanted);
        let (side, end) = (self.fresh("side"), self.fresh("end"));
        let direct = self.of_kinds(known, &wanted);
        let head = |(names, types): (String, String)| {
            format!("cf.cond_br {condition}, ^{side}, ^{end}({names} : {types})\n^{side}:")
        };
        self.tasks(&head(with_tasks(&direct)));
        self.in_order(&head(plain(&direct)));
        let mut visible = known.to_vec();
        visible.extend(self.execute(&visible));
        let passed = self.of_kinds(&visible, &wanted);
        let label = |(names, types): (String, String)| {
            let pairs = names.split(", ").zip(types.split(", "));
            pairs
                .map(|(name, ty)| format!("{name}: {ty}"))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let branch = |form: fn(&[Object]) -> (String, String)| {
            let (names, types) = form(&passed);
            format!("cf.br ^{end}({names} : {types})\n^{end}({}):", label(form(&results)))
        };
        self.tasks(&branch(with_tasks));
        self.in_order(&branch(plain));
        results
    }

    fn selection(&mut self, known: &[Object]) -> Vec<Object> {
        let condition = self.condition();
        let kind = self.some(known)[0].clone();
        let (result, kinds) = (self.object(kind.is_value), [kind.clone(), kind]);
        let [a, b] = &self.of_kinds(known, &kinds)[..] else {
            return Vec::new();
        };
        self.tasks(&format!(
            "{} = arith.select {condition}, {}, {} : {}",
            result.name,
            a.name,
            b.name,
            result.ty()
        ));
        for ((name, ty), ((a, _), (b, _))) in result.plain().iter().zip(a.plain().iter().zip(&b.plain())) {
            self.in_order(&format!("{name} = arith.select {condition}, {a}, {b} : {ty}"));
        }
        vec![result]
    }

    /// Waits for several objects at once and prints whether one failed.
    fn group(&mut self, known: &[Object]) {
        let members: Vec<Object> = (0..1 + self.random.below(4))
            .map(|_| self.random.one_of(known))
            .collect();
        let (size, group) = (self.fresh("%k"), self.fresh("%g"));
        self.both(&format!("{size} = arith.constant {} : index", members.len()));
        self.tasks(&format!("{group} = async.create_group {size} : !async.group"));
        for member in &members {
            let rank = self.fresh("%r");
            self.tasks(&format!(
                "{rank} = async.add_to_group {}, {group} : {}",
                member.name,
                member.ty()
            ));
        }
        self.tasks(&format!("async.runtime.await {group} : !async.group"));
        self.tasks(&format!("{group}_e = async.runtime.is_error {group} : !async.group"));
        self.tasks(&format!("vector.print {group}_e : i1"));
        let errors: Vec<String> = members.iter().map(|member| format!("{}_e", member.name)).collect();
        let error = self.any(&errors);
        self.in_order(&format!("vector.print {error} : i1"));
    }

    /// A task that writes to memory unless it, or the one that wrote before, fails.
    fn write(&mut self) {
        let token = self.object(false);
        let (place, number) = (self.random.below(4), self.number());
        let (dependency, before) = match &self.written {
            Some(object) => (format!(" [{}]", object.name), format!("{}_e", object.name)),
            None => (String::new(), "%no".to_owned()),
        };
        let place_name = self.fresh("%k");
        self.both(&format!("{place_name} = arith.constant {place} : index"));
        let name = token.name.clone();
        self.tasks(&format!("{name} = async.execute{dependency} {{"));
        let failed = if self.random.chance(15) {
            self.assert(std::slice::from_ref(&number), &before)
        } else {
            before
        };
        let store = format!("memref.store {number}, %memory[{place_name}] : memref<4xi64>");
        self.tasks(&format!("{store}\n  async.yield\n  }}"));
        self.in_order(&format!("scf.if {failed} {{\n  }} else {{\n  {store}\n  }}"));
        self.in_order(&format!("{name}_e = arith.ori {failed}, %no : i1"));
        self.written = Some(token);
    }

    /// Prints whether an object's task failed, and a value that has not.
    fn print(&mut self, object: &Object) {
        let (name, error) = (&object.name, self.fresh("%e"));
        self.tasks(&format!("async.runtime.await {name} : {}", object.ty()));
        self.tasks(&format!("{error} = async.runtime.is_error {name} : {}", object.ty()));
        self.in_order(&format!("{error} = arith.ori {name}_e, %no : i1"));
        self.both(&format!("vector.print {error} : i1"));
        if object.is_value {
            let loaded = self.fresh("%x");
            self.both(&format!("scf.if {error} {{\n  }} else {{"));
            self.tasks(&format!("{loaded} = async.await {name} : !async.value<i64>"));
            self.in_order(&format!("{loaded} = arith.addi {name}, %zero : i64"));
            self.both(&format!("vector.print {loaded} : i64\n  }}"));
        }
    }

    fn main(&mut self) {
        self.both(&format!("func.func @main() {{\n  {CONSTANTS}"));
        self.both("%memory = memref.alloc() : memref<4xi64>");
        self.both("linalg.fill ins(%zero : i64) outs(%memory : memref<4xi64>)");
        self.numbers = ["%zero", "%one", "%many", "%minus"].map(str::to_owned).to_vec();
        let mut known = self.execute(&[]);
        for _ in 0..4 + self.random.below(8) {
            let numbers = self.numbers.clone();
            let number = self.compute(&numbers);
            self.numbers.push(number);
            let made = match self.random.below(10) {
                0 | 1 => self.carrying_loop(&known),
                2 => self.conditional(&known),
                3 => self.branches(&known),
                4 => self.selection(&known),
                5 => self.call_later(&known),
                6 => {
                    self.group(&known);
                    Vec::new()
                }
                7 => {
                    self.write();
                    Vec::new()
                }
                _ => self.execute(&known),
            };
            known.extend(made);
        }
        for object in known.clone().iter().chain(&self.written.clone()) {
            self.print(object);
        }
        for place in 0..4 {
            self.both(&format!("%p{place} = arith.constant {place} : index"));
            self.both(&format!("%m{place} = memref.load %memory[%p{place}] : memref<4xi64>"));
            self.both(&format!("vector.print %m{place} : i64"));
        }
        self.both("memref.dealloc %memory : memref<4xi64>\n  func.return\n}");
    }
}
