package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"breadboard/grid/must"
)

// A task of the array runs its shard with what sbatch was given. Shards are counted from 1, and some of many are no
// sweep: these tasks fail.
func TestSbatchScriptRunsItsShard(t *testing.T) {
	dir := t.TempDir()
	const prints = "#!/bin/sh\nprintf '%s|' \"$@\"\nprintf 'GOMAXPROCS=%s' \"$GOMAXPROCS\"\n"
	must.Do(t, os.WriteFile(filepath.Join(dir, "breadboard"), []byte(prints), 0o755))
	for _, c := range []struct{ task, low, high, count, want string }{
		{"3", "1", "8", "8", "sweep|--target|my target.csv|--out|dir|--shard|3/8|GOMAXPROCS=2"},
		{"3", "0", "7", "8", ""},
		{"3", "3", "17", "2", ""},
	} {
		cmd := exec.Command("bash", absolute(t, "cluster/sweep.sbatch"), "--target", "my target.csv", "--out", "dir")
		cmd.Env = []string{"PATH=" + dir + ":" + os.Getenv("PATH"), "SLURM_ARRAY_TASK_ID=" + c.task,
			"SLURM_ARRAY_TASK_MIN=" + c.low, "SLURM_ARRAY_TASK_MAX=" + c.high, "SLURM_ARRAY_TASK_COUNT=" + c.count,
			"SLURM_CPUS_PER_TASK=2"}
		if out, err := cmd.Output(); string(out) != c.want || (err != nil) != (c.want == "") {
			t.Errorf("with %v: %q and %v, want %q", c, out, err, c.want)
		}
	}
}
