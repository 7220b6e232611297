import Crypto
import Foundation

/// Tells which stored picture was made from a file, without storing anything.
enum KnownPictures {
    static let planned = Result<StoredPicture, PictureRefusal>.success(
        StoredPicture(file: String(repeating: "0", count: 32), width: 1, height: 1, bytes: 1, original: ""))

    static func stored(_ paths: [String], in folder: String) -> [String: Result<StoredPicture, PictureRefusal>] {
        Dictionary(paths.map { ($0, name(of: $0, in: folder).map { name in planned.map { $0.renamed(name) } } ?? planned) }) { $1 }
    }

    private static func name(of path: String, in folder: String) -> String? {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) else { return nil }
        let source = SHA256.hash(data: data).hexadecimal
        let isMaster = PictureFormat(head: data.prefix(PictureFormat.headLength)) == .webp && PictureWorkspace.isMaster(data)
        let name =
            isMaster
            ? String(source.prefix(32)) : AtomicFile.contents("\(folder)/.sources/\(source)").map { String(decoding: $0, as: UTF8.self) }
        return name.flatMap { PictureStore.isName($0) ? $0 : nil }
    }
}

extension StoredPicture {
    fileprivate func renamed(_ file: String) -> StoredPicture {
        StoredPicture(file: file, width: width, height: height, bytes: bytes, original: original)
    }
}
