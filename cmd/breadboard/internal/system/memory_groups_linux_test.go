package system

import (
	"fmt"
	"testing"
)

// A tenant is what a control group holds, in MiB: this program's memory and its file, and what others hold there.
// The file's pages are charged to the group or to another one, and used of late or not.
type tenant struct {
	limit, own, file, others, cache int
	charged, active                 bool
}

// files are the files of a system of 1024 MiB, in which the tenant's group is one of this version. Its memory.stat of
// version 1 counts the group alone first, and then with the groups below.
func (s tenant) files(version int) map[string]string {
	used, idle, active := s.own+s.others+s.cache, s.cache, 0
	if s.charged {
		used += s.file
	}
	switch {
	case s.charged && s.active:
		active = s.file
	case s.charged:
		idle += s.file
	}
	files := map[string]string{
		"proc/meminfo": fmt.Sprintf("MemFree: 1 kB\nMemAvailable: %d kB\n", (1024-s.own-s.others)<<10),
		"proc/self/status": fmt.Sprintf("VmRSS:\t%d kB\nRssAnon:\t%d kB\nRssFile:\t%d kB\nThreads:\t1000\n",
			(s.own+s.file)<<10, s.own<<10, s.file<<10),
	}
	limit, usage := fmt.Sprintln(s.limit<<20), fmt.Sprintln(used<<20)
	if version == 2 {
		files["proc/self/cgroup"] = "0::/a\n"
		files["sys/fs/cgroup/a/memory.max"], files["sys/fs/cgroup/a/memory.current"] = limit, usage
		files["sys/fs/cgroup/a/memory.stat"] = fmt.Sprintf("anon 7\ninactive_file %d\nactive_file %d\n", idle<<20, active<<20)
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
