# SPDX-License-Identifier: Apache-2.0
"""spe-dump (requirement F3): formats, both kinds of input, and messages about damaged input."""

import csv
import io
import json
import subprocess
import tempfile

from helpers import BUILD, equal, expect
from perf_tools import END, SPE_DUMP, event, packet, pc, perf_file, spe_dump, timestamp


LOAD = (packet(0x64, 1000, 4) + packet(0x65, 7, 4) + packet(0x98, 85, 2) + packet(0x99, 3, 2) + packet(0x9A, 0, 2)
        + pc(0x4006E0) + packet(0xB2, 0xFFFF00007FFF1230, 8) + packet(0xB3, 0x8000000080001230, 8)
        + packet(0x43, 0x0D, 1) + packet(0x49, 0, 1) + packet(0x52, 0x16, 2) + timestamp(2**63 + 5))
BRANCH = (pc(0x400700, el=1, ns=0) + packet(0xB1, 0x8000000000400720, 8) + packet(0xB4, 0x8000000000400680, 8)
          + packet(0x4A, 1, 1) + packet(0x42, 0x82, 1) + END)
RECORDS = LOAD + bytes(21) + BRANCH + bytes(3)
BRANCH_AT = len(LOAD) + 21

TEXT = """\
00000000:  64 e8 03 00 00                                  CONTEXT 0x3e8 el1
00000005:  65 07 00 00 00                                  CONTEXT 0x7 el2
0000000a:  98 55 00                                        LAT 85 TOT
0000000d:  99 03 00                                        LAT 3 ISSUE
00000010:  9a 00 00                                        LAT 0 XLAT
00000013:  b0 e0 06 40 00 00 00 00 80                      PC 0x4006e0 el0 ns=1
0000001c:  b2 30 12 ff 7f 00 00 ff ff                      VA 0xffff00007fff1230
00000025:  b3 30 12 00 80 00 00 00 80                      PA 0x80001230 ns=1 ch=0 pat=0
0000002e:  43 0d                                           DATA-SOURCE 13
00000030:  49 00                                           LD GP-REG
00000032:  52 16 00                                        EV RETIRED L1D-ACCESS TLB-ACCESS
00000035:  71 05 00 00 00 00 00 00 80                      TS -9223372036854775803
0000003e:  00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 PAD
0000004e:  00 00 00 00 00                                  PAD

00000053:  b0 00 07 40 00 00 00 00 20                      PC 0x400700 el1 ns=0
0000005c:  b1 20 07 40 00 00 00 00 80                      TGT 0x400720 el0 ns=1
00000065:  b4 80 06 40 00 00 00 00 80                      PBT 0x400680 el0 ns=1
0000006e:  4a 01                                           B COND
00000070:  42 82                                           EV RETIRED MISPRED
00000072:  01                                              END
00000073:  00 00 00                                        PAD
"""


def output(*arguments, stdin=b""):
    status, out, err = spe_dump(*arguments, stdin=stdin)
    expect(status == 0, f"status {status}: {err.decode()}")
    equal(err, b"", "standard error")
    return out.decode()


def refused(stdin, message, *options):
    """The output before the error. If the message has an offset in the stream, the bytes there follow it."""
    status, out, err = spe_dump(*options, "-", stdin=stdin)
    equal(status, 2, "status")
    lines = err.decode().splitlines()
    equal(lines[0], f"spe-dump: standard input: {message}", "standard error")
    equal(len(lines), 3 if "of the SPE data" in message else 1, "lines on standard error")
    return out.decode()


def with_file(data, function):
    with tempfile.TemporaryDirectory(dir=BUILD) as directory:
        path = f"{directory}/input"
        with open(path, "wb") as file:
            file.write(data)
        return function(path)


def test_text_form_is_stable():
    equal(output("-", stdin=RECORDS), TEXT, "text")


def test_raw_file_reads_like_standard_input():
    equal(with_file(RECORDS, output), TEXT, "text")


def test_perf_data_reads_like_raw_bytes():
    file = perf_file([LOAD + bytes(21), BRANCH, b"", bytes(3)])
    equal(with_file(file, output), TEXT, "text of a file")
    equal(output("-", stdin=file), TEXT, "text of standard input")


