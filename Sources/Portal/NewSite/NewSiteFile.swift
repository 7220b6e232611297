import Admin
import Foundation
import Web

public struct NewSiteFile {
    public let path: String

    /// - Parameter typed: a folder, or a file that ends with .yaml or .yml; nil for `seed.yaml`.
    public init(_ typed: String?) {
        guard let typed else {
            path = Self.usual
            return
        }
        let isFile = [".yaml", ".yml"].contains { typed.lowercased().hasSuffix($0) }
        path = isFile ? typed : (typed.hasSuffix("/") ? typed : typed + "/") + Self.usual
    }

    private static let usual = "seed.yaml"

    private var name: String { URL(fileURLWithPath: path).lastPathComponent }

    public func requireFree() throws {
        var about = stat()
        guard lstat(path, &about) != 0 else { throw CommandRefusal("new.exists", ["file": path]) }
    }

    /// Writes the file after checking it; nothing is written if it exists or has mistakes. Returns the number of its lines.
    public func write(_ answers: StarterAnswers, _ seed: Seed) throws -> Int {
        try requireFree()
        let text = seed.starter(answers, file: name)
        try check(text, seed)
        do {
            try FileManager.default.createDirectory(
                at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
        } catch {
            throw CommandRefusal("new.unwritable", ["file": path, "cause": error.localizedDescription])
        }
        return text.utf8.count { $0 == UInt8(ascii: "\n") }
    }

    private func check(_ text: String, _ seed: Seed) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("portico-new-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: copy)
        let mistakes = try seed.check(copy.path)
        guard mistakes.isEmpty else { throw SeedRefused(mistakes: mistakes) }
    }

    /// The command that comes next: the first start, or a plan where there is a site already.
    public func next(_ program: String, _ configuration: Configuration) -> [String] {
        if Store.hasDatabase(configuration) { return [program, "seed", "plan", path] }
        return path == configuration.seed ? [program, "serve"] : [program, "serve", "--seed", path]
    }
}
