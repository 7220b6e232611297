import Web

extension Evidence {
    func localized(_ words: Words) -> String {
        let key = kind == .notOnPage && count != nil ? "notOnPageOf" : kind.rawValue
        return words("citations.evidence.\(key)", ["what": what ?? "", "count": count.map(words.language.number) ?? ""])
    }
}
