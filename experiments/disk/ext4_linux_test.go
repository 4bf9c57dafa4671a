package disk_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"breadboard/experiments/disk"
	"breadboard/experiments/disk/disktest"
	"breadboard/grid/text/faulty"
)

// On a real ext4, what a process has written when the power is cut is one set, whole: the last one of which it
// said that it was written, or the one after.
func TestPowerCutsOfExt4(t *testing.T) {
	faulty.OnlyLong(t, "a mount takes a fifth of a second; BREADBOARD_LONG makes 200, as root on Linux")
	cuts := cutOften(t, "", 200)
	cuts.Report(t)
}

// Writers that write in place, or wait for nothing, are seen to break the law on a real ext4.
func TestPowerCutsOfExt4FindBrokenWriters(t *testing.T) {
	faulty.OnlyLong(t, "a mount takes a fifth of a second; BREADBOARD_LONG makes 60, as root on Linux")
	for way := range brokenWays {
		cuts := cutOften(t, way, 30)
		t.Logf("%s: %d of %d power cuts of an ext4 break it", way, cuts.Failures, cuts.Injected)
		if cuts.Failures == 0 {
			t.Errorf("%s: no power cut shows it", way)
		}
	}
}

// cutOften cuts the power so often under a process that writes sets. "" is the right way to write.
func cutOften(t *testing.T, way string, times int) *faulty.Tally {
	t.Helper()
	cuts, dice := &faulty.Tally{What: "power cuts of an ext4"}, rand.New(rand.NewPCG(7, 8))
	machine := disktest.NewExt4(t)
	out := filepath.Join(machine.Dir, "out")
	begun(t, machine, out)
	for i := range times {
		said := writtenUntilCut(t, machine, way, time.Duration(dice.IntN(150))*time.Millisecond)
		err := isAfter(t.Context(), out, said)
		cuts.Count(fmt.Sprintf("cut %d, after %d sets", i, said), err)
		if err != nil { // what the broken writer left would break the next ones too
			if err := os.RemoveAll(out); err != nil {
				t.Fatal(err)
			}
		}
		begun(t, machine, out)
	}
	return cuts
}

// begun puts the users' files and the set 0 on the disk for good.
func begun(t *testing.T, machine *disktest.Ext4, out string) {
	t.Helper()
	if err := disk.MakeDir(disk.System, out); err != nil {
		t.Fatal(err)
	}
	for name, data := range users {
		if err := os.WriteFile(filepath.Join(out, name), []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	set := disk.Set{Disk: disk.System, Dir: out, Force: true}
	if err := set.Write(t.Context(), ofGeneration(0).contents()); err != nil {
		t.Fatal(err)
	}
	machine.Restart(t)
}

// writtenUntilCut lets a process write sets 1, 2 and so on, cuts the power after this time, and starts the
// machine again. It returns the number of the last set of which the process said that it was written.
func writtenUntilCut(t *testing.T, machine *disktest.Ext4, way string, after time.Duration) int {
	t.Helper()
	var said bytes.Buffer
	cmd := exec.Command(os.Args[0])
	cmd.Dir, cmd.Stdout = machine.Dir, &said
	cmd.Env = append(os.Environ(), asWriter+"=out", asWay+"="+way)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	machine.Cut(t)
	_ = cmd.Wait() // its next call fails
	machine.Restart(t)
	return strings.Count(said.String(), "\n")
}

// isAfter returns an error unless the directory holds the users' files and the set of this number, or the next.
func isAfter(ctx context.Context, dir string, said int) error {
	if err := wholeGeneration(ctx, dir); err != nil {
		return err
	}
	found, err := treeOf(disk.System, dir)
	if err != nil {
		return err
	}
	if a := found["a"]; a != fmt.Sprint(said%10) && a != fmt.Sprint((said+1)%10) {
		return fmt.Errorf("set %s is there, and set %d was said to be written", a, said)
	}
	return nil
}
