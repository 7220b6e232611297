/// A point in time that is read from text and can be shown.
protocol LosslessTime {
    init?(_ text: String)
    var shown: String { get }
}
