//! Introduction of the engine, by the protocol version of the GUI.

use super::written;
use crate::*;

fn options() -> Vec<Event> {
    let mut analyse = OptionSpec::check("UCI_AnalyseMode", false);
    analyse.only = Some(Protocol::Uci);
    [
        analyse,
        OptionSpec::check("Own Book", true),
        OptionSpec::spin("MultiPV", 1, 1, 256),
        OptionSpec::spin("Wide", 0, i64::MIN, i64::MAX),
        OptionSpec::combo("Style", "calm", ["wild", "calm", "say \"hi\""]),
        OptionSpec::string("BoardSize", "native"),
        OptionSpec::string("VariantPath", ""),
        OptionSpec::string("Debug Log File", "a\"b\nc"),
        OptionSpec::button("Clear Hash"),
    ]
    .map(Event::Option)
    .into()
}

fn introduction() -> Vec<Event> {
    let mut events = vec![Event::Id { name: "Menagerie \"1\"".into(), author: "A".into() }];
    events.extend(options());
    events.push(Event::Variants(vec!["chess".into(), "cheskers".into(), "pacific".into()]));
    events.push(Event::Introduced);
    events
}

const FEATURES: &str = "feature done=0
feature ping=1 setboard=1 usermove=1 debug=1 reuse=1 analyze=1 pause=1 nps=1 memory=1 smp=1 \
exclude=1 time=1 draw=1 name=1 playother=1 highlight=1
feature san=0 colors=0 ics=0 sigint=0 sigterm=0
feature myname=\"Menagerie '1'\"
feature option=\"Own Book -check 1\"
feature option=\"MultiPV -spin 1 1 256\"
feature option=\"Wide -spin 0 -2147483648 2147483647\"
feature option=\"Style -combo wild /// *calm /// say 'hi'\"
feature option=\"BoardSize -string native\"
feature option=\"VariantPath -file \"
feature option=\"Debug Log File -file a'b\\nc\"
feature option=\"Clear Hash -button\"
feature variants=\"normal,cheskers,pacific\"
feature done=1
";

fn introduce(cecp: &mut Cecp) -> String {
    introduction().iter().map(|event| written(cecp, event)).collect()
}

#[test]
fn version_two_gets_all_features() {
    let mut cecp = Cecp::new();
    assert_eq!(cecp.parse(b"xboard"), Ok(Some(Command::Game(GameCommand::Begin))));
    assert_eq!(cecp.parse(b"protover 2"), Ok(Some(Command::Handshake)));
    assert_eq!(introduce(&mut cecp), FEATURES);
    // Options would be listed twice, but games are taken anew.
    for event in options() {
        assert_eq!(written(&mut cecp, &event), "");
    }
    let variants = Event::Variants(vec!["chess".into(), "mine".into()]);
    assert_eq!(written(&mut cecp, &variants), "feature variants=\"normal,mine\"\n");
    assert_eq!(written(&mut cecp, &Event::Introduced), "");
    // A second `protover` is answered in full.
    assert_eq!(cecp.parse(b"protover 3"), Ok(Some(Command::Handshake)));
    assert_eq!(introduce(&mut cecp), FEATURES);
}

#[test]
fn version_one_hears_nothing() {
    let mut cecp = Cecp::new();
    assert_eq!(introduce(&mut cecp), "");
    assert_eq!(cecp.parse(b"protover 1"), Ok(None));
    assert_eq!(introduce(&mut cecp), "");
    assert_eq!(written(&mut cecp, &Event::Variants(vec!["mine".into()])), "");
}

#[test]
fn comments_only_where_they_are_welcome() {
    let mut cecp = super::introduced();
    let info = Event::InfoString("one\ntwo".into());
    assert_eq!(written(&mut cecp, &info), "# one\n# two\n");
    cecp.parse(b"rejected debug").unwrap();
    assert_eq!(written(&mut cecp, &info), "");
    // What was asked for is shown in any case.
    assert_eq!(written(&mut cecp, &Event::Text("board".into())), "# board\n");
    cecp.parse(b"rejected sigint").unwrap();
    cecp.parse(b"accepted debug").unwrap();
    assert_eq!(written(&mut cecp, &info), "# one\n# two\n");
}

#[test]
fn versions_are_numbers() {
    for (line, expected) in [
        ("protover", "protover: missing the number of a version"),
        ("protover two", "protover: 'two' is not the number of a version"),
        ("protover -2", "protover: '-2' is not the number of a version"),
    ] {
        assert_eq!(Cecp::new().parse(line.as_bytes()).unwrap_err().to_string(), expected);
    }
    let newer = Cecp::new().parse(b"protover 99999999999 and more");
    assert_eq!(newer, Ok(Some(Command::Handshake)));
}