def test_json_has_every_packet():
    lines = output("--json", "-", stdin=RECORDS).splitlines()
    first, second = [json.loads(line) for line in lines]
    equal([first["offset"], first["size"], len(first["packets"])], [0, len(LOAD), 12], "first record")
    equal([second["offset"], second["size"], len(second["packets"])], [BRANCH_AT, len(BRANCH), 6], "second record")
    equal(second["packets"][0], {"offset": BRANCH_AT, "type": "address", "index": 0, "value": "0x2000000000400700",
                                 "text": "PC 0x400700 el1 ns=0"}, "a packet")
    texts = [one["text"] for record in (first, second) for one in record["packets"]]
    equal(texts, [line[59:] for line in TEXT.splitlines() if line and not line.endswith("PAD")], "texts")
    equal([one["type"] for one in first["packets"]],
          ["context", "context", "counter", "counter", "counter", "address", "address", "address", "data_source",
           "op_type", "events", "timestamp"], "types")
    equal(second["packets"][-1]["type"], "end", "last type")


def test_csv_puts_values_in_their_columns():
    first, second = csv.DictReader(io.StringIO(output("--csv", "-", stdin=RECORDS)))
    equal(first, {"offset": "0", "size": str(len(LOAD)), "timestamp": str(2**63 + 5), "pc": "0x4006e0", "el": "0",
                  "ns": "1", "operation": "LD GP-REG", "events": "0x16",
                  "event_names": "RETIRED L1D-ACCESS TLB-ACCESS", "total": "85", "issue": "3", "translation": "0",
                  "alternate_issue": "", "exposed_latency": "", "target": "", "previous_target": "",
                  "va": "0xffff00007fff1230", "pa": "0x80001230",
                  "source": "0xd", "context_el1": "0x3e8", "context_el2": "0x7"}, "first record")
    equal({name: value for name, value in second.items() if value},
          {"offset": str(BRANCH_AT), "size": str(len(BRANCH)), "pc": "0x400700", "el": "1", "ns": "0",
           "operation": "B COND", "events": "0x82", "event_names": "RETIRED MISPRED", "target": "0x400720",
           "previous_target": "0x400680"}, "second record")
    no_events = next(csv.DictReader(io.StringIO(output("--csv", "-", stdin=packet(0x42, 0, 1) + END))))
    equal([no_events["events"], no_events["event_names"]], ["0x0", ""], "no events")


def test_vector_operations_and_the_later_latencies_have_words():
    # FEAT_SPE_FPF, FEAT_SPE_SME, FEAT_SPE_ALTCLK: D18.2.3, D18.2.7; ExposedLatency (V2)
    record = (packet(0x99, 3, 2) + packet(0x9A, 7, 2) + packet(0x9C, 9, 2) + packet(0x9E, 5, 2),
              ["LAT 9 ALT_ISSUE", "LAT 5 EXPOSED"])
    operations = {0x00: "OTHER INSN-OTHER", 0x05: "OTHER ASE COND-SELECT", 0x02: "OTHER FP INSN-OTHER",
                  0x06: "OTHER ASE FP INSN-OTHER", 0x88: "SME-OTHER ETS 128", 0x9E: "SME-OTHER ETS 1024 FP",
                  0xFC: "SME-OTHER ETS 4194304", 0x2C: "SVE-OTHER EVLEN 128 PRED"}
    stream = b"".join(record[0] + packet(0x48, subclass, 1) + END for subclass in operations)
    lines = [json.loads(line) for line in output("--json", "-", stdin=stream).splitlines()]
    equal([[one["text"] for one in line["packets"][2:5]] for line in lines],
          [[*record[1], words] for words in operations.values()], "texts")
    rows = list(csv.DictReader(io.StringIO(output("--csv", "-", stdin=stream))))
    columns = ["operation", "issue", "translation", "alternate_issue", "exposed_latency"]
    equal([[row[name] for name in columns] for row in rows],
          [[words, "3", "7", "9", "5"] for words in operations.values()], "columns")


