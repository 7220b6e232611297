import Foundation

struct ReplicaFile: Equatable {
    private let number: UInt64
    private let size: Int64
    private let changed: [Int]
    /// The name of the last transaction, which Litestream writes beside the file.
    private let transaction: Data?

    init?(_ path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        number = UInt64(facts.st_ino) ^ UInt64(facts.st_dev) << 32
        size = Int64(facts.st_size)
        changed = [Int(facts.st_mtim.tv_sec), Int(facts.st_mtim.tv_nsec)]
        transaction = FileManager.default.contents(atPath: path + "-txid")
    }

    func isReplaced(by other: Self) -> Bool { number != other.number }
}
