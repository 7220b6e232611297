import Foundation
import Hummingbird
import TestSupport
import Testing

@testable import Web

struct MultipartFormTests {
    let folder = try! TemporaryFolder()

    private var limits: Form.Limits {
        var limits = Form.Limits()
        limits.folder = folder.path
        return limits
    }

    private func read(_ body: String, boundary: String = "B", limits: Form.Limits? = nil) throws -> Form {
        var form = try MultipartForm(boundary: Array(boundary.utf8), limits: limits ?? self.limits)
        try form.feed(body.utf8)
        return try form.finish()
    }

    private func part(_ disposition: String, _ content: String) -> String {
        "--B\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n\(content)\r\n"
    }

    private func status(_ body: String, boundary: String = "B", limits: Form.Limits? = nil) -> Int? {
        do {
            _ = try read(body, boundary: boundary, limits: limits)
            return nil
        } catch { return (error as? HTTPError)?.status.code ?? 0 }
    }

    @Test func readsFieldsAndFiles() throws {
        let form = try read(
            part("name=\"title\"", "Riso\r\ncotto") + part("name=\"tags\"", "x") + part("name=\"tags\"", "y")
                + "--B\r\ncontent-disposition: form-data; name=\"picture\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n\0\r\n--\u{1}\r\n"
                + part("name=\"none\"; filename=\"\"", "") + part("name=empty", "") + "--B--\r\n")
        #expect(form.values == ["title": ["Riso\ncotto"], "tags": ["x", "y"], "empty": [""]])
        let file = try #require(form.file("picture"))
        #expect(file.name == "a.png")
        #expect(file.size == 6)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == Data("\0\r\n--\u{1}".utf8))
        #expect(form.file("none") == nil)
        #expect(form.files["none"] == nil)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func filesGoAwayWithTheForm() throws {
        do {
            let form = try read(part("name=a; filename=f", "content") + "--B--")
            #expect(form.file("a") != nil)
            #expect(folder.contents.count == 1)
        }
        #expect(folder.contents.isEmpty)
    }

    @Test func aBrokenFormLeavesNoFile() throws {
        #expect(status("--B\r\nContent-Disposition: form-data; name=a; filename=f\r\n\r\nhalf a fi") == 400)
        #expect(folder.contents.isEmpty)
    }

    @Test func takesPreambleEpilogueAndPadding() throws {
        let form = try read("preamble\r\n--B \t\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n--Bx\r\n-B\r\n--B--\r\nepilogue --B")
        #expect(form.values == ["a": ["--Bx\r\n-B".replacingOccurrences(of: "\r\n", with: "\n")]])
    }

    @Test(arguments: [
        ("name=\"a\"; filename=\"C:\\\\dir\\x.png\"", "x.png"), ("name=a; filename=\"../../etc/passwd\"", "passwd"),
        ("name=a; filename=\"say %22hi%22.txt\"", "say \"hi\".txt"), ("name=a; filename=\"say \\\"hi\\\".txt\"", "say \"hi\".txt"),
        ("name=a; filename=\"a%0D%0Ab.txt\"", "ab.txt"), ("name=a; filename=\"..\"", ""),
        ("name=a; filename=\"\u{202E}gpj.exe\"", "gpj.exe"),
        ("name=a; filename=caff\u{E8}.txt", "caff\u{E8}.txt"), ("filename=\"x;name=b\"; name=a", "x;name=b"),
        ("name=a; filename=x%00.png", "x%00.png"), ("name=a; NAME=b; filename=x; filename=y", "x"),
    ])
    func reducesFileNames(disposition: String, wanted: String) throws {
        let form = try read(part(disposition, "1") + "--B--")
        #expect(form.file("a")?.name == wanted)
    }

    @Test func cutsLongFileNamesAtACharacter() throws {
        let form = try read(part("name=a; filename=\"\(String(repeating: "\u{E8}", count: 300))\"", "1") + "--B--")
        #expect(form.file("a")?.name.utf8.count == 254)
    }

    @Test(arguments: [
        "", "--B", "--B\r\n", "--B--", "--Bx\r\n\r\n", "--B\r\n\r\n\r\n--B--",
        "--B\r\nContent-Disposition: attachment; name=a\r\n\r\n1\r\n--B--",
        "--B\r\nContent-Disposition: form-data\r\n\r\n1\r\n--B--", "--B\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--B",
        "--B\nContent-Disposition: form-data; name=a\n\n1\n--B--",
    ])
    func refusesWhatIsNotAForm(body: String) {
        // An empty form is a form: browsers send the last boundary alone.
        #expect(status(body) == (body == "--B--" ? nil : 400))
    }

    @Test(arguments: ["", String(repeating: "b", count: 71), "a\u{E8}", "a\r\n"])
    func refusesABadBoundary(boundary: String) {
        #expect(status("--\(boundary)--", boundary: boundary) == 400)
    }

    @Test func refusesTooMuch() {
        var limits = limits
        (limits.textBytes, limits.fileBytes, limits.fields, limits.files, limits.nameBytes) = (20, 30, 2, 1, 5)
        let text = { (count: Int) in String(repeating: "x", count: count) }
        #expect(status(part("name=a", text(10)) + part("name=b", text(10)) + "--B--", limits: limits) == nil)
        #expect(status(part("name=a", text(10)) + part("name=b", text(11)) + "--B--", limits: limits) == 413)
        #expect(status(part("name=a", "") + part("name=b", "") + part("name=c", "") + "--B--", limits: limits) == 413)
        #expect(status(part("name=a; filename=x", text(30)) + "--B--", limits: limits) == nil)
        #expect(status(part("name=a; filename=x", text(31)) + "--B--", limits: limits) == 413)
        #expect(status(part("name=a; filename=x", "1") + part("name=a; filename=y", "1") + "--B--", limits: limits) == 413)
        #expect(status(part("name=abcdef", "1") + "--B--", limits: limits) == 400)
        #expect(status(part("name=a; x=\"\(text(9_000))\"", "1") + "--B--", limits: limits) == 400)
        #expect(folder.contents.isEmpty)
    }
}