def test_empty_recording_is_reported():
    for data, cause in ((b"", "no SPE data"), (bytes(100), "nothing but padding, no record"),
                        (perf_file([]), "no SPE data"), (perf_file([bytes(16)]), "nothing but padding, no record")):
        for options, lines in ((["--json"], 0), (["--csv"], 1), (["--format", "bolt"], 0), (["--resync", "--json"], 0)):
            status, out, err = spe_dump(*options, "-", stdin=data)
            equal([status, err.decode()], [1, f"spe-dump: standard input: an empty recording: {cause}\n"],
                  f"status and standard error with {options}")
            equal(len(out.splitlines()), lines, f"lines of output with {options}")
    equal(spe_dump("-", stdin=b"")[:2], (1, b""), "text")


def killed(file):
    """A perf.data file after perf record was killed: the header lacks the size of the data."""
    return file[:48] + bytes(8) + file[56:]


def test_killed_recording_is_reported():
    file = killed(perf_file([LOAD, BRANCH]))
    refused(file, "an empty recording: its header has no size of the data, as perf record leaves it when it is killed")


def test_every_recorded_property_has_a_name():
    words = {0x14: "MTE-TAG", 0x20: "MEMCPY", 0x44: "GCS"}
    for value, word in words.items():
        for store in (0, 1):
            text = output("-", stdin=packet(0x49, value | store, 1) + END)
            expect(f" {'ST' if store else 'LD'} {word}" in text, text)
    expect(" ST MEMSET" in output("-", stdin=packet(0x49, 0x25, 1) + END), "MEMSET")
    for bits, text in (([16], "TXN"), ([19], "L2D-ACCESS"), ([20], "L2D-MISS"), ([21], "HITM"), ([22], "LFB"),
                       ([23], "SNOOPED"), ([12], "IMPDEF:12"), ([12, 13, 63], "IMPDEF:12,13,63")):
        data = packet(0x72, sum(1 << bit for bit in bits), 8) + END
        equal(next(csv.DictReader(io.StringIO(output("--csv", "-", stdin=data))))["event_names"], text,
              f"events {bits}")


def test_truncated_stream_is_refused():
    ends = [0]
    for start in [line[:8] for line in TEXT.splitlines() if line]:
        ends.append(int(start, 16))
    ends.append(len(RECORDS))
    for size in range(len(RECORDS)):
        whole = size == 0 or len(LOAD) <= size <= BRANCH_AT or size >= BRANCH_AT + len(BRANCH)
        status, out, err = spe_dump("--json", "-", stdin=RECORDS[:size])
        equal(status, 1 if size == 0 else 0 if whole else 2, f"status of {size} bytes")
        # Whole records are printed.
        equal(len(out.splitlines()), (size >= len(LOAD)) + (size >= BRANCH_AT + len(BRANCH)), "records printed")
        if not whole:
            place = max(end for end in ends if end <= size)
            start = 0 if size < len(LOAD) else BRANCH_AT
            text = err.decode()
            first, shown, caret = text.splitlines()
            expect(first.startswith(f"spe-dump: standard input: offset 0x{place:x} of the SPE data: ")
                   and first.endswith(f", in the record at 0x{start:x}"), f"{size} bytes: {text}")
            # The caret is under the first byte of an incomplete packet, or after the last byte.
            equal(shown[12:caret.index("^^")].split(), [f"{byte:02x}" for byte in RECORDS[max(0, place - 8):place]],
                  f"bytes before the place, of {size}")
            equal(shown[caret.index("^^"):].split(), [f"{byte:02x}" for byte in RECORDS[place:size][:8]],
                  f"bytes from the place on, of {size}")


def test_bad_header_is_refused():
    # The second byte of an extended header cannot begin another one (D18.1.1).
    data = LOAD + pc(0x400000) + b"\x20\x3F" + BRANCH
    status, out, err = spe_dump("-", stdin=data)
    equal(status, 2, "status")
    equal(err.decode(), f"""\
spe-dump: standard input: offset 0x{len(LOAD) + 9:x} of the SPE data: the second byte of an extended header begins \
another one, in the record at 0x{len(LOAD):x}
  0000003f:  00 00 40 00 00 00 00 80 20 3f b0 00 07 40 00 00
                                     ^^ expected: after 0x20, the first byte of an extended header, none of 0x20 \
to 0x3f
""", "standard error")
    equal(len(out.splitlines()), 14, "lines before it")  # the load, a blank line, the PC


