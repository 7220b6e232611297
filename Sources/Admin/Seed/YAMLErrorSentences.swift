/// Says the parser's sentences, which are English, by texts below `seed.yaml`.
enum YAMLErrorSentences {
    static func sentence(_ problem: String, context: (text: String, line: Int)?, isTab: Bool = false) -> SeedSentence {
        if isTab { return SeedSentence(key: "tab") }
        let place = context.flatMap { context in
            contexts[context.text].map {
                SeedSentence(key: "yaml.in.\($0)", ["line": SeedSentence(String(context.line))]) + ", "
            }
        }
        let said = problems[problem].map { SeedSentence(key: "yaml.\($0)") }
        return SeedSentence(key: "syntax") + (place ?? "") + (said ?? SeedSentence(key: "yaml.other", ["text": SeedSentence(problem)]))
    }

    static let contexts = [
        "while scanning a simple key": "key", "while scanning a quoted scalar": "quotes", "while parsing a quoted scalar": "quotes",
        "while scanning a plain scalar": "text", "while scanning a block scalar": "block", "while scanning a directive": "directive",
        "while scanning a %YAML directive": "directive", "while scanning a %TAG directive": "directive",
        "while parsing a %TAG directive": "directive", "while scanning a tag directive": "directive",
        "while parsing a tag directive": "directive", "while scanning a tag": "tag", "while parsing a tag": "tag",
        "while scanning an anchor": "anchor", "while scanning an alias": "anchor", "while parsing a flow sequence": "flowList",
        "while parsing a flow mapping": "flowMap", "while parsing a block mapping": "map", "while parsing a block collection": "list",
    ]

    static let problems = [
        "found character that cannot start any token": "start", "found unexpected end of stream": "end",
        "found unexpected document indicator": "document", "found unknown escape character": "escape",
        "did not find expected hexdecimal number": "code", "found invalid Unicode character escape code": "code",
        "could not find expected ':'": "colon", "found unexpected ':'": "colonHere",
        "mapping values are not allowed in this context": "value", "mapping keys are not allowed in this context": "mappingKey",
        "block sequence entries are not allowed in this context": "dash", "did not find expected '-' indicator": "noDash",
        "did not find expected key": "noKey", "did not find expected node content": "content",
        "did not find expected ',' or ']'": "bracket", "did not find expected ',' or '}'": "brace",
        "found a tab character that violates indentation": "tabs",
        "found a tab character where an indentation space is expected": "tabs",
        "found an indentation indicator equal to 0": "indicator", "did not find expected comment or line break": "lineBreak",
        "did not find expected whitespace or line break": "space", "did not find expected whitespace": "space",
        "did not find expected alphabetic or numeric character": "name", "did not find expected '!'": "tagEnd",
        "did not find the expected '>'": "tagEnd", "did not find expected tag URI": "tagEnd", "did not find URI escaped octet": "tagEnd",
        "found an incorrect leading UTF-8 octet": "tagEnd", "found an incorrect trailing UTF-8 octet": "tagEnd",
        "found undefined tag handle": "tagEnd", "did not find expected <document start>": "secondStart",
        "found unknown directive name": "percent", "could not find expected directive name": "percent",
        "found unexpected non-alphabetical character": "percent", "did not find expected version number": "percent",
        "did not find expected digit or '.' character": "percent", "found extremely long version number": "percent",
        "found duplicate %YAML directive": "percent", "found duplicate %TAG directive": "percent",
        "found incompatible YAML document": "percent",
    ]
}
