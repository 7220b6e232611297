extension Analysis.Remark {
    static let unread = Set(ListRefusal.Reason.allCases.filter { $0 != .empty }.map(\.rawValue))
}

extension ListReading {
    func remarks(of document: String) -> [Analysis.Remark] {
        Remark.Kind.allCases.compactMap { kind in
            let found = remarks.filter { $0.kind == kind }
            let first = found.prefix(10)
            return found.isEmpty
                ? nil
                : Analysis.Remark(
                    kind: kind.rawValue, document: document, rows: first.map(\.row), count: found.count,
                    said: first.contains { !$0.said.isEmpty } ? first.map(\.said) : nil)
        }
    }
}
