//! What passes make does not depend on how many threads they run on.

use asyncir_ir::Context;
use asyncir_passes::{PassManager, Registry, RunConfig};
use asyncir_text::{PrintOptions, Source, parse_source, print_file};

/// Functions with everything that passes for async programs make functions of; so many that they are shared out.
fn program() -> String {
    (0..150).map(function).collect()
}

fn function(number: usize) -> String {
    format!(
        "
        func.func @loops_{number}(%m: memref<?xf32>, %lb: index, %ub: index, %step: index) {{
          %one = arith.constant 1.0 : f32
          scf.parallel (%i) = (%lb) to (%ub) step (%step) {{
            scf.parallel (%j) = (%lb) to (%ub) step (%step) {{
              memref.store %one, %m[%j] : memref<?xf32>
            }}
          }}
          %token = async.execute {{
            %inner = async.execute {{ async.yield }}
            async.await %inner : !async.token
            async.yield
          }}
          async.await %token : !async.token
          return
        }}
        async.func @coroutine_{number}(%x: !async.value<i32>) -> !async.value<i32> {{
          %value = async.await %x : !async.value<i32>
          %sum = arith.addi %value, %value : i32
          return %sum : i32
        }}
        func.func @caller_{number}(%x: !async.value<i32>) -> i32 {{
          %doubled = async.call @coroutine_{number}(%x) : (!async.value<i32>) -> !async.value<i32>
          %value = async.await %doubled : !async.value<i32>
          return %value : i32
        }}"
    )
}

fn run(text: &str, passes: &str, threads: bool) -> String {
    let ctx = Context::with_dialects(asyncir_dialects::all());
    let mut parsed = parse_source(&ctx, &Source::new("program", text)).expect("a valid program");
    let manager = PassManager::parse(&Registry::new(), &format!("builtin.module({passes})")).expect("a pipeline");
    let config = RunConfig {
        threads,
        ..RunConfig::default()
    };
    manager.run(&ctx, &mut parsed.op, &config).expect("passes that succeed");
    print_file(parsed.op.op_ref(&ctx), None, &PrintOptions::default())
}

#[test]
fn threads_change_nothing() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().expect("a pool");
    let mut text = program();
    for passes in [
        "async-parallel-for",
        "async-func-to-async-runtime",
        "async-to-async-runtime",
        "async-runtime-ref-counting,async-runtime-ref-counting-opt",
        "convert-scf-to-cf,convert-async-to-llvm,convert-func-to-llvm",
    ] {
        let one = run(&text, passes, false);
        for _ in 0..3 {
            let many = pool.install(|| run(&text, passes, true));
            assert!(one == many, "{passes}: threads change what is printed");
        }
        text = one;
    }
}
