#include "codegen/lanes/gpu.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "codegen/lanes/trajectory_plan.h"

namespace formola::lanes {

namespace {

// Declarations of our own for the few functions that are called; the interface of the driver is
// fixed (CUDA Driver API, reference manual).
using Result = int;
using Device = int;
using Address = unsigned long long;
using Handle = void*;

constexpr int kCapabilityMajor = 75, kCapabilityMinor = 76;  // CU_DEVICE_ATTRIBUTE_...
constexpr int kLocalSize = 3, kRegisters = 4;                // CU_FUNC_ATTRIBUTE_...
constexpr int kErrorBuffer = 5, kErrorBufferSize = 6;        // CU_JIT_...
constexpr unsigned kBlock = 64;  // threads; small, so that long trajectories hold few others up

}  // namespace

struct CudaDriver {
  Handle library = nullptr;
  Result (*init)(unsigned) = nullptr;
  Result (*deviceGet)(Device*, int) = nullptr;
  Result (*deviceGetName)(char*, int, Device) = nullptr;
  Result (*deviceGetAttribute)(int*, int, Device) = nullptr;
  Result (*contextRetain)(Handle*, Device) = nullptr;
  Result (*contextRelease)(Device) = nullptr;
  Result (*contextSetCurrent)(Handle) = nullptr;
  Result (*synchronize)() = nullptr;
  Result (*moduleLoad)(Handle*, const void*, unsigned, int*, void**) = nullptr;
  Result (*moduleUnload)(Handle) = nullptr;
  Result (*moduleGetFunction)(Handle*, Handle, const char*) = nullptr;
  Result (*functionAttribute)(int*, int, Handle) = nullptr;
  Result (*memoryInfo)(size_t*, size_t*) = nullptr;
  Result (*allocate)(Address*, size_t) = nullptr;
  Result (*release)(Address) = nullptr;
  Result (*upload)(Address, const void*, size_t) = nullptr;
  Result (*download)(void*, Address, size_t) = nullptr;
  Result (*launch)(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                   Handle, void**, void**) = nullptr;
  Result (*eventCreate)(Handle*, unsigned) = nullptr;
  Result (*eventDestroy)(Handle) = nullptr;
  Result (*eventRecord)(Handle, Handle) = nullptr;
  Result (*eventElapsed)(float*, Handle, Handle) = nullptr;
  Result (*errorString)(Result, const char**) = nullptr;
  Device device = 0;
  Handle context = nullptr;

  ~CudaDriver() {
    if (context != nullptr) contextRelease(device);
  }

  std::string load();
  // "": well.
  std::string text(Result result, const char* what) const {
    if (result == 0) return {};
    const char* words = nullptr;
    errorString(result, &words);
    return fmt::format("the CUDA driver cannot {}: {}", what, words != nullptr ? words : "?");
  }
};

std::string CudaDriver::load() {
  library = dlopen("libcuda.so.1", RTLD_NOW);
  if (library == nullptr) return "there is no CUDA driver (libcuda.so.1)";
  std::string missing;
  auto find = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    if (function == nullptr && missing.empty()) missing = name;
  };
  find(init, "cuInit");
  find(deviceGet, "cuDeviceGet");
  find(deviceGetName, "cuDeviceGetName");
  find(deviceGetAttribute, "cuDeviceGetAttribute");
  find(contextRetain, "cuDevicePrimaryCtxRetain");
  find(contextRelease, "cuDevicePrimaryCtxRelease_v2");
  find(contextSetCurrent, "cuCtxSetCurrent");
  find(synchronize, "cuCtxSynchronize");
  find(moduleLoad, "cuModuleLoadDataEx");
  find(moduleUnload, "cuModuleUnload");
  find(moduleGetFunction, "cuModuleGetFunction");
  find(functionAttribute, "cuFuncGetAttribute");
  find(memoryInfo, "cuMemGetInfo_v2");
  find(allocate, "cuMemAlloc_v2");
  find(release, "cuMemFree_v2");
  find(upload, "cuMemcpyHtoD_v2");
  find(download, "cuMemcpyDtoH_v2");
  find(launch, "cuLaunchKernel");
  find(eventCreate, "cuEventCreate");
  find(eventDestroy, "cuEventDestroy_v2");
  find(eventRecord, "cuEventRecord");
  find(eventElapsed, "cuEventElapsedTime");
  find(errorString, "cuGetErrorString");
  if (!missing.empty()) return fmt::format("the CUDA driver has no {}", missing);
  if (const Result result = init(0)) return text(result, "start");
  if (const Result result = deviceGet(&device, 0)) return text(result, "find a device");
  Handle made = nullptr;
  if (const Result result = contextRetain(&made, device)) return text(result, "use the device");
  context = made;
  return text(contextSetCurrent(context), "use the device");
}

