// Texts and external objects in C programs: what src/codegen/lower/texts.h and
// src/codegen/host/services.cpp do.
#include "codegen/text/c_kernels.h"

namespace formola::text {

// Before the structure of the model.
const std::string_view kKeptTypes =
    R"(/* What is no part of what changes with time: copies of a model share it. */
typedef struct KEPT {
  struct TABLES *tables;
  struct TEXTS *texts;
  struct OBJECTS *objects;
} KEPT;

)";

const std::string_view kTexts =
    R"(/* A text is a number: the texts of the program come first, then those that are made while it runs.
   Equal texts have equal numbers, and 0 is the empty one. */
enum { TEXT_LITERALS = @COUNT@, TEXT_BUCKETS = 4096, TEXT_MOST = 1000000 };
static const char *const text_literal[TEXT_LITERALS] = {@LITERALS@};

typedef struct TEXTS {
  char **made;
  int *next; /* by number: the next one in the same bucket */
  int bucket[TEXT_BUCKETS];
  int count, room;
} TEXTS;

static const char *text_of(const MODEL *m, double number)
{
  const TEXTS *const all = m->kept.texts;
  const long k = number >= 0 ? (long)number : 0;
  if (k < TEXT_LITERALS) return text_literal[k];
  return all && k - TEXT_LITERALS < all->count ? all->made[k - TEXT_LITERALS] : "";
}

/* FNV-1a, 32 bits (Fowler, Noll, Vo) */
static int text_bucket(const char *text)
{
  uint32_t hash = 2166136261u;
  for (; *text; ++text) hash = (hash ^ (unsigned char)*text)*16777619u;
  return (int)(hash % TEXT_BUCKETS);
}

static double text_number(MODEL *m, const char *text);

static int text_failure(MODEL *m)
{
  m->message = "there are too many different texts";
  m->broken = 1;
  return 1;
}

static int begin_texts(MODEL *m)
{
  TEXTS *all = m->kept.texts;
  int k;
  (void)text_number; /* programs that only compare texts make none */
  if (all) return 0;
  all = (TEXTS *)calloc(1, sizeof(TEXTS));
  if (!all) return text_failure(m);
  all->room = 32;
  all->made = (char **)calloc((size_t)all->room, sizeof(char *));
  all->next = (int *)calloc(TEXT_LITERALS + (size_t)all->room, sizeof(int));
  m->kept.texts = all;
  if (!all->made || !all->next) return text_failure(m);
  for (k = 0; k < TEXT_BUCKETS; ++k) all->bucket[k] = -1;
  for (k = 0; k < TEXT_LITERALS; ++k) {
    int *const first = &all->bucket[text_bucket(text_literal[k])];
    all->next[k] = *first;
    *first = k;
  }
  return 0;
}

static void free_texts(MODEL *m)
{
  TEXTS *const all = m->kept.texts;
  int k;
  if (!all) return;
  for (k = 0; k < all->count; ++k) free(all->made[k]);
  free(all->made);
  free(all->next);
  free(all);
  m->kept.texts = 0;
}

static double text_number(MODEL *m, const char *text)
{
  TEXTS *all;
  int *first, k;
  size_t length;
  if (!text || !*text || begin_texts(m)) return 0;
  all = m->kept.texts;
  if (!all->made || !all->next) return 0;
  first = &all->bucket[text_bucket(text)];
  for (k = *first; k >= 0; k = all->next[k])
    if (strcmp(text_of(m, k), text) == 0) return k;
  if (all->count == all->room) {
    const int room = 2*all->room;
    char **const made = (char **)realloc(all->made, (size_t)room*sizeof(char *));
    int *next;
    if (made) all->made = made;
    next = made && room <= TEXT_MOST
               ? (int *)realloc(all->next, (TEXT_LITERALS + (size_t)room)*sizeof(int)) : 0;
    if (!next) {
      text_failure(m);
      return 0;
    }
    all->next = next;
    all->room = room;
  }
  length = strlen(text) + 1;
  all->made[all->count] = (char *)malloc(length);
  if (!all->made[all->count]) {
    text_failure(m);
    return 0;
  }
  memcpy(all->made[all->count], text, length);
  k = TEXT_LITERALS + all->count++;
  all->next[k] = *first;
  *first = k;
  return k;
}

)";

