import Accounts
import Admin
import Foundation
import GRDB

/// Casa+: products, shops and recipes of houses where people learn to live independently, kept by their educators.
public enum House: Module {
    public static let name = "house"
    public static let icon = "house"
    public static let address = "/house"

    public static let resources: [any Resource.Type] = [
        Household.self, Category.self, Position.self, Shop.self, Product.self, RecipeCategory.self, Recipe.self, ClockPicture.self,
        Guest.self, DayMoment.self,
    ]

    public static let roles = [
        Role("educator", scope: "house", may: ["house.*", "media.edit", "admin.audit.see"])
    ]

    static let lists: Permission = "house.lists.edit"
    static let messages: Permission = "house.messages.edit"
    static let voices: Permission = "house.voices.edit"
    static let living: Permission = "house.living.edit"
    /// Seeing who lives in the house at its door, and a guest's pages as the guest sees them.
    static let trying: Permission = "house.guests.try"

    public static let rights = [lists, messages, voices, living, trying]

    public static let pages = [
        AdminPage("house.stock.title", StockPage.address, permission: StockPage.permission),
        AdminPage("living.desk.lists.title", "/admin/house/lists", permission: lists),
        AdminPage("living.desk.message.title", "/admin/house/messages", permission: messages),
        AdminPage("voices.title", VoiceAdminPages.address, permission: voices),
        AdminPage("living.desk.menu", "/admin/house/living", permission: living, purpose: "living.desk.housePurpose"),
        AdminPage("living.desk.independence.overview.title", IndependenceOverviewPage.address, permission: living),
        AdminPage("clips.moments", ClipAdminPages.address, permission: ClipAdminPages.permission),
        AdminPage("day.desk.title", DayDonePages.address, permission: living),
        AdminPage("cooking.files.menu", RecipeFiles.address, permission: RecipeFiles.permission),
    ]

    public static let menu = [
        MenuEntry(
            "house.menu.pantry", icon: "product", [Product.address, StockPage.address, Category.address, Position.address, Shop.address]),
        MenuEntry(
            "house.menu.recipes", icon: "recipe", [Recipe.address, RecipeCategory.address, ClockPicture.address, RecipeFiles.address]),
        MenuEntry("house.menu.shopping", icon: "basket", ["/admin/house/lists"]),
        MenuEntry("house.menu.guests", icon: "guest", [Guest.address, IndependenceOverviewPage.address]),
        MenuEntry("house.menu.messages", icon: "bell", ["/admin/house/messages"]),
        MenuEntry("house.menu.voices", icon: "speak", [VoiceAdminPages.address, MenuEntry.pictures]),
        MenuEntry(
            "house.menu.settings", icon: "settings",
            ["/admin/house/living", DayMoment.address, ClipAdminPages.address, DayDonePages.address, Household.address]),
    ]

    public static let importFormats: [any ImportFormat.Type] = [RecipeFormat.self]

    public static let peopleLists = ["guests", "preferences", "secrets", "voices"]
    public static let seedExtras: [any SeedExtra.Type] = [
        SeededList.self, SeededPreferences.self, SeededSecret.self, SeededVoice.self, SeededClip.self,
    ]

    /// All records except houses belong to one house.
    static let scope = Scope(kind: "house", column: "houseID", table: "house")

    public static let settingsTables = ["pushKey"]

    public static func start(_ context: ModuleContext) throws -> any RunningModule { RunningHouse(context) }

    /// The videos of recipes belong to no record.
    public static func undone(_ act: Int64, _ db: Database, by actor: Actor) throws {
        guard let undone = try UndoableOperation.fetchOne(db, key: act), undone.kind == Recipe.name, let house = undone.scopeID else {
            return
        }
        try Clip.archiveOrRestoreAfterUndo(in: house, at: .now, db, by: actor)
    }

    public static func leaveQuietMode(sending: Bool, since: Date, _ db: Database, at now: Date) throws {
        try PushDelivery.leaveQuietMode(sending: sending, since: since, db, at: now)
    }
    public static let keptNames = [KeptName("notice", "author", of: "authorAccount")]

