#include "evaluate/modelica_utilities.h"

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace formola {

namespace {

// Of this thread: C functions have no other way to know who called them.
thread_local ExternalCallScope* current = nullptr;

}  // namespace

struct ExternalCallScope::Block {
  Block* next;
};

ExternalCallScope::ExternalCallScope(EffectGate* listener) : gate(listener), outer(current) {
  current = this;
}

ExternalCallScope::~ExternalCallScope() {
  current = outer;
  std::free(error);
  while (blocks != nullptr) {
    Block* next = blocks->next;
    std::free(blocks);
    blocks = next;
  }
}

namespace {

char* formatted(const char* format, va_list arguments) {
  if (format == nullptr) format = "";  // a mistake of the external function, not to be made worse
  va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  auto* text = static_cast<char*>(std::malloc(static_cast<size_t>(length < 0 ? 0 : length) + 1));
  if (text != nullptr)
    std::vsnprintf(text, static_cast<size_t>(length < 0 ? 0 : length) + 1, format, arguments);
  return text;
}

// A function that speaks from a thread of its own is not heard: nobody knows who called it.
void say(Speech kind, const std::string& text) {
  if (current != nullptr && current->gate != nullptr) current->gate->say(kind, text);
}

std::string takeText(char* text) {
  std::string result = text != nullptr ? text : "";
  std::free(text);
  return result;
}

// Only C functions lie between here and the call: nothing is left undone.
[[noreturn]] void fail(char* text) {
  if (current == nullptr) {
    std::fprintf(stderr, "%s\n", text != nullptr ? text : "out of memory");
    std::abort();
  }
  current->error = text;
  std::longjmp(current->back, 1);
}

}  // namespace

}  // namespace formola

#define FORMOLA_EXPORT extern "C" __attribute__((visibility("default"), used))

FORMOLA_EXPORT void ModelicaMessage(const char* text) {
  formola::say(formola::Speech::Message, text);
}
FORMOLA_EXPORT void ModelicaVFormatMessage(const char* format, va_list arguments) {
  formola::say(formola::Speech::Message, formola::takeText(formola::formatted(format, arguments)));
}
FORMOLA_EXPORT void ModelicaFormatMessage(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  ModelicaVFormatMessage(format, arguments);
  va_end(arguments);
}
FORMOLA_EXPORT void ModelicaWarning(const char* text) {
  formola::say(formola::Speech::Warning, text);
}
FORMOLA_EXPORT void ModelicaVFormatWarning(const char* format, va_list arguments) {
  formola::say(formola::Speech::Warning, formola::takeText(formola::formatted(format, arguments)));
}
FORMOLA_EXPORT void ModelicaFormatWarning(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  ModelicaVFormatWarning(format, arguments);
  va_end(arguments);
}
FORMOLA_EXPORT void ModelicaError(const char* text) {
  formola::fail(strdup(text));
}
FORMOLA_EXPORT void ModelicaVFormatError(const char* format, va_list arguments) {
  formola::fail(formola::formatted(format, arguments));
}
FORMOLA_EXPORT void ModelicaFormatError(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char* text = formola::formatted(format, arguments);
  va_end(arguments);
  formola::fail(text);
}
FORMOLA_EXPORT char* ModelicaAllocateStringWithErrorReturn(size_t length) {
  using Block = formola::ExternalCallScope::Block;
  auto* block = static_cast<Block*>(std::calloc(1, sizeof(Block) + length + 1));
  if (block == nullptr) return nullptr;
  if (formola::current != nullptr) {
    block->next = formola::current->blocks;
    formola::current->blocks = block;
  }
  return reinterpret_cast<char*>(block + 1);
}
FORMOLA_EXPORT char* ModelicaAllocateString(size_t length) {
  char* text = ModelicaAllocateStringWithErrorReturn(length);
  if (text == nullptr) formola::fail(strdup("there is not enough memory for a string"));
  return text;
}
FORMOLA_EXPORT char* ModelicaDuplicateStringWithErrorReturn(const char* text) {
  char* copy = ModelicaAllocateStringWithErrorReturn(std::strlen(text));
  if (copy != nullptr) std::strcpy(copy, text);
  return copy;
}
FORMOLA_EXPORT char* ModelicaDuplicateString(const char* text) {
  char* copy = ModelicaAllocateString(std::strlen(text));
  std::strcpy(copy, text);
  return copy;
}
