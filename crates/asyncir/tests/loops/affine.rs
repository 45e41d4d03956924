//! Loops that are `affine.parallel`.

use std::fmt::Write;

use super::place::{Place, line};
use super::reductions::OF_AFFINE;
use super::{Shape, bounds, contribution, iteration};

/// Appends the loop; `%d_NUMBER` are the results of its reductions.
pub fn parallel(text: &mut String, shape: &Shape) {
    // What is computed in a task is no symbol there.
    let is_symbolic = shape.is_dynamic && shape.place == Place::Function;
    if is_symbolic {
        bounds(text, shape);
    }
    let (mut variables, mut lower, mut upper, mut steps) = (vec![], vec![], vec![], vec![]);
    for (number, dimension) in shape.dimensions.iter().enumerate() {
        variables.push(format!("%i{number}"));
        steps.push(dimension.step.to_string());
        if is_symbolic {
            lower.push(format!("symbol(%l{number})"));
            upper.push(format!("symbol(%u{number})"));
        } else {
            lower.push(dimension.lower.to_string());
            upper.push(dimension.upper.to_string());
        }
    }
    let reductions: Vec<_> = shape
        .reductions
        .iter()
        .map(|&number| (number, OF_AFFINE[number]))
        .collect();
    let list = |show: &dyn Fn(usize, &str, &str) -> String| {
        let shown: Vec<String> = reductions
            .iter()
            .map(|&(number, (name, ty))| show(number, name, ty))
            .collect();
        shown.join(", ")
    };
    let results = list(&|number, _, _| format!("%out_{number}"));
    let types = list(&|_, _, ty| ty.to_owned());
    let (given, reduce) = if reductions.is_empty() {
        (String::new(), String::new())
    } else {
        (
            format!("{results} = "),
            format!(" reduce ({}) -> ({types})", list(&|_, name, _| format!("\"{name}\""))),
        )
    };
    let [variables, lower, upper, steps] = [variables, lower, upper, steps].map(|list| list.join(", "));
    line!(
        text,
        "  {given}affine.parallel ({variables}) = ({lower}) to ({upper}) step ({steps}){reduce} {{"
    );
    iteration(text, shape);
    if !reductions.is_empty() {
        contribution(text);
        line!(
            text,
            "    %v_i64 = arith.addi %v, %v0 : i64\n    %v_i32 = arith.trunci %v : i64 to i32"
        );
        line!(text, "    %v_f64 = arith.sitofp %v : i64 to f64");
        line!(
            text,
            "    affine.yield {} : {types}",
            list(&|_, _, ty| format!("%v_{ty}"))
        );
    }
    line!(text, "  }}\n  %nothing = arith.constant 0 : i64");
    for (number, (_, ty)) in reductions {
        match ty {
            "i64" => line!(text, "  %d_{number} = arith.addi %out_{number}, %nothing : i64"),
            "i32" => line!(text, "  %d_{number} = arith.extsi %out_{number} : i32 to i64"),
            _ => line!(text, "  %d_{number} = arith.bitcast %out_{number} : {ty} to i64"),
        }
    }
}
