// SPDX-License-Identifier: Apache-2.0
//
// The part of QEMU's TCG plugin interface, version 1 (QEMU 6.0 to 8.x), that our plugin uses: Debian ships no header
// for it. The qemu-aarch64 executable exports the functions, which are resolved when it loads the plugin.
#ifndef TB_PROGRAMS_RECORDER_PLUGIN_QEMU_PLUGIN_API_H
#define TB_PROGRAMS_RECORDER_PLUGIN_QEMU_PLUGIN_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { QEMU_PLUGIN_API_VERSION = 1 };

// A plugin exports this number, and qemu_plugin_install(), which returns 0 or refuses to be loaded.
extern int qemu_plugin_version;

typedef uint64_t qemu_plugin_id_t;

struct qemu_plugin_info {
  const char *target_name;  // "aarch64"
  struct {
    int minimum;
    int current;
  } version;
  bool system_emulation;
  struct {
    int smp_vcpus;
    int max_vcpus;
  } system;
};

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_plugin_info *info, int argc, char **argv);

struct qemu_plugin_tb;    // a block of guest code being translated
struct qemu_plugin_insn;  // one of its instructions

enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS = 0 };  // the callback touches no guest register
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_R = 1, QEMU_PLUGIN_MEM_W = 2, QEMU_PLUGIN_MEM_RW = 3 };

// Blocks: called when one is translated.
typedef void (*qemu_plugin_vcpu_tb_trans_cb_t)(qemu_plugin_id_t id, struct qemu_plugin_tb *tb);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, qemu_plugin_vcpu_tb_trans_cb_t cb);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);

// Execution: called before the instruction, or the block, is executed.
typedef void (*qemu_plugin_vcpu_udata_cb_t)(unsigned vcpu, void *userdata);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb, qemu_plugin_vcpu_udata_cb_t cb,
                                          enum qemu_plugin_cb_flags flags, void *userdata);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn, qemu_plugin_vcpu_udata_cb_t cb,
                                            enum qemu_plugin_cb_flags flags, void *userdata);

// Memory: called after each access that the instruction made.
typedef void (*qemu_plugin_vcpu_mem_cb_t)(unsigned vcpu, uint32_t info, uint64_t vaddr, void *userdata);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, qemu_plugin_vcpu_mem_cb_t cb,
                                      enum qemu_plugin_cb_flags flags, enum qemu_plugin_mem_rw rw,
                                      void *userdata);

// The guest makes a system call: number (as in the guest's architecture) and arguments.
typedef void (*qemu_plugin_vcpu_syscall_cb_t)(qemu_plugin_id_t id, unsigned vcpu, int64_t number, uint64_t a1,
                                              uint64_t a2, uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6,
                                              uint64_t a7, uint64_t a8);
void qemu_plugin_register_vcpu_syscall_cb(qemu_plugin_id_t id, qemu_plugin_vcpu_syscall_cb_t cb);

// The system call has returned.
typedef void (*qemu_plugin_vcpu_syscall_ret_cb_t)(qemu_plugin_id_t id, unsigned vcpu, int64_t number,
                                                  int64_t result);
void qemu_plugin_register_vcpu_syscall_ret_cb(qemu_plugin_id_t id, qemu_plugin_vcpu_syscall_ret_cb_t cb);

// QEMU is about to exit normally; no other callback runs any more.
typedef void (*qemu_plugin_udata_cb_t)(qemu_plugin_id_t id, void *userdata);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, qemu_plugin_udata_cb_t cb, void *userdata);

#endif  // TB_PROGRAMS_RECORDER_PLUGIN_QEMU_PLUGIN_API_H
