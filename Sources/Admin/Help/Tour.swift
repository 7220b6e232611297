import Accounts
import Web

struct Tour: Sendable {
    struct Step: Sendable {
        let name: String
        let address: String
    }

    let steps: [Step]

    init(_ admin: AdminContext, _ person: SignedIn, scopeID: Int64?) {
        let acts = admin.acts(person, admin.words(person), scopeID: scopeID)
        let lists = admin.modulesOn.flatMap { $0.resources }.filter { admin.maySee($0, person) && ($0.scope == nil || scopeID != nil) }
        let open = lists.filter { type in acts.contains { $0.address == type.address + "/new" } }
        let list = open.max { $0.filters.count < $1.filters.count } ?? lists.first
        var steps = [Step(name: "start", address: "/admin")]
        if let list {
            steps.append(Step(name: "list", address: list.address))
            if acts.contains(where: { $0.address == list.address + "/new" }) {
                steps.append(Step(name: "form", address: list.address + "/new"))
                steps.append(Step(name: "trash", address: list.address + "/trash"))
            }
        }
        steps.append(Step(name: "search", address: SearchPages.address))
        self.steps = steps + [Step(name: "help", address: HelpPages.address)]
    }

    /// The current step, from 0; nil if the tour is not running.
    func current(_ preferences: AccountPreferences) -> Int? {
        preferences[.tour].flatMap { Int($0, in: .whole) }.map { min(max($0, 1), steps.count) - 1 }
    }

    func strip(_ preferences: AccountPreferences, path: String, _ words: Words) -> Values? {
        guard let current = current(preferences) else { return nil }
        let step = steps[current]
        return [
            "position": words("help.tour.position", ["number": String(current + 1), "count": String(steps.count)]),
            "stepTitle": words("help.tour.steps.\(step.name).title"), "stepText": words("help.tour.steps.\(step.name).text"),
            "stepHref": path == step.address ? false : step.address, "previousStep": current > 0 ? String(current) : false,
            "nextStep": current + 1 < steps.count ? String(current + 2) : false, "isLast": current + 1 == steps.count,
        ]
    }
}
