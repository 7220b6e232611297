protocol LosslessTime {
    init?(_ text: String)
    var shown: String { get }
}
