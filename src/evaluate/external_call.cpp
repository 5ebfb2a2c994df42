#include "evaluate/external_call.h"

#include <ffi.h>

#include <cstring>
#include <deque>

#include "evaluate/modelica_utilities.h"

namespace formola {

namespace {

bool isInt(BaseType base) {
  return base == BaseType::Integer || base == BaseType::Boolean || base == BaseType::Enumeration;
}

// The places of an array's elements in column-major order, by row-major place.
std::vector<size_t> columnMajor(std::span<const Size> dims) {
  size_t count = 1;
  for (Size d : dims) count *= static_cast<size_t>(d);
  std::vector<size_t> to(count), at(dims.size(), 0);
  for (size_t k = 0; k < count; ++k) {
    size_t place = 0;
    for (size_t d = dims.size(); d-- > 0;) place = place * static_cast<size_t>(dims[d]) + at[d];
    to[k] = place;
    for (size_t d = dims.size(); d-- > 0;) {
      if (++at[d] < static_cast<size_t>(dims[d])) break;
      at[d] = 0;
    }
  }
  return to;
}

// Values in the memory that C sees. Addresses stay where they are while this lives.
class Marshaller {
 public:
  Marshaller(const TypeTable& types, bool fortran) : types_(types), fortran_(fortran) {}

  bool pass(const ExternalArgument& argument) {
    const Type& type = types_[argument.value.type];
    if (argument.kind == ExternalArgumentKind::SizeOf && !fortran_) {
      scalars_.push_back({});
      scalars_.back().size = static_cast<size_t>(argument.value.integers[0]);
      return add(&ffi_type_uint64, &scalars_.back());
    }
    const bool array = !type.dims.empty();
    const bool address = array || argument.kind == ExternalArgumentKind::Output || fortran_;
    if (type.base == BaseType::Record && !array) {
      buffers_.emplace_back();
      if (!writeRecord(argument.value, buffers_.back())) return false;
      return addAddress(buffers_.back().data());
    }
    if (type.base == BaseType::ExternalObject && !address) {
      scalars_.push_back({});
      scalars_.back().pointer = reinterpret_cast<void*>(argument.value.integers[0]);
      return add(&ffi_type_pointer, &scalars_.back());
    }
    if (type.base == BaseType::Real) {
      if (!address) {
        scalars_.push_back({});
        scalars_.back().real = argument.value.reals[0];
        return add(&ffi_type_double, &scalars_.back());
      }
      return addAddress(fill<double>(argument.value.reals, type.dims));
    }
    if (isInt(type.base)) {
      if (!address) {
        scalars_.push_back({});
        scalars_.back().integer = static_cast<int>(argument.value.integers[0]);
        return add(&ffi_type_sint, &scalars_.back());
      }
      return addAddress(fill<int>(argument.value.integers, type.dims));
    }
    if (type.base == BaseType::String) {
      // A function may keep the text longer than it should, but must not write to it.
      std::vector<const char*> texts;
      for (const std::string& text : argument.value.strings) texts.push_back(text.c_str());
      if (fortran_ && !array) {
        lengths_.push_back(argument.value.strings[0].size());
        return addAddress(const_cast<char*>(texts[0]));
      }
      buffers_.emplace_back(texts.size() * sizeof(const char*));
      std::memcpy(buffers_.back().data(), texts.data(), buffers_.back().size());
      if (address) return addAddress(buffers_.back().data());
      return addAddress(const_cast<char*>(texts[0]));
    }
    return false;
  }

  // Fortran has the lengths of texts behind all arguments.
  void end() {
    for (size_t& length : lengths_) add(&ffi_type_uint64, &length);
  }

  // What the function wrote to argument `index`.
  void take(size_t index, Value& value) {
    const Type& type = types_[value.type];
    const void* memory = addresses_[index];
    if (memory == nullptr) return;
    if (type.base == BaseType::Record && type.dims.empty()) {
      size_t at = 0;
      readRecord(value, static_cast<const char*>(memory), at);
    } else if (type.base == BaseType::Real) {
      read<double>(memory, value.reals, type.dims);
    } else if (isInt(type.base)) {
      read<int>(memory, value.integers, type.dims);
      if (type.base == BaseType::Boolean)
        for (int64_t& b : value.integers) b = b != 0;
    } else if (type.base == BaseType::String) {
      if (fortran_ && type.dims.empty()) return;  // the text itself was passed
      const auto* texts = static_cast<const char* const*>(memory);
      for (size_t k = 0; k < value.strings.size(); ++k)
        value.strings[k] = texts[k] != nullptr ? texts[k] : "";
    }
  }

  std::vector<ffi_type*> ffiTypes;
  std::vector<void*> pointers;

 private:
  union Scalar {
    double real;
    int integer;
    size_t size;
    void* pointer;
  };

