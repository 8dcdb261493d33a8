# Lists the failures that their own tests cannot record, in addition to those that ../Consumer/marks.awk lists: test,
# tab, place.
#
# The mark `// LATE, IN name` is on a line where code that a test left behind fails; the name is that of the recorder.
# The mark `// FAILS THE RUN` is on a line where Swift Testing records a failure for the run.

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
