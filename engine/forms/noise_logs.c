/* Noise: the prefixes of log lines. */
#include "noise.h"

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Matches `d` (a digit) and other bytes as they are. */
static const char *match(const char *at, const char *end, const char *pattern) {
    for (; *pattern; pattern++, at++)
        if (at >= end || (*pattern == 'd' ? !is_digit(*at) : *at != *pattern))
            return NULL;
    return at;
}

static const char *skip_blank(const char *at, const char *end) {
    return at < end && *at == ' ' ? at + 1 : at;
}

/* `[rank0]:`, perhaps with a blank behind it */
static const char *behind_rank(const char *at, const char *end) {
    const char *digits = match(at, end, "[rank");
    if (!digits)
        return at;
    while (digits < end && is_digit(*digits))
        digits++;
    const char *close = match(digits, end, "]:");
    return close ? skip_blank(close, end) : at;
}

/* ` [0/1_1]`, ` [__aot_graphs]` */
static const char *behind_tags(const char *at, const char *end) {
    for (;;) {
        const char *open = skip_blank(at, end);
        if (open == at || open >= end || *open != '[')
            return at;
        const char *close = open + 1;
        while (close < end && *close != ']' && *close != '[' && *close != ' ')
            close++;
        if (close >= end || *close != ']')
            return at;
        at = close + 1;
    }
}

/* `V0716 11:20:08.832000 139 torch/x.py:189] [8/1_1] [__aot_graphs] ` */
static const char *behind_glog(const char *at, const char *end) {
    if (at >= end || !strchr("VIWECD", *at))
        return NULL;
    const char *time = match(at + 1, end, "dddd dd:dd:dd.dddddd ");
    if (!time)
        return NULL;
    const char *close = memchr(time, ']', (size_t)(end - time));
    if (!close || close == time || !is_digit(close[-1]))
        return NULL;
    return skip_blank(behind_tags(close + 1, end), end);
}

/* `[2023-07-06 01:42:39,093] [0/0] torch._dynamo.output_graph: [DEBUG] ` */
static const char *behind_logging(const char *at, const char *end) {
    const char *close = match(at, end, "[dddd-dd-dd dd:dd:dd,ddd]");
    if (!close)
        return NULL;
    const char *name = skip_blank(behind_tags(close, end), end), *colon = name;
    while (colon < end && *colon != ':' && *colon != ' ')
        colon++;
    const char *level = match(colon, end, ": [");
    const char *stop = level ? memchr(level, ']', (size_t)(end - level)) : NULL;
    return stop ? skip_blank(stop + 1, end) : close;
}

/* `[output_graph.py:123 DEBUG] `: a user's TORCH_LOGS_FORMAT */
static const char *behind_place(const char *at, const char *end) {
    if (at >= end || *at != '[')
        return NULL;
    const char *close = memchr(at, ']', (size_t)(end - at));
    const char *name = close ? rg_find_text(at, close, ".py:") : NULL;
    if (!name || !is_digit(name[4]))
        return NULL;
    return skip_blank(close + 1, end);
}

const char *rg_behind_log_prefix(const char *at, const char *end) {
    const char *content = behind_rank(at, end), *behind = behind_glog(content, end);
    if (!behind)
        behind = behind_logging(content, end);
    if (!behind)
        behind = behind_place(content, end);
    return behind ? behind : content;
}
