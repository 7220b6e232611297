import Crypto
import Foundation
import Glibc
import Hummingbird
import NIOCore
import Synchronization

/// A served file, read and compressed at its first request, because most files of a map library are never requested.
final class Asset: Sendable {
    struct Content {
        let bytes: ByteBuffer
        let packed: ByteBuffer?
        let tag: String
        /// Whether the file was unchanged since its listing, so that browsers may keep it for a year.
        let isAsListed: Bool
    }

    let type: String
    private let sources: [AssetSource]
    private let join: @Sendable ([ByteBuffer]) -> ByteBuffer
    private let read = Mutex<Content?>(nil)

    init(path: String, _ sources: [AssetSource], join: @escaping @Sendable ([ByteBuffer]) -> ByteBuffer = { $0[0] }) {
        type = MediaTypes.type(of: path)
        self.sources = sources
        self.join = join
    }

    func content() throws -> Content {
        try read.withLock { read in
            if let read { return read }
            let bytes = join(try sources.map { try $0.bytes() })
            let packed = Gzip.isWorthPacking(type) ? Gzip.pack(bytes, level: Gzip.small) : nil
            let made = Content(bytes: bytes, packed: packed, tag: EntityTag.of(bytes), isAsListed: sources.allSatisfy(\.isAsListed))
            read = made
            return made
        }
    }
}

struct AssetSource: Sendable {
    let file: String
    let time: FileTime

    var isAsListed: Bool { FileTime(of: file) == time }

    func bytes() throws -> ByteBuffer {
        ByteBuffer(bytes: try Data(contentsOf: URL(fileURLWithPath: file)))
    }
}

struct AssetFiles: Sendable {
    let files: [String: Asset]
    /// Changes with any file and with the program, which minifies the files.
    let hash: String
    let newest: Date

    init(folder: String, mounts: [String: String]) throws {
        var sources: [String: AssetSource] = [:]
        var problems: [String] = []
        let mountedFolders = mounts.map { ($0.key + "/", $0.value) }.filter { FileManager.default.fileExists(atPath: $0.1) }
        for (prefix, folder) in [("", folder)] + mountedFolders {
            let found = Self.list(folder)
            if prefix.isEmpty, found == nil { problems.append("\(folder): cannot be read") }
            for (path, time) in found ?? [:] {
                let source = AssetSource(file: folder + "/" + path, time: time)
                if access(source.file, R_OK) != 0 { problems.append("\(source.file): cannot be read") }
                sources[prefix + path] = source
            }
        }
        guard problems.isEmpty else { throw StartProblems(problems.sorted()) }

        var files = Self.sheets(of: sources)
        for (path, source) in sources where files[path] == nil {
            files[path] = path.hasPrefix("js/") ? Asset(path: path, [source]) { Self.withoutComments($0[0]) } : Asset(path: path, [source])
        }
        self.files = files
        var sum = SHA256()
        sum.update(data: Data((FileTime.program?.mark ?? "").utf8))
        for (path, source) in sources.sorted(by: { $0.key < $1.key }) { sum.update(data: Data("\n\(path) \(source.time.mark)".utf8)) }
        hash = sum.finalize().prefix(6).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        newest = sources.values.map(\.time.changed).max() ?? .distantPast
    }

    var sheets: Set<String> {
        Set(files.keys.filter { $0.hasSuffix(".css") && !$0.contains("/") }.map { String($0.dropLast(4)) })
    }

    static func newest(in folder: String) -> Date {
        (list(folder, withFolders: true) ?? [:]).values.map(\.changed).max() ?? .distantPast
    }

    /// Joins the style files of `css` into `portico.css`. Each subfolder gives one more sheet, made of its own and the common files. A
    /// folder `admin+citations` belongs to both sheets; `admin-stories` extends `admin`. The files' numeric prefixes give the order.
    private static func sheets(of sources: [String: AssetSource]) -> [String: Asset] {
        let styles = sources.filter { $0.key.hasPrefix("css/") && $0.key.hasSuffix(".css") }.map { path, source in
            let parts = path.split(separator: "/")
            let folders = parts.count > 2 ? parts[1].split(separator: "+").map(String.init) : []
            return (folders: folders, name: parts[parts.count - 1], source: source)
        }.sorted { $0.name < $1.name }
        var sheets: [String: Asset] = [:]
        for folder in Set(styles.flatMap(\.folders)).union([""]) {
            let own = styles.filter { style in
                style.folders.isEmpty || style.folders.contains { "\(folder)-".hasPrefix("\($0)-") }
            }
            let path = (folder.isEmpty ? "portico" : folder) + ".css"
            sheets[path] = Asset(path: path, own.map(\.source)) { files in
                files.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer(shortened($1)) }
            }
        }
        return sheets
    }

    /// Removes comments and indentation, a quarter of the transferred bytes.
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

    /// Removes comment lines and indentation (an eighth of the bytes); strings over several lines are not supported.
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

    private static func list(_ folder: String, withFolders: Bool = false) -> [String: FileTime]? {
        let root = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: root, isDirectory: &isFolder), isFolder.boolValue else { return nil }
        var found: [String: FileTime] = [:]
        for path in (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? [] {
            guard !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { continue }
            guard let time = FileTime(of: root + "/" + path) else { continue }
            if time.isRegular || withFolders { found[path] = time }
        }
        return found
    }
}
