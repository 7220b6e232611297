import Formats

extension ImportRefusal {
    var message: LocalizedMessage { LocalizedMessage("\(texts ?? "files.refused").\(key)", values) }
}
