import AdminTestSupport
import Foundation
import Testing

@testable import Admin
@testable import Web

struct SymbolsTests {
    private let symbols = Symbols(folder: ProjectFolder.path + "/Public/images/symbols")

    private func first(_ text: String, _ language: Language) -> String? { symbols.matching(text, language, limit: 8).first?.name }

    @Test func atLeastThreeHundredAndEachHasItsFileAndWords() throws {
        #expect(symbols.all.count >= 300)
        for symbol in symbols.all {
            let drawing = try String(contentsOfFile: symbols.file(symbol), encoding: .utf8)
            #expect(drawing.hasPrefix("<svg "), "\(symbol.name)")
            #expect(!symbol.label(.italian).isEmpty, "\(symbol.name)")
            #expect(!symbol.label(.english).isEmpty, "\(symbol.name)")
            #expect(symbol.words["fr"]?.isEmpty == false, "\(symbol.name)")
            #expect(symbol.words["de"]?.isEmpty == false, "\(symbol.name)")
        }
        #expect(Set(symbols.all.map(\.name)).count == symbols.all.count)
    }

    @Test func allTogetherStaySmall() throws {
        let folder = URL(fileURLWithPath: symbols.folder)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.fileSizeKey])
        let drawings = files.filter { $0.pathExtension == "svg" }
        let sizes = try drawings.map { try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 }
        #expect(drawings.count == symbols.all.count)
        #expect(sizes.reduce(0, +) < 400_000)
    }

    @Test(arguments: [
        ("Latte", "milk"), ("Latte intero", "milk"), ("MELE", "apple"), ("mela", "apple"), ("Zucchine", "courgette"), ("pesce", "fish"),
        ("pesche", "peach"), ("Caffè", "coffee"), ("Carta igienica", "toilet-paper"), ("Olio d’oliva", "oil"),
        ("Cipolla rossa", "red-onion"),
    ])
    func anItalianWordFindsItsDrawing(word: String, name: String) { #expect(first(word, .italian) == name) }

    @Test(arguments: [("Milk", "milk"), ("apples", "apple"), ("eggs", "eggs"), ("washing machine", "washing-machine"), ("latte", "milk")])
    func anEnglishPageKnowsBothLanguages(word: String, name: String) { #expect(first(word, .english) == name) }

    @Test func aSentenceOffersWhatItNames() {
        let found = symbols.matching("Scola la pasta nel lavandino con lo scolapasta", .italian, limit: 8).map(\.name)
        #expect(Set(found).isSuperset(of: ["drain", "penne", "sink", "colander"]))
    }

    @Test func aLongerPhraseComesFirst() { #expect(first("Lava le mani con il sapone", .italian) == "wash-hands") }

    @Test func aBeginningIsEnoughWhileTyping() {
        #expect(symbols.matching("zucch", .italian, limit: 20).contains { $0.name == "courgette" })
    }

    @Test(arguments: ["", " ", "xyzzy", "%_'\"<", "zz"])
    func nothingFitsOtherWords(text: String) { #expect(symbols.matching(text, .italian, limit: 8).isEmpty) }

    @Test func withoutTheFolderThereAreNone() { #expect(Symbols(folder: "/nowhere").all.isEmpty) }
}
