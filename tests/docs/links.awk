# Prints the headings and the links of Markdown files, one a line:
#
#     anchor  FILE  0     ANCHOR    a heading, by the name that GitHub gives it
#     link    FILE  LINE  TARGET    a link to a file or heading of the repository
#
# Nothing in code (a fenced or indented block, a code span) is a link.

function anchor_of(heading) {
    gsub(/\]\([^)]*\)/, "", heading)
    heading = tolower(heading)
    gsub(/[^a-z0-9 _-]/, "", heading)
    gsub(/ /, "-", heading)
    return heading
}

BEGIN { OFS = "\t" }
FNR == 1 { fenced = 0 }
/^```/ { fenced = !fenced; next }
fenced || /^    / { next }

/^#+ / {
    heading = $0
    sub(/^#+ /, "", heading)
    anchor = anchor_of(heading)
    repeated = seen[FILENAME, anchor]++
    print "anchor", FILENAME, 0, anchor (repeated ? "-" repeated : "")
}

{
    line = $0
    gsub(/`[^`]*`/, "", line)
    while (match(line, /\]\([^)]*\)/)) {
        target = substr(line, RSTART + 2, RLENGTH - 3)
        line = substr(line, RSTART + RLENGTH)
        if (target !~ /^(https?|mailto):/)
            print "link", FILENAME, FNR, target
    }
}
