import Admin
import Foundation
import Hummingbird
import Web

extension StoryReadingPages {
    /// The query that shows the message of the last act at the end of the branch, where the reader is.
    static let saidAtEnd = "?said=end"

    func branchPage(_ reading: BranchReading, _ request: Request, _ visitor: Visitor) throws -> Response {
        let (branch, words) = (reading.branch, stories.words(for: visitor))
        let first = branch.parts.first?.fragment
        let address = "/stories/\(branch.story)"
        var values: Values = [
            "story": String(branch.story), "heading": branch.title, "parts": parts(of: reading, request, words), "isBest": branch.isBest,
            "bestHref": address, "summary": String((first?.text ?? "").prefix(200)), "storyLanguage": storyLanguage(reading, visitor),
            "origin": stories.admin.origin(of: request), "canonical": request.uri.path, "shareImage": photo(first, "1200.jpg"),
            "chooseHref": "\(address)/choice?at=\(branch.story)", "mapHref": "\(address)/map",
            "choices": ReadingChoices(request).values(words), "path": request.uri.path,
            "followHref": "\(address)/following", "isFollowed": reading.isFollowed,
            "placeWhen": reading.place.map { String(Int(cutting: $0.at.timeIntervalSince1970 * 1000)) } ?? "",
            "place": reading.place.map { String($0.fragment) } ?? false,
            "placeHref": placeHref(reading) ?? false,
            "shares": Sharing.links(to: stories.admin.origin(of: request) + request.uri.path, title: branch.title, words),
        ]
        if let end = branch.end {
            values["end"] = templateValues(end: end, of: reading, words)
            values["bookHref"] = "\(address)/branches/\(end.id)/book.epub"
        }
        if request.uri.description.contains(Self.saidAtEnd), let flash = (visitor.person as? Reader)?.flash {
            (values["endFlash"], values["flash"]) = (flash.values, false)
        }
        return try stories.page("stories/reading/branch", branch.title, values, for: visitor, request)
    }

    private func parts(of reading: BranchReading, _ request: Request, _ words: Words) -> [Values] {
        let isStaff = request.bringsSession(stories.accounts)
        let parts = reading.branch.parts
        return parts.enumerated().map { index, part -> Values in
            let next = index + 1 < parts.count ? parts[index + 1].fragment : nil
            var values = templateValues(part, next, reading, words)
            values["number"] = String(index + 1)
            values["isLate"] = index > 0
            // A person signed in to the back office acts from the page; the handler checks the right.
            values["deskHref"] = isStaff ? ModerationPages.tree(of: reading.branch.story, at: part.fragment.id) : false
            if part.fragment.id == reading.branch.end?.id, let act = reading.ownAct {
                values["ownHref"] = "/stories/fragments/\(part.fragment.id)/correction"
                if case .correct = act { values["mayCorrect"] = true }
            }
            return values
        }
    }

    /// The language of the text when it is not that of the page.
    private func storyLanguage(_ reading: BranchReading, _ visitor: Visitor) -> any Sendable {
        reading.language.isEmpty || reading.language == visitor.language.rawValue ? false : reading.language
    }

    private func placeHref(_ reading: BranchReading) -> String? {
        guard let place = reading.place, place.fragment != reading.branch.story else { return nil }
        return reading.branch.ids.contains(place.fragment)
            ? "#f\(place.fragment)" : "/stories/\(place.story)/branches/\(place.fragment)#f\(place.fragment)"
    }

    private func templateValues(end: Fragment, of reading: BranchReading, _ words: Words) -> Values {
        let people = words("stories.voters", count: reading.branch.voters)
        let until = reading.lease.map { words.language.time($0.until, in: stories.admin.site.zone) } ?? ""
        let name = reading.leaseholder ?? words("stories.formerWriter")
        return [
            "id": String(end.id), "isEnd": end.isEnd, "mayVote": reading.view.mayVote(end),
            "weight": words("stories.votesOf", ["people": people], count: end.weight),
            "hasVoted": reading.view.hasVoted(end), "isOwn": reading.view.wrote(end),
            "lease": reading.lease == nil ? false : words("stories.reading.lease", ["name": name, "time": until]),
        ]
    }

    func photo(_ fragment: Fragment?, _ size: String, isShown: Bool = false) -> any Sendable {
        guard let fragment, fragment.photo != nil, isShown || !fragment.isHidden else { return false }
        return "/stories/photos/\(fragment.id)/\(size)"
    }

    private func templateValues(_ part: Branch.Part, _ next: Fragment?, _ reading: BranchReading, _ words: Words) -> Values {
        let (fragment, view) = (part.fragment, reading.view)
        let isShown = !fragment.isHidden || view.wrote(fragment)
        let hasTitle = isShown && fragment.parent != nil && !fragment.title.isEmpty
        let author = part.writer.nickname == nil ? words("stories.formerWriter") : stories.name(of: part.writer)
        let what: Values = [
            "id": String(fragment.id), "isShown": isShown, "isHidden": fragment.isHidden, "title": hasTitle ? fragment.title : false,
            "text": isShown ? fragment.text : "", "photo": isShown ? photo(fragment, "1200.webp", isShown: true) : false,
            "photoWords": fragment.description.isEmpty ? words("stories.branch.photoOf") + " " + author : fragment.description,
            "author": author, "face": stories.face(of: part.writer), "initial": String(author.prefix(1)).uppercased(),
            "writerHref": part.writer.nickname.map { "/stories/writers/\($0)" } ?? false,
            "when": words.language.date(fragment.createdAt, in: stories.admin.site.zone), "isCorrected": fragment.correctedAt != nil,
        ]
        let acts: Values = [
            "maySplit": next != nil && fragment.isVisible, "ways": ways(after: fragment, next, reading, words) ?? false,
            "splitHref": "/stories/fragments/\(fragment.id)/continuation", "reportHref": "/stories/fragments/\(fragment.id)/reports",
            "mayReport": !view.wrote(fragment) && !view.hasReported(fragment) && fragment.isVisible,
            "hasReported": view.hasReported(fragment),
        ]
        return what.merging(measures(of: fragment)) { $1 }.merging(acts) { $1 }
    }

    private func ways(after fragment: Fragment, _ next: Fragment?, _ reading: BranchReading, _ words: Words) -> Values? {
        guard fragment.isVisible, let choice = reading.ways.choice(after: fragment.id, taken: next?.id) else { return nil }
        let numbers = ["number": choice.number.map(String.init) ?? "–", "count": String(choice.count)]
        let address = { (id: Int64) in "/stories/\(fragment.story)/branches/\(id)#f\(id)" }
        return [
            "label": words("stories.reading.way", numbers), "href": "/stories/fragments/\(fragment.id)/continuations",
            "nextHref": address(choice.next), "previousHref": address(choice.previous),
        ]
    }
}
