package main

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strings"

	"breadboard/experiments"
)

// commit is set by -ldflags "-X main.commit=..." where the build does not record
// one itself.
var commit string

// version is the program's name and the commit it was built from, if known.
func version() string {
	if commit != "" {
		return "breadboard, commit " + commit
	}
	info, _ := debug.ReadBuildInfo()
	return "breadboard" + recorded(info)
}

func recorded(info *debug.BuildInfo) string {
	revision, changed := "", ""
	if info != nil {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				revision = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				changed = ", with changes"
			}
		}
	}
	switch {
	case revision != "":
		return ", commit " + revision + changed
	case info != nil && info.Main.Version != "" && info.Main.Version != "(devel)":
		return " " + info.Main.Version
	}
	return " (no commit recorded)"
}

// build is the same for the rows of a sweep.
func build() experiments.Build {
	b := experiments.Build{Version: "devel", Commit: commit, Go: runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		b.Version = cmp.Or(strings.Trim(info.Main.Version, "()"), b.Version)
		_, recorded, _ := strings.Cut(recorded(info), ", commit ")
		b.Commit = cmp.Or(b.Commit, recorded)
	}
	return b
}
