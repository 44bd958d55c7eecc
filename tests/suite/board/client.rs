//! A running board and its pages, as tests talk to them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use menagerie_tests::{PATIENCE, command};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::http::{HeaderValue, Request};
use tungstenite::{Message, WebSocket};

/// A running server.
pub struct Board {
    pub(super) child: Child,
    /// Its output, which stays open.
    _out: Box<dyn BufRead>,
    pub url: String,
    pub address: String,
}

impl Board {
    /// Starts a server whose games are kept in a folder.
    pub fn start(folder: &Path, args: &[&str]) -> Self {
        let mut command = command(&["play", "--no-open", "--hash", "4", "--games"]);
        command.arg(folder).args(args);
        Self::of(command.stdout(Stdio::piped()).stderr(Stdio::null()))
    }

    /// Starts a command that prints the address of its page in the first line of what is piped.
    pub fn of(command: &mut Command) -> Self {
        let mut child = command.stdin(Stdio::null()).spawn().unwrap();
        let mut out: Box<dyn BufRead> = match (child.stdout.take(), child.stderr.take()) {
            (Some(out), _) => Box::new(BufReader::new(out)),
            (None, err) => Box::new(BufReader::new(err.unwrap())),
        };
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let url = line.split_whitespace().find(|word| word.starts_with("http"));
        let url = url.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned();
        let address = url.split('/').nth(2).unwrap().to_owned();
        Board { child, _out: out, url, address }
    }

    pub(super) fn token(&self) -> &str {
        self.url.trim_end_matches('/').rsplit('/').next().unwrap()
    }

    /// Returns the first line of the answer to a request.
    pub(super) fn get(&self, path: &str, headers: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub(super) fn status(&self, path: &str, headers: &str) -> u16 {
        let answer = self.get(path, headers);
        answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0)
    }

    pub(super) fn request(&self, origin: &str) -> Request<()> {
        let url = format!("ws://{}/{}/ws", self.address, self.token());
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("Origin", HeaderValue::from_str(origin).unwrap());
        request
    }

    pub fn page(&self) -> Page {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let request = self.request(&format!("http://{}", self.address));
        Page { socket: tungstenite::client(request, stream).unwrap().0, tree: Value::Null }
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A page that is connected.
pub struct Page {
    pub(super) socket: WebSocket<TcpStream>,
    /// The tree of moves, with its changes.
    pub(super) tree: Value,
}

impl Page {
    pub fn send(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    /// Waits for an event of a type that fits. A change of the tree of moves is told as the whole
    /// tree.
    #[track_caller]
    pub fn wait(&mut self, kind: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if let Ok(Message::Text(text)) = self.socket.read() {
                let mut event: Value = serde_json::from_str(&text).unwrap();
                if event["type"] == "tree-change" {
                    event = changed(&self.tree, &event);
                }
                if event["type"] == "tree" {
                    self.tree = event.clone();
                }
                if event["type"] == kind && fits(&event) {
                    return event;
                }
            }
        }
        panic!("no {kind}");
    }

    #[track_caller]
    pub(super) fn table(&mut self) -> Value {
        self.wait("table", |_| true)
    }

    #[track_caller]
    pub(super) fn turns(&mut self, number: usize) -> Value {
        self.wait("table", |table| table["turns"] == number)
    }
}

/// Changes a tree of moves as pages do.
fn changed(tree: &Value, change: &Value) -> Value {
    let list = |value: &Value| value.as_array().unwrap().clone();
    let (new, removed) = (list(&change["nodes"]), list(&change["removed"]));
    let stays = |node: &Value| {
        !removed.contains(&node["id"]) && new.iter().all(|new| new["id"] != node["id"])
    };
    let mut nodes: Vec<Value> = list(&tree["nodes"]).into_iter().filter(stays).collect();
    nodes.extend(new.iter().cloned());
    nodes.sort_by_key(|node| node["id"].as_u64());
    let kept = change["kept"].as_u64().unwrap() as usize;
    let game = [&list(&tree["game"])[..kept], &list(&change["game"])].concat();
    json!({ "type": "tree", "nodes": nodes, "game": game })
}
