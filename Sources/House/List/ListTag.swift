import Admin
import Foundation
import GRDB
import Web

/// The tag of a list or row, such as `"12.41"`: the list and the version of its last change.
struct ListTag: Equatable {
    let list: Int64
    let version: Int

    var text: String { "\"\(list).\(version)\"" }

    /// Whether the sender of `If-Match` has seen this version of a row. It names the tag of row or list, or the list's version.
    func isSeen(in header: String) throws -> Bool {
        let tags = header.split(separator: ",").map { $0.trimmingSpaces() }
        guard !tags.isEmpty else { throw Problem.parameter("If-Match") }
        return try tags.contains { tag in
            if tag == "*" { return true }
            let strong = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
            guard strong.utf8.count > 1, strong.hasPrefix("\""), strong.hasSuffix("\"") else { throw Problem.parameter("If-Match") }
            let parts = strong.dropFirst().dropLast().split(separator: ".", omittingEmptySubsequences: false).map { Int64(recordID: $0) }
            guard let last = parts.last, let seen = last else { return false }
            return parts.count == 1 ? version <= Int(seen) : parts.count == 2 && parts[0] == list && version <= Int(seen)
        }
    }
}