// Arrays on the device, kept from launch to launch while they are large enough.
struct Gpu::Memory {
  explicit Memory(CudaDriver& driver) : driver_(driver) {}
  ~Memory() {
    for (Array& array : arrays)
      if (array.size > 0) driver_.release(array.address);
  }
  std::string fit(size_t which, size_t bytes) {
    Array& array = arrays[which];
    if (array.size >= bytes) return {};
    if (array.size > 0) driver_.release(array.address);
    array.size = 0;
    const Result result = driver_.allocate(&array.address, bytes);
    if (result == 0) array.size = bytes;
    return driver_.text(result, "take memory of the device");
  }
  struct Array {
    Address address = 0;
    size_t size = 0;
  };
  Array arrays[3];

 private:
  CudaDriver& driver_;
};

Gpu::Gpu() = default;

Gpu::~Gpu() {
  memory_.reset();
  if (module_ != nullptr) driver_->moduleUnload(module_);
}

std::unique_ptr<Gpu> Gpu::open(std::string& problem) {
  if (const char* choice = std::getenv("FORMOLA_GPU");
      choice != nullptr && std::string(choice) == "off") {
    problem = "FORMOLA_GPU is off";
    return nullptr;
  }
  auto driver = std::make_unique<CudaDriver>();
  problem = driver->load();
  if (!problem.empty()) return nullptr;
  std::unique_ptr<Gpu> gpu(new Gpu);
  char name[256] = "";
  driver->deviceGetName(name, sizeof name, driver->device);
  gpu->name_ = name;
  int major = 0, minor = 0;
  driver->deviceGetAttribute(&major, kCapabilityMajor, driver->device);
  driver->deviceGetAttribute(&minor, kCapabilityMinor, driver->device);
  gpu->capability_ = 10 * major + minor;
  gpu->driver_ = std::move(driver);
  gpu->memory_ = std::make_unique<Memory>(*gpu->driver_);
  return gpu;
}

size_t Gpu::freeMemory() const {
  size_t free = 0, total = 0;
  return driver_->memoryInfo(&free, &total) == 0 ? free : 0;
}

bool Gpu::load(const std::string& ptx, std::string& problem) {
  driver_->contextSetCurrent(driver_->context);
  if (module_ != nullptr) driver_->moduleUnload(module_);
  module_ = nullptr;
  std::vector<char> log(4096, '\0');
  int options[] = {kErrorBuffer, kErrorBufferSize};
  void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
  if (const Result result = driver_->moduleLoad(&module_, ptx.c_str(), 2, options, values)) {
    problem = fmt::format("{} {}", driver_->text(result, "compile the code"), log.data());
    module_ = nullptr;
    return false;
  }
  problem = driver_->text(driver_->moduleGetFunction(&function_, module_, kTrajectoryName),
                          "find the kernel");
  if (!problem.empty()) return false;
  driver_->functionAttribute(&registers_, kRegisters, function_);
  driver_->functionAttribute(&localBytes_, kLocalSize, function_);
  return true;
}

bool Gpu::run(const Launch& l, double& seconds, std::string& problem) {
  driver_->contextSetCurrent(driver_->context);
  const auto stride = static_cast<size_t>(l.stride), count = static_cast<size_t>(l.count);
  const size_t sizes[] = {std::max<size_t>(l.givenRows, 1) * stride * sizeof(double),
                          std::max<size_t>(l.outputRows, 1) * stride * sizeof(double),
                          stride * sizeof(int32_t)};
  for (size_t k = 0; k < 3; ++k)
    if (problem = memory_->fit(k, sizes[k]); !problem.empty()) return false;
  Address given = memory_->arrays[0].address, outputs = memory_->arrays[1].address,
          status = memory_->arrays[2].address;
  auto failed = [&](Result result, const char* what) {
    problem = driver_->text(result, what);
    return !problem.empty();
  };
  if (l.givenRows > 0 && failed(driver_->upload(given, l.given, sizes[0]), "copy the parameters"))
    return false;
  int64_t strideOf = l.stride, cases = l.count, steps = l.steps;
  double start = l.start, step = l.step, rest = l.rest, stop = l.stop;
  void* arguments[] = {&given, &outputs, &status, &strideOf, &cases,
                       &start, &step,    &rest,   &stop,     &steps};
  Handle before = nullptr, after = nullptr;
  driver_->eventCreate(&before, 0);
  driver_->eventCreate(&after, 0);
  driver_->eventRecord(before, nullptr);
  const auto blocks = static_cast<unsigned>((count + kBlock - 1) / kBlock);
  bool ok = !failed(
      driver_->launch(function_, blocks, 1, 1, kBlock, 1, 1, 0, nullptr, arguments, nullptr),
      "start the kernel");
  driver_->eventRecord(after, nullptr);
  ok = ok && !failed(driver_->synchronize(), "run the kernel");
  float milliseconds = 0;
  if (ok) driver_->eventElapsed(&milliseconds, before, after);
  seconds = 1e-3 * static_cast<double>(milliseconds);
  driver_->eventDestroy(before);
  driver_->eventDestroy(after);
  if (!ok) return false;
  if (l.outputRows > 0 &&
      failed(driver_->download(l.outputs, outputs, sizes[1]), "copy the results"))
    return false;
  return !failed(driver_->download(l.status, status, count * sizeof(int32_t)), "copy the results");
}

}  // namespace formola::lanes
