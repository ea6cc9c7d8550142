# SPDX-License-Identifier: Apache-2.0
"""What a waveform of the unit shows: the rooms of the street in order, then those beside it, and their signals."""

import collections

# alias, path below UNIT (below TOP if it starts with `.`; `*` is any index), how ("": by the signal itself)
Row = collections.namedtuple("Row", "alias path how")


def rows(prefix, text):
    """One `alias path how` a line; `=` as path is the alias itself. Paths start with prefix."""
    made = []
    for line in text.strip().splitlines():
        alias, path, how = (line.split() + ["", ""])[:3]
        path = alias if path in ("", "=") else path
        made.append(Row(alias, path if path.startswith((".", "/")) else prefix + path, how))
    return made


# Group, colour (GTKWave's number), open at first, module whose other state (*_q) follows, rows.
GROUPS = [
    ("dispatch", 4, True, "", rows("", """
        clock .clk_i
        reset_n .rst_ni
        operations dispatch_valid_i bin
        pc[0] dispatch_pc_i[0]
        el pe_i.el level
        MARK mark_valid_o
        slot mark_slot_o dec
        tag mark_tag_o dec
        finished[*] op_i[*].finished
        how[*] op_i[*].how
        kind[*] op_i[*].kind
        """)),
    ("interval", 4, True, "u_spu_interval", rows("u_spu_interval.", """
        profiling profiling_enabled_i
        interval pmsirr_i.interval dec
        random pmsirr_i.rnd
        count /pmsicr.count dec
        ecount /pmsicr.ecount dec
        selected spec_selected bin
        tag_free tag_free_i bin
        population population_o dec
        collisions collisions_o dec
        """)),
    ("sample", 3, True, "", rows("u_spu_sample.", """
        state[*] state_q[*]
        issued[*] latency_q[*].issued
        latency[*] latency_q[*].total dec
        FINISHED /finished_valid
        finished_tag /finished_tag dec
        pc /finished.origin.pc
        type /finished.op_type
        events /finished.events
        total_latency /finished.total_latency dec
        dropped /finished.dropped
        """)),
    ("filter", 3, True, "", rows("u_spu_filter.", """
        VERDICT /verdict_valid
        keep keep_o
        by_type /regs.pmsfcr.ft
        by_event /regs.pmsfcr.fe
        by_latency /regs.pmsfcr.fl
        not_event /regs.pmsfcr.fne
        by_source /regs.pmsfcr.fds
        """)),
    ("record", 2, True, "u_spu_record", rows("u_spu_record.", """
        state state_q
        pending u_spu_packet.pending_q bin
        packet u_spu_packet.packet_valid_o
        position u_spu_funnel.pos_q dec
        write write_o
        word write_word_o dec
        length record_len_o dec
        VALID record_valid_o
        taken record_taken_i
        """)),
    ("buffer", 2, True, "u_spu_buffer", rows("u_spu_buffer.", """
        enabled /enable.buffer_enabled
        pointer /regs.pmbptr
        limit /regs.pmblimitr.limit
        state state_q
        address va_q
        left left_q dec
        START start_valid_o
        COMMIT commit_valid_o
        DISCARD discard_valid_o
        reason discard_reason_o
        EVENT update_o.event_valid
        update_pointer update_o.ptr_we
        xlate_request xlate_o.valid
        xlate_ready xlate_ready_i
        xlate_answer xlate_i.valid
        xlate_fault xlate_i.fault
        """)),
    ("memory", 5, True, "u_spu_axi_write", rows("u_spu_axi_write.", """
        address_taken aw_taken_q
        beats_taken w_taken_q dec
        awvalid axi_aw_o.valid
        awready axi_awready_i
        awaddr axi_aw_o.addr
        awlen axi_aw_o.len dec
        wvalid axi_wvalid_o
        wready axi_wready_i
        wdata axi_wdata_o
        wstrb axi_wstrb_o
        wlast axi_wlast_o
        bvalid axi_b_i.valid
        bresp axi_b_i.resp
        outstanding outstanding_o dec
        """)),
    ("access", 3, False, "", rows("", """
        REQUEST sysreg_i.valid
        write sysreg_i.write
        register sysreg_i.addr register
        wdata sysreg_i.wdata
        verdict sysreg_o.verdict
        ec sysreg_o.ec
        DONE sysreg_o.done
        rdata sysreg_o.rdata
        """)),
    ("regs", 3, False, "", rows("regs.", """
        PMSCR.E0SPE pmscr_el1.e0spe
        PMSCR.E1SPE pmscr_el1.e1spe
        PMSCR_EL2.E0HSPE pmscr_el2.e0hspe
        PMSCR_EL2.E2SPE pmscr_el2.e2spe
        PMSEVFR pmsevfr
        PMSNEVFR pmsnevfr
        PMSLATFR minlat dec
        PMBLIMITR.E pmblimitr.e
        PMBLIMITR.FM pmblimitr.fm
        PMBPTR pmbptr
        PMBSR.S pmbsr.s
        PMBSR.DL pmbsr.dl
        PMBSR.EA pmbsr.ea
        PMBSR.COLL pmbsr.coll
        PMBSR.EC pmbsr.ec
        PMBSR.status pmbsr.status
        """)),
    ("enable", 3, False, "", rows("enable.", """
        current_ss =
        owner_el = level
        owner_ss =
        buffer_enabled =
        profiling_enabled =
        el2_enabled =
        """)),
    ("collect", 3, False, "", rows("", """
        cx1 collect.cx1
        cx2 collect.cx2
        pa collect.pa
        time collect.ts
        pc origin.pc
        timestamp origin.timestamp dec
        """)),
    ("barrier", 3, False, "u_spu_barrier", rows("", """
        PSB psb_valid_i
        psb_done psb_done_o
        DSB dsb_valid_i
        dsb_done dsb_done_o
        """)),
    ("pmu", 7, False, "", rows("u_pmu_top.gen_pmu.", """
        enable regs.pmcr.e
        counters_enabled regs.pmcnten
        PMCCNTR u_pmu_counters.pmccntr_o dec
        PMEVCNTR[*] u_pmu_counters.pmevcntr_o[*] dec
        overflow regs.pmovs
        pmuirq .pmuirq_o
        """)),
    ("trace", 7, False, "", rows("trace_o.", """
        self_hosted =
        allowed =
        cx2 =
        ts =
        """)),
    ("pins", 7, False, "", rows("", """
        pmbirq .pmbirq_o
        pmuirq .pmuirq_o
        cti_sample .cti_spe_sample_o
        serror .serror_o
        time time_i dec
        """)),
]

