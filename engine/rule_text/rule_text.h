/* Rule files as text: printing trees, and laying out files. */
#ifndef REGRAFT_RULE_TEXT_H
#define REGRAFT_RULE_TEXT_H

#include "../../grammar/ast.h"

#endif
