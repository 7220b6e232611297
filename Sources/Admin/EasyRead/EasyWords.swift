import Web

/// The words are folded; `*` matches any ending.
struct EasyWords: Sendable {
    let abbreviated: [String: String]
    private let exact: [String: String]
    private let stems: [(stem: String, easier: String)]
    private let auxiliaries: Set<String>
    /// Auxiliaries that need `been` (Italian: è stato fatto); without it they form a plain past.
    private let needsBeen: Set<String>
    private let been: Set<String>
    private let participles: Set<String>
    private let endings: [String]

    var abbreviations: Set<String> { Set(abbreviated.keys) }

    /// The words of the languages that have some: Italian, English, and those whose texts below `language.easy` say them.
    static let all: [(language: Language, words: EasyWords)] = Language.allCases.compactMap {
        (language: Language) -> (language: Language, words: EasyWords)? in
        switch language {
        case .italian: return (language, italian)
        case .english: return (language, english)
        default: return EasyWords(of: language).map { (language, $0) }
        }
    }

    static func of(_ language: Language) -> EasyWords { all.first { $0.language == language }?.words ?? english }

    static let allAbbreviations = all.reduce(into: Set<String>()) { $0.formUnion($1.words.abbreviations) }

    /// The most frequent words, which tell a text's language.
    let small: Set<String>

    private init?(of language: Language) {
        guard let small = language.convention("easy.small"), let hard = language.convention("easy.hard") else { return nil }
        func list(_ name: String) -> [String] {
            (language.convention("easy.\(name)") ?? "").split(separator: ",").map { $0.trimmingSpaces().folded }
        }
        let pairs = (language.convention("easy.abbreviated") ?? "").split(separator: ";").map {
            $0.split(separator: "=").map { $0.trimmingSpaces() }
        }
        self.init(
            small: Set(small.split(separator: ",").map { $0.trimmingSpaces().folded }), hard: hard,
            abbreviated: Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0].folded, $0[1]) }) { $1 },
            auxiliaries: Set(list("auxiliaries")), needsBeen: Set(list("needsBeen")), been: Set(list("been")),
            participles: Set(list("participles")), endings: list("endings"))
    }

    private init(
        small: Set<String>, hard: String, abbreviated: [String: String], auxiliaries: Set<String>, needsBeen: Set<String>,
        been: Set<String>,
        participles: Set<String>, endings: [String]
    ) {
        var (exact, stems) = ([String: String](), [(String, String)]())
        for pair in hard.split(whereSeparator: { $0 == ";" || $0.isNewline }) {
            let parts = pair.split(separator: "=").map { $0.trimmingSpaces() }
            guard parts.count == 2 else { continue }
            let word = parts[0].folded
            if word.hasSuffix("*") { stems.append((String(word.dropLast()), parts[1])) } else { exact[word] = parts[1] }
        }
        self.small = small
        (self.exact, self.stems, self.abbreviated, self.auxiliaries) = (exact, stems, abbreviated, auxiliaries)
        (self.needsBeen, self.been, self.participles, self.endings) = (needsBeen, been, participles, endings)
    }

    func easier(than word: String) -> String? { exact[word] ?? stems.first { word.hasPrefix($0.stem) }?.easier }

    func passive(in words: [String]) -> ClosedRange<Int>? {
        for (index, word) in words.enumerated() {
            var verb = index + 1
            if needsBeen.contains(word) {
                guard verb < words.count, been.contains(words[verb]) else { continue }
                verb += 1
            } else if !auxiliaries.contains(word) {
                continue
            }
            for place in verb...(verb + 1) where place < words.count && isParticiple(words[place]) { return index...place }
        }
        return nil
    }

    private func isParticiple(_ word: String) -> Bool {
        participles.contains(word) || word.utf8.count > 4 && endings.contains(where: word.hasSuffix)
    }
}

