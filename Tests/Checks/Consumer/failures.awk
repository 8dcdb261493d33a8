# Lists the failures in the output of `swift test`, one per line: test, tab, place.

# XCTest: /folder/File.swift:12: error: Suite.test : text, on Apple platforms -[Module.Suite test]
/:[0-9]+: error: .* : / {
  place = $0
  sub(": error: .*", "", place)
  sub(".*/", "", place)
  test = $0
  sub(".*:[0-9]+: error: ", "", test)
  sub(" : .*", "", test)
  if (sub("^-\\[[^.]*\\.", "", test)) { sub(" ", ".", test); sub("\\]$", "", test) }
  print test "\t" place
}

# Swift Testing: ✘ Test name() recorded an issue with 1 argument number → 7 at File.swift:12:3: text
/ recorded an issue (with .* )?at [^ ]+:[0-9]+:[0-9]+: / {
  test = $0
  sub(" recorded an issue .*", "", test)
  sub(".* Test ", "", test)
  rest = $0
  sub(".* recorded an issue ", "", rest)
  if (match(rest, "^with [0-9]+ arguments? ")) {
    arguments = substr(rest, RLENGTH + 1)
    sub(" at [^ ]+:[0-9]+:[0-9]+: .*", "", arguments)
    test = test " " arguments
  }
  sub(":[0-9]+: .*", "", rest)
  sub(".*at ", "", rest)
  print test "\t" rest
}

# The library itself, at the end of a run: /folder/File.swift:12: failure: text, and on a later line the name of the test
/:[0-9]+: failure: / {
  left++
  places[left] = $0
  sub(": failure: .*", "", places[left])
  sub(".*/", "", places[left])
}

/^  \((noticed after|in) (a )?test.*\)$/ && left > 0 && !(left in names) {
  names[left] = $0
  sub("^.*(noticed after|in) (test )?", "", names[left])
  sub("( was over)?\\)$", "", names[left])
}

END { for (i = 1; i <= left; i++) print (i in names ? names[i] : "unknown") "\t" places[i] }
