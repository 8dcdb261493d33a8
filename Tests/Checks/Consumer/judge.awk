# Compares the announced failures (first file) with the recorded failures (second file).

BEGIN { FS = "\t" }

NR == FNR { announced[$1] = $2; order[++count] = $1; at[$2] = $1; next }

# XCTest does not tell a newly installed observer which test is running. Therefore, the test that uses the library first
# has no name when it is over, but its lines identify it.
$1 == "a test" && $2 in at { $1 = at[$2] }

{ recorded[$1]++; places[$1] = places[$1] " " $2 }

END {
  for (i = 1; i <= count; i++) {
    test = order[i]
    if (recorded[test] == 1 && (announced[test] == "somewhere" || places[test] == " " announced[test])) {
      print "  ok     " test "  " announced[test]
    } else if (recorded[test] == 0) {
      print "  WRONG  " test "  did not fail at " announced[test]
      wrong++
    } else {
      print "  WRONG  " test "  failed " recorded[test] " times, at" places[test] ", not once at " announced[test]
      wrong++
    }
  }
  for (test in recorded) {
    if (test in announced) continue
    print "  WRONG  " test "  failed, at" places[test] ", but does nothing wrong"
    wrong++
  }
  exit wrong > 0
}
