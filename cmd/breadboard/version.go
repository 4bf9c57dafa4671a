package main

import (
	"runtime/debug"
)

// versionNumber is the version of the commands, of the keys in files and of the library. The second of its three
// numbers rises with what may break a script, and the third with anything else that is new; the first is 0 until names
// are promised. CHANGELOG.md has a section for it, and CITATION.cff names it.
const versionNumber = "0.3.0"

// commit is set by -ldflags "-X main.commit=..." for builds that do not record a commit themselves.
var commit string

// version returns the program's name and number, and the commit that it was built from, if known.
func version() string {
	if commit != "" {
		return "breadboard " + versionNumber + ", commit " + commit
	}
	info, _ := debug.ReadBuildInfo()
	return "breadboard " + versionNumber + recorded(info)
}

// changes follows the commit if files were changed after it.
const changes = ", modified"

// recorded returns the commit that the build recorded, or the version of the module that it was built from.
func recorded(info *debug.BuildInfo) string {
	if info == nil {
		info = new(debug.BuildInfo)
	}
	of := map[string]string{}
	for _, s := range info.Settings {
		of[s.Key] = s.Value
	}
	known := info.Main.Version != "" && info.Main.Version != "(devel)"
	revision := of["vcs.revision"]
	switch {
	case revision != "" && of["vcs.modified"] == "true":
		return ", commit " + revision + changes
	case revision != "":
		return ", commit " + revision
	case known:
		return ", module " + info.Main.Version
	}
	return " (no commit recorded)"
}
