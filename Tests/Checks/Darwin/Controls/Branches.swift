// noticed: error: the branches for Darwin are compiled
#if canImport(Darwin) && canImport(ObjectiveC) && canImport(XCTest) && os(macOS) && !os(Linux) && !canImport(Glibc)
  #if !canImport(FoundationNetworking)
    #error("the branches for Darwin are compiled")
  #endif
#endif
