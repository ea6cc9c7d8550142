# SPDX-License-Identifier: Apache-2.0
#
# Installs the library, the programs and the RTL outside this tree.

#: make install install: install the library, programs, simulators, RTL and checker, for use without this tree
#:   the library, static and shared, its headers and spu.pc; spe-dump, spe-trace, spu-config, spu-host and simulators,
#:   with manual pages and completion for bash; the RTL and spu_checker
#:   PREFIX=/usr/local LIBDIR=PREFIX/lib
#:   DESTDIR=dir                       prefix of every path, for building packages
#:   CONFIGS=base,wide|all|none        simulators: spu-sim-CONFIG (default: base)
#: make dist install: write the committed tree as a tarball -> build/openspu-VERSION.tar.gz
#: make uninstall install: remove what make install put there
#:   PREFIX=/usr/local DESTDIR=dir; accepts those of make install, and ignores the rest

installed_programs := spe-dump spe-trace spu-config spu-expect spu-host
installed_sims := $(install_configs:%=spu-sim-%)
installed_texts := $(foreach p,$(installed_programs) $(installed_sims),$(B)/install/$(p).1 $(B)/install/$(p))
version_numbers = $(shell sed -n 's/^\#define SPU_VERSION_[MP][A-Z]* //p' $(MODEL)/spu.h)
version = $(subst $(blank),.,$(version_numbers))
built_program = $(if $(filter spu-sim-%,$(1)),$(B)/$(patsubst spu-sim-%,%,$(1))/spu-sim,$(B)/bin/$(1))

installable: $(LIB)/libspu.a $(LIB)/libspu.so $(plugin) $(installed_texts) \
  $(foreach p,$(installed_programs) $(installed_sims),$(call built_program,$(p)))
.PHONY: installable

install: installable
	@$(unlock) scripts/install.py install --build '$(B)' --prefix $(call quoted,$(PREFIX)) \
	  $(if $(LIBDIR),--libdir $(call quoted,$(LIBDIR))) --destdir=$(call quoted,$(DESTDIR)) \
	  --programs $(installed_programs) --configs $(install_configs)

uninstall:
	@scripts/install.py uninstall --prefix $(call quoted,$(PREFIX)) --destdir=$(call quoted,$(DESTDIR))

test: installable

# The shared library has its own objects, because position-independent code is slower; it exports the same symbols as
# the static one. The number in its name is the major version.
shared_objects := $(spu_objects:$(LIB)/%=$(LIB)/shared/%)
$(LIB)/shared/cmodel/%.o: $(MODEL)/%.c | ready
	$(call compile,-fPIC -fvisibility=hidden)

$(LIB)/shared/%.o: $(B)/gen/%.c | ready
	$(call compile,-fPIC -fvisibility=hidden)

$(LIB)/libspu.so: $(shared_objects)
	@$(call step,LINK,$@) gcc -shared -Wl,-soname,libspu.so.$(firstword $(version_numbers)) \
	  -Wl,-z,defs,-z,relro,-z,now $(EXTRA_LDFLAGS) -o $@ $^

# A manual page is the program's --help; bash-completion takes the options from there.
$(B)/install/%.1: $$(call built_program,$$*)
	@$(call step,MAN,$@) mkdir -p $(@D) && { printf '%s\n' '.TH $* 1 "" "OpenSPU $(version)" OpenSPU' '.SH NAME' \
	  '$* \- a program of OpenSPU' '.SH DESCRIPTION' .nf && \
	  $< --help | sed 's/\\/\\e/g; s/-/\\-/g; s/^[.'"'"']/\\\&&/'; } >$@

$(filter-out %.1,$(installed_texts)):
	@mkdir -p $(@D) && echo 'complete -F _longopt $(@F)' >$@

-include $(shared_objects:.o=.d)

dist:
	@mkdir -p $(B); git archive --format=tar.gz --prefix=openspu-$(version)/ -o $(B)/openspu-$(version).tar.gz HEAD
	@echo $(B)/openspu-$(version).tar.gz
