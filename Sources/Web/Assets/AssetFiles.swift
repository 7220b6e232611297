import Crypto
import Foundation
import Hummingbird
import NIOCore
import Synchronization

/// One file, ready to be sent.
final class Asset: Sendable {
    let bytes: ByteBuffer
    let type: String
    let tag: String
    /// Packed when somebody first asks for it, so that tests and tools that ask for none start at once.
    private let packedOnce = Mutex<ByteBuffer??>(nil)

    init(path: String, bytes: ByteBuffer) {
        self.bytes = bytes
        type = MediaTypes.type(of: path)
        tag = EntityTag.of(bytes)
    }

    var packed: ByteBuffer? {
        packedOnce.withLock { packed in
            if let packed { return packed }
            let made = Gzip.isWorthPacking(type) ? Gzip.pack(bytes, level: Gzip.small) : nil
            packed = .some(made)
            return made
        }
    }
}

/// All files that go out under `/assets`, by their path there.
struct AssetFiles: Sendable {
    let files: [String: Asset]
    /// Changes with any byte of any file.
    let hash: String
    let newest: Date

    init(folder: String, mounts: [String: String]) throws {
        var contents: [String: ByteBuffer] = [:]
        var newest = Date.distantPast
        var problems: [String] = []
        let mountedFolders = mounts.map { ($0.key + "/", $0.value) }.filter { FileManager.default.fileExists(atPath: $0.1) }
        for (prefix, folder) in [("", folder)] + mountedFolders {
            let found = Self.list(folder)
            if prefix.isEmpty, found == nil { problems.append("\(folder): cannot be read") }
            for (path, changed) in found ?? [:] {
                newest = max(newest, changed)
                guard let data = FileManager.default.contents(atPath: folder + "/" + path) else {
                    problems.append("\(folder)/\(path): cannot be read")
                    continue
                }
                contents[prefix + path] = ByteBuffer(bytes: data)
            }
        }
        guard problems.isEmpty else { throw StartProblems(problems.sorted()) }

        contents.merge(Self.sheets(in: contents)) { $1 }
        for (path, script) in contents where path.hasPrefix("js/") { contents[path] = Self.withoutComments(script) }
        files = Dictionary(uniqueKeysWithValues: contents.map { ($0, Asset(path: $0, bytes: $1)) })
        var sum = SHA256()
        for (path, asset) in files.sorted(by: { $0.key < $1.key }) { sum.update(data: Data("\(path)\n\(asset.tag)\n".utf8)) }
        hash = sum.finalize().prefix(6).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        self.newest = newest
    }

    /// The names of the style sheets, without `.css`.
    var sheets: Set<String> {
        Set(files.keys.filter { $0.hasSuffix(".css") && !$0.contains("/") }.map { String($0.dropLast(4)) })
    }

    /// When anything last changed; new and removed files show as their folder's change.
    static func newest(in folder: String) -> Date {
        (list(folder, withFolders: true) ?? [:]).values.max() ?? .distantPast
    }

    /// The styles are many small files for the reader and one sheet for the browser: `portico.css` of those in `css`, and for each folder
    /// in it a sheet of its name, with its own files among the common ones. Those of a folder `admin+citations` go into both sheets, and
    /// the sheet `admin-stories` is that of `admin` with more. The files' names begin with numbers that give the order.
    private static func sheets(in contents: [String: ByteBuffer]) -> [String: ByteBuffer] {
        let styles = contents.filter { $0.key.hasPrefix("css/") && $0.key.hasSuffix(".css") }.map { path, bytes in
            let parts = path.split(separator: "/")
            let folders = parts.count > 2 ? parts[1].split(separator: "+").map(String.init) : []
            return (folders: folders, name: parts[parts.count - 1], text: shortened(bytes))
        }.sorted { $0.name < $1.name }
        var sheets: [String: ByteBuffer] = [:]
        for folder in Set(styles.flatMap(\.folders)).union([""]) {
            var sheet = ByteBuffer()
            for style in styles where style.folders.isEmpty || style.folders.contains(where: { "\(folder)-".hasPrefix("\($0)-") }) {
                sheet.writeImmutableBuffer(style.text)
            }
            sheets[(folder.isEmpty ? "portico" : folder) + ".css"] = sheet
        }
        return sheets
    }

    /// A style sheet without comments and indentation, which only its authors need: a quarter of what goes over the wire.
    private static func shortened(_ css: ByteBuffer) -> ByteBuffer {
        let (slash, star, newline) = (UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: "\n"))
        let bytes = Array(css.readableBytesView)
        var short: [UInt8] = []
        short.reserveCapacity(bytes.count)
        var index = 0
        var isAtStart = true
        while index < bytes.count {
            let byte = bytes[index]
            if byte == slash, index + 1 < bytes.count, bytes[index + 1] == star {
                index += 2
                while index < bytes.count, !(bytes[index - 1] == star && bytes[index] == slash) { index += 1 }
            } else if !(isAtStart && (byte == 0x20 || byte == newline)) {
                short.append(byte)
                isAtStart = byte == newline
            }
            index += 1
        }
        if !isAtStart { short.append(newline) }
        return ByteBuffer(bytes: short)
    }

    /// A script without the lines that are comments and without indentation, an eighth of what goes over the wire. Line by line, so none of
    /// our scripts holds a text over several lines.
    private static func withoutComments(_ script: ByteBuffer) -> ByteBuffer {
        var short = ByteBuffer()
        for line in script.readableBytesView.split(separator: UInt8(ascii: "\n")) {
            let code = line.drop { $0 == UInt8(ascii: " ") }
            let isComment = code.starts(with: "//".utf8) || code.starts(with: "/**".utf8) && code.suffix(2).elementsEqual("*/".utf8)
            guard !isComment, !code.isEmpty else { continue }
            short.writeBytes(code)
            short.writeInteger(UInt8(ascii: "\n"))
        }
        return short
    }

    /// Paths below a folder with the time each was changed, without anything hidden; nil when there is no such folder.
    private static func list(_ folder: String, withFolders: Bool = false) -> [String: Date]? {
        let root = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: root, isDirectory: &isFolder), isFolder.boolValue else { return nil }
        var found: [String: Date] = [:]
        for path in (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? [] {
            guard !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { continue }
            guard let time = FileTime(of: root + "/" + path) else { continue }
            if time.isRegular || withFolders { found[path] = time.changed }
        }
        return found
    }
}
