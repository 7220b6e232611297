import Testing

@testable import Admin

@Suite struct ListHeadTests {
    @Test func shortNamesLeaveRoomForThreeFilters() {
        let labels = ["Categorie", "Dove si tiene", "Negozi"]
        #expect(ListHead.filterCount(labels, title: "Prodotti", act: "Nuovo prodotto") == 3)
    }

    @Test func aLongNameMovesTheLastFilterIntoThePanel() {
        let labels = ["Argomento", "Anonimo", "Serve per prenotare l’esame"]
        #expect(ListHead.filterCount(labels, title: "Questionari", act: "Nuovo questionario") == 2)
    }
}
