package main

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"

	"breadboard/experiments/journal"
)

// versionCmd prints the version, as --version does.
type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run(s *session) error {
	_, err := fmt.Fprintln(s.stdout, version())
	return err
}

// versionFlag is --version. The parser's own flag ignores errors of printing.
type versionFlag bool

// BeforeReset prints the version.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	_, err := fmt.Fprintln(app.Stdout, version())
	return cmp.Or(err, errPrinted)
}

// errPrinted ends the parser's work after --help and --version.
var errPrinted = errors.New("everything is printed")

// versionNumber is the version of the commands, of the keys in files and of the library. It has three numbers. The
// second rises with what may break a script, and the third with anything else that is new. The first is 0 until names
// are promised. CHANGELOG.md has a section for it, and CITATION.cff names it.
const versionNumber = "0.10.0"

// commit is set by -ldflags "-X main.commit=..." for builds that record none themselves.
var commit string

// version returns the name and number of breadboard, and the commit that it was built from, or the version of its
// module, if known.
func version() string {
	name := "breadboard " + versionNumber
	info, _ := debug.ReadBuildInfo()
	if made := madeFrom(info); made != "" {
		return name + ", commit " + made
	}
	if info != nil && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return name + ", module " + info.Main.Version
	}
	return name + " (no commit recorded)"
}

// madeFrom returns the commit that breadboard was built from, and whether files were modified after it; "" if unknown.
func madeFrom(info *debug.BuildInfo) string {
	if commit != "" || info == nil {
		return commit
	}
	of := map[string]string{}
	for _, s := range info.Settings {
		of[s.Key] = s.Value
	}
	if of["vcs.modified"] == "true" {
		return of["vcs.revision"] + modified
	}
	return of["vcs.revision"]
}

// modified follows the commit if files were changed after it.
const modified = ", modified"

// build names this breadboard for the rows of a sweep. A sweep must not go on with rows that other code has made. So
// without a commit, or after changes, a hash of the executable's own bytes stands for it.
func build() journal.Build {
	info, _ := debug.ReadBuildInfo()
	made := madeFrom(info)
	if made == "" || strings.HasSuffix(made, modified) {
		made = strings.TrimSpace(made + " program " + bytesOfProgram())
	}
	return journal.Build{Version: versionNumber, Commit: made, Go: runtime.Version() + " " + runtime.GOOS + "/" +
		runtime.GOARCH}
}

// bytesOfProgram returns the beginning of the SHA-256 of the executable.
func bytesOfProgram() string {
	path, err := os.Executable()
	if err != nil {
		return "unknown"
	}
	program, err := os.ReadFile(path)
	if err != nil {
		return "unknown"
	}
	return fmt.Sprintf("%x", sha256.Sum256(program))[:16]
}
