enum RowStatus: String, Sendable {
    case new, changed, same, refused
    case left
}

struct ValidatedRow<R: Resource> {
    let row: FileTable.Row
    let verdict: RowStatus
    let record: R
    var before: R?
    var fields: [String] = []
    /// The fields that others changed since the export and the file did not; they stay.
    var kept: [String] = []
    /// The fields that both changed since the export; the file's value wins.
    var disputed: [String] = []
    var mistakes: [(name: String, sentence: String)] = []
}

extension ImportCounts {
    init<R: Resource>(_ rows: [ValidatedRow<R>]) {
        // FNV-1a: the same rows, outcomes and versions give the same mark in every process.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for row in rows {
            switch row.verdict {
            case .new: new += 1
            case .changed: changed += 1
            case .same: same += 1
            case .left: left += 1
            case .refused: refused += 1
            }
            for byte in "\(row.row.number) \(row.verdict) \(row.record.id ?? 0) \(row.record.stamp.version);".utf8 {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
            }
        }
        mark = String(hash, radix: 36)
    }
}
