import Foundation

public struct SeedOptions: Sendable, Equatable {
    /// The application's name, under which the site remembers what the file wrote.
    public var name: String
    public var policy: SeedPolicy
    /// Whether records that the file no longer has go to the trash.
    public var prunes: Bool
    /// `house`, `house/casa-rossa` or `campus/alerts`; nil for the whole file.
    public var only: String?
    /// Leaves out accounts and the lists that hold people.
    public var withoutPeople: Bool

    public init(
        _ path: String, as name: String? = nil, policy: SeedPolicy = .refuse, prunes: Bool = false, only: String? = nil,
        withoutPeople: Bool = false
    ) {
        self.name = name ?? Self.name(of: path)
        (self.policy, self.prunes, self.only, self.withoutPeople) = (policy, prunes, only, withoutPeople)
    }

    /// Returns a file's name without folder and extension.
    public static func name(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.lastIndex(of: ".").map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name
    }

    /// Whether a name fits a line: 1 to 60 letters, digits, dots, hyphens and underscores.
    public static func isName(_ name: String) -> Bool {
        (1...60).contains(name.unicodeScalars.count)
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || ("0"..."9").contains($0) || "._-".unicodeScalars.contains($0)
            }
    }
}
