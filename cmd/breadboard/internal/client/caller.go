package client

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"breadboard/grid/text"
)

// imported matches a line of Python that imports the package breadboard.
var imported = regexp.MustCompile(`(?m)^[ \t]*(?:import[ \t](?:[^#\n]*[ \t,])?|from[ \t]+)breadboard\b`)

// callsUs returns the first word of a command that names a Python file which imports the package breadboard; "" if
// there is none. Such a file mostly calls breadboard itself, and answers no questions.
func callsUs(words []string) string {
	for _, word := range words {
		info, err := os.Stat(word)
		if err != nil || !info.Mode().IsRegular() || !strings.HasSuffix(word, ".py") {
			continue
		}
		code, err := text.File(word, "a script")
		if err == nil && imported.MatchString(code) {
			return word
		}
	}
	return ""
}

// asItself returns what to do with a command whose script calls breadboard, and the begin of its fault; nil if it is no
// such command.
func asItself(words []string, fault error) error {
	script := callsUs(words)
	if script == "" {
		return nil
	}
	what, _, _ := strings.Cut(fault.Error(), ";")
	return fmt.Errorf("%s imports breadboard, and calls it itself: run python3 %s, by itself; in a test of Python "+
		"assert_kernel has its verdict (%s)",
		script, script, what)
}

// unloaded returns the fault of a command that preloads a library which is not there: the loader of the system goes on
// without it.
func unloaded(words []string) error {
	for _, word := range words {
		libraries, preloads := strings.CutPrefix(word, "LD_PRELOAD=")
		for _, library := range strings.FieldsFunc(libraries, func(r rune) bool { return r == ':' || r == ' ' }) {
			if _, err := os.Stat(library); preloads && err != nil && strings.Contains(library, "/") {
				return fmt.Errorf("LD_PRELOAD=%s: %w; compile it, or name it by its place", library,
					text.Pathless(err))
			}
		}
	}
	return nil
}

// readers hold, by the ending of a script, what it has if it reads questions, and what one does that has a step alone.
var readers = map[string]struct {
	reads *regexp.Regexp
	cure  string
}{
	".R": {regexp.MustCompile(`readLines|breadboard_serve\(`),
		"source breadboard.R in %s, and end it by breadboard_serve(step)"},
	".py": {regexp.MustCompile(`\bstdin\b|\binput\(`), "begin %s by import breadboard, end it by " +
		"print(breadboard.validate(logf, step=step).words), where logf is the target or its file, and run python3 %[1]s"},
}

// readingOn returns what to do with a command that has ended: a script that reads no questions ends at once.
func readingOn(words []string) string {
	for _, word := range words {
		reader, known := readers[filepath.Ext(word)]
		if !known {
			continue
		}
		if code, err := text.File(word, "a script"); err == nil && !reader.reads.MatchString(code) {
			return fmt.Sprintf(reader.cure, word)
		}
	}
	return "use a command that reads on until its standard input ends"
}
