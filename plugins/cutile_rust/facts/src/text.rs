// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Spans and texts of syntax, as they stand in the source.

use proc_macro2::{Delimiter, LineColumn, Span, TokenStream, TokenTree};
use quote::ToTokens;
use serde_json::{Value, json};

/// First and last place of some tokens.
#[derive(Clone, Copy)]
pub struct Extent {
    pub start: LineColumn,
    pub end: LineColumn,
}

impl Extent {
    pub fn of(tokens: &impl ToTokens) -> Self {
        let mut found: Option<Extent> = None;
        walk(tokens.to_token_stream(), &mut |span, _| {
            let start = found.map_or(span.start(), |extent| extent.start);
            found = Some(Extent {
                start,
                end: span.end(),
            });
        });
        found.unwrap_or(Extent {
            start: LineColumn { line: 0, column: 0 },
            end: LineColumn { line: 0, column: 0 },
        })
    }

    pub fn through(self, other: Extent) -> Self {
        Self {
            start: self.start,
            end: other.end,
        }
    }

    /// One-based, in code points, the end exclusive.
    pub fn json(self) -> Value {
        json!({
            "line": self.start.line,
            "column": self.start.column + 1,
            "end_line": self.end.line,
            "end_column": self.end.column + 1,
        })
    }
}

/// Every token with its span, brackets as two tokens. `visit` also gets whether it opens (1), closes (-1) or neither.
fn walk(tokens: TokenStream, visit: &mut impl FnMut(Span, Token)) {
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                walk(group.stream(), visit)
            }
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    _ => ("[", "]"),
                };
                visit(group.span_open(), Token::Open(open));
                walk(group.stream(), visit);
                visit(group.span_close(), Token::Close(close));
            }
            other => visit(other.span(), Token::Plain(other.to_string())),
        }
    }
}

enum Token {
    Open(&'static str),
    Close(&'static str),
    Plain(String),
}

/// The tokens as they are spaced in the source, without comments and in one line.
pub fn text(tokens: &impl ToTokens) -> String {
    let mut text = String::new();
    let mut last: Option<LineColumn> = None;
    let mut opened = false;
    walk(tokens.to_token_stream(), &mut |span, token| {
        let (start, end) = (span.start(), span.end());
        let apart = last.is_some_and(|last| last != start);
        // A bracket's content on lines of its own is put back into the bracket.
        let broken = last.is_some_and(|last| last.line != start.line);
        let closes = matches!(token, Token::Close(_));
        if closes && broken && text.ends_with(',') {
            text.pop();
        }
        // So is a method on a line of its own to what it is called on.
        let goes_on = matches!(&token, Token::Plain(token) if token == ".");
        if apart && !(broken && (opened || closes || goes_on)) {
            text.push(' ');
        }
        opened = matches!(token, Token::Open(_));
        match token {
            Token::Open(token) | Token::Close(token) => text.push_str(token),
            Token::Plain(token) => text.push_str(&token),
        }
        last = Some(end);
    });
    text
}
