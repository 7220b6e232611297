import Admin

extension HomePage.Trace.Found {
    static let shape = Shape.object(["text": Shape.text, "title": Shape.text, "percent": Shape.decimal, "element": Shape.text])

    var json: JSON {
        .values(["text": .text(text), "title": .text(known), "percent": .decimal(percent), "element": .text(tag)])
    }
}

extension HomePage.Trace.Pick {
    static let shape = Shape.object([
        "first": Shape.text, "second": Shape.text, "steps": Shape.list(Shape.text), "expression": Shape.text, "count": Shape.count,
    ])

    var json: JSON {
        .values([
            "first": .text(first), "second": .text(second), "steps": .list(steps.map(JSON.text)),
            "expression": .text("//" + steps.joined(separator: "/")), "count": .number(count),
        ])
    }
}
