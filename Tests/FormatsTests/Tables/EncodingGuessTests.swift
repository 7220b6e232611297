import Foundation
import Testing

@testable import Formats

/// The encodings of files that do not say theirs.
@Suite struct EncodingGuessTests {
    private static let texts: [(TextEncoding, String)] = [
        (.macRoman, "Nome;Città\nCaffè;Forlì, è già così perché più\n"), (.macRoman, "Prénom;Lieu\nÉlève;déjà là, garçon\n"),
        (.central, "Nazwa;Miasto\nŻółty ser;Łódź\nŚliwki;Kraków, część świąteczna\n"),
        (.cyrillic, "Имя;Город\nМолоко;Москва и область\n"), (.russianUnix, "Имя;Город\nМолоко;Москва и область\n"),
        (.chinese, "名称,价格\n牛奶,十元\n面包和黄油,二十元\n"), (.japanese, "名前,値段\n牛乳,百円\nパンとバター,二百円です\n"),
        (.chineseTraditional, "名稱,價格\n牛奶,十元\n麵包和奶油,二十元\n"), (.korean, "이름,가격\n우유,천원\n빵과 버터,이천원\n"),
    ]

    @Test func likelyLettersSayTheEncoding() throws {
        for (encoding, text) in Self.texts { #expect(TextEncoding.guess(try #require(encoding.bytes(text))) == encoding, "\(encoding)") }
    }

    @Test(arguments: [
        "Nome;Città\nCaffè;perché più “ok” €\n", "Straße;Größe über Öl\n", "CITTÀ;PERCHÉ\nÈ;À\n", "a;b\n1°;2 m²\n", "São Paulo;maçã\n",
    ])
    func whatWindowsWritesStaysAsItIs(_ text: String) throws {
        #expect(TextEncoding.guess(try #require(TextEncoding.western.bytes(text))) == nil)
    }

    @Test func otherFilesAreNotGuessed() {
        #expect(TextEncoding.guess([]) == nil)
        #expect(TextEncoding.guess(Array("Nome;Città".utf8)) == nil)
        #expect(TextEncoding.guess([0x41, 0x00, 0xE8, 0x00]) == nil)
    }

    @Test func aLongTextIsTestedPieceByPiece() {
        let text = Array(String(repeating: "è€😀", count: 40_000).utf8)
        #expect(TextDecoding.isUTF8(text[...]))
        #expect(TextDecoding.isUTF8(text.dropFirst()) == false)
        #expect(TextDecoding.isUTF8(text.dropLast()) == false)
        #expect(TextDecoding.isUTF8((text + [0xE8] + text)[...]) == false)
    }
}
