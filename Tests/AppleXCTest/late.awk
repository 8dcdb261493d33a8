# Lists, beside what ../Consumer/marks.awk lists, the failures that no test of their own can have: test, tab, place.
#
# `// LATE, IN name` stands where something fails that a test left behind, with who records it; `// FAILS THE RUN` where
# Swift Testing records a failure for the run.

FNR == 1 { file = FILENAME; sub(".*/", "", file) }

/^final class/ {
  suite = $0
  sub(".*class +", "", suite)
  sub(":.*", "", suite)
}

/func test/ {
  test = $0
  sub(".*func ", "", test)
  sub("\\(.*", "", test)
}

/\/\/ LATE, IN / {
  recorder = $0
  sub(".*// LATE, IN ", "", recorder)
  print suite "." test "\t" file ":" FNR " in " recorder
}

/\/\/ FAILS THE RUN/ { print "the run at " file ":" FNR "\t" file ":" FNR }
