// To preload under LeakSanitizer: a library that is closed stays, so that what it has not freed has its name.
extern "C" int dlclose(void* /*handle*/) { return 0; }
