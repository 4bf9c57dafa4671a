package system

import (
	"fmt"
	"testing"
)

// limits are the lines of /proc/self/limits that matter, and one between them.
func limits(data, addresses string) string {
	return fmt.Sprintf("Limit                     Soft Limit           Hard Limit           Units     \n"+
		"Max data size             %-20s unlimited            bytes     \n"+
		"Max stack size            8388608              unlimited            bytes     \n"+
		"Max address space         %-20s unlimited            bytes     \n", data, addresses)
}

// A program that holds 30 MiB and 22 of its own file, with threads enough that no more are set aside.
const status = "VmSize:\t  1048576 kB\nVmData:\t    102400 kB\nVmRSS:\t     53248 kB\n" +
	"RssAnon:\t     30720 kB\nRssFile:\t     22528 kB\nThreads:\t1000\n"

// What is left under `ulimit -v` and `-d` is their number less what counts against it; of
// addresses an arena of the heap is set aside. What the program holds already is added.
func TestFreeUnderLimits(t *testing.T) {
	const mib = 1 << 20
	testFree(t, map[string]freeCase{
		"unlimited": {map[string]string{
			"proc/meminfo":     meminfo,
			"proc/self/status": status,
			"proc/self/limits": limits("unlimited", "unlimited"),
		}, 800<<10 + 30*mib, true},
		"addresses": {map[string]string{
			"proc/self/status": status,
			"proc/self/limits": limits("unlimited", "2147483648"),
		}, (1024 - 64 + 30 + 22) * mib, true},
		"data": {map[string]string{
			"proc/self/status": status,
			"proc/self/limits": limits("314572800", "2147483648"),
		}, (300 - 100 + 30) * mib, true},
		"below what is used": {map[string]string{
			"proc/self/status": status,
			"proc/self/limits": limits("1000", "2147483648"),
		}, 30 * mib, true},
	})
}

// Room for the stacks of threads that are still to come is set aside.
func TestThreadsAreSetAside(t *testing.T) {
	const mib = 1 << 20
	root := systemOf(t, map[string]string{
		"status": "VmSize:\t  1048576 kB\nThreads:\t5\n",
		"limits": limits("unlimited", "4294967296"),
	})
	want := 3072*mib - 64*mib - (mostThreads()-5)*threadAddresses
	if got := leftUnderLimits(root); got != want {
		t.Errorf("%.0f bytes are left, want %.0f", got, want)
	}
}
