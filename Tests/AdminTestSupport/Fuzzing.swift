import Foundation

/// How the tests choose that send hostile input.
///
/// `PORTICO_FUZZ_SEED` lets them begin elsewhere, `PORTICO_FUZZ_WHOLE=1` try everything instead of one thing at each place (`make fuzz`). When
/// the process ends, the files in `.build/fuzzing` hold what was tried last.
public enum Fuzzing {
    private static let environment = ProcessInfo.processInfo.environment
    public static let seed = environment["PORTICO_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    public static let isWhole = environment["PORTICO_FUZZ_WHOLE"] != nil

    /// Tries `read` with so many mutations of each document; many more where everything is tried.
    /// - Returns: how many were tried.
    @discardableResult
    public static func mutate(_ name: String, _ documents: [String], _ usual: Int, _ read: ([UInt8]) throws -> Void) rethrows -> Int {
        try mutate(name, documents.map { Array($0.utf8) }, usual, read)
    }

    @discardableResult
    public static func mutate(_ name: String, _ documents: [[UInt8]], _ usual: Int, _ read: ([UInt8]) throws -> Void) rethrows -> Int {
        let trace = Trace(name)
        var tried = 0
        for document in documents {
            for bytes in Mutations(of: document, seed: seed &+ UInt64(tried), count: isWhole ? usual * 100 : usual) {
                trace.begin(bytes)
                try read(bytes)
                tried += 1
            }
        }
        return tried
    }
}

/// Where it is written what is tried: when the process ends with it, nothing else can say what it was.
public struct Trace: Sendable {
    public let path: String
    private let file: FileHandle?

    public init(_ name: String) {
        let folder = ProjectFolder.path + "/.build/fuzzing"
        path = "\(folder)/\(name).txt"
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        file = FileHandle(forWritingAtPath: path)
    }

    public func begin(_ request: String) { begin(Array(request.prefix(4_000).utf8)) }

    public func begin(_ bytes: [UInt8]) {
        try? file?.truncate(atOffset: 0)
        try? file?.seek(toOffset: 0)
        try? file?.write(contentsOf: Data(bytes))
    }
}
