package main

import (
	"fmt"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// onScreen returns what is wrong with a help that is to fit a terminal of 24 lines and 80 columns.
func onScreen(help string) error {
	const rows, columns = 24, 80
	lines := strings.Split(strings.TrimRight(help, "\n"), "\n")
	if len(lines) >= rows { // the shell's prompt is below
		return fmt.Errorf("%d lines", len(lines))
	}
	for _, line := range lines {
		if len(line) > columns {
			return fmt.Errorf("%d columns: %s", len(line), line)
		}
	}
	return nil
}

// The short help of each command fits a screen, and has its usage, each flag that main.go says it begins with, an
// example and the way to the rest. The long help does not fit, which shows that this looks.
func TestShortHelp(t *testing.T) {
	for _, command := range model(t).Leaves(true) {
		help := works(t, "", command.Name, "-h")
		if err := onScreen(help); err != nil {
			t.Errorf("%s -h: %v", command.Name, err)
		}
		must.Say(t, help, "Usage: breadboard "+command.Name, "For example:",
			"breadboard "+command.Name+" --help has more")
		shown := firstFlags(command)
		if names := strings.Fields(command.Tag.Get("first")); len(names) > 0 && len(names) != len(shown) {
			t.Errorf("%s has no flag of one of the names %v", command.Name, names)
		}
		for _, f := range shown {
			must.Say(t, help, "\n  "+dashed(f))
		}
	}
	help := works(t, "", "-h")
	if err := onScreen(help); err != nil {
		t.Errorf("-h: %v", err)
	}
	must.Say(t, help, "exact", "explore", "breadboard --help")
	if err := onScreen(works(t, "", "exact", "--help")); err == nil {
		t.Error("the long help of exact fits a screen; -h is not needed")
	}
}

// -V prints the version, as -v does.
func TestCapitalV(t *testing.T) {
	for _, line := range []string{"-V", "-v", "exact -V"} {
		if got := works(t, "", strings.Fields(line)...); got != works(t, "", "version") {
			t.Errorf("%s prints %q", line, got)
		}
	}
}
