import Crypto
import Foundation

struct PictureWorkspace: Sendable {
    let folder: String
    let original: String
    let kind: PictureFormat
    /// The SHA-256 of the upload in hexadecimal.
    let source: String
    let isMaster: Bool

    func path(_ file: PictureFile) -> String { "\(folder)/\(file.rawValue)" }

    var input: String { folder + "/input" }

    static func set(up folder: String, from path: String, name: String, limits: PictureLimits) throws(PictureRefusal) -> PictureWorkspace {
        let original = name.harmlessFileName
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            guard let copy = try AtomicFile.copy(path, to: folder + "/input", limit: limits.bytes) else {
                throw PictureRefusal(.tooLarge, original, ["limit": "\(limits.bytes >> 20) MB"])
            }
            guard copy.size > 0 else { throw PictureRefusal(.empty, original) }
            // Safe to map: the copy is ours and never truncated.
            let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/input"), options: .alwaysMapped)
            guard let kind = PictureFormat(head: data.prefix(PictureFormat.headLength)) else {
                throw PictureRefusal(.notAPicture, original)
            }
            if kind != .heif {
                guard let header = PictureHeader(kind, data) else { throw PictureRefusal(.broken, original) }
                try check(header, original, limits)
            }
            let workspace = PictureWorkspace(
                folder: folder, original: original, kind: kind, source: copy.hash, isMaster: kind == .webp && isMaster(data))
            if workspace.isMaster { try AtomicFile.link(workspace.input, as: workspace.path(.master)) }
            return workspace
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw refusal(for: error, original)
        }
    }

    static func check(_ header: PictureHeader, _ name: String, _ limits: PictureLimits) throws(PictureRefusal) {
        // Divides, because multiplying two 32-bit numbers may overflow.
        guard header.width <= limits.pixels / max(header.height, 1) else {
            throw PictureRefusal(.tooManyPixels, name, ["limit": "\(limits.pixels / 1_000_000)"])
        }
    }

    static func refusal(for error: any Error, _ name: String) -> PictureRefusal {
        switch error {
        case let refusal as PictureRefusal: refusal
        case let failure as AtomicFile.Failure where failure.isDiskFull: PictureRefusal(.diskFull, name)
        case let error as CocoaError where error.code == .fileWriteOutOfSpace: PictureRefusal(.diskFull, name)
        default: PictureRefusal(.unavailable, name)
        }
    }

    func discard() { try? FileManager.default.removeItem(atPath: folder) }

    func clean(_ file: PictureFile) throws {
        let data = Data(AtomicFile.contents(path(file)) ?? [])
        guard let clean = WebPContainer(data)?.cleaned() else { throw PictureRefusal(.broken, original) }
        if clean != data { try AtomicFile.write(clean, to: path(file)) }
    }

    func measure() throws -> StoredPicture {
        guard let bytes = AtomicFile.contents(path(.master)), let container = WebPContainer(Data(bytes)) else {
            throw PictureRefusal(.broken, original)
        }
        let name = SHA256.hash(data: bytes).prefix(16).hexadecimal
        return StoredPicture(file: name, width: container.width, height: container.height, bytes: bytes.count, original: original)
    }

    static func isMaster(_ data: Data) -> Bool {
        guard let container = WebPContainer(data), container.isPlain else { return false }
        return max(container.width, container.height) <= PictureFile.master.side
    }
}
