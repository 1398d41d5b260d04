// A device and the runtimes of three vendors, as far as libtutti asks them. Its memory is mapped twice: where an
// application has its address nobody may read or write, so that whoever takes it for the host's is ended; the runtime
// copies by the other mapping. One library by each of their names is made of it.
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct Region {
  char *given, *readable;
  size_t bytes;
};
static struct Region regions[256];
static int count, is_initialised, retained, is_managed, fails_to_device;
static __thread void* current;  // the context of CUDA
static long copied;

void device_initialise(void) { is_initialised = 1; }

/// From now on the processor may touch what is allocated, as it may managed memory.
void device_manage(void) { is_managed = 1; }

/// Whether copies to the device fail from now on.
void device_fail(int fails) { fails_to_device = fails; }

void* device_allocate(size_t bytes) {
  const int file = memfd_create("device", 0);
  const size_t pages = (bytes / 4096 + 1) * 4096;
  if (ftruncate(file, (off_t)pages) != 0) return NULL;
  struct Region* r = &regions[count++];
  r->bytes = pages;
  r->given = mmap(NULL, pages, is_managed ? PROT_READ | PROT_WRITE : PROT_NONE, MAP_SHARED, file, 0);
  r->readable = mmap(NULL, pages, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  return r->given;
}

void device_free_all(void) {
  for (int i = 0; i < count; ++i) {
    munmap(regions[i].given, regions[i].bytes);
    munmap(regions[i].readable, regions[i].bytes);
  }
  count = 0;
}

static const struct Region* region_of(const void* address) {
  for (int i = 0; i < count; ++i)
    if ((const char*)address >= regions[i].given && (const char*)address < regions[i].given + regions[i].bytes)
      return &regions[i];
  return NULL;
}

static char* readable(const void* address) {
  const struct Region* r = region_of(address);
  return r ? r->readable + ((const char*)address - r->given) : (char*)address;
}

/// Between the host and the device, or on either.
void device_copy(void* to, const void* from, size_t bytes) { memcpy(readable(to), readable(from), bytes); }

/// 0, or an error.
static int copy(void* to, const void* from, size_t bytes) {
  if (fails_to_device && region_of(to)) return 700;
  device_copy(to, from, bytes);
  copied += (long)bytes;
  return 0;
}

/// How many bytes libtutti has copied, or -1 where it holds a context.
long device_copied(void) { return retained == 0 ? copied : -1; }

// ---- CUDA's driver; each second region is a pool's, whose context nobody can tell

enum { not_initialised = 3, invalid_value = 1, invalid_context = 201 };
static char a_context, the_primary_context;

int cuPointerGetAttribute(void* value, int attribute, unsigned long long pointer) {
  if (!is_initialised) return not_initialised;
  const struct Region* r = region_of((const void*)pointer);
  if (!r) return invalid_value;
  switch (attribute) {
    case 1: *(void**)value = (r - regions) % 2 == 0 ? &a_context : NULL; return 0;
    case 2: *(unsigned*)value = 2; return 0;
    case 9: *(int*)value = 0; return 0;
    default: return invalid_value;
  }
}
int cuMemcpy(unsigned long long to, unsigned long long from, size_t bytes) {
  if (!current) return invalid_context;
  return copy((void*)to, (const void*)from, bytes);
}
int cuStreamSynchronize(void* stream) { return stream || !current ? invalid_context : 0; }
int cuCtxPushCurrent_v2(void* context) { return (current = context) ? 0 : invalid_context; }
int cuCtxPopCurrent_v2(void** context) {
  *context = current;
  current = NULL;
  return 0;
}
int cuDevicePrimaryCtxRetain(void** context, int device) {
  *context = &the_primary_context;
  ++retained;
  return device;
}
int cuDevicePrimaryCtxRelease_v2(int device) {
  --retained;
  return device;
}

// ---- ROCm's HSA runtime; an older one knows less of a pointer

struct PointerInfo {
  uint32_t size;
  int type;
  void *agent_base, *host_base;
  size_t bytes;
  void* user_data;
  uint64_t owner;
};

int hsa_amd_pointer_info(const void* address, struct PointerInfo* info, void* allocate, uint32_t* agents, void* list) {
  if (!is_initialised) return 0x100B;
  const struct Region* r = region_of(address);
  const int is_old = r && (r - regions) % 2 == 1;
  if (allocate || agents || list || info->size < sizeof *info) return 0x1001;
  info->size = is_old ? offsetof(struct PointerInfo, user_data) : sizeof *info;
  info->type = r ? 1 : 0;
  if (!is_old) info->owner = r ? 7 : 0;
  return 0;
}
int hsa_agent_get_info(uint64_t agent, int attribute, void* value) {
  if (agent != 7 || attribute != 17) return 0x1001;
  *(int*)value = 1;
  return 0;
}
int hsa_memory_copy(void* to, const void* from, size_t bytes) { return copy(to, from, bytes); }

// ---- Level Zero's loader, with two drivers of which the second has the device

struct Properties {
  int structure_type;
  void* next;
  int type;
  uint64_t id, page;
};
static char drivers[2], contexts[2], the_device, a_list;

int zeDriverGet(uint32_t* n, void** all) {
  if (!is_initialised) return 0x78000001;
  if (all)
    for (int i = 0; i < 2; ++i) all[i] = &drivers[i];
  *n = 2;
  return 0;
}
int zeContextCreate(void* driver, const void* description, void** context) {
  if (*(const int*)description != 0xd) return 0x78000004;
  *context = &contexts[driver == &drivers[1]];
  return 0;
}
int zeMemGetAllocProperties(void* context, const void* address, struct Properties* properties, void** device) {
  if (properties->structure_type != 0x17) return 0x78000004;
  const int is_ours = context == &contexts[1] && region_of(address);
  properties->type = is_ours ? 2 : 0;
  *device = is_ours ? &the_device : NULL;
  return 0;
}
int zeCommandListCreateImmediate(void* context, void* device, const void* description, void** list) {
  *list = &a_list;
  return context == &contexts[1] && device == &the_device && *(const int*)description == 0xe ? 0 : 0x78000004;
}
int zeCommandListAppendMemoryCopy(void* list, void* to, const void* from, size_t bytes, void* signal, uint32_t waits,
                                  void* events) {
  if (list != &a_list || signal || waits || events) return 0x78000004;
  return copy(to, from, bytes);
}
int zeCommandListDestroy(void* list) { return list == &a_list ? 0 : 0x78000004; }
