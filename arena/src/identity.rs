//! Identity of a match: what plays and by which rules, in words that are equal on all machines.

use std::collections::BTreeMap;
use std::path::PathBuf;

use engine::fingerprint::fingerprint;
use protocol::text::{excerpt, printable};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use variants::Variant;

use super::places::{Fingerprints, digest, files, openings};
use super::{Match, OpeningSource, Program};

/// Versions and digests of what a match depends on, by name: the rules, the openings, the programs
/// by the names with which they introduce themselves, and the contents of the files that options
/// name. Unlike [`Fingerprints`] they have no paths, and programs that are built on several machines
/// may differ in their bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Identity(BTreeMap<String, String>);

impl Identity {
    /// Returns the identity of a match. `names` are the names of the programs, in the order of
    /// [`Match::engines`]; `None` where one is not known.
    #[must_use]
    pub fn of(plan: &Match, variant: &Variant, names: &[Option<String>]) -> Self {
        let definition = variant.definition();
        let mut all = BTreeMap::new();
        all.insert("this program".to_owned(), env!("CARGO_PKG_VERSION").to_owned());
        all.insert("the game".to_owned(), fingerprint(definition));
        all.extend(openings(plan, definition, |_| "the openings".to_owned()));
        for (index, engine) in plan.engines.iter().enumerate() {
            let name = names.get(index).cloned().flatten();
            if let Some(name) = name {
                all.insert(format!("engine {}", engine.name), name);
            }
            for (what, path) in files(engine).into_iter().filter(|(what, _)| what != "program") {
                let file = path.file_name().unwrap_or_default().to_string_lossy();
                all.insert(format!("engine {}: {what} {file}", engine.name), digest(&path));
            }
        }
        Identity(all)
    }

    /// Whether nothing is recorded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Match {
    /// Lists the differences that make these settings another match than `other`, one for each
    /// setting. Shards, paths, and the user who started it do not count.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let mut all = Vec::new();
        compare(String::new(), &portable(self), &portable(other), &mut all);
        let (own, others) = (&self.identity.0, &other.identity.0);
        for (what, value) in own {
            if others.get(what) != Some(value) {
                let other = others.get(what).map_or("nothing", String::as_str);
                all.push(format!("{}: {} and {}", printable(what), excerpt(value), excerpt(other)));
            }
        }
        for (what, value) in others.iter().filter(|(what, _)| !own.contains_key(*what)) {
            all.push(format!("{}: nothing and {}", printable(what), excerpt(value)));
        }
        all
    }
}

/// Returns settings without what differs between machines.
fn portable(plan: &Match) -> Value {
    let name = |path: &PathBuf| PathBuf::from(path.file_name().unwrap_or_default());
    let mut plan = Match {
        shard: None,
        mark: None,
        fingerprints: Fingerprints::default(),
        identity: Identity::default(),
        variant_paths: Vec::new(),
        ..plan.clone()
    };
    if let OpeningSource::File { path, .. } = &mut plan.openings {
        *path = name(path);
    }
    for engine in &mut plan.engines {
        let named = files(engine);
        if let Program::Command { path, args } = &mut engine.program {
            *path = name(path);
            for arg in args {
                *arg = last(arg);
            }
        }
        for (option, value) in &mut engine.options {
            let is_file = named.iter().any(|(what, _)| *what == format!("option {option}"));
            if let Some(value) = value.as_mut().filter(|value| is_file || value.contains('/')) {
                *value = last(value);
            }
        }
        engine.dir = None;
        engine.stderr = None;
    }
    serde_json::to_value(&plan).unwrap_or_default()
}

/// Returns the last part of a path.
fn last(path: &str) -> String {
    path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned()
}

/// Adds each difference of two values, with its place.
fn compare(place: String, one: &Value, two: &Value, all: &mut Vec<String>) {
    let inner = |key: &str| match place.as_str() {
        "" => key.to_owned(),
        place => format!("{place}.{key}"),
    };
    match (one, two) {
        (Value::Object(one), Value::Object(two)) => {
            let keys = one.keys().chain(two.keys().filter(|key| !one.contains_key(*key)));
            for key in keys {
                let value = |map: &serde_json::Map<String, Value>| {
                    map.get(key).cloned().unwrap_or(Value::Null)
                };
                compare(inner(key), &value(one), &value(two), all);
            }
        }
        (Value::Array(one), Value::Array(two)) if one.len() == two.len() => {
            for (index, (one, two)) in one.iter().zip(two).enumerate() {
                compare(inner(&(index + 1).to_string()), one, two, all);
            }
        }
        _ if one == two => {}
        _ => {
            let (one, two) = (excerpt(one.to_string()), excerpt(two.to_string()));
            all.push(format!("{place}: {one} and {two}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::store::tests::{Folder, plan, variant};
    use crate::{EngineSpec, Shard};

    #[test]
    fn the_same_match_on_two_machines() {
        let folder = Folder::new();
        let chess = variant("chess");
        let names = [None, None, Some("Engine 1".to_owned())];
        let machine = |folder: &Folder, dir: &str, net: &str| {
            let net_path = folder.path(&format!("{dir}.{net}"));
            fs::write(&net_path, net).unwrap();
            let mut plan = plan("chess", 4);
            let words = [
                format!("cmd={}/engine", folder.path(dir).display()),
                "name=x".to_owned(),
                format!("option.Net={}", net_path.display()),
            ];
            plan.engines.push(EngineSpec::parse(&["st=1".to_owned()], &words).unwrap());
            plan.identity = Identity::of(&plan, &chess, &names);
            plan
        };
        let one = machine(&folder, "here", "a.net");
        let mut two = one.clone();
        two.shard = Shard::new(1, 2).ok();
        two.mark = Some("somebody".to_owned());
        two.engines[2].dir = Some("/elsewhere".into());
        two.engines[2].program =
            Program::Command { path: "/usr/bin/engine".into(), args: Vec::new() };
        assert_eq!(one.differences(&two), [""; 0]);
        two.engines[2].limits.nodes = Some(7);
        two.seed += 1;
        two.identity = Identity::of(&two, &chess, &[None, None, Some("Engine 2".to_owned())]);
        let found = one.differences(&two);
        assert_eq!(
            found,
            [
                "engines.3.limits.nodes: null and 7",
                "seed: 1 and 2",
                "engine x: Engine 1 and Engine 2"
            ]
        );
        let other = machine(&folder, "here", "b.net");
        let found = one.differences(&other).join("\n");
        assert!(found.contains("engine x: option Net here.a.net: "), "{found}");
        assert!(found.contains("engine x: option Net here.b.net: nothing and "), "{found}");
        let mut rules = one.clone();
        rules.identity = Identity::of(&rules, &variant("pacific"), &names);
        let found = one.differences(&rules);
        assert!(found.len() == 1 && found[0].starts_with("the game: "), "{found:?}");
    }
}
