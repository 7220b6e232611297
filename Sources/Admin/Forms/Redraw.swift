/// What went wrong with a form, so that it is drawn again: thrown inside the transaction, which takes everything back.
struct Redraw: Error {
    var errors: FieldErrors
    /// Somebody else saved first: the page says what differs.
    var isConflict = false
}
