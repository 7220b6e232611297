/// Formats of tagged lines and catalogues, known by how they begin.
enum TaggedFormat {
    /// nil when the text has no tags of a known format. The reason says what the text looks like, should no work be readable in it.
    static func reason(text: Substring) -> ListRefusal.Reason? {
        let lines = text.split(maxSplits: 60, whereSeparator: \.isNewline).prefix(60)
        func count(_ pattern: some RegexComponent) -> Int { lines.count { $0.prefixMatch(of: pattern) != nil } }
        let first = lines.first ?? ""
        if first.hasPrefix("FN ") && count(#/(VR|PT|AU|TI|SO) /#) >= 2
            || count(#/(PT|AU|TI|SO|PY|TC|UT|ER|EF)( |$)/#) >= 4 && count(#/PT /#) >= 1
        {
            return .isiText
        }
        if count(#/(PMID|OWN|STAT|DCOM|FAU|DP|TI|JT) *- /#) >= 3 && count(#/PMID *- /#) >= 1 { return .pubMedText }
        if count(#/%[0-9A-Z@!] /#) >= 3 { return .endNoteText }
        if count(#/[A-Z][A-Z0-9] {1,2}- /#) >= 3 || count(#/ER {1,2}-/#) >= 1 { return .risWithoutTypes }
        if first.hasPrefix("Scopus") || count(#/(EXPORT DATE|DOCUMENT TYPE|SOURCE|DOI|PUBLISHER|AUTHOR KEYWORDS|ABSTRACT): /#) >= 2 {
            return .scopusText
        }
        return nil
    }

    static func read(_ text: String, _ reason: ListRefusal.Reason) -> ListReading? {
        switch reason {
        case .isiText: TaggedReader.read(text, .webOfScience)
        case .pubMedText: TaggedReader.read(text, .pubMed)
        case .endNoteText: TaggedReader.read(text, .endNote)
        case .risWithoutTypes: RISReader.read(text, needsTypes: false)
        case .scopusText: ScopusTextReader.read(text)
        default: nil
        }
    }
}
