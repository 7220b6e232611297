CREATE TABLE aidUse (
  guestID INTEGER NOT NULL REFERENCES independence(guestID) ON DELETE CASCADE,
  day INTEGER NOT NULL,
  aid TEXT NOT NULL CHECK (aid IN ('speech', 'details', 'steps')),
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (guestID, day, aid)
) STRICT;

CREATE TABLE category (
  id INTEGER PRIMARY KEY,
houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  ordering INTEGER NOT NULL DEFAULT 0,
  published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
, translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations))) STRICT;

CREATE INDEX category_by_ordering ON category(houseID, ordering, id) WHERE deletedAt IS NULL;

CREATE UNIQUE INDEX category_key ON category(houseID, key);

CREATE INDEX category_picture ON category(picture) WHERE picture IS NOT NULL;

CREATE UNIQUE INDEX category_title ON category(houseID, folded) WHERE deletedAt IS NULL;

CREATE INDEX category_trash ON category(houseID, deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER category_words_delete AFTER DELETE ON category BEGIN
  INSERT INTO categoryWords(categoryWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER category_words_insert AFTER INSERT ON category BEGIN
  INSERT INTO categoryWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER category_words_update AFTER UPDATE OF words ON category WHEN old.words <> new.words BEGIN
  INSERT INTO categoryWords(categoryWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO categoryWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE categoryWords USING fts5(words, content='category', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE clip (
  id INTEGER PRIMARY KEY,
  houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
  text TEXT NOT NULL CHECK (text <> ''),
  video BLOB NOT NULL,
  milliseconds INTEGER NOT NULL CHECK (milliseconds > 0),
  madeAt TEXT NOT NULL,
  deletedAt TEXT
, actID INTEGER REFERENCES act(id) ON DELETE SET NULL, isUndone INTEGER NOT NULL DEFAULT 0 CHECK (isUndone IN (0, 1))) STRICT;

CREATE INDEX clip_act ON clip(actID) WHERE actID IS NOT NULL;

CREATE INDEX clip_house ON clip(houseID);

CREATE UNIQUE INDEX clip_text ON clip(houseID, text) WHERE deletedAt IS NULL;

CREATE TABLE clockPicture (
  id INTEGER PRIMARY KEY,
houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  ordering INTEGER NOT NULL DEFAULT 0,
  published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
) STRICT;

CREATE INDEX clockPicture_by_ordering ON clockPicture(houseID, ordering, id) WHERE deletedAt IS NULL;

CREATE UNIQUE INDEX clockPicture_key ON clockPicture(houseID, key);

CREATE INDEX clockPicture_picture ON clockPicture(picture) WHERE picture IS NOT NULL;

CREATE UNIQUE INDEX clockPicture_title ON clockPicture(houseID, folded) WHERE deletedAt IS NULL;

CREATE INDEX clockPicture_trash ON clockPicture(houseID, deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER clockPicture_words_delete AFTER DELETE ON clockPicture BEGIN
  INSERT INTO clockPictureWords(clockPictureWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER clockPicture_words_insert AFTER INSERT ON clockPicture BEGIN
  INSERT INTO clockPictureWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER clockPicture_words_update AFTER UPDATE OF words ON clockPicture WHEN old.words <> new.words BEGIN
  INSERT INTO clockPictureWords(clockPictureWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO clockPictureWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE clockPictureWords USING fts5(words, content='clockPicture', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE cooking (
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  recipe INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
  step INTEGER NOT NULL DEFAULT 1 CHECK (step > 0),
  at TEXT NOT NULL,
  PRIMARY KEY (guestID, recipe)
) STRICT;

CREATE INDEX cooking_recipe ON cooking(recipe);

CREATE TABLE dayMoment (
  id INTEGER PRIMARY KEY,
houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
  minute INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 59),
  days TEXT NOT NULL CHECK (days IN ('every', 'weekdays', 'weekend', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
  recipe INTEGER REFERENCES recipe(id) ON DELETE SET NULL,
  published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
, who TEXT NOT NULL DEFAULT 'all' CHECK (who IN ('all', 'some', 'turns')), once TEXT) STRICT;

CREATE INDEX dayMoment_by_hour ON dayMoment(houseID, hour, id) WHERE deletedAt IS NULL;

CREATE UNIQUE INDEX dayMoment_key ON dayMoment(houseID, key);

CREATE INDEX dayMoment_picture ON dayMoment(picture) WHERE picture IS NOT NULL;

CREATE INDEX dayMoment_recipe ON dayMoment(recipe) WHERE recipe IS NOT NULL;

CREATE UNIQUE INDEX dayMoment_title ON dayMoment(houseID, folded) WHERE deletedAt IS NULL;

CREATE INDEX dayMoment_trash ON dayMoment(houseID, deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER dayMoment_words_delete AFTER DELETE ON dayMoment BEGIN
  INSERT INTO dayMomentWords(dayMomentWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER dayMoment_words_insert AFTER INSERT ON dayMoment BEGIN
  INSERT INTO dayMomentWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER dayMoment_words_update AFTER UPDATE OF words ON dayMoment WHEN old.words <> new.words BEGIN
  INSERT INTO dayMomentWords(dayMomentWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO dayMomentWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE dayMomentWords USING fts5(words, content='dayMoment', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE dayShared (
  guestID INTEGER PRIMARY KEY REFERENCES guest(id) ON DELETE CASCADE,
  agreedAt TEXT NOT NULL
) STRICT;

CREATE TABLE devicePairing (
  codeHash BLOB PRIMARY KEY CHECK (length(codeHash) = 32),
  houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
  stays INTEGER NOT NULL DEFAULT 0 CHECK (stays IN (0, 1)),
  expiresAt TEXT NOT NULL
) STRICT;

CREATE INDEX devicePairing_house ON devicePairing(houseID);

CREATE TABLE dishPeople (
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  recipe INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
  people INTEGER NOT NULL CHECK (people BETWEEN 1 AND 50),
  PRIMARY KEY (guestID, recipe)
) STRICT;

CREATE INDEX dishPeople_recipe ON dishPeople(recipe);

CREATE TABLE guest (
  id INTEGER PRIMARY KEY,
houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  "group" TEXT NOT NULL DEFAULT '',
  entry TEXT NOT NULL DEFAULT 'none' CHECK (entry IN ('none', 'pictures', 'pin')),
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1))
) STRICT;

CREATE TRIGGER guestSwitchedOff AFTER UPDATE OF active, deletedAt, entry ON guest
WHEN NEW.active = 0 OR NEW.deletedAt IS NOT NULL OR NEW.entry <> OLD.entry
BEGIN
  DELETE FROM guestSession WHERE guestID = NEW.id;
END;

CREATE UNIQUE INDEX guest_key ON guest(houseID, key);

CREATE INDEX guest_picture ON guest(picture) WHERE picture IS NOT NULL;

CREATE UNIQUE INDEX guest_title ON guest(houseID, folded) WHERE deletedAt IS NULL;

CREATE INDEX guest_trash ON guest(houseID, deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER guest_words_delete AFTER DELETE ON guest BEGIN
  INSERT INTO guestWords(guestWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER guest_words_insert AFTER INSERT ON guest BEGIN
  INSERT INTO guestWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER guest_words_update AFTER UPDATE OF words ON guest WHEN old.words <> new.words BEGIN
  INSERT INTO guestWords(guestWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO guestWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TABLE guestCall (
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  key TEXT NOT NULL CHECK (key <> ''),
  call BLOB NOT NULL CHECK (length(call) = 32),
  status INTEGER NOT NULL,
  answer TEXT NOT NULL CHECK (json_valid(answer)),
  at TEXT NOT NULL,
  PRIMARY KEY (guestID, key)
) STRICT;

CREATE INDEX guestCall_time ON guestCall(at);

CREATE TABLE guestSecret (
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  entry TEXT NOT NULL CHECK (entry IN ('pictures', 'pin')),
  hash TEXT NOT NULL CHECK (hash LIKE 'scrypt$%'),
  PRIMARY KEY (guestID, entry)
) STRICT;

CREATE TABLE guestSession (
  id INTEGER PRIMARY KEY,
  tokenHash BLOB NOT NULL UNIQUE CHECK (length(tokenHash) = 32),
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  deviceID INTEGER REFERENCES houseDevice(id) ON DELETE CASCADE,
  accountID INTEGER REFERENCES account(id) ON DELETE CASCADE,
  browser TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  expiresAt TEXT NOT NULL,
  message TEXT CHECK (message IS NULL OR json_valid(message)), isProgram INTEGER NOT NULL DEFAULT 0 CHECK (isProgram IN (0, 1)),
  CHECK (deviceID IS NOT NULL OR accountID IS NOT NULL)
) STRICT;

CREATE INDEX guestSession_account ON guestSession(accountID);

CREATE INDEX guestSession_device ON guestSession(deviceID);

CREATE INDEX guestSession_guest ON guestSession(guestID);

CREATE VIRTUAL TABLE guestWords USING fts5(words, content='guest', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE helpCall (
  id INTEGER PRIMARY KEY,
  houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  text TEXT NOT NULL CHECK (text <> ''),
  createdAt TEXT NOT NULL,
  seenAt TEXT,
  answer TEXT CHECK (answer <> ''),
  answeredBy TEXT,
  endedAt TEXT,
  CHECK ((answer IS NULL) = (answeredBy IS NULL)),
  CHECK (answer IS NULL OR endedAt IS NOT NULL)
) STRICT;

CREATE INDEX helpCall_guest ON helpCall(guestID);

CREATE INDEX helpCall_house ON helpCall(houseID, createdAt);

CREATE UNIQUE INDEX helpCall_open ON helpCall(guestID) WHERE endedAt IS NULL;

CREATE TABLE house (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  address TEXT NOT NULL DEFAULT '',
  zone TEXT NOT NULL DEFAULT 'Europe/Rome'
, opensProducts INTEGER NOT NULL DEFAULT 0 CHECK (opensProducts IN (0, 1)), language TEXT NOT NULL DEFAULT 'it'
  CHECK (language GLOB '[a-z][a-z]*' AND length(language) <= 35)) STRICT;

CREATE UNIQUE INDEX house_key ON house(key);

CREATE UNIQUE INDEX house_opensProducts ON house(opensProducts) WHERE opensProducts = 1;

CREATE UNIQUE INDEX house_title ON house(folded) WHERE deletedAt IS NULL;

CREATE INDEX house_trash ON house(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER house_words_delete AFTER DELETE ON house BEGIN
  INSERT INTO houseWords(houseWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER house_words_insert AFTER INSERT ON house BEGIN
  INSERT INTO houseWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER house_words_update AFTER UPDATE OF words ON house WHEN old.words <> new.words BEGIN
  INSERT INTO houseWords(houseWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO houseWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TABLE houseDevice (
  id INTEGER PRIMARY KEY,
  houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
  tokenHash BLOB NOT NULL UNIQUE CHECK (length(tokenHash) = 32),
  label TEXT NOT NULL DEFAULT '',
  stays INTEGER NOT NULL DEFAULT 0 CHECK (stays IN (0, 1)),
  createdAt TEXT NOT NULL
) STRICT;

CREATE INDEX houseDevice_house ON houseDevice(houseID);

CREATE VIRTUAL TABLE houseWords USING fts5(words, content='house', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE independence (
  guestID INTEGER PRIMARY KEY REFERENCES guest(id) ON DELETE CASCADE,
  askedBy TEXT NOT NULL,
  askedAt TEXT NOT NULL,
  agreedAt TEXT
) STRICT;

CREATE TABLE kitchenTimer (
  id INTEGER PRIMARY KEY,
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  recipe INTEGER REFERENCES recipe(id) ON DELETE CASCADE,
  step INTEGER CHECK (step > 0),
  label TEXT NOT NULL DEFAULT '',
  text TEXT NOT NULL DEFAULT '',
  startedAt TEXT NOT NULL,
  endsAt TEXT, passed INTEGER NOT NULL DEFAULT 0 CHECK (passed IN (0, 1)),
  CHECK ((recipe IS NULL) = (step IS NULL)),
  CHECK (endsAt IS NULL OR endsAt > startedAt)
) STRICT;

CREATE INDEX kitchenTimer_guest ON kitchenTimer(guestID);

CREATE INDEX kitchenTimer_recipe ON kitchenTimer(recipe);

CREATE UNIQUE INDEX kitchenTimer_step ON kitchenTimer(guestID, recipe, step) WHERE recipe IS NOT NULL;

CREATE TABLE listItem (
  id INTEGER PRIMARY KEY,
  listID INTEGER NOT NULL REFERENCES shoppingList(id) ON DELETE CASCADE,
  product INTEGER NOT NULL REFERENCES product(id) ON DELETE CASCADE,
  quantity INTEGER NOT NULL DEFAULT 1 CHECK (quantity BETWEEN 1 AND 99),
  bought INTEGER NOT NULL DEFAULT 0 CHECK (bought IN (0, 1)),
  note TEXT NOT NULL DEFAULT '',
  removal INTEGER, version INTEGER NOT NULL DEFAULT 1, removedByEducator INTEGER NOT NULL DEFAULT 0 CHECK (removedByEducator IN (0, 1)),
  UNIQUE (listID, product)
) STRICT;

CREATE TRIGGER listItemAdded AFTER INSERT ON listItem BEGIN
  UPDATE listItem SET version = (SELECT version + 1 FROM shoppingList WHERE id = NEW.listID) WHERE id = NEW.id;
END;

CREATE TRIGGER listItemChanged AFTER UPDATE OF listID, quantity, bought, note, removal ON listItem BEGIN
  UPDATE listItem SET version = (SELECT version + (OLD.listID = NEW.listID) FROM shoppingList WHERE id = NEW.listID)
  WHERE id = NEW.id;
END;

CREATE INDEX listItem_product ON listItem(product);

CREATE TABLE livingPreference (
  houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
  guestID INTEGER REFERENCES guest(id) ON DELETE CASCADE,
  key TEXT NOT NULL CHECK (key <> ''),
  value TEXT NOT NULL
) STRICT;

CREATE INDEX livingPreference_guest ON livingPreference(guestID);

CREATE UNIQUE INDEX livingPreference_one ON livingPreference(houseID, ifnull(guestID, 0), key);

CREATE TABLE momentDone (
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  moment INTEGER NOT NULL REFERENCES dayMoment(id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  PRIMARY KEY (guestID, moment, day)
) STRICT;

CREATE INDEX momentDone_moment ON momentDone(moment);

CREATE TABLE momentGuest (
  moment INTEGER NOT NULL REFERENCES dayMoment(id) ON DELETE CASCADE,
  guest INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  UNIQUE (moment, guest)
) STRICT;

CREATE INDEX momentGuest_guest ON momentGuest(guest, moment);

CREATE TABLE notice (
  id INTEGER PRIMARY KEY,
  houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('list', 'message')),
  author TEXT NOT NULL,
  authorGuest INTEGER REFERENCES guest(id) ON DELETE SET NULL,
  authorAccount INTEGER REFERENCES account(id) ON DELETE SET NULL,
  listID INTEGER REFERENCES shoppingList(id) ON DELETE CASCADE,
  text TEXT NOT NULL DEFAULT '',
  createdAt TEXT NOT NULL,
  CHECK ((kind = 'list') = (listID IS NOT NULL))
) STRICT;

CREATE INDEX notice_account ON notice(authorAccount);

CREATE INDEX notice_guest ON notice(authorGuest);

CREATE INDEX notice_house ON notice(houseID);

CREATE INDEX notice_list ON notice(listID, createdAt);

CREATE INDEX notice_time ON notice(createdAt);

CREATE TABLE noticeDelivery (
  noticeID INTEGER NOT NULL REFERENCES notice(id) ON DELETE CASCADE,
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  sentAt TEXT,
  seenAt TEXT,
  answer TEXT CHECK (answer IN ('update', 'dismiss')),
  answeredAt TEXT,
  PRIMARY KEY (noticeID, guestID),
  CHECK ((answer IS NULL) = (answeredAt IS NULL))
) STRICT;

CREATE INDEX noticeDelivery_guest ON noticeDelivery(guestID, noticeID);

CREATE TABLE position (
  id INTEGER PRIMARY KEY,
houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  ordering INTEGER NOT NULL DEFAULT 0
, translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations))) STRICT;

CREATE INDEX position_by_ordering ON position(houseID, ordering, id) WHERE deletedAt IS NULL;

CREATE UNIQUE INDEX position_key ON position(houseID, key);

CREATE INDEX position_picture ON position(picture) WHERE picture IS NOT NULL;

CREATE UNIQUE INDEX position_title ON position(houseID, folded) WHERE deletedAt IS NULL;

CREATE INDEX position_trash ON position(houseID, deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER position_words_delete AFTER DELETE ON position BEGIN
  INSERT INTO positionWords(positionWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER position_words_insert AFTER INSERT ON position BEGIN
  INSERT INTO positionWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER position_words_update AFTER UPDATE OF words ON position WHEN old.words <> new.words BEGIN
  INSERT INTO positionWords(positionWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO positionWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE positionWords USING fts5(words, content='position', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE product (
  id INTEGER PRIMARY KEY,
houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  position INTEGER REFERENCES position(id) ON DELETE SET NULL,
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  stock INTEGER NOT NULL DEFAULT 0 CHECK (stock >= 0),
  price INTEGER CHECK (price >= 0),
  ordering INTEGER NOT NULL DEFAULT 0,
  published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
, translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)), allergens TEXT CHECK (json_array_length(allergens) > 0
  AND json_array_length(allergens) = (instr(allergens, '"gluten"') > 0) + (instr(allergens, '"crustaceans"') > 0) + (instr(allergens, '"eggs"') > 0) + (instr(allergens, '"fish"') > 0) + (instr(allergens, '"peanuts"') > 0) + (instr(allergens, '"soybeans"') > 0) + (instr(allergens, '"milk"') > 0) + (instr(allergens, '"nuts"') > 0) + (instr(allergens, '"celery"') > 0) + (instr(allergens, '"mustard"') > 0) + (instr(allergens, '"sesame"') > 0) + (instr(allergens, '"sulphites"') > 0) + (instr(allergens, '"lupin"') > 0) + (instr(allergens, '"molluscs"') > 0) + (instr(allergens, '"none-of-these"') > 0)
  AND (json_array_length(allergens) = 1 OR instr(allergens, '"none-of-these"') = 0)), minimum INTEGER CHECK (minimum BETWEEN 1 AND 99), barcode TEXT NOT NULL DEFAULT '', expires TEXT CHECK (expires GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')) STRICT;

CREATE TRIGGER listedProductChanged AFTER UPDATE OF name, picture, price, deletedAt ON product
WHEN OLD.name IS NOT NEW.name OR OLD.picture IS NOT NEW.picture OR OLD.price IS NOT NEW.price
  OR OLD.deletedAt IS NOT NEW.deletedAt
BEGIN
  UPDATE listItem SET version = (SELECT version + 1 FROM shoppingList WHERE id = listID) WHERE product = NEW.id;
  UPDATE shoppingList SET version = version + 1
  WHERE state = 'open' AND id IN (SELECT listID FROM listItem WHERE product = NEW.id);
END;

CREATE INDEX productBarcode ON product (houseID, barcode) WHERE barcode <> '';

CREATE INDEX productExpiry ON product (houseID, expires) WHERE expires IS NOT NULL AND deletedAt IS NULL;

CREATE INDEX product_allergens ON product(houseID, allergens) WHERE allergens IS NOT NULL AND deletedAt IS NULL;

CREATE INDEX product_by_ordering ON product(houseID, ordering, id) WHERE deletedAt IS NULL;

CREATE INDEX product_by_position ON product(houseID, position, id) WHERE deletedAt IS NULL;

CREATE INDEX product_by_price ON product(houseID, price, id) WHERE deletedAt IS NULL;

CREATE INDEX product_by_stock ON product(houseID, stock, id) WHERE deletedAt IS NULL;

CREATE INDEX product_by_updatedAt ON product(houseID, updatedAt, id) WHERE deletedAt IS NULL;

CREATE INDEX product_facets ON product(houseID, published, position, picture, stock, price, deletedAt) WHERE deletedAt IS NULL;

CREATE UNIQUE INDEX product_key ON product(houseID, key);

CREATE INDEX product_picture ON product(picture) WHERE picture IS NOT NULL;

CREATE INDEX product_position ON product(position);

CREATE UNIQUE INDEX product_title ON product(houseID, folded) WHERE deletedAt IS NULL;

CREATE INDEX product_trash ON product(houseID, deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER product_words_delete AFTER DELETE ON product BEGIN
  INSERT INTO productWords(productWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER product_words_insert AFTER INSERT ON product BEGIN
  INSERT INTO productWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER product_words_update AFTER UPDATE OF words ON product WHEN old.words <> new.words BEGIN
  INSERT INTO productWords(productWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO productWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TABLE productCategory (
  product INTEGER NOT NULL REFERENCES product(id) ON DELETE CASCADE,
  category INTEGER NOT NULL REFERENCES category(id) ON DELETE CASCADE,
  UNIQUE (product, category)
) STRICT;

CREATE INDEX productCategory_category ON productCategory(category, product);

CREATE TABLE productShop (
  product INTEGER NOT NULL REFERENCES product(id) ON DELETE CASCADE,
  shop INTEGER NOT NULL REFERENCES shop(id) ON DELETE CASCADE,
  UNIQUE (product, shop)
) STRICT;

CREATE INDEX productShop_shop ON productShop(shop, product);

CREATE VIRTUAL TABLE productWords USING fts5(words, content='product', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE purse (
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  cents INTEGER NOT NULL CHECK (cents > 0),
  pieces INTEGER NOT NULL CHECK (pieces BETWEEN 1 AND 40),
  PRIMARY KEY (guestID, cents)
) STRICT;

CREATE TABLE pushDelivery (
  id INTEGER PRIMARY KEY,
  noticeID INTEGER NOT NULL REFERENCES notice(id) ON DELETE CASCADE,
  deviceID INTEGER NOT NULL REFERENCES pushDevice(id) ON DELETE CASCADE,
  messageID TEXT NOT NULL UNIQUE CHECK (length(messageID) = 36),
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'dropped', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  nextAt TEXT,
  endedAt TEXT,
  error TEXT,
  UNIQUE (noticeID, deviceID),
  CHECK ((state = 'waiting') = (endedAt IS NULL))
) STRICT;

CREATE INDEX pushDelivery_device ON pushDelivery(deviceID);

CREATE TABLE pushDevice (
  id INTEGER PRIMARY KEY,
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  -- The browser of the house that it is; without one it belongs to an app.
  houseDeviceID INTEGER REFERENCES houseDevice(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('web', 'apple')),
  address TEXT NOT NULL CHECK (address <> ''),
  publicKey BLOB CHECK (length(publicKey) = 65),
  secret BLOB CHECK (length(secret) = 16),
  label TEXT NOT NULL DEFAULT '',
  createdAt TEXT NOT NULL,
  seenAt TEXT NOT NULL,
  triedAt TEXT,
  status INTEGER,
  error TEXT,
  UNIQUE (address, guestID),
  CHECK ((kind = 'web') = (publicKey IS NOT NULL) AND (kind = 'web') = (secret IS NOT NULL))
) STRICT;

CREATE INDEX pushDevice_device ON pushDevice(houseDeviceID);

CREATE INDEX pushDevice_guest ON pushDevice(guestID, houseDeviceID);

CREATE TABLE pushKey (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  privateKey BLOB NOT NULL CHECK (length(privateKey) = 32),
  createdAt TEXT NOT NULL
) STRICT;

CREATE TABLE recipe (
  id INTEGER PRIMARY KEY,
houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  description TEXT NOT NULL DEFAULT '',
  category INTEGER REFERENCES recipeCategory(id) ON DELETE SET NULL,
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  difficulty TEXT NOT NULL DEFAULT 'easy' CHECK (difficulty IN ('easy', 'medium', 'hard')),
  people INTEGER NOT NULL DEFAULT 2 CHECK (people > 0),
  calories INTEGER CHECK (calories > 0),
  published INTEGER NOT NULL DEFAULT 0 CHECK (published IN (0, 1))
, translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)), source TEXT NOT NULL DEFAULT '', author TEXT NOT NULL DEFAULT '') STRICT;

CREATE INDEX recipe_by_updatedAt ON recipe(houseID, updatedAt, id) WHERE deletedAt IS NULL;

CREATE INDEX recipe_category ON recipe(category);

CREATE INDEX recipe_facets ON recipe(houseID, published, difficulty, category, picture, people, calories, deletedAt) WHERE deletedAt IS NULL;

CREATE UNIQUE INDEX recipe_key ON recipe(houseID, key);

CREATE INDEX recipe_picture ON recipe(picture) WHERE picture IS NOT NULL;

CREATE UNIQUE INDEX recipe_title ON recipe(houseID, folded) WHERE deletedAt IS NULL;

CREATE INDEX recipe_trash ON recipe(houseID, deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER recipe_words_delete AFTER DELETE ON recipe BEGIN
  INSERT INTO recipeWords(recipeWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER recipe_words_insert AFTER INSERT ON recipe BEGIN
  INSERT INTO recipeWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER recipe_words_update AFTER UPDATE OF words ON recipe WHEN old.words <> new.words BEGIN
  INSERT INTO recipeWords(recipeWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO recipeWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TABLE recipeCategory (
  id INTEGER PRIMARY KEY,
houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  ordering INTEGER NOT NULL DEFAULT 0,
  published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
, translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)), routines INTEGER NOT NULL DEFAULT 0 CHECK (routines IN (0, 1))) STRICT;

CREATE INDEX recipeCategory_by_ordering ON recipeCategory(houseID, ordering, id) WHERE deletedAt IS NULL;

CREATE UNIQUE INDEX recipeCategory_key ON recipeCategory(houseID, key);

CREATE INDEX recipeCategory_picture ON recipeCategory(picture) WHERE picture IS NOT NULL;

CREATE UNIQUE INDEX recipeCategory_title ON recipeCategory(houseID, folded) WHERE deletedAt IS NULL;

CREATE INDEX recipeCategory_trash ON recipeCategory(houseID, deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER recipeCategory_words_delete AFTER DELETE ON recipeCategory BEGIN
  INSERT INTO recipeCategoryWords(recipeCategoryWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER recipeCategory_words_insert AFTER INSERT ON recipeCategory BEGIN
  INSERT INTO recipeCategoryWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER recipeCategory_words_update AFTER UPDATE OF words ON recipeCategory WHEN old.words <> new.words BEGIN
  INSERT INTO recipeCategoryWords(recipeCategoryWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO recipeCategoryWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE recipeCategoryWords USING fts5(words, content='recipeCategory', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE recipeItem (
  id INTEGER PRIMARY KEY,
  recipe INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('ingredient', 'utensil')),
  product INTEGER NOT NULL REFERENCES product(id) ON DELETE RESTRICT,
  amount TEXT NOT NULL DEFAULT '', translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  UNIQUE (recipe, kind, position)
) STRICT;

CREATE INDEX recipeItem_product ON recipeItem(product);

CREATE TABLE recipeStep (
  id INTEGER PRIMARY KEY,
  recipe INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  text TEXT NOT NULL CHECK (text <> ''),
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  timer TEXT NOT NULL DEFAULT 'none' CHECK (timer IN ('none', 'up', 'down')),
  time INTEGER NOT NULL DEFAULT 0 CHECK (time >= 0), translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  UNIQUE (recipe, position),
  CHECK (timer <> 'down' OR time > 0)
) STRICT;

CREATE INDEX recipeStep_picture ON recipeStep(picture) WHERE picture IS NOT NULL;

CREATE VIRTUAL TABLE recipeWords USING fts5(words, content='recipe', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE sentForm (
  token TEXT PRIMARY KEY,
  at TEXT NOT NULL
) STRICT;

CREATE INDEX sentForm_time ON sentForm(at);

CREATE TABLE shop (
  id INTEGER PRIMARY KEY,
houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  address TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  place TEXT,
  radius INTEGER NOT NULL DEFAULT 300 CHECK (radius BETWEEN 50 AND 2000),
  published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
) STRICT;

CREATE UNIQUE INDEX shop_key ON shop(houseID, key);

CREATE UNIQUE INDEX shop_title ON shop(houseID, folded) WHERE deletedAt IS NULL;

CREATE INDEX shop_trash ON shop(houseID, deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER shop_words_delete AFTER DELETE ON shop BEGIN
  INSERT INTO shopWords(shopWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER shop_words_insert AFTER INSERT ON shop BEGIN
  INSERT INTO shopWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER shop_words_update AFTER UPDATE OF words ON shop WHEN old.words <> new.words BEGIN
  INSERT INTO shopWords(shopWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO shopWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE shopWords USING fts5(words, content='shop', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE shoppingList (
  id INTEGER PRIMARY KEY,
  houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
  guestID INTEGER REFERENCES guest(id) ON DELETE CASCADE,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done')),
  version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
  doneAt TEXT, began INTEGER NOT NULL DEFAULT 1,
  CHECK ((state = 'done') = (doneAt IS NOT NULL))
) STRICT;

CREATE TRIGGER shoppingListBegun AFTER INSERT ON shoppingList BEGIN
  UPDATE shoppingList SET
    version = (SELECT 2 + ifnull(max(version), -1) FROM shoppingList WHERE houseID = NEW.houseID AND id <> NEW.id),
    began = (SELECT 2 + ifnull(max(version), -1) FROM shoppingList WHERE houseID = NEW.houseID AND id <> NEW.id)
  WHERE id = NEW.id;
END;

CREATE INDEX shoppingList_guest ON shoppingList(guestID);

CREATE INDEX shoppingList_house ON shoppingList(houseID);

CREATE UNIQUE INDEX shoppingList_own ON shoppingList(guestID) WHERE state = 'open' AND guestID IS NOT NULL;

CREATE UNIQUE INDEX shoppingList_shared ON shoppingList(houseID) WHERE state = 'open' AND guestID IS NULL;

CREATE TABLE syncAct (
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  id TEXT NOT NULL CHECK (id <> ''),
  at TEXT NOT NULL,
  answer TEXT NOT NULL CHECK (json_valid(answer)), hash BLOB,
  PRIMARY KEY (guestID, id)
) STRICT;

CREATE INDEX syncAct_time ON syncAct(at);

CREATE TABLE thingAtHand (
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  recipe INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('ingredient', 'utensil')),
  product INTEGER NOT NULL REFERENCES product(id) ON DELETE CASCADE,
  PRIMARY KEY (guestID, recipe, kind, product)
) STRICT;

CREATE INDEX thingAtHand_product ON thingAtHand(product);

CREATE INDEX thingAtHand_recipe ON thingAtHand(recipe);

CREATE TABLE voice (
  id INTEGER PRIMARY KEY,
  houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
  text TEXT NOT NULL CHECK (text <> ''),
  sound BLOB NOT NULL,
  milliseconds INTEGER NOT NULL CHECK (milliseconds > 0),
  madeBy TEXT NOT NULL,
  madeAt TEXT NOT NULL,
  deletedAt TEXT
) STRICT;

CREATE INDEX voice_house ON voice(houseID);

CREATE UNIQUE INDEX voice_text ON voice(houseID, text) WHERE deletedAt IS NULL;

