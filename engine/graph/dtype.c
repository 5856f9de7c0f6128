/* Names of dtypes: torch's and the short ones of value annotations. */
#include "type.h"

#include <string.h>

typedef struct dtype_name {
    const char *short_name; /* NULL: it has none */
    const char *name;
    bool printed; /* by torch; else one of its aliases */
} dtype_name;

/* In both directions the first line that fits counts: aliases and the short names of older
 * versions stand after the names of today. */
static const dtype_name names[] = {
    {"f32", "torch.float32", true},
    {"f64", "torch.float64", true},
    {"f16", "torch.float16", true},
    {"bf16", "torch.bfloat16", true},
    {"i64", "torch.int64", true},
    {"i32", "torch.int32", true},
    {"i16", "torch.int16", true},
    {"i8", "torch.int8", true},
    {"u8", "torch.uint8", true},
    {"u16", "torch.uint16", true},
    {"u32", "torch.uint32", true},
    {"u64", "torch.uint64", true},
    {"b8", "torch.bool", true},
    {"c32", "torch.complex32", true},
    {"c64", "torch.complex64", true},
    {"c128", "torch.complex128", true},
    {"f8e4m3fn", "torch.float8_e4m3fn", true},
    {"f8e4m3fnuz", "torch.float8_e4m3fnuz", true},
    {"f8e5m2", "torch.float8_e5m2", true},
    {"f8e5m2fnuz", "torch.float8_e5m2fnuz", true},
    {"f8e8m0fnu", "torch.float8_e8m0fnu", true},
    {"f8e8m0fnu_x4", "torch.float8_e8m0fnu_x4", true},
    {"f4e2m1fnx2", "torch.float4_e2m1fn_x2", true},
    {"b1x8", "torch.bits1x8", true},
    {"b2x4", "torch.bits2x4", true},
    {"b4x2", "torch.bits4x2", true},
    {"b8x1", "torch.bits8", true},
    {"b16x1", "torch.bits16", true},
    {"b16", "torch.bits16", false},
    {NULL, "torch.qint8", true},
    {NULL, "torch.quint8", true},
    {NULL, "torch.qint32", true},
    {NULL, "torch.quint4x2", true},
    {NULL, "torch.quint2x4", true},
    {NULL, "torch.int1", true},
    {NULL, "torch.int2", true},
    {NULL, "torch.int3", true},
    {NULL, "torch.int4", true},
    {NULL, "torch.int5", true},
    {NULL, "torch.int6", true},
    {NULL, "torch.int7", true},
    {NULL, "torch.uint1", true},
    {NULL, "torch.uint2", true},
    {NULL, "torch.uint3", true},
    {NULL, "torch.uint4", true},
    {NULL, "torch.uint5", true},
    {NULL, "torch.uint6", true},
    {NULL, "torch.uint7", true},
    {"f16", "torch.half", false},
    {"f32", "torch.float", false},
    {"f64", "torch.double", false},
    {"i16", "torch.short", false},
    {"i32", "torch.int", false},
    {"i64", "torch.long", false},
    {"c32", "torch.chalf", false},
    {"c64", "torch.cfloat", false},
    {"c128", "torch.cdouble", false},
};
enum { NAMES = RG_COUNT_OF(names), PREFIX = sizeof "torch." - 1 };

const char *rg_short_dtype(const char *name) {
    size_t skipped = strncmp(name, "torch.", PREFIX) == 0 ? 0 : PREFIX;
    for (size_t i = 0; i < NAMES; i++) {
        if (strcmp(names[i].name + skipped, name) == 0)
            return names[i].short_name;
    }
    return NULL;
}

const char *rg_long_dtype(const char *short_name) {
    for (size_t i = 0; i < NAMES; i++) {
        if (names[i].short_name && strcmp(names[i].short_name, short_name) == 0)
            return names[i].name;
    }
    return NULL;
}

bool rg_is_dtype(const char *text, size_t length) {
    for (size_t i = 0; i < NAMES; i++) {
        if (names[i].printed && strncmp(names[i].name, text, length) == 0 &&
            names[i].name[length] == '\0')
            return true;
    }
    return false;
}
