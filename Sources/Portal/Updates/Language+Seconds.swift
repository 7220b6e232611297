import Web

extension Language {
    /// `3,4` in Italian, `3.4` in English; below a second with hundredths.
    public func seconds(_ duration: Duration) -> String {
        let value = duration / .seconds(1)
        let parts = value < 1 ? 100.0 : 10.0
        return decimal((value * parts).rounded() / parts)
    }
}
