import GRDB

/// The mean of the overall question of each course; outlines are read once for each version.
struct CampaignMeans {
    private var outlines: [Int64: (outline: StructureOutline, disclosed: DisclosedQuestions)] = [:]

    /// - Returns: how many have answered, and the mean; nil without an overall question.
    mutating func means(of asked: ResultPages.Asked, _ db: Database) throws -> (count: Int, satisfaction: Double?) {
        let known = outlines[asked.version.id]
        let outline = try known?.outline ?? StructureOutline(StructureStore.read(asked.version.id, db))
        let disclosed = known?.disclosed ?? asked.reading.disclosed(outline)
        outlines[asked.version.id] = (outline, disclosed)
        let count = asked.reading.count(asked.path)
        guard let question = outline.structure.questions.first(where: { $0.tags.contains(.satisfaction) }) else { return (count, nil) }
        let tallies = try asked.reading.tallies(of: asked.path, question: question.id, outline, disclosed, db)
        return (count, Statistics(tallies[question.id].scores)?.mean)
    }
}