    public static func cards(_ db: Database, scopeID: Int64?) throws -> [Card] {
        let counts = try Row.fetchOne(
            db,
            sql: """
                SELECT
                  (SELECT count(*) FROM product WHERE \(Product.notTrashed.in(":house")) AND stock = 0) AS finished,
                  (SELECT count(*) FROM product WHERE \(Product.notTrashed.in(":house")) AND price IS NULL) AS noPrice,
                  (SELECT count(*) FROM product WHERE \(Product.notTrashed.in(":house")) AND picture IS NULL) AS noPicture,
                  (SELECT count(*) FROM recipe WHERE \(Recipe.notTrashed.in(":house")) AND published = 0) AS drafts,
                  (SELECT count(*) FROM recipe WHERE \(Recipe.notTrashed.in(":house")) AND picture IS NULL) AS recipesNoPicture,
                  (SELECT count(*) FROM recipe WHERE \(Recipe.notTrashed.in(":house"))
                    AND id NOT IN (SELECT recipe FROM recipeStep)) AS noSteps,
                  (SELECT count(*) FROM product WHERE \(Product.notTrashed.in(":house"))
                    AND id NOT IN (SELECT product FROM productCategory)) AS noCategory,
                  (SELECT count(*) FROM product WHERE \(Product.notTrashed.in(":house")) AND published = 0) AS hidden,
                  (SELECT count(*) FROM guest WHERE \(Guest.active.in(":house")) AND picture IS NULL) AS guestsNoPicture,
                  (SELECT count(*) FROM shop WHERE \(Shop.notTrashed.in(":house")) AND place IS NULL) AS noPlace
                """, arguments: ["house": scopeID])
        guard let counts else { return [] }
        let guesses = try scopeID.map { try FailedAttemptLog.notable([.guest, .guestToken], in: $0, at: .now, db) } ?? []
        // The house of an invented token is unknown, so every house is told.
        let tokens = try (
            codes: FailedAttemptLog.withoutTarget([.device], at: .now, db),
            devices: FailedAttemptLog.withoutTarget([.deviceToken], at: .now, db),
            apps: FailedAttemptLog.withoutTarget([.guestToken], at: .now, db)
        )
        let unknown = [("codes", tokens.codes), ("devices", tokens.devices), ("apps", tokens.apps)].filter { $0.1 > 0 && scopeID != nil }
        let tries = guesses.map { guess in
            Card(
                "living.guesses", count: guess.tries, address: "/admin/house/guests/\(guess.id ?? 0)/living", icon: "warning",
                permission: living, kind: .warn, values: ["name": guess.title])
        }
        let unknownTries = unknown.map { name, count in
            Card(
                "living.guessesOfNobody.\(name)", count: count, address: "/admin/house/living", icon: "warning", permission: living,
                kind: .warn)
        }
        let urgent = try tries + unknownTries + Expiry.cards(of: scopeID, at: .now, db)
        return urgent + [
            try HelpCall.card(of: scopeID, db),
            Card("house.cards.finished", count: counts["finished"], Product.self, query: [("stock", "absent")], icon: "product"),
            Card("house.cards.noPrice", count: counts["noPrice"], Product.self, query: [("price", "absent")], icon: "euro"),
            Card("house.cards.noPicture", count: counts["noPicture"], Product.self, query: [("picture", "absent")], icon: "picture"),
            Card("house.cards.drafts", count: counts["drafts"], Recipe.self, query: [("published", "no")], icon: "recipe"),
            Card(
                "house.cards.recipesNoPicture", count: counts["recipesNoPicture"], Recipe.self, query: [("picture", "absent")],
                icon: "picture"),
            Card("house.cards.noSteps", count: counts["noSteps"], Recipe.self, query: [("steps", "absent")], icon: "recipe"),
            Card("house.cards.noCategory", count: counts["noCategory"], Product.self, query: [("categories", "none")], icon: "category"),
            Card("house.cards.hidden", count: counts["hidden"], Product.self, query: [("published", "no")], icon: "eye-off"),
            Card(
                "house.cards.guestsNoPicture", count: counts["guestsNoPicture"], Guest.self,
                query: [("active", "yes"), ("picture", "absent")], icon: "guest"),
            Card("house.cards.noPlace", count: counts["noPlace"], Shop.self, query: [("place", "absent")], icon: "shop"),
        ]
    }
}
