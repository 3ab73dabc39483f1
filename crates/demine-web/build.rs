//! Leaves the names of functions out of the module: they are a tenth of it, and no page reads them.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").as_deref() == Ok("wasm") {
        println!("cargo::rustc-link-arg-cdylib=--strip-all");
    }
}
