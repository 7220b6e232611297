import Foundation

/// The version of the program; `make package` and CHANGELOG.md follow this line.
public enum ProgramVersion {
    public static let text = "1.0.0-beta.1"

    /// The version with the commit and its date, which `make` notes beside the program.
    public static let described = described(noted: try? String(contentsOfFile: InstalledFiles.path("portico.commit"), encoding: .utf8))

    /// - Parameter noted: `9fceb02d0ae5 2026-11-27`; nil where nothing is noted.
    static func described(noted: String?) -> String {
        let words = (noted ?? "").split { $0.isWhitespace }
        return words.count == 2 ? "\(text) (commit \(words[0]) of \(words[1]))" : "\(text) (of an unknown commit)"
    }
}
