import Testing

@testable import Admin

struct MenuMarkupTests {
    private static let today = Menu.Entry(label: "Oggi", icon: "desk", tabs: [Menu.Tab(label: "Oggi", address: "/admin")])

    private func area(_ name: String, _ entries: [(label: String, address: String)]) -> Menu.Area {
        let entries = entries.map { Menu.Entry(label: $0.label, icon: "list", tabs: [Menu.Tab(label: $0.label, address: $0.address)]) }
        return Menu.Area(text: name, label: "Casa & <\(name)>", icon: "house", entries: entries)
    }

    private func html(at path: String, _ areas: Menu.Area...) -> String {
        MenuMarkup(Menu(today: Self.today, areas: areas), assets: "/assets/1").html(at: path)
    }

    @Test func marksTheListOfThePageAndNoOther() {
        let items = [(label: "Librerie", address: "/admin/sample/sellers"), (label: "Negozianti", address: "/admin/sample/sellersmen")]
        let marked = #"<a href="/admin/sample/sellers" aria-current="page">"#
        #expect(html(at: "/admin/sample/sellers", area("casa", items)).contains(marked))
        #expect(html(at: "/admin/sample/sellers/12/edit", area("casa", items)).contains(marked))
        #expect(!html(at: "/admin/sample/sellersmen", area("casa", items)).contains(marked))
    }

    @Test func marksTheFirstPageOnlyOnItself() {
        let marked = #"href="/admin" aria-current="page""#
        #expect(html(at: "/admin").contains(marked))
        #expect(!html(at: "/admin/people").contains(marked))
    }

    @Test func escapesLabelsAndAddresses() {
        let html = html(at: "/admin", area("altro", [(label: "\"x\" <b>", address: "/a?b=\"c\"&d")]))
        #expect(html.contains("Casa &amp; &lt;altro&gt;"))
        #expect(html.contains("&#34;x&#34; &lt;b&gt;</a>"))
        #expect(html.contains(#"href="/a?b=&#34;c&#34;&amp;d""#))
    }

    @Test func unfoldsOnlyTheAreaOfThePageWhereThereAreMany() {
        let many = (1...6).map { (label: "Voce \($0)", address: "/admin/many/\($0)") }
        let few = (1...3).map { (label: "Poca \($0)", address: "/admin/few/\($0)") }
        let folded = html(at: "/admin/few/2", area("many", many), area("few", few))
        #expect(folded.ranges(of: "<details class=\"folded\">").count == 1)
        #expect(folded.ranges(of: "<details class=\"folded\" open>").count == 1)
        let short = html(at: "/admin/few/2", area("short", few), area("few", few))
        #expect(short.ranges(of: "<details open>").count == 2)
    }

    @Test func aTabBelongsToItsEntry() throws {
        let tabs = [Menu.Tab(label: "Prodotti", address: "/admin/a/products"), Menu.Tab(label: "Posti", address: "/admin/a/positions")]
        let entry = Menu.Entry(label: "Dispensa", icon: "product", tabs: tabs)
        let menu = Menu(today: Self.today, areas: [Menu.Area(text: "a", label: "Casa", icon: "house", entries: [entry])])
        let place = try #require(menu.place(of: "/admin/a/positions"))
        #expect(place.tab == tabs[1])
        #expect(place.trail.map { $0["label"] as? String } == ["Casa", "Dispensa"])
        #expect(place.tabStrip(at: "/admin/a/positions") != nil)
        #expect(place.tabStrip(at: "/admin/a/positions/3") == nil)
        let first = try #require(menu.place(of: "/admin/a/products/3"))
        #expect(first.trail.map { $0["label"] as? String } == ["Casa"])
        #expect(menu.place(of: "/admin/help") == nil)
    }

    @Test func aPersonWithPagesOnlyElsewhereIsLedThere() {
        #expect(Menu(today: Self.today, areas: []).elsewhere == nil)
        let student = area("student", [(label: "I miei questionari", address: "/questionnaires")])
        #expect(Menu(today: Self.today, areas: [student]).elsewhere == "/questionnaires")
        let teacher = area("teacher", [(label: "Le mie lezioni", address: "/admin/campus/own")])
        #expect(Menu(today: Self.today, areas: [student, teacher]).elsewhere == nil)
    }
}
