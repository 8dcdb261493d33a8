# Lists the failures that the sources announce, one per line: test, tab, place.
#
# The mark `// FAILS HERE` is on the line where the failure must be recorded. The mark `// FAILS SOMEWHERE` announces a
# failure that the framework itself records without a line. In a test with arguments, a mark applies to every case; in a
# private function, it applies to the guilty tests of the suite that share the function.

FNR == 1 { file = FILENAME; sub(".*/", "", file) }

/^@Suite|^final class/ {
  suite = $0
  sub(".*(struct|class) +", "", suite)
  sub("[^A-Za-z0-9_].*", "", suite)
  isXCTest = /XCTestCase/
}

/^  (@Test|@MainActor|func test|private func).*[({]/ {
  test = $0
  sub(".*func ", "", test)
  sub("\\(.*", "", test)
  isShared = /private func/
  cases = 0
  if (match($0, "arguments: 1\\.\\.\\.[0-9]+")) cases = substr($0, RSTART + 15, RLENGTH - 15) + 0
}

/\/\/ FAILS (HERE|SOMEWHERE)/ {
  place = /SOMEWHERE/ ? "somewhere" : file ":" FNR
  if (isShared && isXCTest) {
    print suite ".test02\t" place
  } else if (isShared) {
    print "guilty" suite "()\t" place
    print "each" suite "(number:) number → 7\t" place
  } else if (cases > 0) {
    for (number = 1; number <= cases; number++) print test "(number:) number → " number "\t" place
  } else {
    print (isXCTest ? suite "." test : test "()") "\t" place
  }
}
