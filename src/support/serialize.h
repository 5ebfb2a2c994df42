// Values as bytes and back, for caches that the same program reads again: no format for others.
//
// Numbers, enumerations, texts, ids, vectors, optionals and every plain structure of such are known
// by themselves: the members of a structure are found by structured bindings, so that a new member
// needs no line here and cannot be forgotten. A structure with more members than fieldsOf lists
// does not compile.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/id.h"

namespace formola::serial {

class Writer {
 public:
  void bytes(const void* data, size_t size) { out_.append(static_cast<const char*>(data), size); }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

// Ensures: reads nothing beyond the end; whoever asks for more gets zeros, and ok() is false.
class Reader {
 public:
  explicit Reader(std::string_view data) : data_(data) {}
  void bytes(void* to, size_t size) {
    if (size > data_.size()) {
      ok_ = false;
      std::memset(to, 0, size);
      return;
    }
    if (size > 0) std::memcpy(to, data_.data(), size);
    data_.remove_prefix(size);
  }
  // Of that many elements, each at least a byte.
  size_t count() {
    uint64_t n = 0;
    bytes(&n, sizeof n);
    if (n > data_.size()) {
      ok_ = false;
      n = 0;
    }
    return n;
  }
  bool ok() const { return ok_; }
  bool atEnd() const { return ok_ && data_.empty(); }

 private:
  std::string_view data_;
  bool ok_ = true;
};

namespace detail {

struct Any {
  template <typename T>
    requires(!std::is_same_v<std::remove_cvref_t<T>, Any>)
  operator T() const;  // only for counting: not defined
};

template <typename T, size_t... I>
constexpr bool takes(std::index_sequence<I...>) {
  return requires { T{(static_cast<void>(I), Any{})...}; };
}
// The most values that T can be made of in braces: its members.
template <typename T, size_t N = 48>
constexpr size_t memberCount() {
  if constexpr (N == 0 || takes<T>(std::make_index_sequence<N>())) {
    return N;
  } else {
    return memberCount<T, N - 1>();
  }
}

template <typename T>
constexpr bool kIsId = false;
template <typename Tag>
constexpr bool kIsId<Id<Tag>> = true;

}  // namespace detail

// The members of a plain structure, as a tuple of references.
// Long, since it has one case for each number of members.
template <typename T>
auto fieldsOf(T& value) {
  constexpr size_t kCount = detail::memberCount<std::remove_const_t<T>>();
  static_assert(kCount > 0 && kCount <= 40, "more members than fieldsOf lists");
  if constexpr (kCount == 1) {
    auto& [m1] = value;
    return std::tie(m1);
  } else if constexpr (kCount == 2) {
    auto& [m1, m2] = value;
    return std::tie(m1, m2);
  } else if constexpr (kCount == 3) {
    auto& [m1, m2, m3] = value;
    return std::tie(m1, m2, m3);
  } else if constexpr (kCount == 4) {
    auto& [m1, m2, m3, m4] = value;
    return std::tie(m1, m2, m3, m4);
  } else if constexpr (kCount == 5) {
    auto& [m1, m2, m3, m4, m5] = value;
    return std::tie(m1, m2, m3, m4, m5);
  } else if constexpr (kCount == 6) {
    auto& [m1, m2, m3, m4, m5, m6] = value;
    return std::tie(m1, m2, m3, m4, m5, m6);
  } else if constexpr (kCount == 7) {
    auto& [m1, m2, m3, m4, m5, m6, m7] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7);
  } else if constexpr (kCount == 8) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8);
  } else if constexpr (kCount == 9) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9);
  } else if constexpr (kCount == 10) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10);
  } else if constexpr (kCount == 11) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11);
  } else if constexpr (kCount == 12) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12);
  } else if constexpr (kCount == 13) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13);
  } else if constexpr (kCount == 14) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14);
  } else if constexpr (kCount == 15) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15);
  } else if constexpr (kCount == 16) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16);
  } else if constexpr (kCount == 17) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17);
  } else if constexpr (kCount == 18) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17,
                    m18);
  } else if constexpr (kCount == 19) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19] =
        value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19);
  } else if constexpr (kCount == 20) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20);
  } else if constexpr (kCount == 21) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20, m21);
  } else if constexpr (kCount == 22) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20, m21, m22);
  } else if constexpr (kCount == 23) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22, m23] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20, m21, m22, m23);
  } else if constexpr (kCount == 24) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22, m23, m24] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20, m21, m22, m23, m24);
  } else if constexpr (kCount == 25) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22, m23, m24, m25] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20, m21, m22, m23, m24, m25);
  } else if constexpr (kCount == 26) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22, m23, m24, m25, m26] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20, m21, m22, m23, m24, m25, m26);
  } else if constexpr (kCount == 27) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22, m23, m24, m25, m26, m27] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20, m21, m22, m23, m24, m25, m26, m27);
  } else if constexpr (kCount == 28) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22, m23, m24, m25, m26, m27, m28] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20, m21, m22, m23, m24, m25, m26, m27, m28);
  } else if constexpr (kCount == 29) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22, m23, m24, m25, m26, m27, m28, m29] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20, m21, m22, m23, m24, m25, m26, m27, m28, m29);
  } else if constexpr (kCount == 30) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30);
  } else if constexpr (kCount == 31) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31);
  } else if constexpr (kCount == 32) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32);
  } else if constexpr (kCount == 33) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32, m33] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32, m33);
  } else if constexpr (kCount == 34) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32, m33, m34] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32, m33, m34);
  } else if constexpr (kCount == 35) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32, m33, m34, m35] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32, m33, m34,
                    m35);
  } else if constexpr (kCount == 36) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32, m33, m34, m35, m36] =
        value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32, m33, m34,
                    m35, m36);
  } else if constexpr (kCount == 37) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32, m33, m34, m35, m36,
           m37] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32, m33, m34,
                    m35, m36, m37);
  } else if constexpr (kCount == 38) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32, m33, m34, m35, m36, m37,
           m38] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32, m33, m34,
                    m35, m36, m37, m38);
  } else if constexpr (kCount == 39) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32, m33, m34, m35, m36, m37,
           m38, m39] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32, m33, m34,
                    m35, m36, m37, m38, m39);
  } else if constexpr (kCount == 40) {
    auto& [m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19,
           m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32, m33, m34, m35, m36, m37,
           m38, m39, m40] = value;
    return std::tie(m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18,
                    m19, m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31, m32, m33, m34,
                    m35, m36, m37, m38, m39, m40);
  }
}

