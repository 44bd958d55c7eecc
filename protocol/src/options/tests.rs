use super::*;

fn table() -> Options {
    Options::new([
        OptionSpec::check("Ponder", false),
        OptionSpec::spin("Hash", 16, 1, 33_554_432).unit("MB"),
        OptionSpec::spin("Contempt", 0, -100, 100),
        OptionSpec::combo("UCI_Variant", "chess", ["chess", "cheskers", "pacific"]),
        OptionSpec::string("Debug Log File", ""),
        OptionSpec::button("Clear Hash").help("Forget everything."),
    ])
    .unwrap()
}

/// Sets an option; the value as text, or the message.
#[track_caller]
fn check(name: &str, value: Option<&str>, expected: &str) {
    let mut options = table();
    let result = match options.set(name, value) {
        Ok((_, value)) => value.to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(result, expected, "{name} = {value:?}");
}

#[test]
fn valid_values() {
    check("Ponder", Some("true"), "true");
    check("ponder", Some("False"), "false");
    check("Ponder", Some("1"), "true");
    check("Hash", Some("64"), "64");
    check("HASH", Some(" 64 "), "64");
    check("Contempt", Some("-100"), "-100");
    check("uci_variant", Some("CHESKERS"), "cheskers");
    check("Debug Log File", Some(r"C:\my logs\a.txt"), r"C:\my logs\a.txt");
    check("debug  log\tfile", Some("x"), "x");
    check("Debug Log File", Some("<empty>"), "");
    check("Debug Log File", Some(""), "");
    check("Clear Hash", None, "");
    check("clear hash", Some("whatever"), "");
}

#[test]
fn invalid_values_are_shown_with_what_was_expected() {
    check("Hush", Some("1"), "unknown option 'Hush'");
    check("ClearHash", None, "unknown option 'ClearHash'");
    check(
        "Hash",
        Some("99999999999"),
        "option 'Hash': '99999999999' is not from 1 to 33554432 (MB)",
    );
    check(
        "Hash",
        Some("99999999999999999999999"),
        "option 'Hash': '99999999999999999999999' is not from 1 to 33554432 (MB)",
    );
    check(
        "hash",
        Some("16MB"),
        "option 'Hash': '16MB' is not a whole number from 1 to 33554432 (MB)",
    );
    check(
        "Hash",
        None,
        "option 'Hash': missing value: expected a whole number from 1 to 33554432 (MB)",
    );
    check("Contempt", Some("-101"), "option 'Contempt': '-101' is not from -100 to 100");
    check(
        "Contempt",
        Some("<empty>"),
        "option 'Contempt': '<empty>' is not a whole number from -100 to 100",
    );
    check("Ponder", Some("maybe"), "option 'Ponder': 'maybe' is not true or false");
    check(
        "UCI_Variant",
        Some("go"),
        "option 'UCI_Variant': 'go' is not one of chess, cheskers, pacific",
    );
    check(
        "Debug Log File",
        Some("a\nb"),
        "option 'Debug Log File': 'a\\nb' is not text without control characters",
    );
}

#[test]
fn choices_that_differ_in_case_alone_are_told_apart() {
    let spec = OptionSpec::combo("Style", "solid", ["solid", "Solid"]);
    for text in ["solid", "Solid"] {
        assert_eq!(spec.read(Some(text)), Ok(OptionValue::Combo(text.to_owned())));
    }
    assert_eq!(spec.read(Some("SOLID")), Ok(OptionValue::Combo("solid".to_owned())));
}

#[test]
fn messages_stay_short() {
    let long = "9".repeat(1_000_000);
    let error = table().set("Hash", Some(&long)).unwrap_err();
    assert!(error.to_string().len() < 200);
    let error = table().set(&long, None).unwrap_err();
    assert!(error.to_string().len() < 200);

    let choices: Vec<String> = (0..1000).map(|i| format!("choice{i}")).collect();
    let spec = OptionSpec::combo("Many", "choice0", choices);
    let message = spec.read(Some("x")).unwrap_err().to_string();
    assert!(message.len() < 300, "{message}");
    assert!(message.ends_with(", ... (1000 in all)"), "{message}");
}

#[test]
fn a_failed_set_changes_nothing() {
    let mut options = table();
    options.set("Hash", Some("64")).unwrap();
    options.set("Hash", Some("0")).unwrap_err();
    assert_eq!(options.spin("Hash"), Some(64));
    options.reset();
    assert_eq!(options.spin("Hash"), Some(16));
}

#[test]
fn validate_changes_nothing() {
    let options = table();
    let (spec, value) = options.validate("hash", Some("64")).unwrap();
    assert_eq!((spec.name.as_str(), value), ("Hash", OptionValue::Spin(64)));
    assert_eq!(options.spin("Hash"), Some(16));
}

#[test]
fn getters_answer_for_their_kind_alone() {
    let options = table();
    assert_eq!(options.check("ponder"), Some(false));
    assert_eq!(options.check("Hash"), None);
    assert_eq!(options.text("UCI_Variant"), Some("chess"));
    assert_eq!(options.text("Debug Log File"), Some(""));
    assert_eq!(options.spin("nothing"), None);
    assert_eq!(options.get("clear hash"), Some(&OptionValue::Button));
    assert_eq!(options.spec("clear hash").unwrap().help, "Forget everything.");
}

#[test]
fn redefining_keeps_place_and_value() {
    let mut options = table();
    options.set("UCI_Variant", Some("pacific")).unwrap();
    let grown = OptionSpec::combo("UCI_Variant", "chess", ["chess", "pacific", "mine"]);
    options.define(grown).unwrap();
    assert_eq!(options.text("UCI_Variant"), Some("pacific"));
    options.set("UCI_Variant", Some("mine")).unwrap();

    let shrunk = OptionSpec::combo("UCI_Variant", "chess", ["chess"]);
    options.define(shrunk).unwrap();
    assert_eq!(options.text("UCI_Variant"), Some("chess"));
    let names: Vec<_> = options.iter().map(|(spec, _)| &spec.name[..]).collect();
    assert_eq!(names[3], "UCI_Variant");
    assert_eq!(names.len(), 6);
}

#[test]
fn a_spec_must_not_contradict_itself() {
    let bad = [
        OptionSpec::spin("Hash", 0, 1, 10),
        OptionSpec::spin("Hash", 5, 10, 1),
        OptionSpec::combo("Variant", "go", ["chess"]),
        OptionSpec::combo("Variant", "chess", ["chess", "a\nb"]),
        OptionSpec::string("File", "\0"),
        OptionSpec::button(" "),
        OptionSpec::button("Clear\nHash"),
        OptionSpec::spin("Piece Value", 1, 0, 2),
    ];
    for spec in bad {
        let result = Options::new([spec.clone()]);
        assert!(matches!(result, Err(OptionError::BadSpec { .. })), "{spec:?}");
    }
}
