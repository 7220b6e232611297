import Foundation
import Testing
import Web

/// A key that is written in Swift is looked up only when its page is drawn: here it is looked up for all pages.
@Suite struct TextsTests {
    @Test func everyKeyOfTheGuestsPagesHasItsWords() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let texts = try Texts(folder: root + "/Templates/texts")
        let folder = root + "/Sources/House"
        let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") } ?? []
        #expect(files.count > 10)
        for file in files {
            let source = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
            for match in source.matches(of: #/"(living\.[A-Za-z.-]+[A-Za-z])"/#) {
                #expect(texts.has(String(match.1)), "\(file): \(match.1)")
            }
        }
    }
}
