package main

import (
	"runtime/debug"
	"strings"
	"testing"
)

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

// TestBuild: a program without a commit, such as the tests' own, is named by its
// bytes, so that other code does not go on with its rows.
func TestBuild(t *testing.T) {
	commit, bytes := build().Commit, bytesOfProgram()
	if len(bytes) != 16 {
		t.Errorf("the program's bytes are told as %q, want 16 characters", bytes)
	}
	if !strings.Contains(commit, "program ") {
		t.Errorf("the commit is %q, want one with the word program", commit)
	}
	if !strings.HasSuffix(commit, bytes) {
		t.Errorf("the commit is %q, want one that ends in %s", commit, bytes)
	}
}
