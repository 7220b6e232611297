import Accounts
import Web

extension AdminContext {
    func helpValues(_ person: SignedIn, _ path: String, _ outline: PageOutline, _ context: FormContext) throws -> Values {
        let words = context.words
        let preferences = try AccountPreferences(of: person.accountID, context.db)
        var values: Values = [
            "palette": ["owner": String(person.accountID), "single": preferences[.singleKeys] != "off", "lettersHTML": outline.lettersHTML]
                as Values,
            "tour": false, "purpose": false,
        ]
        if preferences[.tour] != nil {
            values["tour"] = Tour(self, person, scopeID: context.scopeID).strip(preferences, path: path, words) ?? false
        }
        if let purpose = purpose(of: path, words) { values["purpose"] = purpose }
        return values
    }
}
