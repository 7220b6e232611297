import Foundation
import GRDB

extension Check {
    /// Further pictures are only counted.
    private static let most = 20

    func stored(_ db: Database, in folder: String) throws -> [Finding] {
        let rows = try Row.fetchAll(db, sql: "SELECT file, \"key\" FROM picture ORDER BY file, id")
        let keys = Dictionary(rows.map { ($0[0] as String, $0[1] as String) }) { first, _ in first }
        let wrong = keys.sorted { $0.value < $1.value }.compactMap { file, key in
            problem(of: "\(folder)/\(file)", named: file).map { Finding(.problem, $0.name, ["picture": key, "file": $0.file]) }
        }
        var findings = Array(wrong.prefix(Self.most))
        if wrong.count > Self.most { findings.append(Finding(.problem, "morePictures", ["count": String(wrong.count - Self.most)])) }
        let stored = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter(PictureStore.isName)
        let unknown = stored.count { keys[$0] == nil }
        if unknown > 0 { findings.append(Finding(.note, "pictureWithoutRow", ["count": String(unknown)])) }
        return findings
    }

    func stored(_ db: Database, on collections: [PictureCollection], beside pictures: String) throws -> [Finding] {
        let data = (pictures as NSString).deletingLastPathComponent
        return collections.flatMap { collection -> [Finding] in
            // The collection's table may not exist yet; missing migrations are reported elsewhere.
            let files = (try? String.fetchAll(db, sql: collection.inUse)) ?? []
            let wrong = files.sorted().compactMap { file in
                problem(of: "\(data)/\(collection.folder)/\(file)", named: file).map {
                    (name: $0.name, file: "\(collection.folder)/\($0.file)")
                }
            }
            let told = wrong.prefix(Self.most).map {
                Finding(.problem, $0.name == "pictureMissing" ? "shelfMissing" : "shelfDamaged", ["file": $0.file])
            }
            return told + (wrong.count > Self.most ? [Finding(.problem, "morePictures", ["count": String(wrong.count - Self.most)])] : [])
        }
    }

    /// A picture is named by its master's hash, so damage on disk is detected.
    private func problem(of folder: String, named name: String) -> (name: String, file: String)? {
        for file in PictureFile.allCases where (AtomicFile.size("\(folder)/\(file.rawValue)") ?? 0) == 0 {
            return ("pictureMissing", "\(name)/\(file.rawValue)")
        }
        guard let hash = try? AtomicFile.hash("\(folder)/\(PictureFile.master.rawValue)").hash, hash.hasPrefix(name) else {
            return ("pictureDamaged", "\(name)/\(PictureFile.master.rawValue)")
        }
        return nil
    }
}
