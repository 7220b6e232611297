import Crypto
import Foundation
import Glibc

/// The place of a data folder at its last start, to detect a copied folder. The inode of the file `instance` survives restarts, renames,
/// new containers and moves of the disk; a copy gets another one. Where inodes change, path and machine decide.
struct InstancePlace: Codable, Equatable, Sendable {
    let path: String
    let inode: String
    /// A digest of the machine's id, which must not be readable in a backup; empty if there is no id.
    let machine: String

    /// The present place of a folder; nil without the file `instance`.
    init?(folder: String) {
        guard let file = Self.file(folder + "/" + InstanceMark.file), let path = Self.resolved(folder) else { return nil }
        (self.path, inode, machine) = (path, String(file.st_ino), Self.machineDigest)
    }

    init(path: String, inode: String, machine: String) { (self.path, self.inode, self.machine) = (path, inode, machine) }

    /// `keepsNumbers`: inodes survive mounts. `isOriginalThere`: another folder with the same mark is at the stored path.
    func isCopied(to here: InstancePlace, keepsNumbers: Bool, isOriginalThere: Bool) -> Bool {
        if here.path != path, isOriginalThere { return true }
        return keepsNumbers ? here.inode != inode : here.path != path || here.machine != machine
    }

    /// Whether another folder with the same mark is at the stored path.
    func isOriginalThere(beside folder: String) -> Bool {
        let (original, own) = (path + "/" + InstanceMark.file, folder + "/" + InstanceMark.file)
        guard let there = Self.file(original), let here = Self.file(own) else { return false }
        guard (there.st_dev, there.st_ino) != (here.st_dev, here.st_ino) else { return false }
        return AtomicFile.contents(original) == AtomicFile.contents(own)
    }

    /// Whether the file system of a folder keeps inodes across mounts.
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
    /// Reads a file of unknown size, as in `/proc`.
    fileprivate static func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}
