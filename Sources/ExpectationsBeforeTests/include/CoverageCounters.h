/// The counters of the code coverage of this image; null in a build without coverage.
const unsigned long long *expectations_counters(void);

/// How many counters there are.
long expectations_counter_count(void);

/// How many bytes a raw profile takes; 0 in a build without coverage.
long expectations_profile_size(void);

/// Writes a raw profile with the counters of now into a buffer of that size. Only where the size is not 0.
_Bool expectations_write_profile(unsigned char *buffer);
