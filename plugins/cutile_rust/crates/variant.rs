// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A variant as JSON says it. Whatever is missing or malformed is named by its member.

use serde_json::Value;

/// What a variant says of one tensor argument.
pub struct TensorArgument {
    pub name: String,
    pub shape: Vec<i32>,
    pub strides: Vec<i32>,
    pub base_divisor: i32,
    /// Divisors that the launch recorded; without them they follow from shape, strides and alignment.
    pub recorded: Option<RecordedFacts>,
}

pub struct RecordedFacts {
    pub shape_divisors: Vec<i32>,
    pub stride_divisors: Vec<i32>,
    pub stride_one: Vec<bool>,
    pub elements_disjoint: bool,
}

pub struct Variant {
    pub module: String,
    pub kernel: String,
    pub generics: Vec<String>,
    pub tensors: Vec<TensorArgument>,
    pub scalar_hints: Vec<(String, i32)>,
    pub occupancy: Option<i32>,
    pub num_cta_in_cga: Option<i32>,
    pub max_divisibility: Option<i32>,
    pub target: String,
    pub bytecode_version: String,
}

const OPTIONS: [&str; 3] = ["occupancy", "num_cta_in_cga", "max_divisibility"];

fn text(value: &Value, key: &str) -> Result<String, String> {
    value[key]
        .as_str()
        .map(str::to_string)
        .ok_or_else(|| format!("{key} is missing or not a text"))
}

fn small(value: &Value) -> Option<i32> {
    value.as_i64().and_then(|n| i32::try_from(n).ok())
}

/// A list that may be absent.
fn list<'a>(value: &'a Value, key: &str) -> Result<&'a [Value], String> {
    match &value[key] {
        Value::Null => Ok(&[]),
        Value::Array(items) => Ok(items),
        _ => Err(format!("{key} is not a list")),
    }
}

fn integers(value: &Value, key: &str) -> Result<Vec<i32>, String> {
    if value[key].is_null() {
        return Err(format!("{key} is missing"));
    }
    list(value, key)?
        .iter()
        .map(small)
        .collect::<Option<_>>()
        .ok_or_else(|| format!("{key} holds something that is not a 32-bit integer"))
}

fn recorded(facts: &Value) -> Result<Option<RecordedFacts>, String> {
    if facts.is_null() {
        return Ok(None);
    }
    let flags = list(facts, "stride_one")?.iter().map(Value::as_bool);
    Ok(Some(RecordedFacts {
        shape_divisors: integers(facts, "shape_div")?,
        stride_divisors: integers(facts, "stride_div")?,
        stride_one: flags
            .collect::<Option<_>>()
            .ok_or("stride_one holds something that is neither true nor false")?,
        elements_disjoint: facts["elements_disjoint"].as_bool().unwrap_or(false),
    }))
}

fn tensor(value: &Value) -> Result<TensorArgument, String> {
    let facts = &value["specialization"];
    let aligned = match (&facts["base_ptr_div_bytes"], &value["base_div_bytes"]) {
        (Value::Null, Value::Null) => 16,
        (Value::Null, said) | (said, _) => small(said)
            .filter(|divisor| *divisor > 0)
            .ok_or("the alignment of its base is not a positive integer")?,
    };
    let argument = TensorArgument {
        name: text(value, "name")?,
        shape: integers(value, "shape")?,
        strides: integers(value, "strides")?,
        base_divisor: aligned,
        recorded: recorded(facts).map_err(|error| format!("specialization: {error}"))?,
    };
    let rank = argument.shape.len();
    if argument.strides.len() != rank {
        return Err(format!(
            "strides has {} items, shape {rank}",
            argument.strides.len()
        ));
    }
    if let Some(facts) = &argument.recorded {
        let lengths = [
            ("shape_div", facts.shape_divisors.len()),
            ("stride_div", facts.stride_divisors.len()),
            ("stride_one", facts.stride_one.len()),
        ];
        if let Some((name, length)) = lengths.iter().find(|(_, length)| *length != rank) {
            return Err(format!(
                "specialization: {name} has {length} items, shape {rank}"
            ));
        }
    }
    Ok(argument)
}

/// A list of [name, value] pairs.
fn pairs<T>(
    value: &Value,
    key: &str,
    read: impl Fn(&Value) -> Option<T>,
) -> Result<Vec<(String, T)>, String> {
    let mut found = Vec::new();
    for (number, item) in list(value, key)?.iter().enumerate() {
        let pair = item[0].as_str().zip(read(&item[1]));
        let (name, value) =
            pair.ok_or_else(|| format!("{key}[{number}] is not a pair of a name and a value"))?;
        found.push((name.to_string(), value));
    }
    Ok(found)
}

pub fn read(value: &Value) -> Result<Variant, String> {
    let options = &value["compile_options"];
    let option = |key: &str| match &options[key] {
        Value::Null => Ok(None),
        said => small(said)
            .map(Some)
            .ok_or_else(|| format!("compile_options.{key} is not a 32-bit integer")),
    };
    let mut given = options.as_object().into_iter().flat_map(|map| map.keys());
    if let Some(unknown) = given.find(|key| !OPTIONS.contains(&key.as_str())) {
        let known = OPTIONS.join(", ");
        return Err(format!(
            "compile_options.{unknown} is unknown; known: {known}"
        ));
    }
    let mut tensors = Vec::new();
    for (number, item) in list(value, "tensors")?.iter().enumerate() {
        tensors.push(tensor(item).map_err(|error| format!("tensors[{number}]: {error}"))?);
    }
    let generics = pairs(value, "generics", |item| item.as_str().map(str::to_string))?;
    Ok(Variant {
        module: text(value, "module")?,
        kernel: text(value, "kernel")?,
        generics: generics.into_iter().map(|(_, value)| value).collect(),
        tensors,
        scalar_hints: pairs(value, "scalar_hints", small)?,
        occupancy: option("occupancy")?,
        num_cta_in_cga: option("num_cta_in_cga")?,
        max_divisibility: option("max_divisibility")?,
        target: text(value, "target")?,
        bytecode_version: text(value, "bytecode_version")?,
    })
}
