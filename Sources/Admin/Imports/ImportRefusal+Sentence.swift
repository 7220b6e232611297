import Formats

extension ImportRefusal {
    var message: LocalizedMessage { LocalizedMessage("files.refused.\(key)", values) }
}
