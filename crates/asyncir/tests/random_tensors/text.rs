//! Random functions as text.

use std::fmt::Write;

use super::program::{Block, Condition, Function, PART, SIZE, Step, Tensor};

const TY: &str = "tensor<?xf32>";
const PART_TY: &str = "tensor<4xf32>";
const ELEMENT_TY: &str = "tensor<1xf32>";

/// Functions with which others fail at the step that the caller chooses.
pub const CHECKS: &str = "memref.global @left : memref<i64> = dense<0>
func.func @fail_at(%step: i64) {
  %left = memref.get_global @left : memref<i64>
  memref.store %step, %left[] : memref<i64>
  return
}
func.func private @goes_on() -> i1 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %left = memref.get_global @left : memref<i64>
  %before = memref.load %left[] : memref<i64>
  %now = arith.subi %before, %one : i64
  memref.store %now, %left[] : memref<i64>
  %goes_on = arith.cmpi ne, %now, %zero : i64
  return %goes_on : i1
}
";

/// The text of functions, of which the last one is `name`, and the others have names that start with it. With `checks`, they
/// may fail behind each step, as [`CHECKS`] says.
pub fn text(name: &str, functions: &[Function], checks: bool) -> String {
    let mut out = String::new();
    for (number, function) in functions.iter().enumerate() {
        let own = if function.is_private {
            format!("{name}_{number}")
        } else {
            name.to_owned()
        };
        let printer = Printer {
            prefix: name,
            functions,
            checks,
            out: &mut out,
        };
        printer.function(&own, function).expect("memory for the text");
    }
    out
}

struct Printer<'a> {
    /// What the names of private functions start with.
    prefix: &'a str,
    functions: &'a [Function],
    checks: bool,
    out: &'a mut String,
}

fn list(tensors: &[Tensor]) -> String {
    let names: Vec<String> = tensors.iter().map(|tensor| format!("%t{tensor}")).collect();
    names.join(", ")
}

fn results(first: Tensor, count: usize) -> String {
    list(&(first..first + count).collect::<Vec<_>>())
}

/// Initial values of what a loop carries.
fn assignments(prefix: &str, arguments: Tensor, inits: &[Tensor]) -> String {
    let pairs = inits.iter().enumerate();
    let pairs: Vec<String> = pairs
        .map(|(number, init)| format!("%{prefix}{} = %t{init}", arguments + number))
        .collect();
    pairs.join(", ")
}

fn types(ty: &str, count: usize) -> String {
    vec![ty; count].join(", ")
}

fn condition(condition: Condition) -> &'static str {
    match condition {
        Condition::P => "%p",
        Condition::Q => "%q",
    }
}

