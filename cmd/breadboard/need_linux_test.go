package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

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
