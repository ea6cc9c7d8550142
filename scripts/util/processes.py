# SPDX-License-Identifier: Apache-2.0
"""Programs that run at the same time, of several threads; none outlives this one's interest in it."""

import os
import signal
import subprocess
import threading


def kill(process):
    """Ends it and everything that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


class Processes:
    """Each is a process group of its own, and has a limit of time."""

    def __init__(self):
        self.lock = threading.Lock()
        self.running = set()
        self.stopped = False

    def start(self, command, limit, **options):
        """The program, which timeout(1) kills after `limit` seconds, whatever has become of this one. One that is
        started after stop() ends at once."""
        with self.lock:
            process = subprocess.Popen(["timeout", "--signal=KILL", str(limit), *command], stdin=subprocess.DEVNULL,
                                       start_new_session=True, **options)
            self.running.add(process)
            if self.stopped:
                kill(process)
        return process

    def wait(self, process):
        """Waits for its end and ends what it left running. Its status."""
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        with self.lock:
            kill(process)  # its group cannot be another's yet
            self.running.discard(process)
            return process.wait()

    def stop(self):
        """Ends all of them."""
        with self.lock:
            self.stopped = True
            for process in self.running:
                kill(process)
