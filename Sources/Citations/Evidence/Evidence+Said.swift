import Web

extension Evidence {
    func said(_ words: Words) -> String {
        words("citations.evidence.\(kind.rawValue)", ["what": what ?? "", "count": count.map(words.language.number) ?? ""])
    }
}
