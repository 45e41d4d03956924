use super::*;
use crate::translate::{Declaration, Metadata};

/// A function whose body is that text.
fn function(name: &str, linkage: &'static str, body: &str) -> Symbol {
    Symbol {
        name: name.to_owned(),
        linkage,
        is_private: false,
        prefix: String::new(),
        comment: String::new(),
        attached: String::new(),
        declaration: format!("void @{name}()"),
        definition: Some(format!("void @{name}() {{\n{body}  ret void\n}}\n")),
    }
}

fn calls(names: &[&str]) -> String {
    names.iter().map(|name| format!("  call void @{name}()\n")).collect()
}

fn global(name: &str, linkage: &'static str, value: &str) -> Symbol {
    Symbol {
        name: name.to_owned(),
        linkage,
        is_private: false,
        prefix: String::new(),
        comment: String::new(),
        attached: String::new(),
        declaration: "global ptr".to_owned(),
        definition: Some(format!("global ptr {value}\n")),
    }
}

fn module(globals: Vec<Symbol>, functions: Vec<Symbol>) -> ModuleText {
    ModuleText {
        header: "; ModuleID\n".to_owned(),
        assembly: String::new(),
        types: String::new(),
        comdats: String::new(),
        globals,
        tables: String::new(),
        aliases: String::new(),
        functions,
        has_block_addresses: false,
        intrinsics: Vec::new(),
        attribute_groups: String::new(),
        metadata: Metadata::new(),
    }
}

