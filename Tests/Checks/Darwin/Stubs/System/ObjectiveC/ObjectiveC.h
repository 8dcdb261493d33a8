// The types of the runtime that this project uses.
#ifndef OBJC_STUB_H
#define OBJC_STUB_H
#include <stdint.h>
#include <stddef.h>
#if __OBJC_BOOL_IS_BOOL
typedef _Bool BOOL;
#else
typedef signed char BOOL;
#endif
typedef unsigned long NSUInteger;
typedef long NSInteger;
#pragma clang assume_nonnull begin
@class Protocol;
@protocol NSObject
- (BOOL)isEqual:(nullable id)object;
@property (readonly) NSUInteger hash;
@end
__attribute__((objc_root_class))
@interface NSObject <NSObject>
- (instancetype)init;
+ (instancetype)new;
@end
#pragma clang assume_nonnull end
#endif
