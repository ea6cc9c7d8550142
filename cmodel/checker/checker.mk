# SPDX-License-Identifier: Apache-2.0
#
# The C side of spu_checker, for the unit test of it.

CHECKER := $(B)/checker
checker_home := $(MODEL)/checker
checker_objects := $(addprefix $(CHECKER)/,spu_checker_dpi.o spu_checker_writes.o)

$(checker_objects): $(CHECKER)/%.o: $(checker_home)/%.c $(verilator_version) | ready
	@$(call step,CC,$<) mkdir -p $(@D) && gcc -std=c11 -O2 -g -Wall -Wextra -Wconversion -Werror -I $(MODEL) \
	  -isystem $(B)/verilator/include/vltstd -MMD -MP -c $< -o $@
-include $(checker_objects:.o=.d)
checker_library := $(CHECKER)/libspu_checker.a
$(checker_library): $(checker_objects)
	@rm -f $@ && ar rcs $@ $^

# A unit test of the C side: its library comes before the model that it uses.
$(UNIT)/checker_test: override LDLIBS := $(checker_library) $(LIB)/libspu_inside.a $(LDLIBS)
$(UNIT)/checker_test: $(checker_library)
$(B)/obj/test/model/checker_test.o: CFLAGS += -isystem $(B)/verilator/include/vltstd
$(B)/obj/test/model/checker_test.o: $(verilator_version)
