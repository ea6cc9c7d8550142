# SPDX-License-Identifier: Apache-2.0
"""The corpus' recordings by the unit: each function is a recording."""

from corpus.recording import Session, made
from corpus.unit import BASE, EL1, EL2, GAP, PAGE, Operation, Run, State, register

CODE = 0x400000
DATA = {"va": 0x00007FFF12345678, "pa": {"address": 0x8012345678}}


def access(n):
    """Addresses of the n-th access."""
    return {"va": 0x00007FFF00000000 + 0x1008 * n, "pa": {"address": 0x8000000000 + 0x1008 * n}, "translation": n % 5}


def subsets(names):
    return [tuple(name for bit, name in enumerate(names) if chosen >> bit & 1) for chosen in range(1 << len(names))]


def kinds():
    """Operations of each kind that a PE can report, with each combination of its flags."""
    found = [Operation("KindOther"), Operation("KindOther", choice="yes")]
    for flags in subsets(("conditional", "indirect", "guarded_control_stack")):
        for choice in ("call", "return", "neither"):
            target = {"address": CODE + 0x800 + 4 * len(found), "el": 1, "ns": 1}
            # A branch with link stores to the Guarded Control Stack, a return loads from it.
            stack = "guarded_control_stack" in flags
            memory = (access(len(found)) if stack else {}) | ({"source": 0} if stack and choice == "return" else {})
            if choice != "neither" or not stack:
                found.append(Operation("KindBranch", flags=flags, choice=choice, target=target,
                                       events=(7,) if flags else (),
                                       **memory))
    found.append(Operation("KindBranch", flags=("conditional",), choice="neither", events=(6,)))  # not taken
    for store in (False, True):
        loaded = {} if store else {"source": 0x8}
        for kind in ("KindLdstGeneral", "KindLdstSimdFp", "KindLdstUnspecified", "KindLdstNv2", "KindLdstTag",
                     "KindLdstMemCopy"):
            # EL2 is not profiled here, so the address of an access that FEAT_NV2 generates is not recorded.
            found.append(Operation(kind, store, **loaded, **({} if kind == "KindLdstNv2" else access(len(found)))))
        found.append(Operation("KindLdstGcs", store, ("common",), **loaded, **access(len(found))))
        for flags in subsets(("atomic", "exclusive", "acquire_release"))[1:]:
            found.append(Operation("KindLdstExtended", store, flags, **loaded, **access(len(found)), events=(2, 4)))
        for flags in subsets(("predicated", "gather_scatter")):
            found.append(Operation("KindLdstSve", store, flags, evl=len(found) % 7, **loaded, **access(len(found))))
    found.append(Operation("KindLdstMemSet", **access(len(found))))
    for flags in subsets(("floating_point", "predicated")):
        found.append(Operation("KindSve", flags=flags, evl=len(found) % 7, events=(17,) if "predicated" in flags
                               else ()))
    return found


@made(Run, "v9", "unit-operations", "each kind of operation that the unit records, with each combination of its flags")
def every_operation(run):
    run.start()
    for n, operation in enumerate(kinds()):
        run.sample(operation, CODE + 4 * n)
    run.interrupt(event=False)


@made(Run, "v9", "unit-fates",
      "operations that retire, take an exception or do not retire, and what their records leave out")
def fates(run):
    run.start()
    operations = [Operation("KindLdstGeneral", source=0x21, events=(2, 3, 4, 5, 8, 9, 10, 11), **access(2)),
                  Operation("KindLdstSve", flags=("predicated",), evl=2, events=(2, 17, 18), **access(3)),
                  Operation("KindBranch", flags=("conditional",), choice="neither", events=(7,),
                            target={"address": CODE + 0x100, "el": 1, "ns": 1}),
                  Operation("KindOther")]
    for n, operation in enumerate(operations):
        for m, how in enumerate(("OpRetired", "OpException", "OpSquashed")):
            run.sample(Operation(**vars(operation) | {"how": how}), CODE + 0x40 * n + 4 * m)
    run.interrupt(event=False)


@made(Run, "v9", "unit-events", "each event that the unit records, alone and all together")
def events(run):
    run.start()
    # The configuration's events: the unit decides 0 and 1, there is no transactional memory (16) and no SME (24, 25),
    # and the others are reserved.
    known = [*range(2, 16), *range(17, 24), *range(48, 64)]
    for n, bits in enumerate([(bit,) for bit in known] + [tuple(known)]):
        run.sample(Operation("KindLdstGeneral", events=bits), CODE + 4 * n)
    run.interrupt(event=False)


