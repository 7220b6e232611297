import Testing

@testable import House

/// The lines of ingredients, as people and sites write them.
@Suite struct IngredientLineTests {
    /// The line, and its amount, product and note.
    static let lines: [(String, String)] = [
        ("Spaghetti 320 g", "320 g: Spaghetti"), ("Tuorli 6 (di uova medie)", "6: Tuorli (di uova medie)"),
        ("Farina 00 500 g", "500 g: Farina 00"),
        ("Pepe nero q.b.", "q.b.: Pepe nero"), ("q.b. parmigiano grattugiato", "q.b.: parmigiano (grattugiato)"),
        ("Sale quanto basta", "quanto basta: Sale"),
        ("Burro - 50 g", "50 g: Burro"), ("Latte: 1 litro", "1 litro: Latte"), ("Tuorli (circa 4) 80 g", "80 g: Tuorli (circa 4)"),
        ("Farina tipo 1", ": Farina tipo 1"), ("200g flour", "200 g: flour"), ("1½ cups milk", "1½ cups: milk"),
        ("2 to 3 potatoes", "2 to 3: potatoes"),
        ("2 x 400g cans tomatoes", "2 x 400 g cans: tomatoes"), ("un pizzico di sale", "un pizzico: sale"),
        ("1 cucchiaio colmo di miele", "1 cucchiaio colmo: miele"),
        ("1 bicchiere e mezzo di vino", "1 bicchiere e mezzo: vino"), ("1,5 l di brodo", "1,5 l: brodo"), ("Sale e pepe", ": Sale e pepe"),
        ("4 fette di pane (raffermo), tostato", "4 fette: pane (raffermo, tostato)"), ("7up", ": 7up"), ("12", ": 12"),
        ("3 cucchiai (45 g) di zucchero", "3 cucchiai: zucchero (45 g)"), ("2 cups (240g) flour", "2 cups: flour (240g)"),
        ("1/2 tazza (120 ml) di latte", "1/2 tazza: latte (120 ml)"), ("1 barattolo (400 g) di pelati", "1 barattolo: pelati (400 g)"),
        ("400 g (14 oz) can tomatoes", "400 g can: tomatoes (14 oz)"), ("1 unit(s) Echalion Shallot", "1 unit: Echalion Shallot"),
        ("16 große Garnele(n), küchenfertig", "16: Garnele (große, küchenfertig)"), ("2 EL Kakao", "2 EL: Kakao"),
        ("g 200 di burro", "200 g: burro"),
        ("gr. 100 zucchero", "100 gr.: zucchero"), ("n. 2 uova", "2: uova"), ("2 c. di olio", "2 c.: olio"),
        ("Uova 3 medie", "3: Uova (medie)"),
        ("1 cup/120g plain flour", "1 cup / 120 g: plain flour"), ("1kg/2lb 4oz potatoes", "1 kg / 2 lb 4 oz: potatoes"),
        ("2.5cm/1in piece fresh ginger, peeled", "2.5 cm / 1 inch piece: fresh ginger (peeled)"),
        ("small handful chopped parsley", "small handful: parsley (chopped)"),
        ("4 small or 2 large red peppers", "4 small or 2: red peppers (large)"),
        ("2 tablespoons plus 1 teaspoon olive oil", "2 tablespoons plus 1 teaspoon: olive oil"),
        ("2 large, ripe avocados", "2: avocados (large ripe)"),
        ("1 tbsp freshly ground black pepper", "1 tbsp: black pepper (freshly ground)"),
        ("Juice of 1 lemon", "1: lemon (Juice of)"), ("la scorza grattugiata di 1 limone", "1: limone (la scorza grattugiata di)"),
        ("3 garlic cloves, crushed", "3: garlic (cloves, crushed)"), ("1 cipolla tritata finemente", "1: cipolla (tritata finemente)"),
        ("2 cucchiai d'olio extravergine d'oliva", "2 cucchiai: olio extravergine d'oliva"),
        ("1 tazzina da caffè di olio", "1 tazzina da caffè: olio"),
        ("burro o margarina 100 g", "100 g: burro (o margarina)"), ("4-5 cucchiaini di miele", "4-5 cucchiaini: miele"),
        ("3 cuillères à soupe d'huile d'olive", "3 cuillères à soupe: huile d'olive"), ("20 g + q.b. burro", "20 + q.b. g: burro"),
        ("limoncino 30 ml oppure succo di arancia", "30 ml: limoncino (oppure succo di arancia)"), ("• 2 uova", "2: uova"),
        ("4 fette di pesce spada di circa 200 g l'una", "4 fette: pesce spada (circa 200 g l'una)"),
        ("q.b. di sale", "q.b.: sale"), ("1 confezione da 250 g di mascarpone", "1 confezione da 250 g: mascarpone"),
        ("circa 200 g di zucchero", "circa 200 g: zucchero"), ("una presa di sale", "una presa: sale"),
        ("2 –3 tablespoons milk", "2–3 tablespoons: milk"), ("1 /2 banana", "1/2: banana"), ("3 - slices of bread", "3 slices: bread"),
        ("⅓ cup +1½ tablespoons honey", "⅓ cup + 1½ tablespoons: honey"), ("3\" ginger (sliced)", "3 inch: ginger (sliced)"),
        ("625 ml 2 ½ cups vegetable stock", "625 ml 2 ½ cups: vegetable stock"), ("1-2 tsp salt, to taste", "1-2 tsp: salt (to taste)"),
        ("1/2 stick ((4 tbsp) butter)", "1/2 stick: butter (4 tbsp)"), ("To serve: lime wedges", ": lime wedges (To serve)"),
        ("1 gestr. TL Salz", "1 gestr. TL: Salz"), ("125 g weiche Butter", "125 g: Butter (weiche)"), ("evtl. Milch", ": Milch (evtl.)"),
        ("1 c.à.s. de vinaigre", "1 c.à.s.: vinaigre"), ("un peu de beurre", "un peu: beurre"), ("une noix de beurre", "une noix: beurre"),
        ("le jus d'un citron", "un: citron (le jus de)"), ("2 gousses d'ail hachées", "2 gousses: ail (hachées)"),
        ("sel, poivre", ": sel, poivre"), ("50 g de noix", "50 g: noix"), ("200 g de viande hachée", "200 g: viande hachée"),
    ]

    @Test(arguments: lines)
    func tellsAmountsFromProducts(_ line: String, _ expected: String) {
        let read = IngredientLine(line)
        let amount = [read.quantity, read.unit].filter { !$0.isEmpty }.joined(separator: " ")
        #expect("\(amount): \(read.product)\(read.note.isEmpty ? "" : " (\(read.note))")" == expected)
        #expect(!read.isHeading)
    }

    @Test(arguments: ["Per la crema", "Per la base:", "For the sauce:", "Für den Teig:", "Pour la pâte", "## Salsa", "**Crema**"])
    func knowsHeadings(_ line: String) {
        #expect(IngredientLine(line).isHeading)
        #expect(!IngredientLine(line).product.contains { ":#*".contains($0) })
    }

    /// A unit is never a product, and nothing of a line is lost.
    @Test(arguments: lines)
    func keepsEveryWord(_ line: String, _ expected: String) {
        let read = IngredientLine(line)
        let kept = [read.quantity, read.unit, read.product, read.note].joined(separator: " ").lowercased()
        for word in line.lowercased().split(whereSeparator: { !$0.isLetter }) where word.count > 3 {
            #expect(kept.contains(word))
        }
        #expect(!IngredientWords.units.contains(read.product.lowercased()))
    }
}
