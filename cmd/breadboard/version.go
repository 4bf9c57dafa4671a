package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

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

// changes is what is said of a commit whose files were changed.
const changes = ", with changes"

func recorded(info *debug.BuildInfo) string {
	revision, changed := "", ""
	if info != nil {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				revision = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				changed = changes
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

// build is the same for the rows of a sweep. Where no commit, or none without
// changes, says what the program is, its own bytes do: a sweep must not go on with
// rows that other code has made.
func build() experiments.Build {
	b := experiments.Build{Version: "devel", Commit: commit, Go: runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		b.Version = cmp.Or(strings.Trim(info.Main.Version, "()"), b.Version)
		_, recorded, _ := strings.Cut(recorded(info), ", commit ")
		b.Commit = cmp.Or(b.Commit, recorded)
	}
	if b.Commit == "" || strings.HasSuffix(b.Commit, changes) {
		b.Commit = strings.TrimSpace(b.Commit + " program " + bytesOfProgram())
	}
	return b
}

// bytesOfProgram is the beginning of the SHA-256 of the program's file.
var bytesOfProgram = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return "unknown"
	}
	f, err := os.Open(path)
	if err != nil {
		return "unknown"
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "unknown"
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
})
