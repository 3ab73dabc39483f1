//! The boundary to the browser: requests and replies cross it as JSON in one buffer.
//!
//! A page writes a request into [`room`], calls [`answer`], and reads the reply there. That needs
//! four exported functions and no generated code, so nothing but the Rust compiler builds it.
#![cfg(all(target_family = "wasm", target_os = "unknown"))]

use std::cell::RefCell;

use demine_desk::{Desk, Host, Reply};
use serde_json::{Value, json};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since any fixed moment.
    safe fn milliseconds() -> f64;
    /// Seconds since 1970.
    safe fn time() -> f64;
    /// 64 random bits.
    safe fn random() -> u64;
}

/// How the paths of questions end that may compare guesses, so that they need the learned weights.
const ADVICE: [&str; 5] = ["guesses", "strongest", "hint", "explain", "review"];

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static DESK: RefCell<Option<Desk>> = const { RefCell::new(None) };
}

/// Makes room for a request of so many bytes, and returns where to write it.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        *buffer = vec![0; length];
        buffer.as_mut_ptr()
    })
}

/// Answers the request in the buffer, and returns the length of the reply, which replaces it.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let request = BUFFER.take();
    let reply = serde_json::from_slice(&request).map_or(Value::Null, |request| reply(&request));
    BUFFER.replace(reply.to_string().into_bytes());
    BUFFER.with_borrow(Vec::len)
}

/// Takes the learned weights from the buffer; 0 if they are something else. Only advice needs them.
#[unsafe(no_mangle)]
pub extern "C" fn weigh() -> usize {
    usize::from(demine::set_weights(&BUFFER.take()))
}

/// Where the reply is.
#[unsafe(no_mangle)]
pub extern "C" fn reply_at() -> *const u8 {
    BUFFER.with_borrow(Vec::as_ptr)
}

/// The reply to one of four requests: open the desk, take the geometry of a board, go on with a search,
/// answer a question.
fn reply(request: &Value) -> Value {
    DESK.with_borrow_mut(|desk| match (request["method"].as_str(), desk) {
        (Some("open"), desk) => {
            demine::set_clock(|| milliseconds());
            let host = Host { seconds, time: || time(), random: || random() };
            *desk = Some(Desk::new(host, request["about"].clone(), kept(&request["kept"])));
            json!({"opened": true})
        }
        (Some("board"), Some(desk)) => {
            json!({"received": desk.receive(request["geometry"].clone())})
        }
        (Some("go on"), Some(desk)) => write(desk.go_on()),
        (Some(method), Some(desk)) => {
            let path = request["path"].as_str().unwrap_or_default();
            let is_advice = path.rsplit('/').next().is_some_and(|end| ADVICE.contains(&end));
            match is_advice && !demine::has_weights() {
                true => json!({"needs_weights": true}),
                false => write(desk.ask(method, path, &request["body"])),
            }
        }
        _ => Value::Null,
    })
}

fn write(reply: Reply) -> Value {
    match reply {
        Reply::NeedsBoard(name) => json!({"needs_board": name}),
        Reply::Searching(tried) => json!({"tried": tried}),
        Reply::Answer(status, body, kept) => json!({"status": status, "body": body, "kept": kept}),
    }
}

/// The rows that the browser kept: pairs of a key and a value.
fn kept(rows: &Value) -> Vec<(String, Value)> {
    let pair = |row: &Value| Some((row[0].as_str()?.to_string(), row[1].clone()));
    rows.as_array().map_or(Vec::new(), |rows| rows.iter().filter_map(pair).collect())
}

fn seconds() -> f64 {
    milliseconds() / 1000.0
}
