extension Analysis.Remark {
    static let unread = Set(ListRefusal.Reason.allCases.filter { $0 != .empty }.map(\.rawValue))
    /// Rows that are kept for each kind; `count` says how many there are.
    static let mostRows = 200
}

extension ListReading {
    func remarks(of document: String, role: DocumentRole? = nil) -> [Analysis.Remark] {
        Remark.Kind.allCases.compactMap { kind in
            let found = remarks.filter { $0.kind == kind }
            let first = found.prefix(Analysis.Remark.mostRows)
            return found.isEmpty
                ? nil
                : Analysis.Remark(
                    kind: kind.rawValue, document: document, rows: first.map(\.row), count: found.count,
                    said: first.contains { !$0.said.isEmpty } ? first.map(\.said) : nil, role: role)
        }
    }

    /// What a list of the author's own works leaves out; its citations do not matter.
    func pageRemarks(of document: String) -> [Analysis.Remark] {
        var reading = self
        let others: [Remark.Kind] = format == .text ? [.noCount, .badCount, .countsFrom, .notTitle] : [.noCount, .badCount, .countsFrom]
        reading.remarks.removeAll { others.contains($0.kind) }
        return reading.remarks(of: document, role: .page)
    }
}
