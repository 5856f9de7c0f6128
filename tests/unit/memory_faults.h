/* Allocations that fail on purpose. The unit tests are linked with --wrap=rg_system_memory. */
#ifndef REGRAFT_MEMORY_FAULTS_H
#define REGRAFT_MEMORY_FAULTS_H

/* Lets this many more allocations succeed, and none after them; negative: all succeed. */
void rg_test_fail_memory_after(long count);

#endif
