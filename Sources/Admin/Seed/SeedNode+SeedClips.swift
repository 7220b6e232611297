import Foundation
import Web

extension SeedNode {
    /// Returns the video at a path; nil after noting a mistake.
    public func clip() -> StoredClip? {
        guard let path = text() else { return nil }
        switch reader.file.locate(path) {
        case .failure(let problem): note(SeedSentences.file(path, problem.sentence))
        case .success(let real):
            // Mapped, so that a large file of another kind is not read whole.
            let bytes = try? Data(contentsOf: URL(fileURLWithPath: real), options: .alwaysMapped)
            if let clip = bytes.flatMap({ StoredClip(kept: $0) }) { return clip }
            refuse("video")
        }
        return nil
    }
}

extension SeedExport {
    /// Writes a video beside the file and returns its path, which names the content.
    public func clip(_ bytes: Data) -> String {
        let path = "seed/clips/\(StoredClip.digest(of: bytes)).mp4"
        if !state.clips.contains(where: { $0.path == path }) { state.clips.append((path, bytes)) }
        return path
    }
}