def test_error_says_what_was_expected():
    for damage, expected in [(pc(0x400000)[:4], "8 payload bytes after the header 0xb0; there are 3"),
                             (b"\x20\x98\x01", "2 payload bytes after the header 0x2098; there are 1"),
                             (b"\x20", "the second byte of the extended header 0x20"),
                             (pc(0x400000), "more packets, up to End (0x01) or Timestamp (0x71)")]:
        _, _, err = spe_dump("--json", "-", stdin=LOAD + damage)
        expect(err.decode().endswith(f"^^ expected: {expected}\n"), err.decode())


def test_resync_keeps_whole_records():
    # Lost and inserted bytes in several records; the whole records after them are found.
    damage = [b"", LOAD[:0x13], LOAD[:0x0D] + b"\x20\x20" + LOAD[0x25:], LOAD[:0x0D] + b"\x3f\x21" * 5]
    data = BRANCH + b"".join(one + b"\x20\x3f" + bytes(3) + LOAD for one in damage) + pc(0x400000)[:5]
    whole = [0]
    for one in damage:
        whole.append((whole[-1] + len(LOAD) if whole[-1] else len(BRANCH)) + len(one) + 5)
    status, out, err = spe_dump("--resync", "--json", "-", stdin=data)
    equal(status, 2, "status")
    equal([json.loads(line)["offset"] for line in out.splitlines()], whole, "records")
    lines = err.decode().splitlines()
    skipped = len(data) - len(BRANCH) - len(damage) * len(LOAD)
    equal(lines[-1], f"spe-dump: standard input: {skipped} bytes skipped, at {len(damage) + 1} places", "last line")
    equal(sum("of the SPE data" in line for line in lines), len(damage) + 1, "places")
    # The text also has the whole records; without the option the output ends at the first damage.
    equal(spe_dump("--resync", "-", stdin=data)[1].decode().count("LD GP-REG"), len(damage), "loads in text")
    equal(len(spe_dump("--json", "-", stdin=data)[1].splitlines()), 1, "records without --resync")


def test_resync_takes_padding_for_a_packet():  # F3: anywhere in a record (D18.2.8)
    parts = [pc(0x400004), packet(0x98, 85, 2), packet(0x49, 0, 1), packet(0x52, 2, 2), timestamp(9)]
    for place in range(1, 5):
        for order in range(4):  # the PC is not always the first packet
            parts[order], parts[0] = parts[0], parts[order]
            record = b"".join(parts[:place]) + bytes(5) + b"".join(parts[place:])
            status, out, err = spe_dump("--resync", "--csv", "-", stdin=b"\x20\x20" + 2 * record)
            rows = list(csv.DictReader(out.decode().splitlines()))
            # After 20 a PC would have an extended header.
            assert [(row["pc"], row["total"], row["timestamp"]) for row in rows] == 2 * [("0x400004", "85", "9")], (
                f"padding behind {place} packets, PC at {order}: {err.decode()}")
            parts[order], parts[0] = parts[0], parts[order]


def test_resync_does_not_join_the_rest_of_a_record_with_the_next_one():
    # In the timestamp of the damaged record, 43 01 could be a data source, followed by padding inside a record.
    rest = packet(0x9A, 3, 2) + timestamp(0x0143)
    following = pc(0x400004) + packet(0x49, 0, 1) + END
    status, out, _ = spe_dump("--resync", "--json", "-", stdin=b"\x20\x3f" + rest + bytes(7) + following)
    equal([json.loads(line)["offset"] for line in out.splitlines()], [2 + len(rest) + 7], "records")
    equal(status, 2, "status")


def test_resync_of_whole_records_is_silent():
    equal(output("--resync", "-", stdin=RECORDS), TEXT, "text")


