// The classes of Foundation that this project uses. Foundation.swiftinterface has the additions of the Swift overlay.
#include "../ObjectiveC/ObjectiveC.h"
#include "../Darwin/Darwin.h"
#include "../CoreFoundation/CoreFoundation.h"
#define NS_SWIFT_NAME(n) __attribute__((swift_name(#n)))
#define NS_SWIFT_SENDABLE __attribute__((swift_attr("@Sendable")))
#define NS_SWIFT_NONSENDABLE __attribute__((swift_attr("@_nonSendable")))
#define NS_SWIFT_NOASYNC(m) __attribute__((swift_attr("@_unavailableFromAsync(message: \"" m "\")")))
#define NS_REFINED_FOR_SWIFT __attribute__((swift_private))
#define NS_ENUM(_type, _name) enum __attribute__((enum_extensibility(open))) _name : _type _name; enum _name : _type
#define NS_OPTIONS(_type, _name) enum __attribute__((flag_enum, enum_extensibility(open))) _name : _type _name; enum _name : _type
#define NS_SWIFT_BRIDGE(n) __attribute__((swift_bridge(n)))
#pragma clang assume_nonnull begin
typedef double NSTimeInterval;
NS_SWIFT_BRIDGE("Swift.String")
@interface NSString : NSObject
@end
NS_SWIFT_BRIDGE("Swift.Array")
@interface NSArray<ObjectType> : NSObject
@end
NS_SWIFT_BRIDGE("Swift.Dictionary")
@interface NSDictionary<KeyType, ObjectType> : NSObject
@end
NS_SWIFT_BRIDGE("Swift.Set")
@interface NSSet<ObjectType> : NSObject
@end
@interface NSNumber : NSObject
@property (readonly) NSUInteger unsignedIntegerValue NS_SWIFT_NAME(uintValue);
@property (readonly) NSInteger integerValue NS_SWIFT_NAME(intValue);
@end
NS_SWIFT_BRIDGE("Swift.Error")
@interface NSError : NSObject
@property (readonly) NSInteger code;
@property (readonly, copy) NSDictionary<NSString *, id> *userInfo;
@end
NS_SWIFT_BRIDGE("Date")
@interface NSDate : NSObject
@end
NS_SWIFT_BRIDGE("Data")
@interface NSData : NSObject
@end
NS_SWIFT_BRIDGE("URL")
@interface NSURL : NSObject
@end
typedef NSString *NSNotificationName __attribute__((swift_wrapper(struct))) NS_SWIFT_NAME(NSNotification.Name);
NS_SWIFT_BRIDGE("Notification")
@interface NSNotification : NSObject
@end
NS_SWIFT_SENDABLE NS_SWIFT_NAME(OperationQueue)
@interface NSOperationQueue : NSObject
- (void)addOperationWithBlock:(void (NS_SWIFT_SENDABLE ^)(void))block;
@property (class, readonly, strong) NSOperationQueue *mainQueue NS_SWIFT_NAME(main);
@end
NS_SWIFT_SENDABLE NS_SWIFT_NAME(NotificationCenter)
@interface NSNotificationCenter : NSObject
@property (class, readonly, strong) NSNotificationCenter *defaultCenter NS_SWIFT_NAME(default);
- (void)postNotificationName:(NSNotificationName)aName object:(nullable id)anObject NS_SWIFT_NAME(post(name:object:));
- (void)postNotificationName:(NSNotificationName)aName object:(nullable id)anObject userInfo:(nullable NSDictionary *)aUserInfo NS_SWIFT_NAME(post(name:object:userInfo:));
- (void)removeObserver:(id)observer;
- (id <NSObject>)addObserverForName:(nullable NSNotificationName)name object:(nullable id)obj queue:(nullable NSOperationQueue *)queue usingBlock:(void (NS_SWIFT_SENDABLE ^)(NSNotification *notification))block NS_SWIFT_NAME(addObserver(forName:object:queue:using:));
@end
NS_SWIFT_NAME(ProcessInfo) NS_SWIFT_SENDABLE
@interface NSProcessInfo : NSObject
@property (class, readonly, strong) NSProcessInfo *processInfo;
@property (readonly, copy) NSDictionary<NSString *, NSString *> *environment;
@property (readonly, copy) NSArray<NSString *> *arguments;
@property (readonly) NSUInteger activeProcessorCount;
@property (copy) NSString *processName;
@property (readonly, copy) NSString *operatingSystemVersionString;
@end
NS_SWIFT_NAME(Thread)
@interface NSThread : NSObject
@property (class, readonly, strong) NSThread *currentThread NS_SWIFT_NAME(current) NS_SWIFT_NOASYNC("Thread.current cannot be used from async contexts.");
@property (class, readonly, copy) NSArray<NSNumber *> *callStackReturnAddresses;
@property (class, readonly) BOOL isMainThread NS_SWIFT_NOASYNC("Work intended for the main actor should be marked with @MainActor");
@property (readonly, getter=isExecuting) BOOL executing;
@property (nullable, copy) NSString *name;
+ (void)sleepForTimeInterval:(NSTimeInterval)ti NS_SWIFT_NAME(sleep(forTimeInterval:)) NS_SWIFT_NOASYNC("Use Task.sleep(until:clock:) instead.");
+ (void)detachNewThreadWithBlock:(void (NS_SWIFT_SENDABLE ^)(void))block NS_SWIFT_NAME(detachNewThread(_:));
- (instancetype)initWithBlock:(void (NS_SWIFT_SENDABLE ^)(void))block NS_SWIFT_NAME(init(block:));
- (void)start;
- (void)cancel;
@end
NS_SWIFT_NAME(Timer) NS_SWIFT_NONSENDABLE
@interface NSTimer : NSObject
@property (readonly, getter=isValid) BOOL valid;
- (void)invalidate;
+ (NSTimer *)timerWithTimeInterval:(NSTimeInterval)interval repeats:(BOOL)repeats block:(void (NS_SWIFT_SENDABLE ^)(NSTimer *timer))block NS_SWIFT_NAME(init(timeInterval:repeats:block:));
+ (NSTimer *)scheduledTimerWithTimeInterval:(NSTimeInterval)interval repeats:(BOOL)repeats block:(void (NS_SWIFT_SENDABLE ^)(NSTimer *timer))block;
@end
typedef NSString *NSRunLoopMode __attribute__((swift_wrapper(struct))) NS_SWIFT_NAME(RunLoop.Mode);
NS_SWIFT_NAME(RunLoop) NS_SWIFT_NONSENDABLE
@interface NSRunLoop : NSObject
@property (class, readonly, strong) NSRunLoop *currentRunLoop NS_SWIFT_NAME(current) NS_SWIFT_NOASYNC("currentRunLoop cannot be used from async contexts.");
@property (class, readonly, strong) NSRunLoop *mainRunLoop NS_SWIFT_NAME(main);
- (void)addTimer:(NSTimer *)timer forMode:(NSRunLoopMode)mode;
- (BOOL)runMode:(NSRunLoopMode)mode beforeDate:(NSDate *)limitDate NS_SWIFT_NAME(run(mode:before:)) NS_SWIFT_NOASYNC("run cannot be used from async contexts.");
- (void)performBlock:(void (NS_SWIFT_SENDABLE ^)(void))block;
@end
extern NSRunLoopMode const NSDefaultRunLoopMode NS_SWIFT_NAME(NSRunLoopMode.default);
extern NSRunLoopMode const NSRunLoopCommonModes NS_SWIFT_NAME(NSRunLoopMode.common);
@protocol NSLocking
- (void)lock NS_SWIFT_NOASYNC("Use async-safe scoped locking instead");
- (void)unlock NS_SWIFT_NOASYNC("Use async-safe scoped locking instead");
@end
NS_SWIFT_SENDABLE
@interface NSLock : NSObject <NSLocking>
- (BOOL)tryLock NS_SWIFT_NAME(try()) NS_SWIFT_NOASYNC("Use async-safe scoped locking instead");
@end
NS_SWIFT_SENDABLE
@interface NSConditionLock : NSObject <NSLocking>
- (instancetype)initWithCondition:(NSInteger)condition;
@property (readonly) NSInteger condition;
- (void)lockWhenCondition:(NSInteger)condition NS_SWIFT_NOASYNC("Use async-safe scoped locking instead");
- (void)unlockWithCondition:(NSInteger)condition NS_SWIFT_NOASYNC("Use async-safe scoped locking instead");
- (BOOL)lockBeforeDate:(NSDate *)limit NS_SWIFT_NAME(lock(before:)) NS_SWIFT_NOASYNC("Use async-safe scoped locking instead");
- (BOOL)lockWhenCondition:(NSInteger)condition beforeDate:(NSDate *)limit NS_SWIFT_NAME(lock(whenCondition:before:)) NS_SWIFT_NOASYNC("Use async-safe scoped locking instead");
@end
NS_SWIFT_NAME(FileHandle) NS_SWIFT_SENDABLE
@interface NSFileHandle : NSObject
@property (class, readonly, strong) NSFileHandle *fileHandleWithStandardError NS_SWIFT_NAME(standardError);
@property (class, readonly, strong) NSFileHandle *fileHandleWithStandardOutput NS_SWIFT_NAME(standardOutput);
@property (class, readonly, strong) NSFileHandle *fileHandleWithNullDevice NS_SWIFT_NAME(nullDevice);
- (void)writeData:(NSData *)data NS_SWIFT_NAME(write(_:));
- (NSData *)readDataToEndOfFile;
@end
NS_SWIFT_NAME(Pipe) NS_SWIFT_SENDABLE
@interface NSPipe : NSObject
@property (readonly, retain) NSFileHandle *fileHandleForReading;
@end
@interface NSPredicate : NSObject
+ (NSPredicate *)predicateWithBlock:(BOOL (NS_SWIFT_SENDABLE ^)(id _Nullable evaluatedObject, NSDictionary<NSString *, id> * _Nullable bindings))block NS_SWIFT_NAME(init(block:));
- (BOOL)evaluateWithObject:(nullable id)object NS_SWIFT_NAME(evaluate(with:));
@end
typedef NSString *NSFileAttributeKey __attribute__((swift_wrapper(struct))) NS_SWIFT_NAME(FileAttributeKey);
extern NSFileAttributeKey const NSFilePosixPermissions NS_SWIFT_NAME(NSFileAttributeKey.posixPermissions);
extern NSFileAttributeKey const NSFileType NS_SWIFT_NAME(NSFileAttributeKey.type);
extern NSFileAttributeKey const NSFileSize NS_SWIFT_NAME(NSFileAttributeKey.size);
typedef NSString *NSURLResourceKey __attribute__((swift_wrapper(struct))) NS_SWIFT_NAME(URLResourceKey);
typedef NS_OPTIONS(NSUInteger, NSDirectoryEnumerationOptions) { NSDirectoryEnumerationSkipsHiddenFiles = 1UL << 2 } NS_SWIFT_NAME(NSFileManager.DirectoryEnumerationOptions);
NSString *NSTemporaryDirectory(void);
NS_SWIFT_NAME(FileManager) NS_SWIFT_SENDABLE
@interface NSFileManager : NSObject
@property (class, readonly, strong) NSFileManager *defaultManager NS_SWIFT_NAME(default);
@property (readonly, copy) NSURL *temporaryDirectory;
@property (readonly, copy) NSString *currentDirectoryPath;
- (BOOL)fileExistsAtPath:(NSString *)path NS_SWIFT_NAME(fileExists(atPath:));
- (BOOL)fileExistsAtPath:(NSString *)path isDirectory:(nullable BOOL *)isDirectory NS_SWIFT_NAME(fileExists(atPath:isDirectory:));
- (nullable NSData *)contentsAtPath:(NSString *)path NS_SWIFT_NAME(contents(atPath:));
- (nullable NSArray<NSString *> *)contentsOfDirectoryAtPath:(NSString *)path error:(NSError **)error NS_SWIFT_NAME(contentsOfDirectory(atPath:));
- (nullable NSArray<NSString *> *)subpathsOfDirectoryAtPath:(NSString *)path error:(NSError **)error NS_SWIFT_NAME(subpathsOfDirectory(atPath:));
- (nullable NSArray<NSURL *> *)contentsOfDirectoryAtURL:(NSURL *)url includingPropertiesForKeys:(nullable NSArray<NSURLResourceKey> *)keys options:(NSDirectoryEnumerationOptions)mask error:(NSError **)error NS_SWIFT_NAME(contentsOfDirectory(at:includingPropertiesForKeys:options:));
- (BOOL)removeItemAtURL:(NSURL *)URL error:(NSError **)error NS_SWIFT_NAME(removeItem(at:));
- (BOOL)removeItemAtPath:(NSString *)path error:(NSError **)error NS_SWIFT_NAME(removeItem(atPath:));
- (BOOL)createSymbolicLinkAtURL:(NSURL *)url withDestinationURL:(NSURL *)destURL error:(NSError **)error NS_SWIFT_NAME(createSymbolicLink(at:withDestinationURL:));
- (BOOL)createSymbolicLinkAtPath:(NSString *)path withDestinationPath:(NSString *)destPath error:(NSError **)error NS_SWIFT_NAME(createSymbolicLink(atPath:withDestinationPath:));
- (nullable NSString *)destinationOfSymbolicLinkAtPath:(NSString *)path error:(NSError **)error NS_SWIFT_NAME(destinationOfSymbolicLink(atPath:));
- (BOOL)setAttributes:(NSDictionary<NSFileAttributeKey, id> *)attributes ofItemAtPath:(NSString *)path error:(NSError **)error NS_SWIFT_NAME(setAttributes(_:ofItemAtPath:));
- (nullable NSDictionary<NSFileAttributeKey, id> *)attributesOfItemAtPath:(NSString *)path error:(NSError **)error NS_SWIFT_NAME(attributesOfItem(atPath:));
@end
@interface NSFileHandle (Creation)
+ (nullable instancetype)fileHandleForWritingToURL:(NSURL *)url error:(NSError **)error NS_SWIFT_NAME(init(forWritingTo:));
- (BOOL)closeAndReturnError:(NSError **)error NS_SWIFT_NAME(close());
@end
NS_SWIFT_NAME(Process)
@interface NSTask : NSObject
@property (nullable, copy) NSURL *executableURL;
@property (nullable, copy) NSArray<NSString *> *arguments;
@property (nullable, copy) NSDictionary<NSString *, NSString *> *environment;
@property (nullable, copy) NSURL *currentDirectoryURL;
@property (nullable, retain) id standardInput, standardOutput, standardError;
@property (readonly) int terminationStatus;
+ (nullable NSTask *)launchedTaskWithExecutableURL:(NSURL *)url arguments:(NSArray<NSString *> *)arguments error:(NSError **)error terminationHandler:(void (^_Nullable)(NSTask *task))terminationHandler NS_SWIFT_NAME(run(_:arguments:terminationHandler:));
- (BOOL)launchAndReturnError:(NSError **)error NS_SWIFT_NAME(run());
- (void)waitUntilExit;
@end
NS_SWIFT_BRIDGE("URLRequest")
@interface NSURLRequest : NSObject
@end
NS_SWIFT_NAME(URLResponse) NS_SWIFT_SENDABLE
@interface NSURLResponse : NSObject
@property (nullable, readonly, copy) NSURL *URL NS_SWIFT_NAME(url);
@property (nullable, readonly, copy) NSString *MIMEType;
@property (readonly) long long expectedContentLength;
@end
NS_SWIFT_NAME(HTTPURLResponse) NS_SWIFT_SENDABLE
@interface NSHTTPURLResponse : NSURLResponse
- (nullable instancetype)initWithURL:(NSURL *)url statusCode:(NSInteger)statusCode HTTPVersion:(nullable NSString *)HTTPVersion headerFields:(nullable NSDictionary<NSString *, NSString *> *)headerFields NS_SWIFT_NAME(init(url:statusCode:httpVersion:headerFields:));
@property (readonly) NSInteger statusCode;
- (nullable NSString *)valueForHTTPHeaderField:(NSString *)field NS_SWIFT_NAME(value(forHTTPHeaderField:));
@end
NS_SWIFT_NAME(CachedURLResponse) NS_SWIFT_SENDABLE
@interface NSCachedURLResponse : NSObject
- (instancetype)initWithResponse:(NSURLResponse *)response data:(NSData *)data;
@property (readonly, copy) NSData *data;
@end
NS_SWIFT_NAME(URLCache) NS_SWIFT_SENDABLE
@interface NSURLCache : NSObject
- (instancetype)initWithMemoryCapacity:(NSUInteger)memoryCapacity diskCapacity:(NSUInteger)diskCapacity diskPath:(nullable NSString *)path NS_SWIFT_NAME(init(memoryCapacity:diskCapacity:diskPath:));
- (instancetype)initWithMemoryCapacity:(NSUInteger)memoryCapacity diskCapacity:(NSUInteger)diskCapacity directoryURL:(nullable NSURL *)directoryURL NS_SWIFT_NAME(init(memoryCapacity:diskCapacity:directory:));
- (nullable NSCachedURLResponse *)cachedResponseForRequest:(NSURLRequest *)request NS_SWIFT_NAME(cachedResponse(for:));
- (void)storeCachedResponse:(NSCachedURLResponse *)cachedResponse forRequest:(NSURLRequest *)request NS_SWIFT_NAME(storeCachedResponse(_:for:));
@end
NS_SWIFT_NAME(URLCredentialStorage) NS_SWIFT_SENDABLE
@interface NSURLCredentialStorage : NSObject
@end
NS_SWIFT_NAME(HTTPCookieStorage) NS_SWIFT_SENDABLE
@interface NSHTTPCookieStorage : NSObject
@end
typedef NS_ENUM(NSUInteger, NSURLRequestCachePolicy) { NSURLRequestUseProtocolCachePolicy = 0, NSURLRequestReloadIgnoringLocalCacheData = 1 };
NS_SWIFT_NAME(URLSessionConfiguration) NS_SWIFT_SENDABLE
@interface NSURLSessionConfiguration : NSObject
@property (class, readonly, strong) NSURLSessionConfiguration *ephemeralSessionConfiguration NS_SWIFT_NAME(ephemeral);
@property (nullable, retain) NSURLCache *URLCache NS_SWIFT_NAME(urlCache);
@property (nullable, retain) NSURLCredentialStorage *URLCredentialStorage NS_SWIFT_NAME(urlCredentialStorage);
@property (nullable, retain) NSHTTPCookieStorage *HTTPCookieStorage NS_SWIFT_NAME(httpCookieStorage);
@property BOOL HTTPShouldSetCookies NS_SWIFT_NAME(httpShouldSetCookies);
@property NSURLRequestCachePolicy requestCachePolicy;
@end
@class NSURLSession, NSURLSessionTask, NSURLSessionDataTask;
@protocol NSURLSessionDelegate;
typedef NS_ENUM(NSInteger, NSURLSessionResponseDisposition) { NSURLSessionResponseCancel = 0, NSURLSessionResponseAllow = 1 } NS_SWIFT_NAME(URLSession.ResponseDisposition);
NS_SWIFT_NAME(URLSessionTask) NS_SWIFT_SENDABLE
@interface NSURLSessionTask : NSObject
@property (readonly) NSUInteger taskIdentifier;
@property (nullable, readonly, copy) NSURLResponse *response;
- (void)resume;
- (void)cancel;
@end
NS_SWIFT_NAME(URLSessionDataTask) NS_SWIFT_SENDABLE
@interface NSURLSessionDataTask : NSURLSessionTask
@end
NS_SWIFT_NAME(URLSession) NS_SWIFT_SENDABLE
@interface NSURLSession : NSObject
@property (class, readonly, strong) NSURLSession *sharedSession NS_SWIFT_NAME(shared);
+ (NSURLSession *)sessionWithConfiguration:(NSURLSessionConfiguration *)configuration delegate:(nullable id <NSURLSessionDelegate>)delegate delegateQueue:(nullable NSOperationQueue *)queue NS_SWIFT_NAME(init(configuration:delegate:delegateQueue:));
@property (readonly, retain) NSOperationQueue *delegateQueue;
- (void)finishTasksAndInvalidate;
- (NSURLSessionDataTask *)dataTaskWithRequest:(NSURLRequest *)request NS_SWIFT_NAME(dataTask(with:));
- (NSURLSessionDataTask *)dataTaskWithRequest:(NSURLRequest *)request completionHandler:(void (NS_SWIFT_SENDABLE ^)(NSData * _Nullable data, NSURLResponse * _Nullable response, NSError * _Nullable error))completionHandler NS_SWIFT_NAME(dataTask(with:completionHandler:)) __attribute__((swift_async(none)));
- (NSURLSessionDataTask *)dataTaskWithURL:(NSURL *)url completionHandler:(void (NS_SWIFT_SENDABLE ^)(NSData * _Nullable data, NSURLResponse * _Nullable response, NSError * _Nullable error))completionHandler NS_SWIFT_NAME(dataTask(with:completionHandler:)) __attribute__((swift_async(none)));
@end
NS_SWIFT_NAME(URLSessionDelegate) NS_SWIFT_SENDABLE
@protocol NSURLSessionDelegate <NSObject>
@optional
- (void)URLSession:(NSURLSession *)session didBecomeInvalidWithError:(nullable NSError *)error NS_SWIFT_NAME(urlSession(_:didBecomeInvalidWithError:));
@end
NS_SWIFT_NAME(URLSessionTaskDelegate) NS_SWIFT_SENDABLE
@protocol NSURLSessionTaskDelegate <NSURLSessionDelegate>
@optional
- (void)URLSession:(NSURLSession *)session task:(NSURLSessionTask *)task willPerformHTTPRedirection:(NSHTTPURLResponse *)response newRequest:(NSURLRequest *)request completionHandler:(void (NS_SWIFT_SENDABLE ^)(NSURLRequest * _Nullable))completionHandler NS_SWIFT_NAME(urlSession(_:task:willPerformHTTPRedirection:newRequest:completionHandler:));
- (void)URLSession:(NSURLSession *)session task:(NSURLSessionTask *)task didCompleteWithError:(nullable NSError *)error NS_SWIFT_NAME(urlSession(_:task:didCompleteWithError:));
@end
NS_SWIFT_NAME(URLSessionDataDelegate) NS_SWIFT_SENDABLE
@protocol NSURLSessionDataDelegate <NSURLSessionTaskDelegate>
@optional
- (void)URLSession:(NSURLSession *)session dataTask:(NSURLSessionDataTask *)dataTask didReceiveResponse:(NSURLResponse *)response completionHandler:(void (NS_SWIFT_SENDABLE ^)(NSURLSessionResponseDisposition disposition))completionHandler NS_SWIFT_NAME(urlSession(_:dataTask:didReceive:completionHandler:));
- (void)URLSession:(NSURLSession *)session dataTask:(NSURLSessionDataTask *)dataTask didReceiveData:(NSData *)data NS_SWIFT_NAME(urlSession(_:dataTask:didReceive:));
@end
#pragma clang assume_nonnull end
