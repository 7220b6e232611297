import Foundation
import NIOCore
import TestSupport
import Testing

@testable import Web

/// Which files go out, and how each is kept.
@Suite struct AssetFilesTests {
    private func asset(_ path: String, in folder: TemporaryFolder) throws -> Asset {
        try #require(try AssetFiles(folder: folder.path, mounts: [:]).files[path])
    }

    @Test func aFileIsReadWhenItIsFirstAskedForAndThenKept() throws {
        let folder = try TemporaryFolder(["a.txt": "first", "b.txt": "first"])
        let (early, late) = (try asset("a.txt", in: folder), try asset("b.txt", in: folder))
        let before = try early.content()
        for name in ["a.txt", "b.txt"] { try folder.write("second, and longer", to: name) }
        let (kept, fresh) = (try early.content(), try late.content())
        #expect(String(buffer: kept.bytes) == "first")
        #expect(kept.isAsListed)
        #expect(kept.tag == before.tag)
        #expect(String(buffer: fresh.bytes) == "second, and longer")
        #expect(!fresh.isAsListed)
        #expect(fresh.tag != kept.tag)
    }

    @Test func aFileThatIsGoneIsReadOnceItIsBack() throws {
        let folder = try TemporaryFolder(["a.txt": "here"])
        let asset = try asset("a.txt", in: folder)
        try FileManager.default.removeItem(atPath: folder.path + "/a.txt")
        #expect(throws: (any Error).self) { try asset.content() }
        try folder.write("back again", to: "a.txt")
        let content = try asset.content()
        #expect(String(buffer: content.bytes) == "back again")
        #expect(!content.isAsListed)
    }

    @Test func whatIsTextIsPackedWhereThatMakesItShorter() throws {
        let long = String(repeating: "let one = 1\n", count: 100)
        let folder = try TemporaryFolder(["a.js": long, "b.png": long, "c.js": "x"])
        let (script, picture, short) = (try asset("a.js", in: folder), try asset("b.png", in: folder), try asset("c.js", in: folder))
        #expect(script.type == "text/javascript; charset=utf-8")
        #expect(picture.type == "image/png")
        let packed = try script.content().packed?.readableBytes
        #expect(packed.map { $0 < 200 } == true)
        let others = [try picture.content().packed, try short.content().packed]
        #expect(others == [nil, nil])
    }

    /// What a licence demands stands in the comments of a library.
    @Test func whatComesWithALibraryKeepsItsComments() throws {
        let own = try TemporaryFolder(["js/a.js": "// Ours.\nlet a = 1\n"])
        let library = try TemporaryFolder(["b.js": "// Theirs.\nlet b = 2\n"])
        let files = try AssetFiles(folder: own.path, mounts: ["library": library.path, "absent": library.path + "/nowhere"]).files
        let texts = try ["js/a.js", "library/b.js"].map { String(buffer: try #require(files[$0]).content().bytes) }
        #expect(texts == ["let a = 1\n", "// Theirs.\nlet b = 2\n"])
    }

    @Test func whatIsHiddenOrLeadsNowhereIsLeftOut() throws {
        let folder = try TemporaryFolder([".git/config": "x", "js/.a.js.swp": "x", "js/a.js": "let a", "images/città 1.svg": "<svg/>"])
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: folder.path + "/nowhere.js", withDestinationPath: folder.path + "/absent.js")
        try manager.createSymbolicLink(atPath: folder.path + "/linked.js", withDestinationPath: folder.path + "/js/a.js")
        let files = try AssetFiles(folder: folder.path, mounts: [:]).files
        #expect(files.keys.sorted() == ["images/città 1.svg", "js/a.js", "linked.js", "portico.css"])
    }

    @Test func aSheetIsNamedAfterItsFolder() throws {
        let styles = ["10-a.css", "admin/20-b.css", "admin+citations/30-c.css", "admin-stories/40-d.css"]
        let folder = try TemporaryFolder(Dictionary(uniqueKeysWithValues: styles.map { ("css/" + $0, "a { b: c }\n") }))
        let files = try AssetFiles(folder: folder.path, mounts: [:])
        #expect(files.sheets == ["portico", "admin", "citations", "admin-stories"])
        try folder.write("a { b: c }\n/* never closed\nd { e: f }\n", to: "css/10-a.css")
        let sheet = try asset("portico.css", in: folder).content()
        #expect(String(buffer: sheet.bytes) == "a { b: c }\n")
    }

    @Test func theHashIsThatOfTheFilesThatAreThere() throws {
        let folder = try TemporaryFolder(["js/a.js": "let a"])
        func hash() throws -> String { try AssetFiles(folder: folder.path, mounts: [:]).hash }
        let first = try hash()
        try folder.write("let b", to: "js/b.js")
        let second = try hash()
        try FileManager.default.removeItem(atPath: folder.path + "/js/b.js")
        let third = try hash()
        #expect(first != second)
        #expect(first == third)
        #expect(first.utf8.count == 12)
    }

    @Test func whatWentShowsAsItsFoldersChange() throws {
        let folder = try TemporaryFolder(["js/a.js": "let a", "js/b.js": "let b"])
        let past = Date(timeIntervalSince1970: 1_000_000_000)
        for path in ["/js/a.js", "/js/b.js", "/js"] {
            try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: folder.path + path)
        }
        #expect(AssetFiles.newest(in: folder.path) == past)
        try FileManager.default.removeItem(atPath: folder.path + "/js/b.js")
        #expect(AssetFiles.newest(in: folder.path) > past)
        #expect(AssetFiles.newest(in: folder.path + "/nowhere") == .distantPast)
    }
}
