package system

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// FreeMemory returns how many bytes the program can hold at once: those that it holds
// already, and those that are free on the machine, in its control group and under its
// limits (`ulimit -v` and `-d`), whichever has fewest. known is false if none is known.
//
// What it holds is its anonymous memory, RssAnon. The pages of its own file, some 20 MiB, are
// no room for vectors: a group of 40 MiB never has more than 40, whoever paid for these pages.
//
// Swap does not count as free, on the machine or in a group: long vectors are read again
// and again, and a run that swaps takes days.
func FreeMemory() (bytes float64, known bool) { return freeUnder("/") }

// freeUnder is FreeMemory of a system whose files are below root.
func freeUnder(root string) (bytes float64, known bool) {
	bytes = math.Inf(1)
	if kib, ok := readNumber(filepath.Join(root, "proc/meminfo"), "MemAvailable:"); ok {
		bytes = kib * 1024
	}
	own, _ := os.ReadFile(filepath.Join(root, "proc/self/cgroup"))
	for line := range strings.Lines(string(own)) {
		bytes = min(bytes, leftInGroups(root, strings.TrimSpace(line)))
	}
	self := filepath.Join(root, "proc/self")
	bytes = min(bytes, leftUnderLimits(self))
	held, _ := readNumber(filepath.Join(self, "status"), "RssAnon:")
	return bytes + held*1024, !math.IsInf(bytes, 1)
}

// hierarchies has, for control groups of the versions 1 and 2, the folder and the names of the files with their limits,
// by the name in a line of /proc/self/cgroup. total begins those names in memory.stat that count the groups below too.
var hierarchies = map[string]struct{ base, limit, used, total string }{
	"memory": {"sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_"},
	"":       {"sys/fs/cgroup", "memory.max", "memory.current", ""},
}

// leftInGroups returns the bytes that the tightest control group leaves, from one line of /proc/self/cgroup: the group
// of the line and all groups above it have limits. It is +Inf if the line is not about memory. A line is
// "4:memory:/a/b" in version 1 and "0::/a/b" in version 2.
//
// Cached files count as used, but the system drops them when memory is needed, so they are added: also those in use of
// late, as the program's own. It is in the cache of the group that read it first, so that a second copy of the program
// has as much left as the first.
func leftInGroups(root, line string) float64 {
	left := math.Inf(1)
	part := strings.SplitN(line, ":", 3)
	if len(part) != 3 {
		return left
	}
	h, ok := hierarchies[part[1]]
	if !ok {
		return left
	}
	for path := part[2]; ; path = filepath.Dir(path) {
		dir := filepath.Join(root, h.base, path)
		if limit, ok := readNumber(filepath.Join(dir, h.limit), ""); ok {
			used, _ := readNumber(filepath.Join(dir, h.used), "")
			idle, _ := readNumber(filepath.Join(dir, "memory.stat"), h.total+"inactive_file")
			active, _ := readNumber(filepath.Join(dir, "memory.stat"), h.total+"active_file")
			left = min(left, max(limit-max(used-idle-active, 0), 0))
		}
		if path == "/" || path == "." || path == "" {
			return left
		}
	}
}

// readNumber returns the number after a name in a file of lines such as "MemAvailable:
// 800 kB", or, if name is "", the number in a file such as memory.max. ok is false if
// there is none: memory.max may say "max", and a limit "unlimited".
func readNumber(path, name string) (v float64, ok bool) {
	lines, _ := os.ReadFile(path)
	for line := range strings.Lines(string(lines)) {
		rest, found := strings.CutPrefix(line, name)
		if !found || name != "" && strings.TrimLeft(rest, " \t") == rest {
			continue
		}
		if fields := strings.Fields(rest); len(fields) > 0 {
			v, err := strconv.ParseFloat(fields[0], 64)
			return v, err == nil
		}
	}
	return 0, false
}

// The heap grows by arenas of this many bytes, so a vector may need so much more.
const arena = 64 << 20

// leftUnderLimits returns the bytes that the limits of a process leave to its heap, +Inf if it has none. self is its
// directory in /proc. Addresses are limited by `ulimit -v`: all that is mapped counts, also what the Go runtime
// reserves and never touches, 1.3 GiB at the start. Data are limited by `ulimit -d`: memory that the program can write
// to. Threads that the runtime has yet to start take from the same limits, and to fail there is the end of the
// program, so their stacks are set aside. What is foretold of a run counts the program's own file, and so do
// addresses: its pages are not taken off twice.
func leftUnderLimits(self string) float64 {
	status := func(name string) float64 {
		v, _ := readNumber(filepath.Join(self, "status"), name)
		return v
	}
	left := func(limit, used string, aside float64) float64 {
		most, ok := readNumber(filepath.Join(self, "limits"), limit)
		if !ok {
			return math.Inf(1)
		}
		return max(most-status(used)*1024-aside, 0)
	}
	// A number of threads that the program does not pass: two a core, one that computes and one that waits for a file,
	// and six of the runtime's own.
	threads := float64(6 + 2*runtime.GOMAXPROCS(0))
	more := max(threads-status("Threads:"), 0)
	return min(left("Max address space", "VmSize:", arena+more*threadAddresses)+status("RssFile:")*1024,
		left("Max data size", "VmData:", more*threadData))
}
