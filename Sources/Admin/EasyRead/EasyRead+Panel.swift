import Web

extension EasyRead {
    func templateValues(_ words: Words) -> Values {
        var seen: Set<String> = []
        let items = remarks.filter { seen.insert("\($0.kind) \($0.quote.folded)").inserted }.prefix(12).map { remark -> Values in
            let key = "easyRead.\(remark.kind.rawValue)" + (remark.kind == .hardWord || remark.suggestion == nil ? "" : "Instead")
            return [
                "text": words(
                    key, ["quote": remark.quote, "suggestion": remark.suggestion ?? "", "count": words.language.number(remark.count ?? 0)])
            ]
        }
        return [
            "title": items.isEmpty ? words("easyRead.easy") : words("easyRead.found", count: remarks.count), "items": items,
            "good": items.isEmpty,
        ]
    }
}