# Beside the signal that differs, what a failure in a room is read from.
ROOM_SIGNALS = {
    "interval": ["dispatch_valid_i", "pmsicr.count", "tag_free", "mark_valid_o"],
    "sample": ["finished_valid", "finished_tag", "finished.op_type"],
    "filter": ["verdict_valid", "kept", "finished.events"],
    "record": ["u_spu_record.state_q", "u_spu_record.u_spu_packet.pending_q", "u_spu_record.write_word_o"],
    "buffer": ["u_spu_buffer.state_q", "start_valid", "commit_valid", "discard_valid", "regs.pmbptr", "regs.pmblimitr.limit"],
    "memory": ["u_spu_axi_write.aw_taken_q", "u_spu_axi_write.w_taken_q", "axi_aw_o.valid", "axi_aw_o.addr", "axi_wvalid_o"],
    "access": ["sysreg_i.addr", "sysreg_i.write", "sysreg_o.verdict", "sysreg_o.rdata"],
    "regs": ["sysreg_i.addr", "sysreg_i.write", "sysreg_i.wdata", "sysreg_o.rdata"],
    "enable": ["enable.current_ss", "enable.owner_el", "enable.profiling_enabled", "enable.buffer_enabled"],
    "collect": ["mark_valid_o", "collect.cx1", "collect.cx2", "collect.pa", "collect.ts"],
    "barrier": ["psb_valid_i", "psb_done_o", "dsb_valid_i", "dsb_done_o"],
    "trace": ["trace_o.allowed", "trace_o.ts"],
}
