import Foundation

extension PictureStore {
    /// Removes pictures without a row, abandoned work folders, and upload records of removed pictures if untouched for a day. `known` has the
    /// `file` of every row, including the trash. Returns the number of removed pictures and work folders.
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