impl Printer<'_> {
    fn function(mut self, name: &str, function: &Function) -> std::fmt::Result {
        let visibility = if function.is_private { "private " } else { "" };
        let arguments: Vec<String> = (0..function.arguments)
            .map(|number| format!("%t{number}: {TY}"))
            .collect();
        let given = types(TY, function.body.yields.len());
        writeln!(
            self.out,
            "func.func {visibility}@{name}({}, %p: i1, %q: i1, %count: index) -> ({given}) {{",
            arguments.join(", ")
        )?;
        for number in 0..SIZE {
            writeln!(self.out, "  %i{number} = arith.constant {number} : index")?;
        }
        for value in 0..4 {
            writeln!(self.out, "  %s{value} = arith.constant {}.0 : f32", 10 + value)?;
        }
        writeln!(
            self.out,
            "  %numbers = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>\n  %t{} = tensor.cast \
             %numbers : tensor<8xf32> to {TY}",
            function.constant()
        )?;
        self.steps(&function.body, "  ")?;
        writeln!(self.out, "  return {} : {given}\n}}", list(&function.body.yields))
    }

    fn steps(&mut self, block: &Block, indent: &str) -> std::fmt::Result {
        block.steps.iter().try_for_each(|(first, step)| {
            self.step(*first, step, indent)?;
            self.check(*first, indent)
        })
    }

    fn check(&mut self, number: Tensor, indent: &str) -> std::fmt::Result {
        if !self.checks {
            return Ok(());
        }
        writeln!(
            self.out,
            "{indent}%fine{number} = func.call @goes_on() : () -> i1\n{indent}cf.assert %fine{number}, \"step {number}\""
        )
    }

    /// The inside of a region.
    fn region(&mut self, block: &Block, terminator: &str, indent: &str) -> std::fmt::Result {
        self.steps(block, &format!("{indent}  "))?;
        let (yields, types) = (list(&block.yields), types(TY, block.yields.len()));
        writeln!(self.out, "{indent}  {terminator} {yields} : {types}\n{indent}}}")
    }

    fn step(&mut self, first: Tensor, step: &Step, indent: &str) -> std::fmt::Result {
        let out = &mut *self.out;
        match step {
            Step::Add(a, b) => writeln!(out, "{indent}%t{first} = arith.addf %t{a}, %t{b} : {TY}"),
            Step::Insert { into, at, value } => {
                writeln!(
                    out,
                    "{indent}%t{first} = tensor.insert %s{value} into %t{into}[%i{at}] : {TY}"
                )
            }
            Step::Move { from, at, into, to } => writeln!(
                out,
                "{indent}%part{first} = tensor.extract_slice %t{from}[{at}] [{PART}] [1] : {TY} to {PART_TY}\n{indent}%t{first} = \
                 tensor.insert_slice %part{first} into %t{into}[{to}] [{PART}] [1] : {PART_TY} into {TY}"
            ),
            Step::Select(which, a, b) => {
                writeln!(
                    out,
                    "{indent}%t{first} = arith.select {}, %t{a}, %t{b} : {TY}",
                    condition(*which)
                )
            }
            Step::Forall { shared, other } => self.forall(first, *shared, *other, indent),
            Step::Branch(which, yes, no) => self.branches(first, *which, [yes, no], indent),
            Step::If(which, yes, no) => {
                let count = yes.yields.len();
                let given = results(first, count);
                let which = condition(*which);
                writeln!(out, "{indent}{given} = scf.if {which} -> ({}) {{", types(TY, count))?;
                self.region(yes, "scf.yield", indent)?;
                self.out.truncate(self.out.trim_end().len());
                writeln!(self.out, " else {{")?;
                self.region(no, "scf.yield", indent)
            }
            Step::For {
                inits,
                arguments,
                body,
                is_while: false,
            } => {
                let pairs = assignments("t", *arguments, inits);
                let (given, types) = (results(first, inits.len()), types(TY, inits.len()));
                writeln!(
                    out,
                    "{indent}{given} = scf.for %k{first} = %i0 to %count step %i1 iter_args({pairs}) -> ({types}) {{"
                )?;
                self.region(body, "scf.yield", indent)
            }
            Step::For {
                inits, arguments, body, ..
            } => self.while_loop(first, inits, *arguments, body, indent),
            Step::Task(body) => self.task(first, body, indent),
            Step::Call { function, arguments } => self.call(first, *function, arguments, indent),
        }
    }

    fn forall(&mut self, first: Tensor, shared: Tensor, other: Tensor, indent: &str) -> std::fmt::Result {
        let part = |name: &str, of: String| {
            format!("{indent}  %{name}{first} = tensor.extract_slice %{of}[%k{first}] [1] [1] : {TY} to {ELEMENT_TY}\n")
        };
        writeln!(
            self.out,
            "{indent}%t{first} = scf.forall (%k{first}) in ({SIZE}) shared_outs(%o{first} = %t{shared}) -> ({TY}) {{\n{}{}\
             {indent}  %sum{first} = arith.addf %a{first}, %b{first} : {ELEMENT_TY}\n\
             {indent}  scf.forall.in_parallel {{\n\
             {indent}    tensor.parallel_insert_slice %sum{first} into %o{first}[%k{first}] [1] [1] : {ELEMENT_TY} into {TY}\n\
             {indent}  }}\n{indent}}}",
            part("a", format!("o{first}")),
            part("b", format!("t{other}")),
        )
    }

    /// Blocks that branch to one that yields what they pass.
    fn branches(&mut self, first: Tensor, which: Condition, blocks: [&Block; 2], indent: &str) -> std::fmt::Result {
        let count = blocks[0].yields.len();
        let (which, types) = (condition(which), types(TY, count));
        writeln!(
            self.out,
            "{indent}{} = scf.execute_region -> ({types}) {{\n{indent}  cf.cond_br {which}, ^yes, ^no",
            results(first, count)
        )?;
        for (name, block) in ["yes", "no"].into_iter().zip(blocks) {
            writeln!(self.out, "{indent}^{name}:")?;
            self.steps(block, &format!("{indent}  "))?;
            writeln!(self.out, "{indent}  cf.br ^end({} : {types})", list(&block.yields))?;
        }
        let passed: Vec<String> = (0..count).map(|number| format!("%e{first}_{number}")).collect();
        let arguments: Vec<String> = passed.iter().map(|name| format!("{name}: {TY}")).collect();
        writeln!(
            self.out,
            "{indent}^end({}):\n{indent}  scf.yield {} : {types}\n{indent}}}",
            arguments.join(", "),
            passed.join(", ")
        )
    }

    /// A loop that counts.
    fn while_loop(
        &mut self,
        first: Tensor,
        inits: &[Tensor],
        arguments: Tensor,
        body: &Block,
        indent: &str,
    ) -> std::fmt::Result {
        let count = inits.len();
        let types = types(TY, count);
        let numbers = arguments..arguments + count;
        let passed: Vec<String> = numbers.clone().map(|number| format!("%w{number}")).collect();
        let taken: Vec<String> = numbers.map(|number| format!("%t{number}: {TY}")).collect();
        writeln!(
            self.out,
            "{indent}{}, %n{first} = scf.while ({}, %m{first} = %i0) : ({types}, index) -> ({types}, index) {{\n\
             {indent}  %c{first} = arith.cmpi ult, %m{first}, %count : index\n\
             {indent}  scf.condition(%c{first}) {}, %m{first} : {types}, index\n\
             {indent}}} do {{\n{indent}^bb0({}, %k{first}: index):",
            results(first, count),
            assignments("w", arguments, inits),
            passed.join(", "),
            taken.join(", ")
        )?;
        self.steps(body, &format!("{indent}  "))?;
        writeln!(
            self.out,
            "{indent}  %j{first} = arith.addi %k{first}, %i1 : index\n{indent}  scf.yield {}, %j{first} : {types}, index\n\
             {indent}}}",
            list(&body.yields)
        )
    }

    fn task(&mut self, first: Tensor, body: &Block, indent: &str) -> std::fmt::Result {
        let values = first..first + body.yields.len();
        let names: Vec<String> = values.clone().map(|value| format!("%v{value}")).collect();
        let ty = format!("!async.value<{TY}>");
        writeln!(
            self.out,
            "{indent}%token{first}, {} = async.execute -> ({}) {{",
            names.join(", "),
            types(&ty, names.len())
        )?;
        self.region(body, "async.yield", indent)?;
        values
            .clone()
            .try_for_each(|value| writeln!(self.out, "{indent}%t{value} = async.await %v{value} : {ty}"))
    }

    fn call(&mut self, first: Tensor, function: usize, arguments: &[Tensor], indent: &str) -> std::fmt::Result {
        let count = self.functions[function].body.yields.len();
        writeln!(
            self.out,
            "{indent}{} = func.call @{}_{function}({}, %p, %q, %count) : ({}, i1, i1, index) -> ({})",
            results(first, count),
            self.prefix,
            list(arguments),
            types(TY, arguments.len()),
            types(TY, count)
        )
    }
}