@made(Run, "base", "unit-latencies", "latencies from the shortest to those that saturate the counters of 12 bits")
def latencies(run):
    run.start()
    for n, total in enumerate((1, 2, 100, 4094, 4095)):
        run.sample(Operation("KindLdstGeneral", total=total, issue=max(1, total // 2), va=DATA["va"], pa=DATA["pa"],
                             translation=total // 3 if total > 3 else 0), CODE + 4 * n)
    run.interrupt(event=False)


@made(Run, "v9", "unit-addresses",
      "addresses with all values of their other fields: levels, spaces, tags; and addresses of a kernel")
def addresses(run):
    run.start()
    n = 0
    for el in (0, 1, 2, 3):
        for ns, nse in ((0, 0), (1, 0), (1, 1), (0, 1)):
            run.sample(Operation("KindBranch", choice="neither", flags=("indirect",),
                                 target={"address": 0x00FFFFC000000000 + 8 * n, "el": el, "ns": ns, "nse": nse}),
                       CODE + 4 * n)
            n += 1
    for tag in (0, 5, 15):
        for ns, nse in ((0, 0), (1, 0), (1, 1), (0, 1)):
            run.sample(Operation("KindLdstGeneral", va=tag << 56 | 0x00007FFF00000000 + 8 * n,
                                 pa={"address": 0x00FEDCBA98765430 + 8 * tag & (1 << 56) - 1, "ns": ns, "nse": nse,
                                     "checked": 1, "tag": tag}), CODE + 4 * n)
            n += 1
    for va in (0x00F0000012345678, 0xFFFFFFC012345678, 0xF7EFFFC012345678):
        run.sample(Operation("KindLdstGeneral", va=va), CODE + 4 * n)
        n += 1
    for pc in (0x0, 0x0000FFFFFFFFFFFC, 0x00FFFFC000080000, 0x00FFFFFFFFFFFFFC):
        run.sample(Operation(), pc)
    run.interrupt(event=False)


@made(Run, "v9", "previous-target", "the previous branch target (FEAT_SPE_PBT), of branches and of other operations")
def previous_target(run):
    run.start()
    path = [CODE + 0x100, CODE + 0x240, CODE + 0x80, CODE + 0x3FC]
    for n, (here, there) in enumerate(zip(path, path[1:])):
        before = {"address": here, "el": 1, "ns": 1}
        run.sample(Operation("KindOther", previous=before), here + 4)
        run.sample(Operation("KindLdstGeneral", previous=before, source=0, **access(n)), here + 8)
        run.sample(Operation("KindBranch", choice="neither", previous=before,
                             target={"address": there, "el": 1, "ns": 1}),
                   here + 12)
        run.sample(Operation("KindBranch", flags=("conditional",), choice="neither", previous=before, events=(6,)),
                   here + 16)
    # After an exception taken from EL0, and an operation that did not retire: the record has no previous target.
    run.sample(Operation("KindOther", previous={"address": 0x7FF0, "el": 0, "ns": 1}), CODE)
    run.sample(Operation("KindOther", previous={"address": 0x7FF0, "el": 0, "ns": 1}, how="OpSquashed"), CODE + 4)
    run.interrupt(event=False)


@made(Run, "v9", "data-source-filter",
      "the filter by data source (FEAT_SPE_FDS) keeps only loads from the sources 0x8 and 0xe")
def data_source_filter(run):
    run.start(filters={"PMSFCR_EL1": register("PMSFCR_EL1", FDS=1), "PMSDSFR_EL1": 1 << 0x8 | 1 << 0xE})
    for n in range(16):
        run.sample(Operation("KindLdstGeneral", source=n, **access(n)), CODE + 4 * n,
                   fate="record" if n in (8, 14) else "filtered")
    # The filter does not apply to an operation without a data source.
    run.sample(Operation("KindOther"), CODE + 0x100)
    run.sample(Operation("KindLdstGeneral", store=True, **access(1)), CODE + 0x104)
    run.interrupt(event=False)


@made(Run, "v9", "filters", "records that pass filters by type, event and latency")
def filters(run):
    store = Operation("KindLdstGeneral", store=True, **access(1))
    load = Operation("KindLdstGeneral", source=1, events=(3,), **access(2))
    slow = Operation("KindLdstGeneral", total=200, issue=2, **access(3))
    branch = Operation("KindBranch", choice="neither", target={"address": CODE, "el": 1, "ns": 1})
    for n, (chosen, kept) in enumerate((
            ({"PMSFCR_EL1": register("PMSFCR_EL1", FT=1, LD=1)}, (load, slow)),
            ({"PMSFCR_EL1": register("PMSFCR_EL1", FT=1, ST=1, B=1)}, (store, branch)),
            ({"PMSFCR_EL1": register("PMSFCR_EL1", FE=1), "PMSEVFR_EL1": 1 << 3}, (load,)),
            ({"PMSFCR_EL1": register("PMSFCR_EL1", FnE=1), "PMSNEVFR_EL1": 1 << 3}, (store, slow, branch)),
            ({"PMSFCR_EL1": register("PMSFCR_EL1", FL=1), "PMSLATFR_EL1": 100}, (slow,)))):
        run.start(pointer=BASE + 0x200 * n, filters=chosen)
        for m, operation in enumerate((store, load, slow, branch)):
            run.sample(operation, CODE + 0x100 * n + 4 * m, fate="record" if operation in kept else "filtered")
        run.interrupt(event=False)


@made(Run, "v9", "discard-mode", "Discard mode between two intervals in which records are written")
def discard_mode(run):
    run.start()
    for n in range(3):
        run.sample(Operation("KindLdstGeneral", source=n, **access(n)), CODE + 4 * n)
    run.interrupt(event=False)
    run.start(mode=2)
    for n in range(3, 8):
        run.sample(Operation("KindLdstGeneral", source=n, **access(n)), CODE + 4 * n, fate="discard mode")
    run.start()
    for n in range(8, 10):
        run.sample(Operation("KindLdstGeneral", source=n, **access(n)), CODE + 4 * n)
    run.interrupt(event=False)


@made(Run, "base", "collisions",
      "operations that were selected while another was in flight, in the second of three intervals")
def collisions(run):
    for stretch in range(3):
        run.start(pointer=BASE + 0x400 * stretch)
        for n in range(3):
            place = CODE + 0x100 * stretch + 8 * n
            if stretch == 1:
                run.sample(Operation("KindLdstGeneral", total=100, **access(n)), place, wait=False)
                run.sample(Operation("KindLdstGeneral", total=100, **access(n)), place + 4, fate="collision")
                run.gap = 3 * GAP
            else:
                run.sample(Operation("KindLdstGeneral", **access(n)), place)
        run.interrupt(event=False, collision=stretch == 1)


@made(Run, "base", "wrap",
      "a buffer of four pages that the unit fills one page after the other, and again from the first: software takes "
      "the data at each of ten interrupts")
def wrap(run):
    records = 4  # of 64 bytes
    run.start(pointer=BASE + PAGE - 64 * records, limit=BASE + PAGE)
    for page in range(10):
        for n in range(records):
            place = CODE + 0x40 * page + 4 * n
            run.sample(Operation("KindLdstGeneral", events=(2,), **access(n)) if n % 2 else Operation(), place)
        run.interrupt()
        end = BASE + PAGE * ((page + 1) % 4 + 1)
        if page < 9:
            run.continue_at(end - 64 * records, end)


@made(Run, "v9", "lost", "a page that is not mapped ends a record in its middle: PMBSR_EL1.DL says that data were lost")
def lost(run):
    operation = Operation("KindLdstGeneral", source=3, **access(1))
    run.start(pointer=BASE + PAGE - 8 - 2 * 80, limit=BASE + 2 * PAGE)
    for n in range(2):
        run.sample(operation, CODE + 4 * n)
    # The translation of the first page takes long; the requests after it fault.
    run.event("xlate", ns=1, latency=60)
    run.sample(operation, CODE + 8, fate="fault", wait=False)
    run.event("xlate", 50, fault=1, fsc=7)
    run.bins["fault_in_second_page"] = 1  # its DL is set
    run.gap = 2 * GAP
    run.interrupt(lost=True)
    run.event("xlate", ns=1)
    run.continue_at(BASE)
    for n in range(2):
        run.sample(operation, CODE + 0x10 + 4 * n)
    run.interrupt(event=False)


HOST = (("scr_el3_ns", 1), ("mdcr_el3_nspb", 3), ("hcr_el2_e2h", 1), ("hcr_el2_tge", 1))
SECURE = (("mdcr_el3_nspb", 1), ("mdcr_el2_e2pb", 3))
REALM = (("scr_el3_ns", 1), ("scr_el3_nse", 1), ("scr_el3_eel2", 1), ("mdcr_el3_nspb", 3), ("mdcr_el3_nspbe", 1),
         ("mdcr_el2_e2pb", 3))


@made(Run, "v9", "contexts",
      "three threads at EL0 and EL1, a host at EL2 and its applications, Secure state and Realm state",
      Session(threads=(1001, 1002, 2000)))
def contexts(run):
    threads = (1000, 1001, 1002)
    n = 0

    def stretch(states, **start):
        nonlocal n
        run.start(states[0], **start)
        for state in states:
            for operation in (Operation(), Operation("KindLdstGeneral", **access(n))):
                if state.nse:
                    operation = Operation(**vars(operation) | ({"pa": {**operation.pa, "nse": 1}} if operation.pa
                                                               else {}))
                run.sample(operation, CODE + 4 * n, state)
                n += 1
        run.interrupt(event=False)

    stretch([State(el=el, context_el1=thread) for thread in threads for el in (0, 1)])
    # Both contexts have the same number, because perf 6.1 takes the last one of a record as its thread.
    stretch([State(el=0, context_el1=thread, context_el2=thread, contexts=(EL1, EL2)) for thread in threads],
            pointer=BASE + 0x800, el2={"CX": 1})
    host = {"E2SPE": 1, "E0HSPE": 1, "CX": 1, "TS": 1}
    stretch([State(el=2, context_el1=7, context_el2=2000, contexts=(EL2,), pins=HOST),
             State(el=0, context_el1=7, context_el2=2000, contexts=(EL2,), pins=HOST)], pointer=BASE + 0x1000, el2=host)
    run.event("xlate")
    stretch([State(el=el, ns=0, pins=SECURE) for el in (0, 1)], pointer=BASE + 0x1800)
    run.event("xlate", ns=1, nse=1)
    stretch([State(el=el, ns=1, nse=1, pins=REALM) for el in (0, 1)], pointer=BASE + 0x2000)
