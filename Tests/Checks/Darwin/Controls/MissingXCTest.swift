// noticed: error: no such module 'XCTest'
// without XCTest
import XCTest
