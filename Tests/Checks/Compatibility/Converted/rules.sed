# What makes a suite of XCTest one of Swift Testing. The waits and the assertions stay as they are, without `self.`.
s/^import XCTest$/import Foundation\
import Testing\
import XCTestCompatibility/
s/^(public |open |final )*class ([A-Za-z0-9_]+): *XCTestCase/@Suite final class \2/
s/^([ \t]*)override func setUp\(\)/\1init()/
s/^([ \t]*)override func tearDown\(\)/\1deinit/
s/super\.(setUp|tearDown)\(\)//
s/self\.(expectation|wait|waitForExpectations|fulfillment)\(/\1(/
/->/!s/^([ \t]*)(public )?func (test[A-Za-z0-9_]*\(\))/\1@Test func \3/