// Each is written where it is used.
const Helper kTextFunctionList[] = {
    {"text_join(", R"(static double text_join(MODEL *m, double a, double b)
{
  const char *const first = text_of(m, a), *const second = text_of(m, b);
  const size_t length = strlen(first);
  char *const both = (char *)malloc(length + strlen(second) + 1);
  double number;
  if (!both) {
    text_failure(m);
    return 0;
  }
  strcpy(both, first);
  strcpy(both + length, second);
  number = text_number(m, both);
  free(both);
  return number;
}

)"},
    {"text_order(",
     R"(/* Below, equal to or above 0: the first comes before, is, or comes after the second. */
static int text_order(MODEL *m, double a, double b)
{
  return strcmp(text_of(m, a), text_of(m, b));
}

)"},
    {"text_pad(", R"(/* With blanks on the right (left justified) or on the left. */
static double text_pad(MODEL *m, double number, double least, double left)
{
  const char *const text = text_of(m, number);
  const size_t length = strlen(text);
  char padded[10000];
  if (!(least < 9999)) least = 9999;
  if ((double)length >= least) return number;
  memset(padded, ' ', (size_t)least);
  memcpy(left != 0 ? padded : padded + ((size_t)least - length), text, length);
  padded[(size_t)least] = 0;
  return text_number(m, padded);
}

)"},
    {"text_real(", R"(static double text_real(MODEL *m, double x, double digits)
{
  char text[10100];
  snprintf(text, sizeof text, "%.*g", digits >= 0 ? digits < 9999 ? (int)digits : 9999 : 0, x);
  return text_number(m, text);
}

)"},
    {"text_integer(", R"(static double text_integer(MODEL *m, double x)
{
  char text[32];
  snprintf(text, sizeof text, "%.0f", x);
  return text_number(m, text);
}

)"},
    {"text_format(",
     R"(/* A format of C for one number: %[flags][width][.precision]letter, the percent sign may be missing. */
static double text_format(MODEL *m, double x, int integer, double format)
{
  const char *const given = text_of(m, format), *at = given + (given[0] == '%');
  char directive[64], text[10400];
  const size_t flags = strspn(at, "-+ #0");
  size_t width = strspn(at + flags, "0123456789"), precision = 0, length;
  char letter;
  if (at[flags + width] == '.') precision = 1 + strspn(at + flags + width + 1, "0123456789");
  length = flags + width + precision;
  letter = at[length];
  if (flags > 20 || width > 4 || precision > 5 || !letter || at[length + 1] ||
      !strchr("eEfFgGdiuoxXcs", letter)) {
    m->message = "the format of String is none of C";
    m->broken = 1;
    return 0;
  }
  directive[0] = '%';
  memcpy(directive + 1, at, length);
  if (strchr("eEfFgG", letter)) {
    directive[length + 1] = letter;
    directive[length + 2] = 0;
    snprintf(text, sizeof text, directive, x);
  } else if (integer && letter == 'c') {
    directive[length + 1] = 'c';
    directive[length + 2] = 0;
    snprintf(text, sizeof text, directive, (int)x);
  } else {
    directive[length + 1] = 'l';
    directive[length + 2] = 'l';
    directive[length + 3] = !integer || letter == 's' || letter == 'c' ? 'd' : letter;
    directive[length + 4] = 0;
    snprintf(text, sizeof text, directive, (long long)floor(x + 0.5));
  }
  return text_number(m, text);
}

)"},
};
const std::span<const Helper> kTextFunctions = kTextFunctionList;

// Before the functions, which use them.
const std::string_view kObjectTypes =
    R"(/* External objects, made from parameters when they are used first, and made anew when these have
   changed. */
typedef struct OBJECT {
  void *pointer;
  int state;       /* 0: not made, 1: made, 2: it cannot be made */
  int checked;     /* since the parameters were evaluated */
  double *with;    /* what it was made with */
} OBJECT;

typedef struct OBJECTS {
  void *made; /* by the last constructor */
  OBJECT object[@OBJECTS@];
} OBJECTS;

static int make_object(MODEL *m, int k);
static void end_object(MODEL *m, int k);

static void *object_of(MODEL *m, double number)
{
  const int k = (int)number;
  OBJECT *o;
  if (!m->kept.objects || k < 0 || k >= @OBJECTS@) return 0;
  o = &m->kept.objects->object[k];
  if (!o->checked) {
    o->checked = 1;
    if (make_object(m, k)) o->state = 2;
  }
  if (o->state == 2) {
    m->broken = 1;
    if (!m->message) m->message = "an external object cannot be made";
  }
  return o->pointer;
}

)";

const std::string_view kObjects = R"(static void forget_object(MODEL *m, int k)
{
  OBJECT *const o = &m->kept.objects->object[k];
  if (o->state == 1) end_object(m, k);
  free(o->with);
  memset(o, 0, sizeof *o);
}

static void free_objects(MODEL *m)
{
  int k;
  if (!m->kept.objects) return;
  for (k = 0; k < @OBJECTS@; ++k) forget_object(m, k);
  free(m->kept.objects);
  m->kept.objects = 0;
}

static int begin_objects(MODEL *m)
{
  int k;
  if (!m->kept.objects) m->kept.objects = (OBJECTS *)calloc(1, sizeof(OBJECTS));
  if (!m->kept.objects) {
    m->message = "there is no memory for external objects";
    return 1;
  }
  for (k = 0; k < @OBJECTS@; ++k) m->kept.objects->object[k].checked = 0;
  return 0;
}

/* Whether the object is there, made with these arguments. */
static int has_object(MODEL *m, int k, const double *with, size_t count)
{
  OBJECT *const o = &m->kept.objects->object[k];
  if (o->state == 1 && memcmp(o->with, with, count*sizeof(double)) == 0) return 1;
  forget_object(m, k);
  o->checked = 1;
  o->with = (double *)malloc((count + 1)*sizeof(double));
  if (o->with) memcpy(o->with, with, count*sizeof(double));
  return 0;
}

)";

const std::string_view kExternalFailed = R"(extern const char *NAME_external_message(void);
extern void NAME_external_release(void);

/* An external function has reported an error (src/fmi/c/external.c.in). */
static void external_failed(MODEL *m)
{
  snprintf(m->said, sizeof m->said, "%s", NAME_external_message());
  m->message = m->said;
  m->external_error = 1;
}

)";

}  // namespace formola::text