  bool add(ffi_type* type, void* where) {
    ffiTypes.push_back(type);
    pointers.push_back(where);
    addresses_.push_back(nullptr);
    return true;
  }
  bool addAddress(void* memory) {
    scalars_.push_back({});
    scalars_.back().pointer = memory;
    add(&ffi_type_pointer, &scalars_.back());
    addresses_.back() = memory;
    return true;
  }
  template <typename T, typename From>
  void* fill(const std::vector<From>& numbers, std::span<const Size> dims) {
    // At least one element: an empty array has an address too.
    buffers_.emplace_back((numbers.size() + 1) * sizeof(T));
    T* memory = reinterpret_cast<T*>(buffers_.back().data());
    const bool turned = fortran_ && dims.size() > 1;
    const std::vector<size_t> to = turned ? columnMajor(dims) : std::vector<size_t>();
    for (size_t k = 0; k < numbers.size(); ++k)
      memory[turned ? to[k] : k] = static_cast<T>(numbers[k]);
    return memory;
  }
  template <typename T, typename To>
  void read(const void* memory, std::vector<To>& numbers, std::span<const Size> dims) {
    const bool turned = fortran_ && dims.size() > 1;
    const std::vector<size_t> from = turned ? columnMajor(dims) : std::vector<size_t>();
    for (size_t k = 0; k < numbers.size(); ++k)
      numbers[k] = static_cast<To>(static_cast<const T*>(memory)[turned ? from[k] : k]);
  }

  template <typename T>
  static void append(std::vector<char>& memory, T value) {
    memory.resize((memory.size() + alignof(T) - 1) / alignof(T) * alignof(T));
    memory.resize(memory.size() + sizeof(T));
    std::memcpy(memory.data() + memory.size() - sizeof(T), &value, sizeof(T));
  }
  template <typename T>
  static T next(const char* memory, size_t& at) {
    at = (at + alignof(T) - 1) / alignof(T) * alignof(T);
    T value;
    std::memcpy(&value, memory + at, sizeof(T));
    at += sizeof(T);
    return value;
  }
  // Structs without arrays; nested ones begin aligned as their largest member does, which is 8 here
  // for all that have a Real or a String. Recurses on the nesting of record types only.
  bool writeRecord(const Value& record, std::vector<char>& memory) {
    for (const Value& field : record.fields) {
      const Type& type = types_[field.type];
      if (!type.dims.empty()) return false;
      if (type.base == BaseType::Real) {
        append(memory, field.reals[0]);
      } else if (isInt(type.base)) {
        append(memory, static_cast<int>(field.integers[0]));
      } else if (type.base == BaseType::String) {
        append(memory, field.strings[0].c_str());
      } else if (type.base != BaseType::Record || !writeRecord(field, memory)) {
        return false;
      }
    }
    return true;
  }
  void readRecord(Value& record, const char* memory, size_t& at) {
    for (Value& field : record.fields) {
      const Type& type = types_[field.type];
      if (type.base == BaseType::Real) {
        field.reals[0] = next<double>(memory, at);
      } else if (isInt(type.base)) {
        field.integers[0] = next<int>(memory, at);
      } else if (type.base == BaseType::String) {
        const char* text = next<const char*>(memory, at);
        field.strings[0] = text != nullptr ? text : "";
      } else {
        readRecord(field, memory, at);
      }
    }
  }

  const TypeTable& types_;
  bool fortran_;
  std::deque<Scalar> scalars_;
  std::deque<std::vector<char>> buffers_;
  std::deque<size_t> lengths_;
  std::vector<void*> addresses_;  // by argument; null: by value
};

union Result {
  double real;
  ffi_sarg integer;
  void* pointer;
};

// Apart from the rest: nothing with a destructor lives in the frame that ModelicaError returns to.
bool guardedCall(ffi_cif& cif, void* function, Result& result, void** pointers,
                 ExternalCallScope& scope) {
  if (setjmp(scope.back) != 0) return false;
  ffi_call(&cif, FFI_FN(function), &result, pointers);
  return true;
}

}  // namespace

bool callExternal(void* function, bool fortran, std::span<ExternalArgument> arguments,
                  Value& result, const TypeTable& types, EffectGate* gate, std::string& error) {
  Marshaller memory(types, fortran);
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (memory.pass(arguments[i])) continue;
    error = "argument " + std::to_string(i + 1) + " is of a type that can't be passed";
    return false;
  }
  memory.end();
  ffi_type* returned = &ffi_type_void;
  const BaseType base = result.type.valid() ? types[result.type].base : BaseType::None;
  if (base == BaseType::Real) {
    returned = &ffi_type_double;
  } else if (isInt(base)) {
    returned = &ffi_type_sint;
  } else if (base == BaseType::String || base == BaseType::ExternalObject) {
    returned = &ffi_type_pointer;
  } else if (base != BaseType::None) {
    error = "the result is of a type that can't be returned";
    return false;
  }
  ffi_cif cif;
  if (ffi_prep_cif(&cif, FFI_DEFAULT_ABI, static_cast<unsigned>(memory.ffiTypes.size()), returned,
                   memory.ffiTypes.data()) != FFI_OK) {
    error = "the call can't be prepared";
    return false;
  }
  Result raw{};
  ExternalCallScope scope(gate);
  if (!guardedCall(cif, function, raw, memory.pointers.data(), scope)) {
    error = scope.error != nullptr ? scope.error : "it failed";
    while (!error.empty() && error.back() == '\n') error.pop_back();
    return false;
  }
  if (base == BaseType::Real) {
    result.reals.assign(1, raw.real);
  } else if (base == BaseType::Boolean) {
    result.integers.assign(1, static_cast<int>(raw.integer) != 0);
  } else if (isInt(base)) {
    result.integers.assign(1, static_cast<int>(raw.integer));
  } else if (base == BaseType::ExternalObject) {
    result.integers.assign(1, reinterpret_cast<int64_t>(raw.pointer));
  } else if (base == BaseType::String) {
    const char* text = static_cast<const char*>(raw.pointer);
    result.strings.assign(1, text != nullptr ? text : "");
  }
  for (size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].kind == ExternalArgumentKind::Output) memory.take(i, arguments[i].value);
  return true;
}

}  // namespace formola
