CREATE TABLE appeal (
  id INTEGER PRIMARY KEY,
  decision INTEGER NOT NULL UNIQUE REFERENCES decision(id) ON DELETE RESTRICT,
  text TEXT NOT NULL,
  at TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'upheld', 'refused')),
  answer TEXT NOT NULL DEFAULT '',
  decider INTEGER REFERENCES account(id) ON DELETE SET NULL,
  deciderName TEXT,
  decidedAt TEXT,
  CHECK ((state = 'open') = (decidedAt IS NULL)),
  CHECK ((deciderName IS NULL) = (decidedAt IS NULL))
) STRICT;

CREATE INDEX appeal_decider ON appeal(decider);

CREATE INDEX appeal_state ON appeal(state, at);

CREATE TABLE appealLink (
  tokenHash BLOB PRIMARY KEY CHECK (length(tokenHash) = 32),
  decision INTEGER NOT NULL REFERENCES decision(id) ON DELETE CASCADE,
  expiresAt TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX appealLink_decision ON appealLink(decision);

CREATE INDEX appealLink_end ON appealLink(expiresAt);

CREATE TABLE bestBranch (
  story INTEGER NOT NULL REFERENCES story(id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  fragment INTEGER NOT NULL UNIQUE REFERENCES fragment(id) ON DELETE CASCADE,
  PRIMARY KEY (story, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE decision (
  id INTEGER PRIMARY KEY,
  caseID INTEGER REFERENCES moderationCase(id) ON DELETE RESTRICT,
  fragment INTEGER REFERENCES fragment(id) ON DELETE RESTRICT,
  -- Whom it concerns: the author of the fragment.
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
  moderator INTEGER REFERENCES account(id) ON DELETE SET NULL,
  moderatorName TEXT NOT NULL,
  hides INTEGER NOT NULL CHECK (hides IN (0, 1)),
  warns INTEGER NOT NULL CHECK (warns IN (0, 1)),
  suspends INTEGER NOT NULL CHECK (suspends IN (0, 1)),
  -- The rule it rests on; none where everything is kept.
  reason TEXT,
  -- What the author is told in the moderator's own words.
  message TEXT NOT NULL DEFAULT '',
  -- The first decision of an act on many cases; all of them share it.
  batch INTEGER REFERENCES decision(id) ON DELETE SET NULL,
  at TEXT NOT NULL,
  undoneAt TEXT,
  undoneBy TEXT, automatic TEXT
  CHECK (automatic IN ('first', 'link', 'word', 'photo', 'reports', 'severe')), replaces INTEGER REFERENCES decision(id) ON DELETE SET NULL, unvotes INTEGER NOT NULL DEFAULT 0 CHECK (unvotes IN (0, 1)), hidesFace INTEGER NOT NULL DEFAULT 0 CHECK (hidesFace IN (0, 1)), hidesName INTEGER NOT NULL DEFAULT 0 CHECK (hidesName IN (0, 1)),
  CHECK ((undoneAt IS NULL) = (undoneBy IS NULL)),
  CHECK (reason IS NOT NULL OR (hides = 0 AND warns = 0 AND suspends = 0)),
  CHECK (hides = 0 OR fragment IS NOT NULL)
) STRICT;

CREATE INDEX decision_automatic ON decision(at) WHERE automatic IS NOT NULL;

CREATE INDEX decision_batch ON decision(batch);

CREATE INDEX decision_case ON decision(caseID);

CREATE INDEX decision_fragment ON decision(fragment);

CREATE INDEX decision_moderator ON decision(moderator);

CREATE INDEX decision_replaces ON decision(replaces) WHERE replaces IS NOT NULL;

CREATE INDEX decision_time ON decision(at);

CREATE INDEX decision_writer ON decision(writer, at);

CREATE TABLE "documentEdition" (
  id INTEGER PRIMARY KEY,
  document TEXT NOT NULL CHECK (document IN ('privacy', 'terms', 'rules', 'help')),
  number INTEGER NOT NULL CHECK (number > 1),
  text TEXT NOT NULL,
  isAsked INTEGER NOT NULL CHECK (isAsked IN (0, 1) AND (isAsked = 0 OR document <> 'help')),
  author INTEGER REFERENCES account(id) ON DELETE SET NULL,
  authorName TEXT NOT NULL,
  at TEXT NOT NULL, translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)), language TEXT NOT NULL DEFAULT 'it' CHECK (language <> ''),
  UNIQUE (document, number)
) STRICT;

CREATE INDEX documentEdition_asked ON documentEdition(isAsked);

CREATE INDEX documentEdition_author ON documentEdition(author);

CREATE TABLE follow (
  follower INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  followed INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  PRIMARY KEY (follower, followed),
  CHECK (follower <> followed)
) STRICT, WITHOUT ROWID;

CREATE INDEX follow_followed ON follow(followed, at);

CREATE INDEX follow_follower ON follow(follower, at);

CREATE TABLE fragment (
  id INTEGER PRIMARY KEY,
  story INTEGER NOT NULL REFERENCES story(id) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED,
  parent INTEGER REFERENCES fragment(id) ON DELETE RESTRICT,
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
  kind TEXT NOT NULL CHECK (kind IN ('text', 'photo')),
  title TEXT NOT NULL DEFAULT '',
  text TEXT NOT NULL DEFAULT '',
  photo TEXT,
  createdAt TEXT NOT NULL,
  -- What the form or the program that sent it called it: the same sending never makes two.
  sending TEXT CHECK (sending <> ''),
  depth INTEGER NOT NULL CHECK (depth >= 0),
  -- Votes for all fragments from the first one to this one.
  weight INTEGER NOT NULL DEFAULT 0 CHECK (weight >= 0),
  -- Fragments that answer this one and are not hidden themselves.
  continuations INTEGER NOT NULL DEFAULT 0 CHECK (continuations >= 0),
  isHidden INTEGER NOT NULL DEFAULT 0 CHECK (isHidden IN (0, 1)),
  -- How many from the first fragment to this one are hidden; 0 is visible.
  cover INTEGER NOT NULL DEFAULT 0 CHECK (cover >= isHidden), correctedAt TEXT, description TEXT NOT NULL DEFAULT '',
  CHECK ((parent IS NULL) = (story = id)),
  CHECK ((parent IS NULL) = (depth = 0)),
  CHECK (parent IS NOT NULL OR title <> ''),
  CHECK (kind = 'text' AND text <> '' AND photo IS NULL OR kind = 'photo' AND photo IS NOT NULL)
) STRICT;

CREATE INDEX fragment_hiddenPhoto ON fragment(photo) WHERE isHidden = 1 AND photo IS NOT NULL;

CREATE INDEX fragment_parent ON fragment(parent);

CREATE INDEX fragment_photo ON fragment(photo) WHERE photo IS NOT NULL;

CREATE UNIQUE INDEX fragment_sending ON fragment(writer, sending) WHERE sending IS NOT NULL;

CREATE INDEX fragment_started ON fragment(writer, createdAt) WHERE parent IS NULL;

CREATE INDEX fragment_story ON fragment(story);

CREATE INDEX fragment_writer ON fragment(writer, createdAt);

CREATE TABLE fragmentRead (
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  fragment INTEGER NOT NULL REFERENCES fragment(id) ON DELETE CASCADE,
  PRIMARY KEY (writer, fragment)
) STRICT, WITHOUT ROWID;

CREATE INDEX fragmentRead_fragment ON fragmentRead(fragment);

CREATE TABLE fragmentReport (
  id INTEGER PRIMARY KEY,
  fragment INTEGER NOT NULL REFERENCES fragment(id) ON DELETE RESTRICT,
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
  caseID INTEGER NOT NULL REFERENCES moderationCase(id) ON DELETE RESTRICT,
  reason TEXT NOT NULL,
  note TEXT NOT NULL DEFAULT '',
  at TEXT NOT NULL,
  outcome TEXT CHECK (outcome IN ('upheld', 'noted', 'rejected')),
  decision INTEGER REFERENCES decision(id) ON DELETE RESTRICT,
  CHECK ((outcome IS NULL) = (decision IS NULL)),
  UNIQUE (writer, fragment)
) STRICT;

CREATE INDEX fragmentReport_case ON fragmentReport(caseID, reason);

CREATE INDEX fragmentReport_decision ON fragmentReport(decision);

CREATE INDEX fragmentReport_fragment ON fragmentReport(fragment);

CREATE INDEX fragmentReport_time ON fragmentReport(at, reason, outcome);

CREATE TABLE hiding (
  id INTEGER PRIMARY KEY,
  fragment INTEGER NOT NULL REFERENCES fragment(id) ON DELETE RESTRICT,
  decision INTEGER NOT NULL REFERENCES decision(id) ON DELETE RESTRICT,
  since TEXT NOT NULL,
  endedAt TEXT
) STRICT;

CREATE UNIQUE INDEX hiding_active ON hiding(fragment) WHERE endedAt IS NULL;

CREATE INDEX hiding_decision ON hiding(decision);

CREATE TABLE lease (
  fragment INTEGER PRIMARY KEY REFERENCES fragment(id) ON DELETE CASCADE,
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  until TEXT NOT NULL
) STRICT;

CREATE INDEX lease_end ON lease(until);

CREATE INDEX lease_writer ON lease(writer);

CREATE TABLE mail (
  id INTEGER PRIMARY KEY,
  writer INTEGER REFERENCES writer(id) ON DELETE SET NULL,
  recipient TEXT NOT NULL CHECK (recipient <> ''),
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'kept', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  error TEXT NOT NULL DEFAULT '',
  createdAt TEXT NOT NULL,
  nextAt TEXT NOT NULL,
  sentAt TEXT, system TEXT NOT NULL DEFAULT 'stories', leaving TEXT NOT NULL DEFAULT '', html TEXT NOT NULL DEFAULT '', isUrgent INTEGER NOT NULL DEFAULT 0 CHECK (isUrgent IN (0, 1)), needsAddress INTEGER NOT NULL DEFAULT 0 CHECK (needsAddress IN (0, 1)), endsAt TEXT,
  CHECK ((state IN ('sent', 'kept')) = (sentAt IS NOT NULL)),
  CHECK (state <> 'sent' OR body = '')
) STRICT;

CREATE INDEX mail_address ON mail(id) WHERE needsAddress = 1;

CREATE INDEX mail_due ON mail(nextAt) WHERE state = 'waiting';

CREATE INDEX mail_ends ON mail(endsAt) WHERE endsAt IS NOT NULL;

CREATE INDEX mail_recipient ON mail(recipient, createdAt);

CREATE INDEX mail_time ON mail(createdAt);

CREATE INDEX mail_writer ON mail(writer);

CREATE TABLE moderationCase (
  id INTEGER PRIMARY KEY,
  fragment INTEGER NOT NULL REFERENCES fragment(id) ON DELETE RESTRICT,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'decided', 'merged')),
  version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  photo TEXT,
  openedAt TEXT NOT NULL,
  -- What its reports weigh together, and how far the fragment reaches: see `Priority`.
  urgency REAL NOT NULL DEFAULT 0,
  reach REAL NOT NULL DEFAULT 1,
  claimant INTEGER REFERENCES account(id) ON DELETE SET NULL,
  claimedUntil TEXT
, isSevere INTEGER NOT NULL DEFAULT 0 CHECK (isSevere IN (0, 1)), asked TEXT) STRICT;

