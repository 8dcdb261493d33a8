# Lists the failures in the output of a program, one per line: test, tab, place. A failure that came after its test is
# listed with that test; with `-v recorders=1`, its place also names its recorder.

# XCTest: /folder/File.swift:12: error: -[Module.Class test] : text, or the name of a suite
/:[0-9]+: (error: .* : |failure: )/ {
  match($0, /:[0-9]+: /)
  place = substr($0, 1, RSTART + RLENGTH - 3)
  sub(/.*\//, "", place)
  rest = substr($0, RSTART + RLENGTH)
  if (rest ~ /^failure/) {
    test = "the process"
  } else {
    test = rest
    sub(/^error: /, "", test)
    sub(/ : .*/, "", test)
    if (sub(/^-\[[^.]*\./, "", test)) { sub(/ /, ".", test); sub(/\]$/, "", test) }
  }
  add()
}

# Swift Testing: ✘ Test name() recorded an issue at File.swift:12:3: text. In a serialized suite, it prints each
# failure that belongs to no test twice.
/ recorded an issue at [^ ]+:[0-9]+:[0-9]+: / {
  test = $0
  sub(/ recorded an issue .*/, "", test)
  sub(/.* Test /, "", test)
  place = $0
  sub(/.* recorded an issue at /, "", place)
  match(place, /:[0-9]+:[0-9]+: /)
  column = substr(place, RSTART + 1)
  sub(/:.*/, "", column)
  place = substr(place, 1, RSTART - 1) ":" column
  if (test == "«unknown»") {
    test = "the run at " place
    if (test in seen) { count++; tests[count] = ""; next }
    seen[test] = 1
  }
  add()
}

/^ +\(noticed after (a )?test.*was over\)/ {
  owner = $0
  sub(/^.*noticed after (test )?/, "", owner)
  sub(/ was over\).*$/, "", owner)
  if (tests[count] == "") next
  recorder = tests[count] ~ /^the run at / ? "Swift Testing" : tests[count]
  tests[count] = owner
  if (recorders) places[count] = places[count] " in " recorder
}

function add() { count++; tests[count] = test; places[count] = place }

END { for (i = 1; i <= count; i++) if (tests[i] != "") print tests[i] "\t" places[i] }