template <typename T>
void write(Writer& out, const T& value);
template <typename T>
void read(Reader& in, T& value);

template <typename T>
void write(Writer& out, const std::vector<T>& values) {
  const uint64_t n = values.size();
  out.bytes(&n, sizeof n);
  if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
    out.bytes(values.data(), n * sizeof(T));
  } else {
    for (const T& value : values) write(out, value);
  }
}
template <typename T>
void read(Reader& in, std::vector<T>& values) {
  const size_t n = in.count();
  values.clear();
  values.resize(n);
  for (size_t i = 0; i < n && in.ok(); ++i) read(in, values[i]);
}
template <typename IdType, typename T>
void write(Writer& out, const IdVector<IdType, T>& values) {
  write(out, values.raw());
}
template <typename IdType, typename T>
void read(Reader& in, IdVector<IdType, T>& values) {
  read(in, values.raw());
}
inline void write(Writer& out, const std::string& text) {
  const uint64_t n = text.size();
  out.bytes(&n, sizeof n);
  out.bytes(text.data(), n);
}
inline void read(Reader& in, std::string& text) {
  text.resize(in.count());
  in.bytes(text.data(), text.size());
}
template <typename T>
void write(Writer& out, const std::optional<T>& value) {
  write(out, value.has_value());
  if (value) write(out, *value);
}
template <typename T>
void read(Reader& in, std::optional<T>& value) {
  bool has = false;
  read(in, has);
  value.reset();
  if (has) read(in, value.emplace());
}

template <typename T>
void write(Writer& out, const T& value) {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> || detail::kIsId<T>) {
    out.bytes(&value, sizeof value);
  } else {
    static_assert(std::is_aggregate_v<T>, "write a pair of write and read for this type");
    std::apply([&](const auto&... member) { (write(out, member), ...); }, fieldsOf(value));
  }
}
template <typename T>
void read(Reader& in, T& value) {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> || detail::kIsId<T>) {
    in.bytes(&value, sizeof value);
  } else {
    static_assert(std::is_aggregate_v<T>, "write a pair of write and read for this type");
    std::apply([&](auto&... member) { (read(in, member), ...); }, fieldsOf(value));
  }
}

}  // namespace formola::serial
