import Foundation

extension PictureStore {
    /// Removes what no row names and nobody has touched for a day: pictures whose form was never saved, benches of a process that died,
    /// and memories of uploads whose picture is gone.
    /// - Parameter known: `file` of every row, also of those in the trash.
    /// - Returns: how many pictures and benches were removed.
    public func sweep(known: Set<String>) throws -> Int {
        let day = 86_400.0
        var removed = 0
        func remove(_ path: String) {
            if let age = AtomicFile.age(path), age > day, (try? FileManager.default.removeItem(atPath: path)) != nil { removed += 1 }
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where Self.isName(name) && !known.contains(name) {
            remove("\(folder)/\(name)")
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder + "/.benches") { remove("\(folder)/.benches/\(name)") }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder + "/.sources") {
            let path = "\(folder)/.sources/\(name)"
            let file = String(decoding: AtomicFile.contents(path) ?? [], as: UTF8.self)
            if !FileManager.default.fileExists(atPath: "\(folder)/\(file)/master.webp") {
                try? FileManager.default.removeItem(atPath: path)
            }
        }
        return removed
    }
}
