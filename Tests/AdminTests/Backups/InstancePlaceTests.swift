import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

/// A data folder that was copied as a whole is known as a copy; one that is only started again, renamed or moved is not.
@Suite struct InstancePlaceTests {
    let site: SampleSite
    let folder: TemporaryFolder

    init() async throws { (site, folder) = (try await SampleSite(), try TemporaryFolder()) }

    /// A data folder that was started once.
    private func started(_ name: String = "data") async throws -> String {
        let data = folder.path + "/" + name
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        try await site.database.vacuum(into: data + "/portico.sqlite")
        expect(try await start(data) == .new)
        return data
    }

    /// What a start on a folder finds.
    private func start(_ data: String, takesOver: Bool = false) async throws -> InstanceMark.Finding {
        let database = try DatabaseQueue(path: data + "/portico.sqlite")
        defer { try? database.close() }
        return try await InstanceMark(data: data).compare(database, [], takesOver: takesOver)
    }

    private func isQuiet(_ data: String) async throws -> Bool {
        let database = try DatabaseQueue(path: data + "/portico.sqlite")
        defer { try? database.close() }
        return try await database.read { try SiteIdentity.isQuiet($0) }
    }

    /// With times and rights, as an administrator copies.
    private func copy(_ from: String, _ to: String) throws {
        let copying = Process()
        copying.executableURL = URL(fileURLWithPath: "/bin/cp")
        copying.arguments = ["-a", from, to]
        try copying.run()
        copying.waitUntilExit()
        #expect(copying.terminationStatus == 0)
    }

    @Test func aCopiedFolderIsQuietAndTheOriginalSpeaks() async throws {
        let (data, other) = (try await started(), folder.path + "/other")
        try copy(data, other)
        expect(try await start(data) == .same)
        expect(try await start(other) == .enteredQuietMode)
        expect(try await isQuiet(other))
        expect(try await isQuiet(data) == false)
        // Once taken up it is a site of its own.
        expect(try await start(other) == .same)
        expect(try await start(data) == .same)
    }

    @Test func aCopyInPlaceOfTheOriginalIsKnownToo() async throws {
        let (data, aside) = (try await started(), folder.path + "/aside")
        try copy(data, aside)
        // A second link keeps the file system from giving the copy the removed file's inode.
        try FileManager.default.linkItem(atPath: data + "/instance", toPath: folder.path + "/removed")
        try FileManager.default.removeItem(atPath: data)
        try copy(aside, data)
        expect(try await start(data) == .enteredQuietMode)
    }

    @Test func aStandbyThatWasCopiedTakesOver() async throws {
        let (data, other) = (try await started(), folder.path + "/other")
        try copy(data, other)
        expect(try await start(other, takesOver: true) == .takenOver)
        expect(try await isQuiet(other) == false)
        expect(try await start(other) == .same)
    }

    @Test func aRenamedFolderIsTheSameSite() async throws {
        let (data, other) = (try await started(), folder.path + "/other")
        try FileManager.default.moveItem(atPath: data, toPath: other)
        expect(try await start(other) == .same)
        // Also where another folder is found at the old path afterwards.
        _ = try await started()
        expect(try await start(other) == .same)
        expect(try await isQuiet(other) == false)
    }

    /// An older version has noted nothing.
    @Test func aFolderOfAnOlderVersionIsNotTakenForACopy() async throws {
        let data = try await started()
        let database = try DatabaseQueue(path: data + "/portico.sqlite")
        try await database.write { try $0.execute(sql: "UPDATE siteIdentity SET place = NULL") }
        try database.close()
        expect(try await start(data) == .same)
        let other = folder.path + "/other"
        try copy(data, other)
        expect(try await start(other) == .enteredQuietMode)
    }

    @Test func restartsMovesAndContainersAreNoCopies() {
        func place(_ path: String, _ inode: String, _ machine: String) -> InstancePlace {
            .init(path: path, inode: inode, machine: machine)
        }
        let noted = place("/data", "7", "a")
        func isCopied(_ here: InstancePlace, keeps: Bool = true, there: Bool = false) -> Bool {
            noted.isCopied(to: here, keepsNumbers: keeps, isOriginalThere: there)
        }
        #expect(!isCopied(noted))
        #expect(!isCopied(place("/data", "7", "b")), "a new container, or the disk in another machine")
        #expect(!isCopied(place("/srv", "7", "b")), "mounted elsewhere")
        #expect(isCopied(place("/data", "8", "a")), "copied back to its place")
        #expect(isCopied(place("/data", "8", "b")), "copied to another machine")
        #expect(isCopied(place("/srv", "7", "a"), there: true), "a snapshot of the file system beside the original")
        #expect(!isCopied(place("/data", "8", "a"), keeps: false), "mounted again where numbers are not kept")
        #expect(isCopied(place("/data", "8", "b"), keeps: false))
        #expect(isCopied(place("/srv", "8", "a"), keeps: false))
    }
}
