struct ValidatedRow<R: Resource> {
    let row: FileTable.Row
    var verdict: ImportVerdict
    let record: R
    var before: R?
    var fields: [String] = []
    /// The fields that others changed since the export and the file did not; they stay.
    var kept: [String] = []
    /// The fields that both changed since the export; the file's value wins.
    var disputed: [String] = []
    var mistakes: [(name: String, sentence: String)] = []
    var alike: [ImportNotes.SimilarRecord] = []
}
