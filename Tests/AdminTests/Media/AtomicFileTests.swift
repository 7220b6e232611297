import AdminTestSupport
import Foundation
import Testing

@testable import Admin

/// Files that are whole or not there, and the place in which few work at once.
@Suite struct AtomicFileTests {
    private func text(_ path: String) -> String? { AtomicFile.contents(path).map { String(decoding: $0, as: UTF8.self) } }

    @Test func aFileIsReplacedAsAWhole() throws {
        let folder = try TemporaryFolder(["a": "old", "a.new": "left by a crash"])
        let path = folder.path + "/a"
        try AtomicFile.write(Data("new".utf8), to: path)
        #expect(text(path) == "new")
        #expect(folder.contents == ["a"])
        #expect(AtomicFile.size(path) == 3)
        #expect(throws: AtomicFile.Failure.self) { try AtomicFile.write(Data(), to: folder.path + "/none/a") }
    }

    @Test func aCopyHasItsLimitAndItsSum() throws {
        let folder = try TemporaryFolder(["a": "abc"])
        let (source, target) = (folder.path + "/a", folder.path + "/b")
        let copied = try #require(try AtomicFile.copy(source, to: target, limit: 3))
        #expect(copied.size == 3)
        #expect(copied.hash == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(text(target) == "abc")
        #expect(try AtomicFile.hash(target).hash == copied.hash)
        #expect(throws: AtomicFile.Failure.self) { try AtomicFile.copy(source, to: target, limit: 3) }
        let tooLarge = try AtomicFile.copy(source, to: folder.path + "/c", limit: 2)
        #expect(tooLarge == nil)
        #expect(throws: AtomicFile.Failure.self) { try AtomicFile.copy(folder.path, to: folder.path + "/d", limit: 9) }
    }

    @Test func linksAreNotFollowed() throws {
        let folder = try TemporaryFolder(["secret": "x"])
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path + "/secret")
        #expect(text(link) == nil)
        #expect(!AtomicFile.isRegular(link))
        #expect(AtomicFile.isRegular(folder.path + "/secret"))
        #expect(!AtomicFile.isRegular(folder.path))
        #expect(throws: AtomicFile.Failure.self) { try AtomicFile.hash(link) }
        #expect(text(folder.path + "/none") == nil)
        #expect(AtomicFile.size(folder.path + "/none") == nil)
        #expect(AtomicFile.age(folder.path + "/none") == nil)
    }

    @Test func aFolderTakesAPlaceThatIsFree() throws {
        let folder = try TemporaryFolder(["one/a": "1", "two/a": "2"])
        let target = folder.path + "/target"
        #expect(try AtomicFile.place(folder.path + "/one", at: target))
        #expect(try !AtomicFile.place(folder.path + "/two", at: target))
        #expect(text(target + "/a") == "1")
        #expect(throws: AtomicFile.Failure.self) { try AtomicFile.place(folder.path + "/none", at: folder.path + "/other") }
    }

    @Test func aFileMayHaveTwoNames() throws {
        let folder = try TemporaryFolder(["a": "x"])
        try AtomicFile.link(folder.path + "/a", as: folder.path + "/b")
        #expect(text(folder.path + "/b") == "x")
        #expect(throws: AtomicFile.Failure.self) { try AtomicFile.link(folder.path + "/a", as: folder.path + "/b") }
        try AtomicFile.move(folder.path + "/b", to: folder.path + "/c")
        #expect(folder.contents.sorted() == ["a", "c"])
    }

    @Test func aFailureSaysWhatAndWhere() {
        let full = AtomicFile.Failure("write", "/data/x", code: ENOSPC)
        #expect(full.isDiskFull)
        #expect(full.description.hasPrefix("write /data/x: "))
        #expect(!AtomicFile.Failure("open", "/data/x", code: ENOENT).isDiskFull)
        #expect([UInt8](0...17).hexadecimal == "000102030405060708090a0b0c0d0e0f1011")
    }

    @Test func whereAllPlacesAreTakenWorkIsRefusedAtOnce() async {
        let narrow = BoundedSemaphore(places: 1, seats: 0)
        let inner = await narrow.pass { await narrow.pass { 1 } }
        #expect(inner == .some(.none))
        let after = await narrow.pass { 2 }
        #expect(after == 2)
        let wide = BoundedSemaphore(places: 2, seats: 0)
        let both = await wide.pass { await wide.pass { 3 } }
        #expect(both == .some(3))
    }
}
