package main

import (
	"path/filepath"
	"strings"
	"testing"

	"breadboard/reports/reporttest"
)

// The page of a sweep has a command that makes the same rows, whoever wrote the lists.
func TestSweepPageSaysItsCommand(t *testing.T) {
	dir := files(t, map[string]string{"a b.csv": "0,1\n2,3\n", "s.toml": "toy = ['easy', 'barrier']\nseed = '1..2'\n" +
		"target = 'a b.csv'\nT = [8, '10..40x3']\nchains = 20\nskip_last_kernel = true\n"})
	works(t, dir, "sweep", "s.toml", "--out", "out")
	page := textOf(t, dir, "out/summary.html")
	reporttest.Alone(t, page)
	want := "breadboard sweep --toy easy,barrier --target 'a b.csv' --seed 1..2 --levels 8,10..40x3 --skip-last-kernel " +
		"--chains 20 --mc-seed 1 --out DIR"
	if !strings.Contains(page, strings.ReplaceAll(want, "'", "&#39;")) {
		t.Errorf("the page does not say %s", want)
	}
	version := strings.TrimSpace(works(t, dir, "--version"))
	if !strings.Contains(page, version) {
		t.Errorf("the page does not say %s", version)
	}
	args := strings.Fields(strings.Replace(want, "'a b.csv'", "a_b.csv", 1))[1:]
	for i, arg := range args {
		args[i] = strings.Replace(arg, "a_b", "a b", 1)
	}
	works(t, dir, append(args[:len(args)-1], "again")...)
	a, b := swept(t, filepath.Join(dir, "out")), swept(t, filepath.Join(dir, "again"))
	for _, name := range []string{"rows.csv", "summary.html"} {
		if a[name] != b[name] {
			t.Errorf("the command makes another %s", name)
		}
	}
}

// A sweep in shards has the page of a whole one.
func TestSweepPageOfShards(t *testing.T) {
	dir := t.TempDir()
	args := strings.Fields("sweep --toy barrier --schedule linear,fisher -T 3,5 --out")
	works(t, dir, append(args, "whole")...)
	works(t, dir, append(args, "parts", "--shard", "1/2")...)
	works(t, dir, append(args, "parts", "--shard", "2/2")...)
	works(t, dir, "merge", "parts")
	if textOf(t, dir, "parts/summary.html") != textOf(t, dir, "whole/summary.html") {
		t.Error("merge makes another page")
	}
}
