package main

import (
	"strings"
	"testing"
)

// What a spreadsheet saves where commas are decimal is read as plain CSV is, by every command that reads columns, and
// is said to be. Were the second column taken for the first, the answers would differ: the other file shows it.
func TestFilesOfSpreadsheets(t *testing.T) {
	plain := map[string]string{
		"draws":    "draw,cell\n0.5,3\n1.5,3\n2.5,2\n3.5,1\n",
		"sandwich": "group,log_w\n0.5,-1.25\n1.5,-0.5\n2.5,0.75\n",
		"validate": "from,to\n0,3\n3,3\n3,4\n4,1\n",
	}
	for command, line := range map[string]string{
		"draws":    "validate --draws FILE --target g.csv",
		"sandwich": "sandwich --forward FILE",
		"validate": "validate --target g.csv FILE --full",
	} {
		german := strings.ReplaceAll(strings.ReplaceAll(plain[command], ",", ";"), ".", ",")
		dir := files(t, map[string]string{"g.csv": "0.5,1,2\n3,0.5,1\n", "a.csv": plain[command]})
		answer := func() result { return program(t, dir, strings.Fields(strings.ReplaceAll(line, "FILE", "a.csv"))...) }
		want := answer()
		want.stderr = "breadboard: a.csv: read with semicolons between numbers, commas in numbers\n"
		if command == "validate" {
			want.stderr = "breadboard: a.csv: read with semicolons between numbers\n"
		}
		write(t, dir+"/a.csv", german)
		ended(t, answer(), want)
		write(t, dir+"/a.csv", strings.ReplaceAll(german, "3", "0"))
		if got := answer(); command != "sandwich" && got.stdout == want.stdout {
			t.Errorf("%s: another file has the same answer", line)
		}
	}
}
