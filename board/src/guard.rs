//! Access control: the server answers pages of its own address that have the token.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use serde::{Deserialize, Serialize};

/// Secret part of the address: hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Token(String);

impl Token {
    const BYTES: usize = 16;

    /// Makes a random token.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub(crate) fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; Self::BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }
}

impl TryFrom<String> for Token {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let is_token = text.len() == 2 * Self::BYTES && text.bytes().all(|b| b.is_ascii_hexdigit());
        if is_token { Ok(Token(text)) } else { Err(format!("not a token: '{text}'")) }
    }
}

/// Address and token of a server.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    port: u16,
    token: Token,
}

/// Names by which this machine calls itself.
const HOSTS: [&str; 2] = ["127.0.0.1", "localhost"];

impl Guard {
    pub(crate) fn new(port: u16, token: Token) -> Self {
        Guard { port, token }
    }

    /// Port of the page.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Address of the page.
    pub(crate) fn url(&self) -> String {
        format!("http://{}:{}/{}/", HOSTS[0], self.port, self.token.0)
    }

    /// Whether a path's first part is the token, compared in constant time.
    pub(crate) fn knows(&self, token: &str) -> bool {
        let (own, given) = (self.token.0.as_bytes(), token.as_bytes());
        let differences = own.iter().zip(given).fold(0, |sum, (a, b)| sum | (a ^ b));
        own.len() == given.len() && differences == 0
    }

    /// Whether a request names this server as its host: a page of another site whose name resolves
    /// to this machine names its own (<https://en.wikipedia.org/wiki/DNS_rebinding>).
    pub(crate) fn is_host(&self, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        host.is_some_and(|host| HOSTS.iter().any(|name| host == format!("{name}:{}", self.port)))
    }

    /// Whether a request comes from this server's own page. A request without an origin comes from
    /// no script: the answer is `without` then.
    pub(crate) fn is_origin(&self, headers: &HeaderMap, without: bool) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return without };
        origin.to_str().is_ok_and(|origin| {
            HOSTS.iter().any(|name| origin == format!("http://{name}:{}", self.port))
        })
    }

    /// Returns the headers of every answer.
    pub(crate) fn headers(&self) -> Vec<(HeaderName, HeaderValue)> {
        let sockets = HOSTS.map(|name| format!("ws://{name}:{}", self.port)).join(" ");
        let policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
             connect-src 'self' {sockets}; base-uri 'none'; form-action 'none'; \
             frame-ancestors 'none'"
        );
        let policy = HeaderValue::from_str(&policy);
        let fixed = [
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::REFERRER_POLICY, "no-referrer"),
            (header::CACHE_CONTROL, "no-store"),
            (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
            (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        ];
        let fixed = fixed.map(|(name, value)| (name, HeaderValue::from_static(value)));
        let policy = policy.ok().map(|policy| (header::CONTENT_SECURITY_POLICY, policy));
        fixed.into_iter().chain(policy).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_own_page_may_talk_to_it() {
        let guard = Guard::new(4242, Token::random().unwrap());
        let with = |name: HeaderName, value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, HeaderValue::from_str(value).unwrap());
            headers
        };
        assert!(guard.is_host(&with(header::HOST, "127.0.0.1:4242")));
        for host in ["evil.example:4242", "127.0.0.1", "127.0.0.1:4243", "127.0.0.1:4242.evil"] {
            assert!(!guard.is_host(&with(header::HOST, host)), "{host}");
        }
        assert!(guard.is_origin(&with(header::ORIGIN, "http://localhost:4242"), false));
        for origin in ["null", "https://127.0.0.1:4242", "http://evil.example"] {
            assert!(!guard.is_origin(&with(header::ORIGIN, origin), true), "{origin}");
        }
        assert!(!guard.is_origin(&HeaderMap::new(), false));
        let token = &guard.token.0;
        assert!(guard.knows(token) && !guard.knows("") && !guard.knows(&token[1..]));
    }
}
