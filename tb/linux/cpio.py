# SPDX-License-Identifier: Apache-2.0
"""Writes an initial file system for Linux (cpio, "newc"), without needing its files' permissions."""

import stat


class Cpio:
    """Entries go to the open binary file in the order in which they are added; missing parents are added."""

    def __init__(self, file):
        self.file, self.inode, self.names = file, 0, set()

    def entry(self, name, mode, data=b"", device=(0, 0)):
        """Adds an entry, unless one of that name exists."""
        name = name.strip("/")
        if not name or name in self.names:
            return
        parent = name.rpartition("/")[0]
        self.entry(parent, stat.S_IFDIR | 0o755)
        self.names.add(name)
        self.write(name, mode, data, device)

    def directory(self, name):
        self.entry(name, stat.S_IFDIR | 0o755)

    def regular(self, name, data, mode=0o644):
        self.entry(name, stat.S_IFREG | mode, data)

    def link(self, name, target):
        self.entry(name, stat.S_IFLNK | 0o777, target.encode())

    def device(self, name, major, minor):
        self.entry(name, stat.S_IFCHR | 0o600, device=(major, minor))

    def write(self, name, mode, data, device):
        self.inode += 1
        text = name.encode() + b"\0"
        fields = (self.inode, mode, 0, 0, 2 if stat.S_ISDIR(mode) else 1, 0, len(data), 0, 0, *device, len(text), 0)
        header = b"070701" + b"".join(b"%08X" % field for field in fields)
        self.file.write(header + text + bytes(-(len(header) + len(text)) % 4))
        self.file.write(data + bytes(-len(data) % 4))

    def end(self):
        self.write("TRAILER!!!", 0, b"", (0, 0))
        self.file.write(bytes(-self.file.tell() % 512))