extension EasyWords {
    private static let italian = EasyWords(
        small: ["il", "lo", "la", "i", "gli", "le", "di", "del", "che", "e", "un", "una", "per", "con", "non", "si", "nel", "al"],
        hard: """
            effettu*=fare; utilizz*=usare; provved*=fare, occuparsi di; procedere=andare avanti, fare; procedete=fate; proced*=fare
            rimuov*=togliere; posizion*=mettere; collocare=mettere; colloc*=mettere; dispo*=mettere; inser*=mettere dentro; introdu*=mettere
            ottener*=avere; acquist*=comprare; reper*=trovare; predisp*=preparare; verific*=controllare; necessit*=avere bisogno
            occorr*=servire; consum*=mangiare, usare; assum*=prendere; ingeri*=mangiare, bere; ultim*=finire; termin*=finire; concl*=finire
            inizi*=cominciare; avvi*=cominciare, accendere; attiv*=accendere; disattiv*=spegnere; compil*=scrivere, riempire; recars*=andare
            rec*=portare; comunic*=dire; segnal*=dire; richied*=chiedere; esegu*=fare; realizz*=fare; comport*=portare; consent*=lasciare, potere
            usufru*=usare; pervenire=arrivare; pervien*=arriva; trasmett*=mandare; inoltr*=mandare; indic*=dire, mostrare; evidenz*=mostrare
            increment*=aumentare; ridurre=diminuire; miscel*=mescolare; amalgam*=mescolare; soffrigg*=cuocere nell’olio; sobboll*=bollire piano
            scolare=togliere l’acqua; rosol*=cuocere finché è dorato; mantec*=mescolare con burro e formaggio; sminuzz*=tagliare a pezzetti
            tritare=tagliare molto piccolo; grattugiare=grattare con la grattugia; affett*=tagliare a fette; lessare=cuocere nell’acqua
            successivamente=dopo; precedentemente=prima; inoltre=anche; tuttavia=ma; pertanto=quindi; affinche=per; poiche=perche; qualora=se
            mediante=con; tramite=con; presso=da, in; nonche=e; ovvero=cioè; ossia=cioè; altresi=anche; suddett*=questo; predett*=questo
            eventualmente=se serve; esclusivamente=solo; unicamente=solo; immediatamente=subito; attualmente=adesso; celermente=presto
            relativ*=di, su; riguardo=su; medesim*=stesso; ulterior*=altro; idone*=adatto; adeguat*=giusto; opportun*=giusto; molteplic*=molti
            numeros*=molti; vari*=molti; diverso tempo=molto tempo; modalit*=modo; tematic*=tema; problematic*=problema; tipologi*=tipo
            recipient*=pentola, contenitore; contenitor*=scatola, barattolo; alimen*=cibo; bevand*=da bere; abitazion*=casa; domicil*=casa
            denominazion*=nome; nominativ*=nome; data odierna=oggi; scadenz*=data di fine; modul*=foglio da riempire; documentazion*=documenti
            """,
        abbreviated: [
            "ecc": "eccetera", "es": "esempio", "pag": "pagina", "tel": "telefono", "num": "numero", "dott": "dottore", "sig": "signore",
            "min": "minuti", "max": "al massimo", "ca": "circa", "rif": "riferimento", "art": "articolo", "cucch": "cucchiaio",
            "q.b": "quanto basta",
        ],
        auxiliaries: [
            "viene", "vengono", "veniva", "venivano", "venne", "vennero", "verra", "verranno", "venga", "vengano", "venire", "verrebbe",
        ],
        needsBeen: ["e", "sono", "era", "erano", "sara", "saranno", "essere", "sia", "siano", "fosse"],
        been: ["stato", "stata", "stati", "state"],
        participles: [
            "fatto", "fatta", "fatti", "fatte", "messo", "messa", "messi", "messe", "preso", "presa", "presi", "prese", "detto", "detta",
            "cotto", "cotta", "cotti", "cotte", "scritto", "scritta", "aperto", "aperta", "chiuso", "chiusa", "acceso", "accesa", "spento",
            "spenta", "scelto", "scelta",
        ],
        endings: ["ato", "ata", "ati", "ate", "uto", "uta", "uti", "ute", "ito", "ita", "iti", "ite"])

    private static let english = EasyWords(
        small: ["the", "and", "of", "to", "is", "in", "you", "with", "for", "it", "on", "your", "are", "this", "not"],
        hard: """
            utili*=use; commenc*=start; terminat*=end; purchas*=buy; obtain*=get; requir*=need; assist*=help; attempt*=try; endeavo*=try
            approximately=about; sufficient*=enough; additional*=more; numerous=many; prior=before; subsequent*=after, later; previously=before
            immediately=now, at once; currently=now; however=but; therefore=so; furthermore=also; moreover=also; nevertheless=but; whilst=while
            regarding=about; concerning=about; via=by, through; per=each, for; upon=on; amongst=among; ensure*=make sure; facilitat*=help, make easy
            implement*=do, carry out; demonstrat*=show; indicat*=show; inform*=tell; notif*=tell; request*=ask; provid*=give; receiv*=get
            remov*=take away; insert*=put in; plac*=put; position*=put; select*=choose; retain*=keep; discard*=throw away; consum*=eat, use
            modif*=change; alter*=change; increas*=make bigger; decreas*=make smaller; reduc*=make smaller; complet*=finish; conclud*=end
            establish*=set up; determin*=find out, decide; verif*=check; submit*=send; transmit*=send; resid*=live; beverage*=drink
            vessel*=pot; container*=box, jar; utensil*=tool; simmer*=boil gently; saut*=fry in a little oil; drain*=pour the water away
            dice=cut into small cubes; diced=cut into small cubes; minc*=cut very small; grat*=rub on a grater; garnish*=decorate; combin*=mix
            eligib*=allowed; mandatory=must do; optional=if you want; accommodation=place to live; documentation=papers; objective*=aim
            """,
        abbreviated: [
            "etc": "and so on", "eg": "for example", "ie": "that is", "approx": "about", "tel": "telephone", "min": "minutes",
            "max": "at most",
            "no": "number", "vs": "against", "tbsp": "tablespoon", "tsp": "teaspoon", "temp": "temperature",
        ],
        auxiliaries: ["is", "are", "was", "were", "be", "been", "being", "gets", "got"], needsBeen: [], been: [],
        participles: [
            "made", "done", "put", "taken", "given", "sent", "seen", "told", "found", "kept", "left", "lost", "paid", "sold", "bought",
            "brought",
            "built", "cut", "eaten", "drunk", "held", "known", "read", "said", "shown", "written", "thrown", "chosen", "broken", "drawn",
        ],
        endings: ["ed"])
}
