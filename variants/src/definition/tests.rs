use super::*;

#[test]
fn builtin_games_read() {
    let catalog = Catalog::builtin();
    let names: Vec<&str> = catalog.names().collect();
    assert_eq!(names.len(), 17);
    for name in names {
        assert_eq!(catalog.get(name).expect(name).name, name);
    }
}
