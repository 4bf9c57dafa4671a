package system

import (
	"os"
	"path/filepath"
	"testing"
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
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestFreeMemoryHere(t *testing.T) {
	if free, known := FreeMemory(); !known || free < 1<<20 {
		t.Errorf("here %v bytes are free, known: %v; want a MiB at least", free, known)
	}
}
