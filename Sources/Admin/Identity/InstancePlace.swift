import Crypto
import Foundation
import Glibc

/// Where a data folder was at its last start, as the database notes it: a whole copy of the folder is known by it.
///
/// The number of the file `instance` stays with it through restarts, renaming, new containers and a disk that moves to another machine; a
/// copy gets another one. Where a file system numbers files anew at each mount, the path and the machine decide.
struct InstancePlace: Codable, Equatable, Sendable {
    let path: String
    let inode: String
    /// A digest of the machine's id, which shall not be read in a backup; empty where it has none.
    let machine: String

    /// Of the mark in a folder as it is now; nil where there is none.
    init?(folder: String) {
        guard let file = Self.file(folder + "/" + InstanceMark.file), let path = Self.resolved(folder) else { return nil }
        (self.path, inode, machine) = (path, String(file.st_ino), Self.machineDigest)
    }

    init(path: String, inode: String, machine: String) { (self.path, self.inode, self.machine) = (path, inode, machine) }

    /// Whether a folder that is found here now is a copy of the one that was noted.
    /// - Parameters:
    ///   - keepsNumbers: whether the file system gives a file the same number at each mount.
    ///   - isOriginalThere: whether the noted path still has another folder with the same mark.
    func isCopied(to here: InstancePlace, keepsNumbers: Bool, isOriginalThere: Bool) -> Bool {
        if here.path != path, isOriginalThere { return true }
        return keepsNumbers ? here.inode != inode : here.path != path || here.machine != machine
    }

    /// Whether the noted path still has another folder with the same mark as one here.
    func isOriginalThere(beside folder: String) -> Bool {
        let (original, own) = (path + "/" + InstanceMark.file, folder + "/" + InstanceMark.file)
        guard let there = Self.file(original), let here = Self.file(own) else { return false }
        guard (there.st_dev, there.st_ino) != (here.st_dev, here.st_ino) else { return false }
        return AtomicFile.contents(original) == AtomicFile.contents(own)
    }

    /// Whether the file system of a folder keeps the numbers of its files.
    static func keepsNumbers(_ folder: String) -> Bool {
        guard let device = file(folder)?.st_dev, let mounts = AtomicFile.text("/proc/self/mountinfo") else { return true }
        let number = "\((device >> 8) & 0xFFF):\((device & 0xFF) | ((device >> 12) & 0xFFF00))"
        let line = mounts.split(separator: "\n").last { $0.split(separator: " ").dropFirst(2).first == Substring(number) }
        let words = line?.split(separator: " ") ?? []
        guard let dash = words.firstIndex(of: "-"), dash + 1 < words.count else { return true }
        return !["fuse", "9p", "cifs", "smb", "virtiofs", "vboxsf", "drvfs"].contains { words[dash + 1].hasPrefix($0) }
    }

    private static func file(_ path: String) -> stat? {
        var facts = stat()
        return stat(path, &facts) == 0 ? facts : nil
    }

    private static func resolved(_ folder: String) -> String? {
        guard let path = realpath(folder, nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    private static let machineDigest: String = {
        let id = AtomicFile.text("/etc/machine-id")?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        return id.isEmpty ? "" : SHA256.hash(data: Data("portico \(id)".utf8)).prefix(16).hexadecimal
    }()
}

extension AtomicFile {
    /// A short text file of the system, whose size is not known before it is read.
    fileprivate static func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}
