#include "test_rewrite.h"
void rg_add_rewrite_host_tests(CU_pSuite suite){(void)suite;}
void rg_add_rules_compile_tests(CU_pSuite suite){(void)suite;}
