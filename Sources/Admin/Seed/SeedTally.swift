import Web

struct SeedTally {
    private let identity: SeedIdentity
    private let mapping: SeedMapping
    private let reader: SeedReader
    private let isNew: Bool
    private(set) var changed: [String] = []
    private var values: [SeedChange.Value] = []
    private var kept: [SeedChange.Value] = []
    private var refused: [SeedChange.Value] = []
    private var said: [(key: String, value: JSON)] = []

    init(_ identity: SeedIdentity, _ mapping: SeedMapping, _ reader: SeedReader, isNew: Bool) {
        (self.identity, self.mapping, self.reader, self.isNew) = (identity, mapping, reader, isNew)
    }

    /// A mapping is compared by the members that the file states.
    mutating func settle(_ field: String, site: JSON, file: JSON, blank: JSON = .null) -> Bool {
        guard mapping.states(field) else { return true }
        said.append((field, file))
        guard !isNew, site != file else { return true }
        let verdict = reader.ledger.verdict(identity, field, isBlank: site == blank, isOfFile: { false }) { last in
            (last.limited(to: file) == file, last.limited(to: file) == site)
        }
        var value = SeedChange.Value(field: field, site: SeedValue(site), file: SeedValue(file))
        if case .owned = verdict.reason, verdict.outcome != .written { said.removeLast() }
        switch verdict.outcome {
        case .written:
            changed.append(field)
            values.append(value)
            return true
        case .kept: kept.append(value)
        case .conflict:
            value.last = verdict.last.flatMap { SeedValue($0) }
            refused.append(value)
            reader.ledger.refuse(mapping.nearest(field), SeedSentences.conflict(value, verdict.reason))
        }
        return false
    }

    mutating func change(_ field: String) { changed.append(field) }

    /// Notes a secret, of which the site remembers only that it was set.
    mutating func set(_ field: String) { if mapping.states(field) { said.append((field, .text("set"))) } }

    func count(_ key: String, in part: inout SeedPlan.Part) {
        reader.ledger.remember(identity, said)
        part.count(key, isNew: isNew, changed: changed, values: values)
        if !kept.isEmpty { part.changes.append(SeedChange(.keep, key, kept)) }
        if !refused.isEmpty { part.changes.append(SeedChange(.conflict, key, refused)) }
    }
}
