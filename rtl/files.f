// SPDX-License-Identifier: Apache-2.0
// The sources of spu_top in compile order: the one list for lint, simulation, formal, synthesis, FuseSoC
// (openspu.core) and Bender (Bender.yml). Paths are relative to this file.
spu_config_pkg.sv
spu_pkg.sv
pmu_pkg.sv
spu_config_check.sv
spu_random.sv
spu_interval_ahead.sv
spu_interval.sv
spu_enable.sv
spu_collect.sv
spu_classify.sv
spu_fate.sv
spu_sample.sv
spu_filter.sv
spu_verdict.sv
spu_session.sv
spu_packet.sv
spu_funnel.sv
spu_record.sv
spu_record_store.sv
spu_record_image.sv
spu_axi_write.sv
spu_buffer.sv
spu_barrier.sv
spu_access.sv
spu_regs.sv
trace_control.sv
pmu_access.sv
pmu_count.sv
pmu_overflow.sv
pmu_increment.sv
pmu_counters.sv
pmu_regs.sv
pmu_top.sv
spu_top.sv
