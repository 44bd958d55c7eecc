#![no_main]

use menagerie_tests::inputs::format;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Some(format) = format("table") {
        (format.read)(data);
    }
});
