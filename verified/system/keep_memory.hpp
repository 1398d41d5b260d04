// How this process asks the system for memory.
#pragma once

namespace tutti {

/// Memory that is freed is kept for what is asked for next, not given back: a solver frees megabytes with each query
/// and asks for them again, and where a page fault is dear (virtual machines) that takes most of its time. To be called
/// first in main(). No effect where malloc is not glibc's.
void keep_memory();

}  // namespace tutti
