import Admin
import Foundation

/// The folders of data, pictures and backups: whether they are there, private, and have room.
struct FolderChecks {
    let configuration: Configuration
    /// Since when the site should have a backup, and how old the last one may be.
    var longestSinceBackup: TimeInterval = 36 * 3_600
    var now = Date.now

    private static let little = 1 << 30
    /// Below it the site counts as failing.
    private static let nothing = 50 << 20

    var results: [DoctorResult] {
        guard let data = FileFacts(configuration.data), data.isFolder else {
            return [.fault("folder", "missing", ["path": configuration.data])]
        }
        guard FileFacts(Store.path(configuration)) != nil else { return [.fault("folder", "empty", ["path": configuration.data])] }
        return [privacy(data), ownership(data)] + [room("disk", configuration.data)] + backups(data)
    }

    private func privacy(_ data: FileFacts) -> DoctorResult {
        let pictures = FileFacts(configuration.data + "/pictures")
        for folder in [data, pictures].compactMap(\.self) {
            // What is inside a closed folder is closed too, unless it is elsewhere.
            if folder.path != data.path, folder.device == data.device, !data.isOpenToOthers { continue }
            let values = ["path": folder.path, "mode": folder.modeText]
            if folder.isOpenToOthers { return .fault("folder", "open", values) }
            if folder.isOpenToGroup { return .warning("folder", "group", values) }
        }
        return .ok("folder", "ok", ["path": data.path])
    }

    private func ownership(_ data: FileFacts) -> DoctorResult {
        let own = geteuid()
        guard data.owner == own else {
            return .fault("owner", "other", ["path": data.path, "owner": data.ownerName, "user": FileFacts.name(of: own)])
        }
        if let file = FileFacts.foreign(in: data.path, owner: own) {
            let owner = FileFacts(file)?.ownerName ?? "?"
            return .fault("owner", "mixed", ["path": data.path, "file": file, "owner": owner, "user": data.ownerName])
        }
        return own == 0 ? .warning("owner", "root", ["path": data.path]) : .ok("owner", "ok", ["user": data.ownerName])
    }

    private func room(_ check: String, _ folder: String) -> DoctorResult {
        let facts = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        guard let free = facts?[.systemFreeSize] as? Int else { return .unknown(check, "unknown", ["path": folder]) }
        let values = ["path": folder, "free": "\(free >> 20) MB"]
        if free < Self.nothing { return .fault(check, "full", values) }
        return free < Self.little ? .warning(check, "little", values) : .ok(check, "ok", values)
    }

    private func backups(_ data: FileFacts) -> [DoctorResult] {
        let backups = Portal.backups(configuration)
        let values = ["path": backups.folder]
        guard let folder = FileFacts(backups.folder) else {
            let isPossible = ServerObservation.writes(backups.folder)
            return [isPossible ? .warning("backupFolder", "missing", values) : .fault("backupFolder", "closed", values)]
        }
        var results: [DoctorResult] = []
        let isInside = backups.folder.hasPrefix(URL(fileURLWithPath: data.path).standardizedFileURL.path + "/")
        if folder.isOpenToOthers, !isInside || data.isOpenToOthers {
            results.append(.fault("backupFolder", "open", values.merging(["mode": folder.modeText]) { $1 }))
        } else if !ServerObservation.writes(backups.folder) {
            results.append(.fault("backupFolder", "closed", values))
        } else {
            results.append(.ok("backupFolder", "ok", values))
        }
        results.append(folder.device == data.device ? .warning("backupDisk", "same", values) : .ok("backupDisk", "ok", values))
        if folder.device != data.device { results.append(room("backupRoom", backups.folder)) }
        results.append(age(backups))
        return results
    }

    private func age(_ backups: Backups) -> DoctorResult {
        let kept = backups.kept()
        if let tried = kept.first(where: { $0.report != nil }), !tried.isGood { return .fault("backupAge", "failed", ["name": tried.name]) }
        guard let last = backups.lastGood else {
            return .warning("backupAge", kept.isEmpty ? "none" : "untried", ["path": backups.folder])
        }
        let age = now.timeIntervalSince(last.madeAt)
        let values = ["hours": "\(Int(cutting: age / 3_600))", "name": last.name]
        return age > longestSinceBackup ? .fault("backupAge", "old", values) : .ok("backupAge", "ok", values)
    }
}
