import Testing

@testable import House

struct DrawnAmountTests {
    @Test(arguments: [
        ("3 cucchiai", ["spoon", "spoon", "spoon"]), ("mezzo bicchiere", ["glass-half"]), ("1/2 bicchiere", ["glass-half"]),
        ("1 1/2 cups", ["cup", "cup-half"]), ("1½ cups", ["cup", "cup-half"]), ("2,5 tazze", ["cup", "cup", "cup-half"]),
        ("un cucchiaino", ["teaspoon"]), ("1 cucchiaio e mezzo", []), ("un pizzico", ["pinch"]), ("pizzico", ["pinch"]),
        ("2 spicchi", ["clove", "clove"]), ("1 fetta", ["slice"]), ("4 leaves", ["leaf", "leaf", "leaf", "leaf"]),
        ("2", ["piece", "piece"]),
        ("½", ["piece-half"]), ("2 cucchiai colmi", ["spoon", "spoon"]), ("2 EL", ["spoon", "spoon"]),
    ])
    func whatCanBeCountedIsDrawn(amount: String, signs: [String]) { #expect(DrawnAmount(amount)?.signs ?? [] == signs) }

    @Test(arguments: [
        "", "200 g", "1 kg", "0", "7", "9 cucchiai", "2-3 cucchiai", "q.b.", "1/3 di tazza", "una manciata", "2 scatole", "-1",
        "4611686018427387904½ tazze", "4611686018427387904,5 tazze", "4611686018427387904",
    ])
    func otherAmountsStayWords(amount: String) { #expect(DrawnAmount(amount) == nil) }
}
