package system

import (
	"math"
	"path/filepath"
	"runtime"
)

// A limit of a process, by its name in /proc/self/limits and what counts against it in
// /proc/self/status.
type limit struct{ name, used string }

// Addresses are limited by `ulimit -v`: all that is mapped counts, also what the Go
// runtime reserves and never touches, 1.3 GiB at the start. Data are limited by
// `ulimit -d`: memory that the program can write to.
var (
	addresses = limit{"Max address space", "VmSize:"}
	data      = limit{"Max data size", "VmData:"}
)

// The heap grows by arenas of this many bytes, so a vector may need so much more.
const arena = 64 << 20

// leftUnderLimits returns the bytes that the limits of a process leave to its heap, +Inf
// if it has none. self is its directory in /proc. Threads that the runtime has yet to
// start take from the same limits, and to fail there is the end of the program, so their
// stacks are set aside. What is foretold of a run counts the program's own file, and so do
// addresses: its pages are not taken off twice.
func leftUnderLimits(self string) float64 {
	threads, _ := readNumber(filepath.Join(self, "status"), "Threads:")
	file, _ := readNumber(filepath.Join(self, "status"), "RssFile:")
	more := max(mostThreads()-threads, 0)
	return min(addresses.left(self, arena+more*threadAddresses)+file*1024, data.left(self, more*threadData))
}

// mostThreads is a number of threads that the program does not pass: two a core, one that
// computes and one that waits for a file, and six of the runtime's own.
func mostThreads() float64 { return float64(6 + 2*runtime.GOMAXPROCS(0)) }

// left returns the bytes that the limit leaves beside what is used and set aside.
func (l limit) left(self string, aside float64) float64 {
	most, ok := readNumber(filepath.Join(self, "limits"), l.name)
	if !ok {
		return math.Inf(1)
	}
	used, _ := readNumber(filepath.Join(self, "status"), l.used)
	return max(most-used*1024-aside, 0)
}
