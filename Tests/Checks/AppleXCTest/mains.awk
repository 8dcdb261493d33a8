# Writes the program that runs the tests in its sources. Apple's XCTest gets this list from Objective-C at run time.

BEGIN { print "// swift-format-ignore-file\nimport XCTest\n\nrunTests([" }

function close_class() { if (class != "") print "  ])," }

/^(final )?class [A-Za-z0-9_]+: [A-Za-z]*TestCase/ {
  close_class()
  class = ""
  if ($0 ~ /^final/) {
    class = $0
    sub(/.*class +/, "", class)
    sub(/:.*/, "", class)
    print "  XCTestClass(" class ".self, ["
  }
}

/^  (@MainActor )?func test/ && class != "" {
  name = $0
  sub(/.*func +/, "", name)
  sub(/\(.*/, "", name)
  isAsync = / async /
  call = (/ throws /? "try " : "") (isAsync ? "await " : "") "test." name "()"
  print "    " (isAsync ? "suspending" : "blocking") "(\"" name "\") { (test: " class ") in " call " },"
}

END { close_class(); print "])" }
