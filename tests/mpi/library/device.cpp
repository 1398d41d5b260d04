// Stands for the runtime of a device: its name is what is looked at.
extern "C" int cudaGetDeviceCount(int* count) {
  *count = 0;
  return 0;
}
