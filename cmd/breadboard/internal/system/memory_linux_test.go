package system

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"breadboard/grid/must"
)

const meminfo = "MemTotal:       1000 kB\nMemFree:         100 kB\nMemAvailable:    800 kB\n"

// A freeCase is a system's files, and what is free there.
type freeCase struct {
	files map[string]string
	free  float64
	known bool
}

// testFree holds what is said to be free to each case.
func testFree(t *testing.T, cases map[string]freeCase) {
	t.Helper()
	for name, c := range cases {
		if free, known := freeUnder(systemOf(t, c.files)); known != c.known {
			t.Errorf("%s: known is %v, want %v", name, known, c.known)
		} else if known && free != c.free {
			t.Errorf("%s: %v bytes are free, want %v", name, free, c.free)
		}
	}
}

// Free memory is the machine's, or less if a control group of version 1 or 2 around the
// program allows less. It is unknown if the system says nothing.
func TestFreeMemory(t *testing.T) {
	testFree(t, map[string]freeCase{
		"nothing": {nil, 0, false},
		"machine": {map[string]string{"proc/meminfo": meminfo}, 800 << 10, true},
		"no limit": {map[string]string{
			"proc/meminfo":               meminfo,
			"proc/self/cgroup":           "0::/a\n",
			"sys/fs/cgroup/a/memory.max": "max\n",
		}, 800 << 10, true},
		"version 2": {map[string]string{
			"proc/meminfo":                   meminfo,
			"proc/self/cgroup":               "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max":   "max\n",
			"sys/fs/cgroup/a/memory.max":     "5000\n",
			"sys/fs/cgroup/a/memory.current": "3000\n",
			"sys/fs/cgroup/a/memory.stat":    "anon 1\ninactive_file 600\n",
		}, 2600, true},
		"its own view": {map[string]string{
			"proc/self/cgroup":             "0::/elsewhere/a\n",
			"sys/fs/cgroup/memory.max":     "7000\n",
			"sys/fs/cgroup/memory.current": "1000\n",
		}, 6000, true},
		"version 1": {map[string]string{
			"proc/meminfo":     meminfo,
			"proc/self/cgroup": "5:cpu:/\n4:memory:/a\n0::/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":   "9223372036854771712\n",
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes": "4000\n",
			"sys/fs/cgroup/memory/a/memory.usage_in_bytes": "5000\n",
		}, 0, true},
	})
}

// systemOf returns the root of a system with these files.
func systemOf(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for path, text := range files {
		path = filepath.Join(root, path)
		err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644))
		must.Do(t, err)
	}
	return root
}

func TestFreeMemoryHere(t *testing.T) {
	if free, known := FreeMemory(); !known || free < 1<<20 {
		t.Errorf("here %v bytes are free, known: %v; want a MiB at least", free, known)
	}
}

// A tenant is what a control group holds, in MiB: this program's memory and its file, and what others hold there.
// The file's pages are charged to the group or to another one, and used of late or not.
type tenant struct {
	limit, own, file, others, cache int
	charged, active                 bool
}

// files are the files of a system of 1024 MiB, in which the tenant's group is one of this version. Its memory.stat of
// version 1 counts the group alone first, and then with the groups below.
func (s tenant) files(version int) map[string]string {
	used := s.own + s.others + s.cache
	idle := s.cache
	active := 0
	if s.charged {
		used += s.file
		if active = s.file; !s.active {
			idle, active = idle+s.file, 0
		}
	}
	files := map[string]string{
		"proc/meminfo": fmt.Sprintf("MemFree: 1 kB\nMemAvailable: %d kB\n", (1024-s.own-s.others)<<10),
		"proc/self/status": fmt.Sprintf("VmRSS:\t%d kB\nRssAnon:\t%d kB\nRssFile:\t%d kB\nThreads:\t1000\n",
			(s.own+s.file)<<10, s.own<<10, s.file<<10),
	}
	limit := fmt.Sprintln(s.limit << 20)
	usage := fmt.Sprintln(used << 20)
	if version == 2 {
		files["proc/self/cgroup"] = "0::/a\n"
		files["sys/fs/cgroup/a/memory.max"], files["sys/fs/cgroup/a/memory.current"] = limit, usage
		files["sys/fs/cgroup/a/memory.stat"] = fmt.Sprintf("anon 7\ninactive_file %d\nactive_file %d\n", idle<<20,
			active<<20)
		return files
	}
	files["proc/self/cgroup"] = "4:memory:/a\n"
	files["sys/fs/cgroup/memory/a/memory.limit_in_bytes"] = limit
	files["sys/fs/cgroup/memory/a/memory.usage_in_bytes"] = usage
	files["sys/fs/cgroup/memory/a/memory.stat"] = fmt.Sprintf(
		"inactive_file 5\nactive_file 6\ntotal_inactive_file %d\ntotal_active_file %d\n", idle<<20, active<<20)
	return files
}

