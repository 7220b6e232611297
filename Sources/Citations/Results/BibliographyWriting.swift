import Web

enum BibliographyWriting {
    static func bibtex(_ works: [FoundWork]) -> String {
        works.enumerated().map { index, work in
            let authors = AuthorNames(work.listed.authors)
            let fields = [
                ("title", work.title), ("author", (authors.list + (authors.isCut ? ["others"] : [])).joined(separator: " and ")),
                ("year", work.year.map(String.init) ?? ""), ("journal", work.listed.venue), ("url", work.listed.url),
                ("note", work.knownCitations.map { "Cited by \($0)" } ?? ""),
            ].filter { !$0.1.isEmpty }
            let lines = fields.map { name, value in
                "  \(name) = {\(name == "url" ? LaTeX.escapedAddress(value) : LaTeX.escaped(value))}"
            }
            return "@article{work\(index + 1),\n" + lines.joined(separator: ",\n") + "\n}\n"
        }.joined(separator: "\n")
    }

    static func ris(_ works: [FoundWork]) -> String {
        works.map { work in
            var lines = [("TY", "JOUR"), ("TI", work.title)]
            let authors = AuthorNames(work.listed.authors)
            lines += (authors.list + (authors.isCut ? ["et al."] : [])).map { ("AU", $0) }
            lines += [("PY", work.year.map(String.init) ?? ""), ("JO", work.listed.venue), ("UR", work.listed.url)]
            lines.append(("N1", work.knownCitations.map { "Cited By :\($0)" } ?? ""))
            return lines.filter { !$0.1.isEmpty }.map(line).joined() + "ER  - \r\n"
        }.joined(separator: "\r\n")
    }

    private static func line(_ tag: String, _ value: String) -> String {
        "\(tag)  - \(value.split(whereSeparator: \.isNewline).joined(separator: " "))\r\n"
    }
}
