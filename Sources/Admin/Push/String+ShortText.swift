extension String {
    /// Returns the longest prefix of whole characters that fits.
    public func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var size = 0
        return prefix { character in
            size += character.utf8.count
            return size <= limit - 3
        } + "…"
    }
}
