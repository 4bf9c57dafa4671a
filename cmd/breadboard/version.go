package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/alecthomas/kong"

	"breadboard/experiments/journal"
	"breadboard/experiments/sweep"
)

// versionCmd prints the version, as --version does.
type versionCmd struct{}

// Run prints it.
func (versionCmd) Run(w *world) error {
	_, err := fmt.Fprintln(w.stdout, version())
	return err
}

// versionFlag is --version. The parser's own does not notice that nothing could be printed.
type versionFlag bool

// BeforeReset prints the version.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	_, err := fmt.Fprintln(app.Stdout, version())
	return cmp.Or(err, errPrinted)
}

// errPrinted ends the parser's work after --help and --version.
var errPrinted = errors.New("everything is printed")

// versionNumber is the version of the commands, of the keys in files and of the library. The second of its three
// numbers rises with what may break a script, and the third with anything else that is new; the first is 0 until names
// are promised. CHANGELOG.md has a section for it, and CITATION.cff names it.
const versionNumber = "0.4.0"

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

// build names the program for the rows of a sweep. A sweep must not go on with rows that other code has made. So
// without a commit, or after changes, a hash of the program's own bytes stands for it.
func build() journal.Build {
	b := journal.Build{Version: versionNumber,
		Commit: commit, Go: runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
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
	if path, err := os.Executable(); err == nil {
		if sum, err := sweep.HashFile(path); err == nil {
			return sum[:16]
		}
	}
	return "unknown"
})
