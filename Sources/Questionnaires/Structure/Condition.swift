/// A skip-logic rule: while the trigger is chosen, the target is shown or hidden.
struct Condition: Sendable, Equatable {
    enum Action: String, Sendable, CaseIterable { case show, hide }

    var id: Int64
    /// A fixed answer before the target.
    var trigger: Int64
    var target: Int64
    var action = Action.show
}
