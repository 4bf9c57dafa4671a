package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
)

func listing(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	for _, data := range []string{"first", "second, which is longer", ""} {
		if err := writeFile(dir, "a.txt", []byte(data)); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(dir, "a.txt"))
		if err != nil || string(got) != data || listing(t, dir) != "a.txt" {
			t.Errorf("%q, %v among %s", got, err, listing(t, dir))
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "a.txt")); err != nil || info.Mode() != 0o644 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// Where a file cannot appear, nothing is left of it and the error names it once.
func TestWriteFileFails(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "a.txt", "full"), 0o755); err != nil {
		t.Fatal(err)
	}
	err := writeFile(dir, "a.txt", []byte("data"))
	if err == nil || strings.Count(err.Error(), "a.txt") != 1 || listing(t, dir) != "a.txt" {
		t.Errorf("a directory in the way: %v, left %s", err, listing(t, dir))
	}
	missing := filepath.Join(dir, "missing")
	if err := writeFile(missing, "b.txt", nil); !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), filepath.Join(missing, "b.txt")+": ") {
		t.Errorf("no directory: %v", err)
	}
}

func TestCheckDir(t *testing.T) {
	dir := t.TempDir()
	sub := filepath.Join(dir, "a", "b")
	if err := checkDir("--out", sub); err != nil || listing(t, sub) != "" {
		t.Errorf("a new directory: %v, %s", err, listing(t, sub))
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	closed := filepath.Join(dir, "closed")
	if err := os.Mkdir(closed, 0o500); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{file, filepath.Join(file, "sub"), closed} {
		if bad == closed && os.Getuid() == 0 {
			continue // nothing is closed to root
		}
		err := checkDir("--out", bad)
		if err == nil || !errors.As(err, new(badInput)) || !strings.HasPrefix(err.Error(), "--out "+bad+": ") || !strings.HasSuffix(err.Error(), "a directory that can be written would do") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func TestVersion(t *testing.T) {
	at := func(main string, settings ...debug.BuildSetting) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: main}, Settings: settings}
	}
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "abc"}
	for _, c := range []struct {
		info *debug.BuildInfo
		want string
	}{
		{nil, " (no commit recorded)"},
		{at(""), " (no commit recorded)"},
		{at("(devel)"), " (no commit recorded)"},
		{at("v1.2.3"), " v1.2.3"},
		{at("(devel)", revision, debug.BuildSetting{Key: "vcs.modified", Value: "false"}), ", commit abc"},
		{at("v1.2.3", revision, debug.BuildSetting{Key: "vcs.modified", Value: "true"}), ", commit abc, with changes"},
	} {
		if got := recorded(c.info); got != c.want {
			t.Errorf("%+v: %q, want %q", c.info, got, c.want)
		}
	}
}

func TestExitCode(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, c := range []struct {
		ctx  context.Context
		err  error
		code int
		says string
	}{
		{t.Context(), nil, 0, ""},
		{t.Context(), errors.New("one\ntwo"), 1, "breadboard: one; two\n"},
		{t.Context(), bad(errors.Join(errors.New("one"), errors.New("two"))), 2, "breadboard: one; two\n"},
		{stopped, errors.New("stopped by something"), 130, "breadboard: interrupted\n"},
		{stopped, nil, 0, ""},
	} {
		var b strings.Builder
		if code := exitCode(c.ctx, c.err, &b); code != c.code || b.String() != c.says {
			t.Errorf("%v: exit %d, %q", c.err, code, b.String())
		}
	}
}
