//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"breadboard/grid/must"
)

// TestReproduceByKernel: a kernel of the catalogue, and the rows that a command tells, stand beside Metropolis. The
// rows of Metropolis itself have its J and B.
func TestReproduceByKernel(t *testing.T) {
	dir := t.TempDir()
	client := must.Have(filepath.Abs("clients/metropolis.py"))(t)
	numbers := func(args ...string) (all map[string][]map[string]any) {
		worksJSON(t, &all, dir, append([]string{"reproduce", "--quick", "--out", "other"}, args...)...)
		return all
	}
	king := numbers("--kernel", "king")
	told := numbers("--exec", "python3 "+client)
	for i, row := range king["published"] {
		if row["beside"] == row["computed"] {
			t.Errorf("%s of %s: king has the number of Metropolis", row["quantity"], row["toy"])
		}
		mine := told["published"][i]
		computed := mine["computed"].(float64)
		must.Near(t, mine["beside"].(float64), computed, 1e-9*computed, "%s of %s, told", mine["quantity"], mine["toy"])
	}
	if told["ensemble"] != nil || king["nearest"] != nil || len(king["ensemble"]) != 16 {
		t.Error("rows that are told have no ensemble, and another kernel no nearest draws")
	}
}

// TestReproduceGoesOn: after Ctrl-C nothing is printed, the directory has what was found, and the same command goes on
// to the files of a run that nobody stopped.
func TestReproduceGoesOn(t *testing.T) {
	dir := t.TempDir()
	whole := t.TempDir()
	works(t, whole, "reproduce", "--quick", "--out", "made")
	cmd := exec.Command(binary, "reproduce", "--quick", "--out", "made")
	kept := filepath.Join(dir, "made", "unfinished-quick.jsonl")
	r := finish(t, cmd, dir, func() error {
		if err := cmd.Start(); err != nil {
			return err
		}
		for range 1000 { // it is made first, and the work takes a while
			if _, err := os.Stat(kept); err == nil {
				break
			}
			time.Sleep(time.Millisecond)
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			return err
		}
		return cmd.Wait()
	})
	ended(t, r, result{code: 130, stderr: r.stderr})
	must.Say(t, r.stderr, "interrupted; the same command again goes on from here")
	if all := contents(t, filepath.Join(dir, "made")); len(all) != 1 {
		t.Errorf("it left %d files, want the journal alone", len(all))
	}
	works(t, dir, "reproduce", "--quick", "--out", "made")
	again := contents(t, filepath.Join(dir, "made"))
	if !reflect.DeepEqual(again, contents(t, filepath.Join(whole, "made"))) {
		t.Error("a run that was stopped and gone on with has other files")
	}
}
