// The parts of the XCTest of Xcode 26 that this project calls.
@import Foundation;
#pragma clang assume_nonnull begin
@class XCTestRun, XCTestCase, XCTestSuite, XCTestExpectation, XCTIssue;
@interface XCTestRun : NSObject
@property (readonly, copy, nullable) NSDate *stopDate;
@property (readonly) BOOL hasBeenSkipped;
@property (readonly) NSUInteger unexpectedExceptionCount;
- (void)recordIssue:(XCTIssue *)issue NS_SWIFT_NAME(record(_:));
@end
@interface XCTest : NSObject
@property (readonly, copy) NSString *name;
@property (readonly, nullable) XCTestRun *testRun;
- (BOOL)setUpWithError:(NSError **)error;
- (void)setUp;
- (void)tearDown;
- (void)setUpWithCompletionHandler:(void (^)(NSError * _Nullable error))completion NS_SWIFT_NAME(setUp(completion:)) __attribute__((swift_async_name("setUp()")));
- (void)tearDownWithCompletionHandler:(void (^)(NSError * _Nullable error))completion NS_SWIFT_NAME(tearDown(completion:)) __attribute__((swift_async_name("tearDown()")));
- (BOOL)tearDownWithError:(NSError **)error;
@end
@interface XCTSourceCodeLocation : NSObject
- (instancetype)initWithFilePath:(NSString *)filePath lineNumber:(NSInteger)lineNumber;
@property (readonly) NSURL *fileURL;
@property (readonly) NSInteger lineNumber;
@end
@interface XCTSourceCodeContext : NSObject
- (instancetype)initWithLocation:(nullable XCTSourceCodeLocation *)location;
@property (readonly, nullable) XCTSourceCodeLocation *location;
- (instancetype)init;
@end
typedef NS_ENUM(NSInteger, XCTIssueType) { XCTIssueTypeAssertionFailure = 0, XCTIssueTypeThrownError = 1, XCTIssueTypeUncaughtException = 2, XCTIssueTypeSystem = 4 } NS_SWIFT_NAME(XCTIssueReference.IssueType);
NS_SWIFT_BRIDGE("XCTIssue") NS_SWIFT_NAME(XCTIssueReference)
@interface XCTIssue : NSObject
@end
@interface XCTestCase : XCTest
- (void)invokeTest;
@property BOOL continueAfterFailure;
- (void)recordIssue:(XCTIssue *)issue NS_SWIFT_NAME(record(_:));
- (void)addTeardownBlock:(void (^)(void))block NS_REFINED_FOR_SWIFT;
+ (void)setUp;
+ (void)tearDown;
@end
@interface XCTestSuite : XCTest
@end
#define XCT_NOASYNC NS_SWIFT_NOASYNC("Use await fulfillment(of:timeout:enforceOrder:) instead")
@interface XCTestCase (AsynchronousTesting)
- (XCTestExpectation *)expectationWithDescription:(NSString *)description NS_SWIFT_NAME(expectation(description:));
- (void)waitForExpectationsWithTimeout:(NSTimeInterval)timeout handler:(nullable void (NS_SWIFT_SENDABLE ^)(NSError * _Nullable error))handler NS_SWIFT_NAME(waitForExpectations(timeout:handler:)) __attribute__((swift_attr("@MainActor"))) XCT_NOASYNC;
- (void)waitForExpectations:(NSArray<XCTestExpectation *> *)expectations NS_SWIFT_NAME(wait(for:)) XCT_NOASYNC;
- (void)waitForExpectations:(NSArray<XCTestExpectation *> *)expectations timeout:(NSTimeInterval)seconds NS_SWIFT_NAME(wait(for:timeout:)) XCT_NOASYNC;
- (void)waitForExpectations:(NSArray<XCTestExpectation *> *)expectations enforceOrder:(BOOL)enforceOrderOfFulfillment NS_SWIFT_NAME(wait(for:enforceOrder:)) XCT_NOASYNC;
- (void)waitForExpectations:(NSArray<XCTestExpectation *> *)expectations timeout:(NSTimeInterval)seconds enforceOrder:(BOOL)enforceOrderOfFulfillment NS_SWIFT_NAME(wait(for:timeout:enforceOrder:)) XCT_NOASYNC;
- (XCTestExpectation *)expectationForPredicate:(NSPredicate *)predicate evaluatedWithObject:(nullable id)object handler:(nullable BOOL (NS_SWIFT_SENDABLE ^)(void))handler NS_SWIFT_NAME(expectation(for:evaluatedWith:handler:));
- (XCTestExpectation *)expectationForNotification:(NSNotificationName)notificationName object:(nullable id)objectToObserve handler:(nullable BOOL (^)(NSNotification *notification))handler NS_SWIFT_NAME(expectation(forNotification:object:handler:));
@end
NS_SWIFT_SENDABLE
@interface XCTestExpectation : NSObject
- (instancetype)initWithDescription:(NSString *)expectationDescription NS_SWIFT_NAME(init(description:));
@property (copy) NSString *expectationDescription;
@property (getter=isInverted) BOOL inverted;
@property NSUInteger expectedFulfillmentCount;
@property BOOL assertForOverFulfill;
- (void)fulfill;
@end
NS_SWIFT_SENDABLE
@interface XCTNSPredicateExpectation : XCTestExpectation
- (instancetype)initWithPredicate:(NSPredicate *)predicate object:(nullable id)object NS_SWIFT_NAME(init(predicate:object:));
@end
NS_SWIFT_SENDABLE
@interface XCTNSNotificationExpectation : XCTestExpectation
- (instancetype)initWithName:(NSNotificationName)notificationName NS_SWIFT_NAME(init(name:));
@end
typedef NS_ENUM(NSInteger, XCTWaiterResult) { XCTWaiterResultCompleted = 1, XCTWaiterResultTimedOut, XCTWaiterResultIncorrectOrder, XCTWaiterResultInvertedFulfillment, XCTWaiterResultInterrupted } NS_SWIFT_NAME(XCTWaiter.Result);
NS_SWIFT_SENDABLE
@interface XCTWaiter : NSObject
- (XCTWaiterResult)waitForExpectations:(NSArray<XCTestExpectation *> *)expectations timeout:(NSTimeInterval)seconds NS_SWIFT_NAME(wait(for:timeout:)) XCT_NOASYNC;
- (XCTWaiterResult)waitForExpectations:(NSArray<XCTestExpectation *> *)expectations timeout:(NSTimeInterval)seconds enforceOrder:(BOOL)enforceOrderOfFulfillment NS_SWIFT_NAME(wait(for:timeout:enforceOrder:)) XCT_NOASYNC;
+ (XCTWaiterResult)waitForExpectations:(NSArray<XCTestExpectation *> *)expectations timeout:(NSTimeInterval)seconds NS_SWIFT_NAME(wait(for:timeout:)) __attribute__((warn_unused_result)) XCT_NOASYNC;
+ (XCTWaiterResult)waitForExpectations:(NSArray<XCTestExpectation *> *)expectations timeout:(NSTimeInterval)seconds enforceOrder:(BOOL)enforceOrderOfFulfillment NS_SWIFT_NAME(wait(for:timeout:enforceOrder:)) __attribute__((warn_unused_result)) XCT_NOASYNC;
@end
@protocol XCTestObservation <NSObject>
@optional
- (void)testSuiteWillStart:(XCTestSuite *)testSuite;
- (void)testSuite:(XCTestSuite *)testSuite didRecordIssue:(XCTIssue *)issue NS_SWIFT_NAME(testSuite(_:didRecord:));
- (void)testSuiteDidFinish:(XCTestSuite *)testSuite;
- (void)testCaseWillStart:(XCTestCase *)testCase;
- (void)testCase:(XCTestCase *)testCase didRecordIssue:(XCTIssue *)issue NS_SWIFT_NAME(testCase(_:didRecord:));
- (void)testCaseDidFinish:(XCTestCase *)testCase;
@end
@interface XCTestObservationCenter : NSObject
@property (class, readonly, strong) XCTestObservationCenter *sharedTestObservationCenter NS_SWIFT_NAME(shared);
- (void)addTestObserver:(id <XCTestObservation>)testObserver;
@end
#pragma clang assume_nonnull end
