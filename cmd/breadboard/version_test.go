package main

import (
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// The number is that of the first section of the list of changes, whose day is that of the file for citations.
func TestNumberOfTheVersion(t *testing.T) {
	changed := read(t, "../../CHANGELOG.md")
	first := regexp.MustCompile(`(?m)^## ([0-9.]+) \(([0-9-]+)\)$`).FindStringSubmatch(changed)
	if first == nil || first[1] != versionNumber {
		t.Fatalf("CHANGELOG.md begins with %q, and the version is %s", first, versionNumber)
	}
	cited := read(t, "../../CITATION.cff")
	must.Say(t, cited, "cff-version: 1.2.0", "\nversion: "+versionNumber+"\n", "\ndate-released: "+first[2]+"\n")
	if !strings.HasPrefix(version(), "breadboard "+versionNumber+", commit c0ffee") {
		t.Errorf("the version is %q", version())
	}
}

// A build tells the commit, and whether files were changed after it.
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
		{at("v1.2.3"), ", module v1.2.3"},
		{at("(devel)", revision, debug.BuildSetting{Key: "vcs.modified", Value: "false"}), ", commit abc"},
		{at("v1.2.3", revision, debug.BuildSetting{Key: "vcs.modified", Value: "true"}), ", commit abc, modified"},
	} {
		if got := recorded(c.info); got != c.want {
			t.Errorf("%+v: %q, want %q", c.info, got, c.want)
		}
	}
}
