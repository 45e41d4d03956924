//! Programs of any size, for measuring.

use std::fmt::Write;

/// A module of about `ops` ops in functions of a hundred: constants, arithmetic, branches, memory and calls.
pub fn plain_module(ops: usize) -> String {
    let mut text = String::from("module {\n");
    let functions = ops.div_ceil(100);
    for f in 0..functions {
        plain_function(&mut text, f);
    }
    text.push_str("}\n");
    text
}

/// A function of 100 ops.
fn plain_function(text: &mut String, number: usize) {
    let out = text;
    let mut line = |s: String| {
        out.push_str(&s);
        out.push('\n');
    };
    line(format!(
        "  func.func @f{number}(%x: i64, %y: f32, %m: memref<?xf32>, %c: i1) -> i64 {{"
    ));
    line("    %c0 = arith.constant 0 : index".to_owned());
    line(format!("    %k = arith.constant {} : i64", number % 97));
    line("    cf.cond_br %c, ^then(%x : i64), ^else".to_owned());
    line("  ^then(%a: i64):".to_owned());
    let mut last = "%a".to_owned();
    for i in 0..46 {
        let op = ["arith.addi", "arith.muli", "arith.xori", "arith.subi"][i % 4];
        line(format!("    %t{i} = {op} {last}, %k : i64"));
        last = format!("%t{i}");
    }
    line(format!("    cf.br ^done({last} : i64)"));
    line("  ^else:".to_owned());
    for i in 0..15 {
        line(format!("    %l{i} = memref.load %m[%c0] : memref<?xf32>"));
        line(format!("    %s{i} = arith.addf %l{i}, %y : f32"));
        line(format!("    memref.store %s{i}, %m[%c0] : memref<?xf32>"));
    }
    line("    cf.br ^done(%x : i64)".to_owned());
    line("  ^done(%r: i64):".to_owned());
    if number > 0 {
        let callee = number - 1;
        line(format!(
            "    %z = func.call @f{callee}(%r, %y, %m, %c) : (i64, f32, memref<?xf32>, i1) -> i64"
        ));
        line("    return %z : i64".to_owned());
    } else {
        line("    return %r : i64".to_owned());
    }
    line("  }".to_owned());
}

/// A module of `functions` functions with `tasks` tasks each, of which every second one depends on the one before.
pub fn task_module(functions: usize, tasks: usize) -> String {
    let mut text = String::from("module {\n");
    for f in 0..functions {
        task_function(&mut text, f, tasks);
    }
    text.push_str("}\n");
    text
}

/// As [`task_module`], with a main function that calls all others and prints the last result.
pub fn task_program(functions: usize, tasks: usize) -> String {
    let module = task_module(functions, tasks);
    let inner = module.trim_end().strip_suffix('}').unwrap_or(&module);
    let mut calls = String::new();
    let mut last = "%one".to_owned();
    for f in 0..functions {
        let _ = writeln!(
            calls,
            "    %y{f} = func.call @work_{f}({last}, %m) : (i64, memref<?xi64>) -> i64"
        );
        last = format!("%y{f}");
    }
    format!(
        "{inner}  func.func private @printI64(i64)
  func.func @main() {{
    %c16 = arith.constant 16 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = memref.alloc(%c16) : memref<?xi64>
    %one = arith.constant 1 : i64
    scf.for %i = %c0 to %c16 step %c1 {{
      memref.store %one, %m[%i] : memref<?xi64>
    }}
{calls}    func.call @printI64({last}) : (i64) -> ()
    memref.dealloc %m : memref<?xi64>
    return
  }}
}}
"
    )
}

fn task_function(text: &mut String, number: usize, tasks: usize) {
    let mut body = String::new();
    for t in 0..tasks {
        let (dependency, start) = match t % 2 {
            1 => (
                format!(" [%t{0}] (%v{0} as %a{t}: !async.value<i64>)", t - 1),
                format!("%a{t}"),
            ),
            _ => (String::new(), "%x".to_owned()),
        };
        // Writing to a string cannot fail.
        let _ = write!(
            body,
            "    %t{t}, %v{t} = async.execute{dependency} -> !async.value<i64> {{
      %s{t} = scf.for %j = %c0 to %n step %c1 iter_args(%acc = {start}) -> (i64) {{
        %e = memref.load %m[%j] : memref<?xi64>
        %p = arith.muli %acc, %k : i64
        %q = arith.addi %p, %e : i64
        scf.yield %q : i64
      }}
      async.yield %s{t} : i64
    }}
"
        );
    }
    let mut sum = "%x".to_owned();
    for t in 0..tasks {
        let _ = writeln!(body, "    %r{t} = async.await %v{t} : !async.value<i64>");
        let _ = writeln!(body, "    %z{t} = arith.addi {sum}, %r{t} : i64");
        sum = format!("%z{t}");
    }
    let (n, k) = (8 + number % 5, number % 7 + 2);
    let _ = write!(
        text,
        "  func.func @work_{number}(%x: i64, %m: memref<?xi64>) -> i64 {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant {n} : index
    %k = arith.constant {k} : i64
{body}    return {sum} : i64
  }}
"
    );
}

/// A module of `functions` asynchronous functions, each of which awaits a call of the one before and runs a loop.
pub fn async_func_module(functions: usize) -> String {
    let mut text = String::from("module {\n");
    for f in 0..functions {
        let awaited = match f.checked_sub(1) {
            Some(callee) => format!(
                "    %v = async.call @work_{callee}(%x, %m) : (i64, memref<?xi64>) -> !async.value<i64>
    %start = async.await %v : !async.value<i64>
"
            ),
            None => "    %start = arith.addi %x, %x : i64\n".to_owned(),
        };
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "  async.func @work_{f}(%x: i64, %m: memref<?xi64>) -> !async.value<i64> {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant {} : index
{awaited}    %s = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (i64) {{
      %e = memref.load %m[%j] : memref<?xi64>
      %p = arith.addi %acc, %e : i64
      scf.yield %p : i64
    }}
    return %s : i64
  }}
",
            8 + f % 5
        );
    }
    text.push_str("}\n");
    text
}

/// A module of `functions` functions with `loops` parallel loops each, every second one of two dimensions.
pub fn parallel_module(functions: usize, loops: usize) -> String {
    let mut text = String::from("module {\n");
    for f in 0..functions {
        let _ = write!(
            text,
            "  func.func @loops_{f}(%n: index, %m: memref<?x?xf32>, %x: f32) {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
"
        );
        for l in 0..loops {
            let (indices, from, to, step, first) = match l % 2 {
                0 => ("%i", "%c0", "%n", "%c1", "%c0"),
                _ => ("%k, %i", "%c0, %c0", "%n, %n", "%c1, %c1", "%k"),
            };
            let _ = write!(
                text,
                "    scf.parallel ({indices}) = ({from}) to ({to}) step ({step}) {{
      %e = memref.load %m[{first}, %i] : memref<?x?xf32>
      %p = arith.addf %e, %x : f32
      memref.store %p, %m[{first}, %i] : memref<?x?xf32>
    }}
"
            );
        }
        text.push_str("    return\n  }\n");
    }
    text.push_str("}\n");
    text
}
