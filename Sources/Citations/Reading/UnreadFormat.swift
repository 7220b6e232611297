/// Names formats that are not read, by how they begin, so that their lines do not become works.
enum UnreadFormat {
    /// nil when the text has no tags of a known format.
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

    /// nil for XML that holds no list of publications.
    static func reason(xml: Substring) -> ListRefusal.Reason? {
        let start = xml.prefix(4_000).lowercased()
        let names = [
            "<dblp", "<pubmedarticleset", "<xml><records>", "<records>", "<feed", "<modscollection", "<bibtex:", "<rdf:rdf", "<search:",
        ]
        return names.contains { start.contains($0) } ? .xmlList : nil
    }
}