fn only(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// Lines that define or declare something.
fn heads(text: &str) -> Vec<&str> {
    let is_head = |line: &&str| line.starts_with(['@']) || line.starts_with("def") || line.starts_with("dec");
    text.lines().filter(is_head).collect()
}

#[test]
fn one_part_with_everything_is_the_module() {
    let mut module = module(
        vec![global("g", "internal", "@f"), global("lone", "", "null")],
        vec![
            function("f", "", &calls(&["h", "llvm.trap"])),
            function("h", "private", "  store ptr @g, ptr @g, !prof !1\n"),
        ],
    );
    module.metadata.number("{!\"x\"}");
    module.metadata.add_version();
    module.intrinsics.push(Declaration {
        name: "llvm.trap".to_owned(),
        text: "declare void @llvm.trap()".to_owned(),
        attributes: Vec::new(),
    });
    assert_eq!(partition(&module, &PartitionOptions::default()), [module.to_text()]);
}

#[test]
fn what_parts_share_is_hidden_and_the_rest_is_internal() {
    let module = module(
        vec![global("own", "internal", "null"), global("both", "private", "null")],
        vec![
            function("a", "", &calls(&["shared", "own", "both"])),
            function("b", "", &calls(&["shared", "both"])),
            function("shared", "internal", ""),
        ],
    );
    let parts = cut(&module, &PartitionOptions::default(), 1);
    assert_eq!(parts.len(), 3);
    assert_eq!(
        heads(&parts[0]),
        [
            "@own = internal global ptr null",
            "@both = hidden global ptr null",
            "define void @a() {",
            "declare hidden void @shared()"
        ]
    );
    assert_eq!(
        heads(&parts[1]),
        [
            "@both = external hidden global ptr",
            "define void @b() {",
            "declare hidden void @shared()"
        ]
    );
    assert_eq!(heads(&parts[2]), ["define hidden void @shared() {"]);
}

#[test]
fn a_function_that_one_other_uses_stays_with_it() {
    let module = module(
        Vec::new(),
        vec![
            function("a", "", &calls(&["of_a"])),
            function("b", "", &calls(&["of_b"])),
            function("of_b", "private", ""),
            function("of_a", "private", &calls(&["of_of_a"])),
            function("of_of_a", "private", ""),
        ],
    );
    let parts = cut(&module, &PartitionOptions::default(), 150);
    let heads: Vec<_> = parts.iter().map(|part| heads(part)).collect();
    assert_eq!(
        heads,
        [
            vec![
                "define void @a() {",
                "define private void @of_a() {",
                "define private void @of_of_a() {"
            ],
            vec!["define void @b() {", "define private void @of_b() {"],
        ]
    );
}

#[test]
fn what_the_exports_do_not_lead_to_is_left_out() {
    let mut functions = vec![
        function("main", "", &calls(&["used"])),
        function("used", "", ""),
        function("unused", "", &calls(&["unused_too"])),
        function("unused_too", "private", ""),
        function("hidden_in_mlir", "", ""),
    ];
    functions[4].is_private = true;
    let module = module(
        vec![global("table", "", "@used"), global("unused_table", "", "@unused")],
        functions,
    );
    let names = only(&["main", "table"]);
    let cut_with = |exports| {
        let options = PartitionOptions {
            exports,
            ..PartitionOptions::default()
        };
        cut(&module, &options, usize::MAX).remove(0)
    };
    assert_eq!(
        heads(&cut_with(Exports::Only(&names))),
        [
            "@table = global ptr @used",
            "define void @main() {",
            "define internal void @used() {"
        ]
    );
    assert!(!cut_with(Exports::Public).contains("hidden_in_mlir"));
    assert!(cut_with(Exports::Everything).contains("hidden_in_mlir"));
    assert_eq!(heads(&cut_with(Exports::Only(&[]))), [""; 0]);
}

#[test]
fn names_are_changed_everywhere() {
    let module = module(
        Vec::new(),
        vec![
            function("main", "", &calls(&["shared"])),
            function("other", "", &calls(&["shared", "main"])),
            function("shared", "internal", ""),
        ],
    );
    let options = PartitionOptions {
        suffix: Some("0f"),
        new_names: HashMap::from([("main", "start".to_owned()), ("shared", "own".to_owned())]),
        ..PartitionOptions::default()
    };
    let parts = cut(&module, &options, 1);
    let all = parts.concat();
    assert!(!all.contains("@main") && !all.contains("@shared("), "{all}");
    assert_eq!(
        heads(&parts[1])[1..],
        ["define void @other() {", "declare hidden void @shared.0f()"]
    );
    assert_eq!(heads(&parts[2]), ["define hidden void @shared.0f() {"]);
}

#[test]
fn linkages_that_other_parts_rely_on_keep_their_symbols() {
    let module = module(
        Vec::new(),
        vec![
            function("once", "linkonce_odr", ""),
            function("copy", "available_externally", ""),
            function("user", "", &calls(&["once", "copy"])),
        ],
    );
    let options = PartitionOptions {
        suffix: Some("0f"),
        ..PartitionOptions::default()
    };
    let parts = cut(&module, &options, 1);
    assert_eq!(heads(&parts[0]), ["define weak_odr void @once() {"]);
    assert_eq!(heads(&parts[1]), ["define available_externally void @copy() {"]);
    assert_eq!(heads(&parts[2])[..2], ["declare void @once()", "declare void @copy()"]);
}

#[test]
fn parts_have_the_metadata_they_need() {
    let mut module = module(
        Vec::new(),
        vec![function("a", "", "  ret void, !dbg !2\n"), function("b", "", "")],
    );
    module.metadata.number("{!\"leaf\"}");
    module.metadata.number("!DILocation(scope: !1)");
    module.metadata.number("{!\"unused\"}");
    let parts = cut(&module, &PartitionOptions::default(), 1);
    assert!(
        parts[0].contains("!1 = !{!\"leaf\"}") && parts[0].contains("!2 = "),
        "{}",
        parts[0]
    );
    assert!(!parts[1].contains("leaf") && !parts.concat().contains("unused"));
}

#[test]
fn static_initialisers_are_roots_of_the_first_part() {
    let mut module = module(
        Vec::new(),
        vec![function("a", "", ""), function("start", "internal", "")],
    );
    module.tables = "@llvm.global_ctors = appending global [1 x ptr] [ptr @start]\n".to_owned();
    let parts = cut(&module, &PartitionOptions::default(), 1);
    assert!(parts[0].contains("@llvm.global_ctors") && parts[0].contains("declare hidden void @start()"));
    assert_eq!(heads(&parts[1]), ["define hidden void @start() {"]);
}

#[test]
fn what_is_tied_together_is_not_cut() {
    let functions = || vec![function("a", "", ""), function("b", "", "")];
    let mut with_comdat = module(Vec::new(), functions());
    with_comdat.comdats = "$a = comdat any\n".to_owned();
    let mut with_assembly = module(Vec::new(), functions());
    with_assembly.assembly = "module asm \".globl a\"\n".to_owned();
    let mut with_alias = module(Vec::new(), functions());
    with_alias.aliases = "@c = alias ptr, ptr @a\n".to_owned();
    let with_list = module(vec![global("llvm.used", "appending", "[ptr @a]")], functions());
    for module in [with_comdat, with_assembly, with_alias, with_list] {
        assert_eq!(cut(&module, &PartitionOptions::default(), 1), [module.to_text()]);
    }
    assert_eq!(
        cut(&module(Vec::new(), functions()), &PartitionOptions::default(), 1).len(),
        2
    );
}
