import Web

/// The condition by which a search finds a row: its own words, or those of the records that it refers to.
struct SearchCondition: Sendable {
    let sql: String
    let count: Int
}

extension Resource {
    static func searchCondition(depth: Int = 2) -> SearchCondition {
        var parts = ["\(table).id IN (SELECT rowid FROM \(table)Words WHERE \(table)Words MATCH ?)"]
        var count = 1
        for field in foundBy.compactMap(field) where depth > 0 {
            guard let target = (field.kind as? any Referring)?.target else { continue }
            let found = target.search(depth - 1)
            count += found.count
            let ids = "SELECT \(target.table).id FROM \(target.table) WHERE \(found.sql)"
            if let links = (field.kind as? ReferencesFieldType)?.links {
                parts.append("\(table).id IN (SELECT \(links.owner) FROM \(links.table) WHERE \(links.other) IN (\(ids)))")
            } else {
                parts.append("\(table).\(field.column) IN (\(ids))")
            }
        }
        return SearchCondition(sql: parts.count == 1 ? parts[0] : "(" + parts.joined(separator: " OR ") + ")", count: count)
    }
}