CREATE INDEX moderationCase_claimant ON moderationCase(claimant);

CREATE INDEX moderationCase_fragment ON moderationCase(fragment);

CREATE UNIQUE INDEX moderationCase_open ON moderationCase(fragment) WHERE state = 'open';

CREATE INDEX moderationCase_state
  ON moderationCase(state, openedAt, urgency, reach, photo, claimant, claimedUntil, isSevere);

CREATE TABLE moderatorBrowser (
  id INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  address TEXT NOT NULL UNIQUE,
  publicKey BLOB NOT NULL CHECK (length(publicKey) = 65),
  secret BLOB NOT NULL CHECK (length(secret) = 16),
  label TEXT NOT NULL,
  createdAt TEXT NOT NULL
) STRICT;

CREATE INDEX moderatorBrowser_account ON moderatorBrowser(account);

CREATE TABLE "moderatorCall" (
  account INTEGER PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
  cases TEXT NOT NULL CHECK (cases IN ('severe', 'rules', 'all')),
  -- Names of rules, separated by spaces, which count where only some rules call.
  rules TEXT NOT NULL DEFAULT '' CHECK (cases <> 'rules' OR rules <> ''),
  -- Whether a message goes to the confirmed address; browsers are called besides.
  byMail INTEGER NOT NULL DEFAULT 1 CHECK (byMail IN (0, 1)),
  -- The hour of a daily message; none is at once.
  daily INTEGER CHECK (daily BETWEEN 0 AND 23),
  quietFrom INTEGER CHECK (quietFrom BETWEEN 0 AND 23),
  quietTo INTEGER CHECK (quietTo BETWEEN 0 AND 23),
  CHECK ((quietFrom IS NULL) = (quietTo IS NULL))
) STRICT;

