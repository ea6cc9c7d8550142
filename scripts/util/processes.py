# SPDX-License-Identifier: Apache-2.0
"""Runs programs in parallel from several threads, and ends them when they are no longer needed."""

import os
import signal
import subprocess
import threading


def kill(process):
    """Ends a process and everything that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


class Processes:
    """Running programs, each in its own process group and with a time limit."""

    def __init__(self):
        self.lock = threading.Lock()
        self.running = set()
        self.stopped = False

    def start(self, command, limit, **options):
        """Starts the program, which timeout(1) kills after `limit` seconds even if this process has ended. After
        stop(), a started program ends at once."""
        with self.lock:
            process = subprocess.Popen(["timeout", "--signal=KILL", str(limit), *command], stdin=subprocess.DEVNULL,
                                       start_new_session=True, **options)
            self.running.add(process)
            if self.stopped:
                kill(process)
        return process

    def wait(self, process):
        """Waits for its end, ends its remaining processes, and returns its status."""
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        with self.lock:
            kill(process)  # its group ID cannot be reused yet
            self.running.discard(process)
            return process.wait()

    def stop(self):
        """Ends all programs."""
        with self.lock:
            self.stopped = True
            for process in self.running:
                kill(process)
