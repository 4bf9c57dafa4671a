package main

import (
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// The number is that of the first section of the list of changes, whose day is that of the file for citations. The
// package for Python has it too.
func TestNumberOfTheVersion(t *testing.T) {
	changed := read(t, "../../CHANGELOG.md")
	first := regexp.MustCompile(`(?m)^## ([0-9.]+) \(([0-9-]+)\)$`).FindStringSubmatch(changed)
	if first == nil || first[1] != versionNumber {
		t.Fatalf("CHANGELOG.md begins with %q, and the version is %s", first, versionNumber)
	}
	cited := read(t, "../../CITATION.cff")
	python := read(t, "clients/python/breadboard/__init__.py")
	must.Say(t, python, "\n__version__ = \""+versionNumber+"\"\n")
	must.Say(t, cited, "cff-version: 1.2.0", "\nversion: "+versionNumber+"\n", "\ndate-released: "+first[2]+"\n")
	if !strings.HasPrefix(version(), "breadboard "+versionNumber+", commit c0ffee") {
		t.Errorf("the version is %q", version())
	}
}

// A build tells the commit, and whether files were changed after it.
func TestVersion(t *testing.T) {
	defer func(was string) { commit = was }(commit)
	commit = ""
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "abc"}
	for want, settings := range map[string][]debug.BuildSetting{
		"":              nil,
		"abc":           {revision, {Key: "vcs.modified", Value: "false"}},
		"abc, modified": {revision, {Key: "vcs.modified", Value: "true"}},
	} {
		if got := madeFrom(&debug.BuildInfo{Settings: settings}); got != want {
			t.Errorf("%+v: %q, want %q", settings, got, want)
		}
	}
	commit = "c0ffee"
	if got := madeFrom(nil); got != commit {
		t.Errorf("the commit of the build is %q, want %s", got, commit)
	}
}
