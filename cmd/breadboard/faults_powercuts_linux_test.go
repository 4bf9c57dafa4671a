package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"breadboard/experiments/disk/disktest"
	"breadboard/grid/text/faulty"
)

// On a real ext4, a sweep or a score under which the power was cut goes on with the same command and ends
// in the same bytes.
func TestFaultsPowerCutsOfExt4(t *testing.T) {
	faulty.OnlyLong(t, "a mount takes a fifth of a second; BREADBOARD_LONG makes 60, as root on Linux")
	cuts := faulty.Tally{What: "power cuts of an ext4 under a sweep or a score"}
	dice := rand.New(rand.NewPCG(15, 9))
	machine := disktest.NewExt4(t)
	for _, r := range longRuns {
		want, took := r.unbroken(t)
		for k := range 30 {
			name := fmt.Sprint(r.args[0], k)
			dir := filepath.Join(machine.Dir, name)
			if err := os.Mkdir(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			machine.Restart(t) // the directory stays
			cutAfter(t, machine, dir, time.Duration(dice.Float64()*float64(took)), r)
			var err error
			if !t.Run(name, func(t *testing.T) { r.goOn(t, dir, want) }) {
				err = errors.New("it does not go on as if nothing had been")
			}
			cuts.Count(name, err)
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
		}
	}
	cuts.Report(t)
}

// cutAfter runs the command in dir, cuts the power after this time, and starts the machine again.
func cutAfter(t *testing.T, machine *disktest.Ext4, dir string, wait time.Duration, r longRun) {
	t.Helper()
	cmd := exec.Command(binary, r.in(".")...)
	cmd.Dir = dir
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(wait)
	machine.Cut(t)
	_ = cmd.Wait() // its next call fails
	machine.Restart(t)
}
