//! Arguments of the linker: on macOS the symbols of Python are found when it loads the module.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