CREATE TABLE "moderatorCalled" (
  account INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('case', 'severe', 'appeal', 'profile', 'severeProfile')),
  subject INTEGER NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (account, kind, subject)
) STRICT, WITHOUT ROWID;

CREATE INDEX moderatorCalled_time ON moderatorCalled(at);

CREATE TABLE moderatorNote (
  id INTEGER PRIMARY KEY,
  caseID INTEGER REFERENCES moderationCase(id) ON DELETE CASCADE,
  writer INTEGER REFERENCES writer(id) ON DELETE CASCADE,
  author INTEGER REFERENCES account(id) ON DELETE SET NULL,
  authorName TEXT NOT NULL,
  text TEXT NOT NULL CHECK (text <> ''),
  at TEXT NOT NULL,
  CHECK ((caseID IS NULL) <> (writer IS NULL))
) STRICT;

CREATE INDEX moderatorNote_author ON moderatorNote(author);

CREATE INDEX moderatorNote_case ON moderatorNote(caseID);

CREATE INDEX moderatorNote_writer ON moderatorNote(writer);

CREATE TABLE moderatorPush (
  id INTEGER PRIMARY KEY,
  browser INTEGER NOT NULL REFERENCES moderatorBrowser(id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  path TEXT NOT NULL,
  language TEXT NOT NULL,
  isUrgent INTEGER NOT NULL CHECK (isUrgent IN (0, 1)),
  -- How much waits for moderators in all, for the number on the site's icon.
  waiting INTEGER NOT NULL CHECK (waiting >= 0),
  at TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  nextAt TEXT NOT NULL
) STRICT;

CREATE INDEX moderatorPush_browser ON moderatorPush(browser);

CREATE INDEX moderatorPush_due ON moderatorPush(nextAt);

CREATE TABLE networkKey (
  day TEXT PRIMARY KEY,
  key BLOB NOT NULL CHECK (length(key) = 32)
) STRICT, WITHOUT ROWID;

CREATE TABLE photoHash (
  file TEXT PRIMARY KEY,
  hash INTEGER NOT NULL,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX photoHash_time ON photoHash(at);

CREATE TABLE profileHiding (
  id INTEGER PRIMARY KEY,
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
  part TEXT NOT NULL CHECK (part IN ('face', 'name')),
  decision INTEGER NOT NULL REFERENCES decision(id) ON DELETE RESTRICT,
  face TEXT,
  nickname TEXT COLLATE NOCASE,
  firstName TEXT NOT NULL DEFAULT '',
  lastName TEXT NOT NULL DEFAULT '',
  since TEXT NOT NULL,
  endedAt TEXT
) STRICT;

CREATE INDEX profileHiding_decision ON profileHiding(decision);

CREATE INDEX profileHiding_face ON profileHiding(face) WHERE face IS NOT NULL;

CREATE INDEX profileHiding_writer ON profileHiding(writer, part);

CREATE TABLE profileReport (
  id INTEGER PRIMARY KEY,
  subject INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
  part TEXT NOT NULL CHECK (part IN ('face', 'name')),
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
  reason TEXT NOT NULL,
  note TEXT NOT NULL DEFAULT '',
  at TEXT NOT NULL,
  outcome TEXT CHECK (outcome IN ('upheld', 'noted', 'rejected')),
  decision INTEGER REFERENCES decision(id) ON DELETE RESTRICT,
  CHECK ((outcome IS NULL) = (decision IS NULL)),
  CHECK (subject <> writer)
) STRICT;

CREATE INDEX profileReport_decision ON profileReport(decision);

CREATE UNIQUE INDEX profileReport_one ON profileReport(writer, subject, part) WHERE outcome IS NULL;

CREATE INDEX profileReport_open ON profileReport(at) WHERE outcome IS NULL;

CREATE INDEX profileReport_subject ON profileReport(subject, part);

CREATE INDEX profileReport_time ON profileReport(at);

CREATE INDEX profileReport_waiting ON profileReport(subject, part, reason) WHERE outcome IS NULL;

CREATE INDEX profileReport_writer ON profileReport(writer, at);

CREATE TABLE readingPlace (
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  story INTEGER NOT NULL REFERENCES story(id) ON DELETE CASCADE,
  fragment INTEGER NOT NULL REFERENCES fragment(id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  newSince TEXT,
  PRIMARY KEY (writer, story)
) STRICT, WITHOUT ROWID;

CREATE INDEX readingPlace_fragment ON readingPlace(fragment);

CREATE INDEX readingPlace_recent ON readingPlace(writer, at);

CREATE INDEX readingPlace_story ON readingPlace(story);

CREATE INDEX readingPlace_time ON readingPlace(at);

CREATE TABLE secondOpinion (
  suspension INTEGER PRIMARY KEY REFERENCES suspension(id) ON DELETE CASCADE,
  until TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'confirmed', 'refused')),
  decider INTEGER REFERENCES account(id) ON DELETE SET NULL,
  deciderName TEXT,
  decidedAt TEXT,
  CHECK ((state = 'open') = (decidedAt IS NULL)),
  CHECK ((deciderName IS NULL) = (decidedAt IS NULL))
) STRICT;

CREATE INDEX secondOpinion_decider ON secondOpinion(decider);

CREATE INDEX secondOpinion_state ON secondOpinion(state);

CREATE TABLE signIn (
  id INTEGER PRIMARY KEY,
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  access TEXT NOT NULL CHECK (access IN ('iOS', 'Web', 'Android')),
  at TEXT NOT NULL
) STRICT;

CREATE INDEX signIn_time ON signIn(at);

CREATE INDEX signIn_writer ON signIn(writer, at);

CREATE TABLE "story" (
  id INTEGER PRIMARY KEY REFERENCES fragment(id) ON DELETE CASCADE,
  createdAt TEXT NOT NULL,
  -- When a fragment was last added, in whatever branch.
  changedAt TEXT NOT NULL,
  -- Of its best branch.
  weight INTEGER NOT NULL DEFAULT 0 CHECK (weight >= 0),
  -- The end of its best branch; none while the first fragment is hidden.
  tip INTEGER REFERENCES fragment(id) ON DELETE RESTRICT,
  -- The title without capitals and accents, for the search.
  folded TEXT NOT NULL,
  -- What the seed calls it; none where it was begun on the site.
  seedKey TEXT UNIQUE CHECK (seedKey <> ''),
  -- The different people whose votes make up the weight of the best branch.
  voters INTEGER NOT NULL DEFAULT 0 CHECK (voters >= 0),
  -- The language of the writer who began it.
  language TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX story_changed ON story(changedAt DESC, id) WHERE tip IS NOT NULL;

CREATE INDEX story_created ON story(createdAt DESC, id) WHERE tip IS NOT NULL;

CREATE INDEX story_tip ON story(tip);

CREATE INDEX story_voters ON story(voters DESC, id, changedAt) WHERE tip IS NOT NULL;

CREATE TABLE storyDraft (
  id INTEGER PRIMARY KEY,
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  parent INTEGER REFERENCES fragment(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('text', 'photo')),
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  photo TEXT,
  sending TEXT NOT NULL CHECK (sending <> ''),
  updatedAt TEXT NOT NULL
, form TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '') STRICT;

CREATE INDEX storyDraft_parent ON storyDraft(parent);

CREATE INDEX storyDraft_place ON storyDraft(writer, ifnull(parent, 0), kind);

CREATE TABLE storyFollow (
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  story INTEGER NOT NULL REFERENCES story(id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  PRIMARY KEY (writer, story)
) STRICT, WITHOUT ROWID;

CREATE INDEX storyFollow_story ON storyFollow(story);

CREATE TABLE "storyNotice" (
  id INTEGER PRIMARY KEY,
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('follower', 'storyContinued', 'branchContinued', 'storyGrown', 'reportDecided',
    'measureTaken', 'message', 'decisionUndone', 'appealDecided')),
  -- The writer who did it, if it was one.
  actor INTEGER REFERENCES writer(id) ON DELETE CASCADE,
  -- The fragment it leads to, and the one that was continued.
  fragment INTEGER REFERENCES fragment(id) ON DELETE CASCADE,
  continued INTEGER REFERENCES fragment(id) ON DELETE CASCADE,
  decision INTEGER REFERENCES decision(id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  readAt TEXT,
  CHECK ((kind = 'follower') = (actor IS NOT NULL AND fragment IS NULL)),
  CHECK ((kind IN ('storyContinued', 'branchContinued')) = (continued IS NOT NULL)),
  CHECK ((kind IN ('follower', 'storyContinued', 'branchContinued', 'storyGrown')) = (decision IS NULL))
) STRICT;

CREATE INDEX storyNotice_actor ON storyNotice(actor);

CREATE UNIQUE INDEX storyNotice_continued ON storyNotice(continued) WHERE continued IS NOT NULL;

CREATE UNIQUE INDEX storyNotice_decision ON storyNotice(writer, decision, kind) WHERE decision IS NOT NULL;

CREATE UNIQUE INDEX storyNotice_follower ON storyNotice(writer, actor) WHERE kind = 'follower';

CREATE INDEX storyNotice_fragment ON storyNotice(fragment);

CREATE INDEX storyNotice_own ON storyNotice(writer);

CREATE INDEX storyNotice_subject ON storyNotice(decision);

CREATE INDEX storyNotice_time ON storyNotice(at);

CREATE INDEX storyNotice_unread ON storyNotice(writer) WHERE readAt IS NULL;

CREATE INDEX storyNotice_writer ON storyNotice(writer, at);

CREATE TABLE storySettings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  fromBest INTEGER NOT NULL CHECK (fromBest BETWEEN 0 AND 50),
  best INTEGER NOT NULL CHECK (best BETWEEN 1 AND 5000),
  fromMonth INTEGER NOT NULL CHECK (fromMonth BETWEEN 0 AND 50),
  month INTEGER NOT NULL CHECK (month BETWEEN 1 AND 5000),
  fromNew INTEGER NOT NULL CHECK (fromNew BETWEEN 0 AND 50),
  days INTEGER NOT NULL CHECK (days BETWEEN 1 AND 365),
  isOpen INTEGER NOT NULL CHECK (isOpen IN (0, 1)),
  version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0)
, feed INTEGER NOT NULL DEFAULT 50 CHECK (feed BETWEEN 1 AND 200), anHour INTEGER NOT NULL DEFAULT 30 CHECK (anHour BETWEEN 1 AND 1000), pause INTEGER NOT NULL DEFAULT 5 CHECK (pause BETWEEN 0 AND 600), countries TEXT NOT NULL DEFAULT '', newDays INTEGER NOT NULL DEFAULT 7 CHECK (newDays BETWEEN 0 AND 365), newFragments INTEGER NOT NULL DEFAULT 3 CHECK (newFragments BETWEEN 0 AND 100), holdFirst INTEGER NOT NULL DEFAULT 0 CHECK (holdFirst BETWEEN 0 AND 50), holdLinks INTEGER NOT NULL DEFAULT 0 CHECK (holdLinks IN (0, 1)), holdPhotos INTEGER NOT NULL DEFAULT 0 CHECK (holdPhotos IN (0, 1)), trustedReports INTEGER NOT NULL DEFAULT 0
  CHECK (trustedReports BETWEEN 0 AND 100), severeReports INTEGER NOT NULL DEFAULT 0 CHECK (severeReports BETWEEN 0 AND 20), newAnHour INTEGER NOT NULL DEFAULT 0 CHECK (newAnHour BETWEEN 0 AND 1000), newVotes INTEGER NOT NULL DEFAULT 0 CHECK (newVotes BETWEEN 0 AND 200), newFollows INTEGER NOT NULL DEFAULT 0 CHECK (newFollows BETWEEN 0 AND 60), newLinks INTEGER NOT NULL DEFAULT 0 CHECK (newLinks BETWEEN 0 AND 100)) STRICT;

CREATE TABLE strike (
  id INTEGER PRIMARY KEY,
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
  decision INTEGER NOT NULL REFERENCES decision(id) ON DELETE RESTRICT,
  since TEXT NOT NULL,
  -- Nobody is reminded of an old mistake for ever.
  expiresAt TEXT NOT NULL,
  endedAt TEXT
) STRICT;

CREATE INDEX strike_decision ON strike(decision);

CREATE INDEX strike_writer ON strike(writer, expiresAt);

CREATE TABLE suspendedSession (
  tokenHash BLOB PRIMARY KEY CHECK (length(tokenHash) = 32),
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  expiresAt TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX suspendedSession_end ON suspendedSession(expiresAt);

CREATE INDEX suspendedSession_writer ON suspendedSession(writer);

CREATE TABLE suspension (
  id INTEGER PRIMARY KEY,
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
  decision INTEGER NOT NULL REFERENCES decision(id) ON DELETE RESTRICT,
  since TEXT NOT NULL,
  -- None is for good.
  until TEXT CHECK (until > since),
  -- Whether the writer's stories stay out of the lists meanwhile; they can be read all the same.
  unlists INTEGER NOT NULL DEFAULT 0 CHECK (unlists IN (0, 1)),
  -- The one it took the place of, which comes back when this one is undone.
  replaced INTEGER REFERENCES suspension(id) ON DELETE SET NULL,
  endedAt TEXT,
  endedBy TEXT
) STRICT;

CREATE UNIQUE INDEX suspension_active ON suspension(writer) WHERE endedAt IS NULL;

CREATE INDEX suspension_decision ON suspension(decision);

CREATE INDEX suspension_replaced ON suspension(replaced);

CREATE INDEX suspension_writer ON suspension(writer);

CREATE TABLE vote (
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
  fragment INTEGER NOT NULL REFERENCES fragment(id) ON DELETE RESTRICT,
  at TEXT NOT NULL, isCounted INTEGER NOT NULL DEFAULT 1 CHECK (isCounted IN (0, 1)),
  PRIMARY KEY (writer, fragment)
) STRICT, WITHOUT ROWID;

CREATE INDEX vote_counted ON vote(at, fragment, writer) WHERE isCounted = 1;

CREATE INDEX vote_fragment ON vote(fragment, isCounted);

CREATE INDEX vote_writer ON vote(writer, at);

CREATE TABLE voteExclusion (
  id INTEGER PRIMARY KEY,
  voter INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
  author INTEGER REFERENCES writer(id) ON DELETE RESTRICT,
  decision INTEGER NOT NULL REFERENCES decision(id) ON DELETE RESTRICT,
  since TEXT NOT NULL,
  endedAt TEXT
) STRICT;

CREATE INDEX voteExclusion_author ON voteExclusion(author);

CREATE INDEX voteExclusion_decision ON voteExclusion(decision);

CREATE INDEX voteExclusion_voter ON voteExclusion(voter);

CREATE TABLE votedInTime (
  span TEXT NOT NULL CHECK (span IN ('week', 'month', 'year')),
  story INTEGER NOT NULL REFERENCES story(id) ON DELETE CASCADE,
  people INTEGER NOT NULL CHECK (people > 0),
  PRIMARY KEY (span, story)
) STRICT, WITHOUT ROWID;

CREATE INDEX votedInTime_people ON votedInTime(span, people DESC, story);

CREATE INDEX votedInTime_story ON votedInTime(story);

CREATE TABLE watchedWord (
  id INTEGER PRIMARY KEY,
  language TEXT NOT NULL DEFAULT '',
  word TEXT NOT NULL CHECK (word <> ''),
  -- Whether longer words that begin with it are meant too.
  isStem INTEGER NOT NULL CHECK (isStem IN (0, 1)),
  reason TEXT NOT NULL,
  addedBy TEXT NOT NULL,
  addedAt TEXT NOT NULL,
  removedAt TEXT
) STRICT;

CREATE UNIQUE INDEX watchedWord_one ON watchedWord(language, word, isStem) WHERE removedAt IS NULL;

CREATE TABLE withdrawnFragment (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL
) STRICT;

CREATE TABLE writer (
  id INTEGER PRIMARY KEY,
  email TEXT COLLATE NOCASE,
  nickname TEXT COLLATE NOCASE CHECK (length(nickname) BETWEEN 3 AND 20 AND nickname NOT GLOB '*[^A-Za-z0-9_.]*'),
  passwordHash TEXT CHECK (passwordHash LIKE 'scrypt$%'),
  firstName TEXT NOT NULL DEFAULT '',
  lastName TEXT NOT NULL DEFAULT '',
  birthYear INTEGER CHECK (birthYear BETWEEN 1900 AND 2200),
  sex TEXT CHECK (sex IN ('F', 'M')),
  country TEXT CHECK (length(country) = 2),
  avatar TEXT,
  verifiedAt TEXT,
  -- When privacy notice and terms were accepted, and which edition of them.
  acceptedAt TEXT,
  acceptedEdition INTEGER,
  createdAt TEXT NOT NULL,
  deletedAt TEXT, language TEXT NOT NULL DEFAULT 'it'
  CHECK (language GLOB '[a-z][a-z]*' AND length(language) <= 35), keepsPlaces INTEGER NOT NULL DEFAULT 1 CHECK (keepsPlaces IN (0, 1)),
  CHECK ((deletedAt IS NULL) = (email IS NOT NULL)),
  CHECK ((deletedAt IS NULL) = (nickname IS NOT NULL)),
  CHECK (deletedAt IS NULL OR (passwordHash IS NULL AND firstName = '' AND lastName = '' AND birthYear IS NULL
    AND sex IS NULL AND country IS NULL AND avatar IS NULL))
) STRICT;

CREATE UNIQUE INDEX writer_email ON writer(email) WHERE email IS NOT NULL;

CREATE UNIQUE INDEX writer_nickname ON writer(nickname) WHERE nickname IS NOT NULL;

CREATE TABLE writerLink (
  tokenHash BLOB PRIMARY KEY CHECK (length(tokenHash) = 32),
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('verify', 'reset', 'change')),
  -- The address that is to take the place of the known one.
  email TEXT CHECK ((email IS NOT NULL) = (purpose = 'change')),
  expiresAt TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX writerLink_end ON writerLink(expiresAt);

CREATE INDEX writerLink_writer ON writerLink(writer);

CREATE TABLE writerNetwork (
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  network BLOB NOT NULL CHECK (length(network) = 16),
  at TEXT NOT NULL,
  PRIMARY KEY (writer, network)
) STRICT, WITHOUT ROWID;

CREATE INDEX writerNetwork_network ON writerNetwork(network);

CREATE INDEX writerNetwork_time ON writerNetwork(at);

CREATE TABLE writerSession (
  id INTEGER PRIMARY KEY,
  tokenHash BLOB NOT NULL UNIQUE CHECK (length(tokenHash) = 32),
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  -- In a browser's cookie, or in the hands of a program.
  kind TEXT NOT NULL CHECK (kind IN ('browser', 'program')),
  device TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  expiresAt TEXT NOT NULL,
  message TEXT CHECK (message IS NULL OR json_valid(message))
) STRICT;

CREATE INDEX writerSession_end ON writerSession(expiresAt);

CREATE INDEX writerSession_writer ON writerSession(writer);

