/// An ORCID iD, `0000-0002-1825-0097`.
struct ORCID: Sendable, Equatable {
    let text: String

    /// Parses an iD or its address; nil when invalid or when the check digit is wrong (ISO 7064, 11-2).
    init?(_ written: String) {
        let last = written.split(separator: "/").last.map(String.init) ?? ""
        let groups = last.split(separator: "-", omittingEmptySubsequences: false)
        let signs = groups.joined().utf8.map { $0 }
        guard groups.count == 4, groups.allSatisfy({ $0.utf8.count == 4 }), signs.dropLast().allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let sum = signs.dropLast().reduce(0) { ($0 + Int($1 - 0x30)) * 2 }
        let check = (12 - sum % 11) % 11
        guard signs.last == (check == 10 ? UInt8(ascii: "X") : UInt8(0x30 + check)) else { return nil }
        text = last
    }
}
