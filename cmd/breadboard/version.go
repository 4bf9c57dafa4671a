package main

import "runtime/debug"

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
