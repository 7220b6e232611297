import Crypto
import Foundation

/// Caches parsed and checked texts, half of a start, until a file changes. Without it: read and check them at every start.
struct CheckedTexts {
    private let file: String
    private let source: Data

    /// A missing, damaged or outdated `file` counts as no cache. The `texts` files are not read; `templates` holds the templates by path.
    init(file: String, texts: [String: FileTime], templates: [String: Data]) {
        self.file = file
        var sum = SHA256()
        // Another version of the program may check more.
        sum.update(data: Data((FileTime.program?.mark ?? "").utf8))
        for (path, time) in texts.sorted(by: { $0.key < $1.key }) { sum.update(data: Data("\n\(path) \(time.mark)".utf8)) }
        for (path, data) in templates.sorted(by: { $0.key < $1.key }) {
            sum.update(data: Data("\n\(path) \(data.count)\n".utf8))
            sum.update(data: data)
        }
        source = Data(sum.finalize())
    }

    func read() -> Texts? {
        let size = SHA256.byteCount
        guard let kept = try? Data(contentsOf: URL(fileURLWithPath: file)), kept.count > 2 * size, kept.prefix(size) == source,
            kept.dropFirst(size).prefix(size) == Data(SHA256.hash(data: kept.dropFirst(2 * size)))
        else { return nil }
        return Texts(packed: kept.dropFirst(2 * size))
    }

    func keep(_ texts: Texts) {
        let packed = texts.packed
        let folder = (file as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try? (source + Data(SHA256.hash(data: packed)) + packed).write(to: URL(fileURLWithPath: file), options: .atomic)
    }
}

extension Texts {
    /// For each language its name and the size of its table, both zero-terminated, then the table.
    fileprivate var packed: Data {
        tables.sorted { $0.key.rawValue < $1.key.rawValue }.reduce(into: Data()) { packed, one in
            packed.append(contentsOf: "\(one.key.rawValue)\0\(one.value.bytes.count)\0".utf8)
            packed.append(contentsOf: one.value.bytes)
        }
    }

    fileprivate init?(packed: Data) {
        var tables: [Language: TextTable] = [:]
        var rest = packed
        func word() -> String? {
            guard let end = rest.firstIndex(of: 0) else { return nil }
            defer { rest = rest[(end + 1)...] }
            return String(decoding: rest[..<end], as: UTF8.self)
        }
        while let name = word() {
            guard Language.isCode(name), let count = word().flatMap({ Int($0, in: 0...rest.count) }), count <= rest.count,
                let table = TextTable(bytes: Array(rest.prefix(count)))
            else { return nil }
            tables[.named(name)] = table
            rest = rest.dropFirst(count)
        }
        self.init(tables: tables)
    }
}