def test_resync_is_fast():
    # No record begins here. A naive search would read all of the padding again from every byte.
    data = b"\x20\x3f" + bytes(2_000_000)
    status, out, err = spe_dump("--resync", "--json", "-", stdin=data)
    equal([status, out], [2, b""], "status and output")
    expect(f"{len(data)} bytes skipped, at 1 places" in err.decode(), err.decode()[-200:])


def test_record_without_an_end_is_refused():
    refused(LOAD + pc(0x400000), f"offset 0x{len(LOAD) + 9:x} of the SPE data: no End or Timestamp packet, in the "
                                 f"record at 0x{len(LOAD):x}")


def test_unknown_packets_do_not_stop_the_stream():
    # Their headers have their length (D18.1.3).
    unknown = [b"\x44\x01", b"\x90\x01\x02", b"\xE0\x01\x02\x03\x04", b"\xF0" + LOAD[:8], b"\x24\x98\x01\x02"]
    text = output("-", stdin=b"".join(one + BRANCH for one in unknown))
    equal(text.count("B COND"), len(unknown), "branches")
    lines = output("--json", "-", stdin=unknown[1] + BRANCH).splitlines()
    first = json.loads(lines[0])["packets"][0]
    equal([first["type"], first["value"]], ["unknown", "0x201"], "an unknown packet in JSON")


def test_damaged_perf_data_is_refused():
    file = perf_file([LOAD])
    place = file.index(LOAD) - 48  # the AUXTRACE record
    data_end = int.from_bytes(file[40:48], "little") + int.from_bytes(file[48:56], "little")
    equal(refused(file[:data_end - 1], f"offset 0x28: the data section (0x{data_end - 408:x} bytes at 0x198) is not "
                                       f"inside the file (0x{data_end - 1:x} bytes)"), "", "output")
    larger = file[:place + 8] + (2**40).to_bytes(8, "little") + file[place + 16:]
    refused(larger, f"offset 0x{place:x}: an AUXTRACE record with 0x10000000000 trace bytes where "
                    f"0x{len(LOAD):x} are left")
    refused(b"2ELIFREP" + file[8:], "perf.data from a big-endian machine")
    refused(file[:60], "offset 0x3c: the file ends inside its header")


def test_trace_of_another_kind_is_refused():
    """1 is Intel PT, whose bytes are not SPE packets."""
    file = perf_file([LOAD], kind=1)
    place = file.index(event(70, b"")[:4])
    equal(refused(file, f"offset 0x{place:x}: a trace of kind 1; that of SPE is 4"), "", "output")


def test_compressed_records_are_skipped():  # they do not contain the trace
    for kind in (81, 83):
        file = perf_file([LOAD], other=event(kind, bytes(16)))
        equal(output("-", stdin=file), output("-", stdin=LOAD), "text")


def test_unreadable_file_is_reported_with_its_cause():
    status, out, err = spe_dump("no/such/file")
    equal([status, out, err], [2, b"", b"spe-dump: no/such/file: No such file or directory\n"], "a missing file")
    status, out, err = spe_dump(BUILD)
    equal([status, out, err], [2, b"", f"spe-dump: {BUILD}: Is a directory\n".encode()], "a directory")


def test_wrong_use_is_refused():
    for arguments in ([], ["a", "b"], ["--json", "--csv", "-"], ["--no-such-option", "-"], ["--format"],
                      ["--bias", "0", "-"],
                      *(["--format", "bolt", "--bias", bias, "-"] for bias in ("-1", "1x", "0x10000000000000000"))):
        status, out, err = spe_dump(*arguments)
        equal([status, out], [2, b""], f"status and output with {arguments}")
        equal(err.count(b"\n"), 1, f"lines of the error with {arguments}")
    expect("usage: spe-dump" in output("--help"), "no help")
    equal(output("-h"), output("--help"), "-h")


def test_full_disk_is_reported():
    with open("/dev/full", "wb") as full:
        done = subprocess.run([SPE_DUMP, "-"], input=RECORDS, stdout=full, stderr=subprocess.PIPE)
    equal([done.returncode, done.stderr], [2, b"spe-dump: standard output cannot be written\n"], "to a full disk")
