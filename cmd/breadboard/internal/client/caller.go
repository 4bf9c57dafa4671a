package client

import (
	"fmt"
	"os"
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

// readingOn returns what to do with a command that has ended: a script in R that neither reads lines nor has them read
// ends at once.
func readingOn(words []string) string {
	for _, word := range words {
		if !strings.HasSuffix(word, ".R") {
			continue
		}
		code, err := text.File(word, "a script")
		if err == nil && !strings.Contains(code, "readLines") && !strings.Contains(code, "breadboard_serve(") {
			return fmt.Sprintf("source breadboard.R in %s, and end it by breadboard_serve(step)", word)
		}
	}
	return "use a command that reads on until its standard input ends"
}
