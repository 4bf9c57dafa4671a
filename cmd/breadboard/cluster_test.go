package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"breadboard/grid/must"
)

// clustered runs a script of bash beside a program called breadboard that tells how
// it was called, and returns that.
func clustered(t *testing.T, env []string, args ...string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	told := "#!/bin/sh\nprintf '%s|' \"$@\"\nprintf 'GOMAXPROCS=%s' \"$GOMAXPROCS\"\n"
	must.Do(t, os.WriteFile(filepath.Join(dir, "breadboard"), []byte(told), 0o755))
	cmd := exec.Command("bash", args...)
	cmd.Dir = dir
	cmd.Env = append([]string{"PATH=" + dir + ":" + os.Getenv("PATH")}, env...)
	out, err := cmd.Output()
	return string(out), err
}

// A task of the array runs its shard with what sbatch was given.
func TestSbatchScriptRunsItsShard(t *testing.T) {
	script := absolute(t, "cluster/sweep.sbatch")
	slurm := func(task, low, high, count string) []string {
		return []string{"SLURM_ARRAY_TASK_ID=" + task, "SLURM_ARRAY_TASK_MIN=" + low, "SLURM_ARRAY_TASK_MAX=" + high,
			"SLURM_ARRAY_TASK_COUNT=" + count, "SLURM_CPUS_PER_TASK=2"}
	}
	for _, c := range []struct {
		env  []string
		want string // "" is a failure
	}{
		{slurm("3", "1", "8", "8"), "sweep|--target|my target.csv|--out|dir|--shard|3/8|GOMAXPROCS=2"},
		{slurm("3", "0", "7", "8"), ""},  // shards are counted from 1
		{slurm("3", "3", "17", "2"), ""}, // and two of many are no sweep
	} {
		got, err := clustered(t, c.env, script, "--target", "my target.csv", "--out", "dir")
		if got != c.want {
			t.Errorf("with %v: %q, want %q", c.env, got, c.want)
		}
		if fails := c.want == ""; (err != nil) != fails {
			t.Errorf("with %v: error %v, want one: %v", c.env, err, fails)
		}
	}
}
