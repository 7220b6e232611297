import Foundation

struct FileFacts {
    let path: String
    let owner: UInt32
    /// The nine bits of the rights, and those of setuid programs.
    let mode: Int
    let device: UInt64
    let isFolder: Bool

    /// nil without the file. Links are followed, as the program itself follows them.
    init?(_ path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        self.path = path
        (owner, device) = (facts.st_uid, UInt64(facts.st_dev))
        mode = Int(facts.st_mode & 0o7777)
        isFolder = facts.st_mode & S_IFMT == S_IFDIR
    }

    var isOpenToOthers: Bool { mode & 0o007 != 0 }
    var isOpenToGroup: Bool { mode & 0o070 != 0 }
    var lendsRights: Bool { mode & 0o6000 != 0 }
    var modeText: String {
        let text = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - text.count)) + text
    }

    var ownerName: String { Self.name(of: owner) }

    static func name(of user: UInt32) -> String { getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? String(user) }

    static func foreign(in folder: String, owner: UInt32, most: Int = 50_000) -> String? {
        guard let files = FileManager.default.enumerator(atPath: folder) else { return nil }
        var count = 0
        while let name = files.nextObject() as? String, count < most {
            count += 1
            var facts = stat()
            if lstat(folder + "/" + name, &facts) == 0, facts.st_uid != owner { return folder + "/" + name }
        }
        return nil
    }
}
