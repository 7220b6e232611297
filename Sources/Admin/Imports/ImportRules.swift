import Accounts

/// Says what the items of a source become. The workbench keeps, shows and corrects items; only the rules know the records.
protocol ImportRules {
    /// Sets the item's verdict, record and notes, without writing to any record.
    func check(_ item: inout StagedItem) throws
    /// Writes the record of a checked item and returns its id. Throws `ImportRefusal` if it cannot be written as it was checked.
    func write(_ item: StagedItem, by actor: Actor) throws -> Int64?
}

/// What the items before said, for items that repeat them.
struct ImportMemory: Sendable {
    /// The item that each record was found for.
    var seen: [Int64: Int] = [:]
    var newTitles: [String: Int] = [:]
    var newKeys: [String: Int] = [:]
    var taken: [String: Int64] = [:]
    var freed: Set<String> = []
}
