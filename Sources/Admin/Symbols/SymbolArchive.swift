import Formats
import Foundation
import Web

/// The pictures of a ZIP archive of symbols, as users of ARASAAC, Mulberry and others have it.
struct SymbolArchive: Sendable {
    /// More would take longer than a request may.
    static let most = 200
    private static let budget = 300 << 20
    private static let endings = ["png", "jpg", "jpeg", "webp", "gif", "svg"]

    let pictures: [ImportPicture]
    /// The pictures beyond the limit.
    let leftOut: Int

    /// Reads the pictures whose names contain one of the words; all, if there are none. Returns nil for a file that is no archive.
    init?(_ bytes: Data, only: String) {
        guard ZipArchive.isArchive(bytes), let names = ZipArchive.names(in: [UInt8](bytes), most: 50_000) else { return nil }
        let words = only.folded.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        let wanted = names.filter { name in
            let last = Self.lastPart(name)
            guard !last.hasPrefix("."), !name.hasPrefix("__MACOSX"), Self.endings.contains(Self.ending(last)) else { return false }
            let said = Self.words(of: last).folded
            return words.isEmpty || words.contains { said.contains($0) }
        }
        let taken = Set(wanted.prefix(Self.most))
        var budget = Self.budget
        guard let archive = ZipArchive(bytes, entries: 50_000, budget: &budget, wanted: { taken.contains($0) }) else { return nil }
        pictures = archive.files.map { ImportPicture(Self.lastPart($0.name).harmlessFileName, $0.bytes) }
        leftOut = wanted.count - taken.count
    }

    /// What a picture shows, by the name of its file: `ice_cream_2.svg` gives `ice cream`.
    static func words(of name: String) -> String {
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        let words = stem.split { "_-+ ,".contains($0) }.map(String.init)
        let said = words.filter { Int($0) == nil }
        return (said.isEmpty ? words : said).joined(separator: " ")
    }

    private static func lastPart(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    private static func ending(_ name: String) -> String { name.split(separator: ".").last.map { $0.lowercased() } ?? "" }
}
