import Crypto
import Foundation

/// The texts as a start read them and found them in order with the templates, kept for the next start: reading YAML and looking for
/// mistakes is half of one. They hold until a file of the templates or the program changes.
struct CheckedTexts {
    private let file: String
    /// What they were made of.
    private let source: Data

    /// - Parameters:
    ///   - file: where they are kept; one that is missing, damaged or out of date is as none.
    ///   - contents: the templates and texts by their paths.
    init(file: String, contents: [String: Data]) {
        self.file = file
        var sum = SHA256()
        // Another program may look for more.
        sum.update(data: Data("\(FileTime(of: "/proc/self/exe")?.changed.timeIntervalSince1970 ?? 0)".utf8))
        for (path, data) in contents.sorted(by: { $0.key < $1.key }) {
            sum.update(data: Data("\n\(path) \(data.count)\n".utf8))
            sum.update(data: data)
        }
        source = Data(sum.finalize())
    }

    /// The kept texts, nil where they have to be read and checked.
    func read() -> Texts? {
        let size = SHA256.byteCount
        guard let kept = try? Data(contentsOf: URL(fileURLWithPath: file)), kept.count > 2 * size, kept.prefix(size) == source,
            kept.dropFirst(size).prefix(size) == Data(SHA256.hash(data: kept.dropFirst(2 * size)))
        else { return nil }
        return Texts(packed: kept.dropFirst(2 * size))
    }

    /// Keeps them for the next start, which is only slower where that is not possible.
    func keep(_ texts: Texts) {
        let packed = texts.packed
        let folder = (file as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try? (source + Data(SHA256.hash(data: packed)) + packed).write(to: URL(fileURLWithPath: file), options: .atomic)
    }
}

extension Texts {
    /// All texts as words that each end with a zero: for a language its name and how many texts follow; for a text its key, how many forms
    /// it has, and those.
    fileprivate var packed: Data {
        var packed = Data()
        func add(_ words: String...) { for word in words { packed.append(contentsOf: word.utf8 + [0]) } }
        for (language, own) in entries {
            add(language.rawValue, String(own.count))
            for (key, entry) in own {
                switch entry {
                case .plain(let text): add(key, "1", text)
                case .plural(let one, let other): add(key, "2", one, other)
                }
            }
        }
        return packed
    }

    fileprivate init?(packed: Data) {
        var entries: [Language: [String: Entry]] = [:]
        let isWhole = packed.withUnsafeBytes { bytes in
            var rest = bytes[...]
            func word() -> String? {
                guard let end = rest.firstIndex(of: 0) else { return nil }
                defer { rest = rest[(end + 1)...] }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            while let name = word() {
                guard let language = Language(rawValue: name), let count = word().flatMap({ Int($0) }) else { return false }
                var own = [String: Entry](minimumCapacity: count)
                for _ in 0..<count {
                    guard let key = word(), let forms = word(), let text = word() else { return false }
                    if forms == "1" {
                        own[key] = .plain(text)
                    } else {
                        guard let other = word() else { return false }
                        own[key] = .plural(one: text, other: other)
                    }
                }
                entries[language] = own
            }
            return true
        }
        guard isWhole else { return nil }
        self.entries = entries
    }
}
