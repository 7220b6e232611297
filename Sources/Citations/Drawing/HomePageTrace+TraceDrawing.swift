import Admin
import Web

extension HomePage.Trace {
    func values(_ words: Words) -> Values {
        [
            "anchors": anchors.prefix(60).map { anchor -> Values in
                [
                    "tag": anchor.tag, "text": anchor.text, "known": anchor.known, "percent": anchor.percent.formatted(words),
                    "isSame": anchor.percent == 100,
                ]
            },
            "anchorCount": words("citations.steps.anchors", count: anchors.count),
            "picks": picks.map { pick -> Values in
                [
                    "pair": words("citations.steps.pair", ["first": pick.first, "second": pick.second]),
                    "count": words("citations.steps.results", count: pick.count),
                    "steps": pick.steps.reversed().enumerated().map { index, step -> Values in ["number": String(index + 1), "step": step]
                    },
                    "expression": "//" + pick.steps.joined(separator: "/"),
                ]
            },
            "expression": expression.isEmpty ? false : expression,
            "authorsExpression": authorsExpression.isEmpty ? false : authorsExpression,
            "hasSteps": !anchors.isEmpty || !expression.isEmpty,
        ]
    }
}
