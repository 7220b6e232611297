/// A rule of several answers or of what was written: while its test holds, the target is shown or hidden.
struct CompoundRule: Sendable, Equatable {
    var id: Int64
    var target: Int64
    var action = Condition.Action.show
    var test: RuleTest
}
