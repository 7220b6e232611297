/// Reads saved Google Scholar pages: results in the 2011 and current layouts, and profiles. An unexpected work does not affect others.
enum ScholarPages {
    /// `strictSurname` applies the 2011 rules: the exact surname in bold, and links below the result or the mark of a citation.
    static func read(_ text: String, strictSurname: String? = nil) throws -> ListReading {
        if isBlocked(text) { throw ListRefusal(reason: .blocked) }
        guard let elements = HTMLDocument(text)?.elements else { throw ListRefusal(reason: .empty) }
        let profile = elements.filter { $0.has(class: "gsc_a_tr") || $0.has(class: "cit-table") && $0.has(class: "item") }
        if !profile.isEmpty { return self.profile(profile) }
        let results = elements.filter { $0.has(class: "gs_r") }
        guard !results.isEmpty else { throw ListRefusal(reason: .unknownPage) }
        var reading = ListReading(format: .scholar)
        for (index, result) in results.enumerated() {
            if let work = work(result, strictSurname) { reading.add(work, row: index + 1, needsCount: false) }
        }
        return reading
    }

    static func isBlocked(_ text: String) -> Bool { text.contains("gs_captcha_f") || text.contains("unusual traffic") }

    static func isOne(_ text: String) -> Bool {
        text.contains("gs_rt") && text.contains("gs_a")
            || ["gsc_a_tr", "cit-dark-large-link", "gs_captcha_f"].contains { text.contains($0) }
    }

    private static func work(_ result: HTMLElement, _ surname: String?) -> ListedWork? {
        guard let heading = result.all({ $0.name == "h3" }).first, let line = result.all({ $0.has(class: "gs_a") }).first else {
            return nil
        }
        let footers = result.all { $0.has(class: "gs_fl") }
        if let surname {
            let isNamed = line.children.contains { $0.name == "b" && $0.text == surname }
            let isMere = ["[CITAZIONE]", "[CITATION]"].contains { heading.text.hasPrefix($0) }
            guard isNamed, isMere || !footers.isEmpty else { return nil }
        }
        let link = heading.all { $0.name == "a" }.first
        var work = ListedWork(title: ListText.title(link?.text ?? heading.text))
        work.url = link?["href"].flatMap { $0.hasPrefix("http") ? $0 : nil } ?? ""
        let parts = line.text.replacing(" – ", with: " - ").replacing(" — ", with: " - ").split(
            separator: " - ", omittingEmptySubsequences: false)
        work.authors = parts.first.map { ListText.title(String($0)) } ?? ""
        let middle = parts.count < 2 ? [] : parts[1..<max(2, parts.count - 1)]
        work.year = middle.compactMap { ListText.year($0) }.last
        work.venue = ListText.venue(middle.joined(separator: " - "), year: work.year)
        let links = footers.flatMap { $0.all { $0.name == "a" } }
        let counted = links.first { link in
            link["href"]?.contains("cites=") ?? false || ["Citato da", "Cited by"].contains { link.text.hasPrefix($0) }
        }
        work.citations = counted.flatMap { ListText.count($0.text) } ?? 0
        return work
    }

    private static func profile(_ rows: [HTMLElement]) -> ListReading {
        var reading = ListReading(format: .profile)
        for (index, row) in rows.enumerated() {
            let link = row.all { $0.has(class: "gsc_a_at") || $0.has(class: "cit-dark-large-link") }.first
            let grey = row.all { $0.has(class: "gs_gray") || $0.has(class: "cit-gray") }.map(\.text)
            var work = ListedWork(title: ListText.title(link?.text ?? ""))
            let year = row.all { $0.has(class: "gsc_a_h") || $0.has(class: "gsc_a_y") || $0["id"] == "col-year" }
            work.year = ListText.year(year.map(\.text).joined(separator: " "))
            (work.authors, work.venue) = (grey.first ?? "", ListText.venue(grey.dropFirst().first ?? "", year: work.year))
            let count = row.all { $0.has(class: "gsc_a_ac") || $0.has(class: "cit-dark-link") }.first
            work.citations = count.flatMap { ListText.count($0.text) } ?? 0
            reading.add(work, row: index + 1, needsCount: false)
        }
        return reading
    }
}
