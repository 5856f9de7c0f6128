/* Floats as Python prints them. The C library's printing and reading follow the locale in what
 * stands between digits, so both are used with digits and an exponent only. */
#include "value.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_DIGITS = 17,  /* enough for every double */
    SAFE_DIGITS = 15, /* texts of so many digits are different doubles */
    LEAST_PLAIN = -4, /* decimal exponents from here to below MOST_PLAIN print without `e` */
    MOST_PLAIN = 16
};

/* A decimal: the first of `digits` stands before the point, then times ten to `exponent`. */
typedef struct decimal {
    char digits[MAX_DIGITS + 1];
    int count, exponent;
} decimal;

/* The nearest decimal of `count` digits to a positive finite number. */
static decimal round_to(double number, int count) {
    char text[64];
    decimal d = {"", 0, 0};
    snprintf(text, sizeof text, "%.*e", count - 1, number);
    const char *at = text;
    for (; *at != 'e'; at++) {
        if (*at >= '0' && *at <= '9')
            d.digits[d.count++] = *at;
    }
    d.exponent = atoi(at + 1);
    return d;
}

static double value_of(const decimal *d) {
    char text[64];
    snprintf(text, sizeof text, "%se%d", d->digits, d->exponent - (d->count - 1));
    return strtod(text, NULL);
}

/* The next decimal of as many digits upwards; false where that needs another digit. */
static bool step_up(decimal *d) {
    for (int i = d->count - 1; i >= 0; i--) {
        if (d->digits[i] != '9') {
            d->digits[i]++;
            return true;
        }
        d->digits[i] = '0';
    }
    return false;
}

/* The shortest decimal that reads back as the number. */
static decimal shortest(double number) {
    /* Below the normal numbers fewer digits than usual tell doubles apart. */
    int count = number < DBL_MIN ? 1 : SAFE_DIGITS;
    decimal d = round_to(number, count);
    while (value_of(&d) != number && count < MAX_DIGITS) {
        /* Above a power of two doubles are further apart than below: there the nearest decimal
         * may lie outside, below, and the next one inside. */
        decimal up = d;
        if (count > SAFE_DIGITS && step_up(&up) && value_of(&up) == number)
            return up;
        d = round_to(number, ++count);
    }
    while (d.count > 1 && d.digits[d.count - 1] == '0')
        d.digits[--d.count] = '\0';
    return d;
}

static size_t write_scientific(char *out, const decimal *d) {
    size_t length = 0;
    out[length++] = d->digits[0];
    if (d->count > 1)
        out[length++] = '.';
    for (int i = 1; i < d->count; i++)
        out[length++] = d->digits[i];
    const char *sign = d->exponent < 0 ? "-" : "+";
    return length + (size_t)sprintf(out + length, "e%s%02d", sign, abs(d->exponent));
}

/* Digit i stands for ten to (exponent - i): the units are digit `exponent`, which may be one of
 * the zeros before the first or after the last. */
static size_t write_plain(char *out, const decimal *d) {
    size_t length = 0;
    int first = d->exponent < 0 ? d->exponent : 0;
    int last = d->count - 1 > d->exponent ? d->count - 1 : d->exponent + 1;
    for (int i = first; i <= last; i++) {
        out[length++] = i >= 0 && i < d->count ? d->digits[i] : '0';
        if (i == d->exponent)
            out[length++] = '.';
    }
    return length;
}

/* Python's repr() of a double into a buffer of 32 bytes; its length. */
static size_t write_float(char *out, double number) {
    size_t length = 0;
    if (isnan(number))
        return (size_t)sprintf(out, "nan");
    if (signbit(number))
        out[length++] = '-';
    number = fabs(number);
    if (isinf(number))
        return length + (size_t)sprintf(out + length, "inf");
    if (number == 0)
        return length + (size_t)sprintf(out + length, "0.0");
    decimal d = shortest(number);
    if (d.exponent < LEAST_PLAIN || d.exponent >= MOST_PLAIN)
        return length + write_scientific(out + length, &d);
    return length + write_plain(out + length, &d);
}

rg_value rg_float(rg_module *module, double number) {
    char text[32];
    size_t length = write_float(text, number);
    return rg_text_value(module, RG_FLOAT, text, length);
}

double rg_get_float(const rg_module *module, rg_value v) {
    const char *text = rg_value_text(module, v);
    size_t length = rg_symbol_length(module->symbols, v.data);
    char digits[64];
    int exponent = 0, fraction = 0;
    size_t used = 0;
    bool after_point = false;
    if (length > sizeof digits - 16)
        return strtod(text, NULL);
    for (; *text && *text != 'e' && *text != 'E'; text++) {
        if (*text == '.') {
            after_point = true;
            continue;
        }
        digits[used++] = *text;
        fraction += after_point;
    }
    digits[used] = '\0';
    if (*text)
        exponent = atoi(text + 1);
    if (used && (digits[used - 1] >= '0' && digits[used - 1] <= '9'))
        snprintf(digits + used, sizeof digits - used, "e%d", exponent - fraction);
    return strtod(digits, NULL);
}