// In a group the program can hold its limit less what others hold there that cannot be dropped: no more and no less,
// wherever the pages of its own file are charged, and however much it holds already. The machine may leave less.
func TestFreeInAGroup(t *testing.T) {
	cases := map[string]freeCase{}
	for _, version := range []int{1, 2} {
		for _, limit := range []int{36, 60, 4096} {
			for _, own := range []int{4, 30} {
				for _, others := range []int{0, 5} {
					for i := range 8 {
						s := tenant{limit, own, 22 * (i & 1), others, 3 * (i >> 1 & 1), i&4 == 0, i&2 == 0}
						want := float64(min(limit, 1024)-others) * (1 << 20)
						cases[fmt.Sprintf("version %d, %+v", version, s)] = freeCase{s.files(version), want, true}
					}
				}
			}
		}
	}
	testFree(t, cases)
}

// limits are the lines of /proc/self/limits that matter, and one between them.
func limits(data, addresses string) string {
	return fmt.Sprintf("Limit                     Soft Limit           Hard Limit           Units     \nMax data "+
		"size             %-20s unlimited            bytes     \nMax stack size            8388608              "+
		"unlimited            bytes     \nMax address space         %-20s unlimited            bytes     \n",
		data, addresses)
}

// A program that holds 30 MiB and 22 of its own file, with threads enough that no more are set aside.
const status = "VmSize:\t  1048576 kB\nVmData:\t    102400 kB\nVmRSS:\t     53248 kB\nRssAnon:\t     30720 " +
	"kB\nRssFile:\t     22528 kB\nThreads:\t1000\n"

// What is left under `ulimit -v` and `-d` is their number less what counts against it; of
// addresses an arena of the heap is set aside. What the program holds already is added.
func TestFreeUnderLimits(t *testing.T) {
	const mib = 1 << 20
	under := func(data, addresses string) map[string]string {
		return map[string]string{"proc/self/status": status, "proc/self/limits": limits(data, addresses)}
	}
	unlimited := under("unlimited", "unlimited")
	unlimited["proc/meminfo"] = meminfo
	testFree(t, map[string]freeCase{
		"unlimited":          {unlimited, 800<<10 + 30*mib, true},
		"addresses":          {under("unlimited", "2147483648"), (1024 - 64 + 30 + 22) * mib, true},
		"data":               {under("314572800", "2147483648"), (300 - 100 + 30) * mib, true},
		"below what is used": {under("1000", "2147483648"), 30 * mib, true},
	})
}

// Room for the stacks of threads that are still to come is set aside.
func TestThreadsAreSetAside(t *testing.T) {
	const mib = 1 << 20
	root := systemOf(t, map[string]string{
		"status": "VmSize:\t  1048576 kB\nThreads:\t5\n",
		"limits": limits("unlimited", "4294967296"),
	})
	want := 3072*mib - 64*mib - float64(6+2*runtime.GOMAXPROCS(0)-5)*threadAddresses
	if got := leftUnderLimits(root); got != want {
		t.Errorf("%.0f bytes are left, want %.0f", got, want)
	}
}
