package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Free is what the machine has, or the tightest of the control groups around the
// program, of either version; of a system that says nothing it is not known.
func TestMemory(t *testing.T) {
	const meminfo = "MemTotal:       1000 kB\nMemFree:         100 kB\nMemAvailable:    800 kB\n"
	for name, c := range map[string]struct {
		files map[string]string
		free  float64
		known bool
	}{
		"nothing":  {nil, 0, false},
		"machine":  {map[string]string{"proc/meminfo": meminfo}, 800 << 10, true},
		"no limit": {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "max\n"}, 800 << 10, true},
		"version 2": {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/memory.max": "5000\n", "sys/fs/cgroup/a/memory.current": "3000\n",
			"sys/fs/cgroup/a/memory.stat": "anon 1\ninactive_file 600\n"}, 2600, true},
		"its own view": {map[string]string{"proc/self/cgroup": "0::/elsewhere/a\n", "sys/fs/cgroup/memory.max": "7000\n", "sys/fs/cgroup/memory.current": "1000\n"}, 6000, true},
		"version 1": {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "5:cpu:/\n4:memory:/a\n0::/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n", "sys/fs/cgroup/memory/a/memory.limit_in_bytes": "4000\n",
			"sys/fs/cgroup/memory/a/memory.usage_in_bytes": "5000\n"}, 0, true},
	} {
		root := t.TempDir()
		for path, text := range c.files {
			path = filepath.Join(root, path)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if free, known := memoryUnder(root); known != c.known || known && free != c.free {
			t.Errorf("%s: %v, %v; want %v, %v", name, free, known, c.free, c.known)
		}
	}
	if free, known := memory(); !known || free < 1<<20 {
		t.Errorf("here: %v, %v", free, known)
	}
}

// A million cells are held in 64 bytes each, the program besides, and in no more
// than was told beforehand.
func TestMemoryOfAMillionCells(t *testing.T) {
	const cells, program = 1 << 20, 28 << 20
	cmd := exec.Command(binary, "exact", "--toy", "ising:4x5:0.4", "-T", "3", "--yes", "--format", "json")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	over := make(chan error)
	go func() { over <- cmd.Wait() }()
	held := 0
	err := watch(cmd.Process.Pid, over, func(status string) {
		if _, text, ok := strings.Cut(status, "VmHWM:"); ok {
			kib, _ := strconv.Atoi(strings.Fields(text)[0])
			held = max(held, kib<<10)
		}
	})
	out := stdout.Bytes()
	var rows []struct {
		J, B     float64
		Q        []float64
		Warnings []string
	}
	if err != nil || json.Unmarshal(out, &rows) != nil || len(rows) != 1 || !(rows[0].B > rows[0].J && rows[0].J > 0) || rows[0].Q != nil {
		t.Fatalf("%v: %s%s", err, out, stderr.String())
	}
	if warnings := strings.Join(rows[0].Warnings, "\n"); !strings.Contains(warnings, "no q: of 1048576 states") {
		t.Error(warnings)
	}
	if most := 64*cells + program; held == 0 || held > most || !strings.Contains(stderr.String(), amount(float64(most))) {
		t.Errorf("%d bytes were held, %d may be: %s", held, most, stderr.String())
	}
}

// watch reads the status of a process over and over until it is over.
func watch(pid int, over <-chan error, see func(status string)) error {
	for {
		select {
		case err := <-over:
			return err
		case <-time.After(2 * time.Millisecond):
			if status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)); err == nil {
				see(string(status))
			}
		}
	}
}
