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

// A million cells are held in 64 bytes each, the program besides, as is told beforehand, and in not much more.
func TestMemoryOfAMillionCells(t *testing.T) {
	const cells, program = 1 << 20, 28 << 20
	out, says, held := memoryOf(t, "exact", "--toy", "ising:4x5:0.4", "-T", "3", "--yes", "--format", "json")
	var rows []struct {
		J, B     float64
		Q        []float64
		Warnings []string
	}
	if err := json.Unmarshal(out, &rows); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if len(rows) != 1 {
		t.Fatalf("%d rows, want 1", len(rows))
	}
	if !(rows[0].B > rows[0].J && rows[0].J > 0) {
		t.Errorf("J is %v and B is %v, want 0 < J < B", rows[0].J, rows[0].B)
	}
	if rows[0].Q != nil {
		t.Errorf("q is printed, with %d cells", len(rows[0].Q))
	}
	warnings := strings.Join(rows[0].Warnings, "\n")
	if !strings.Contains(warnings, "no q, p and log_f: on 1048576 states") {
		t.Error(warnings)
	}
	most := 64*cells + program
	if held == 0 || held > most*3/2 {
		t.Errorf("%d bytes were held, want from 1 to %d", held, most*3/2)
	}
	if foretold := amount(float64(most)); !strings.Contains(says, foretold) {
		t.Errorf("stderr does not name %s: %s", foretold, says)
	}
}

// memoryOf runs the program, and returns also the most bytes that it held at once.
func memoryOf(t *testing.T, args ...string) (out []byte, says string, held int) {
	t.Helper()
	cmd := exec.Command(binary, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	over := make(chan error)
	go func() { over <- cmd.Wait() }()
	err := watch(cmd.Process.Pid, over, func(status string) {
		if _, text, ok := strings.Cut(status, "VmHWM:"); ok {
			kib, _ := strconv.Atoi(strings.Fields(text)[0])
			held = max(held, kib<<10)
		}
	})
	if err != nil {
		t.Fatalf("%v: %s%s", err, stdout.String(), stderr.String())
	}
	return stdout.Bytes(), stderr.String(), held
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
