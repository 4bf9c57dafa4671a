package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// lineFiles holds files in the directory of the command lines, most of them wrong.
var lineFiles = map[string]string{
	"t.csv":            "0,1\n2,3\n",
	"above.csv":        "0,-inf\n1,2\n",
	"below.csv":        "0,1\n1,-inf\n",
	"probable.csv":     "0.1,0.2\n0.3,0.4\n",
	"pairs.csv":        "0,1\n1,0\n2,x\n",
	"moves.csv":        "from,to\n0,1\n1,1\n1,4\n4,3\n3,3\n3,2\n",
	"named.csv":        "0,1\n0.5,-1.25\n",
	"y.csv":            "1\n2\n4\n3\n",
	"weighed.csv":      "cell,log_w\n0,1\n3,2\n",
	"uniform.csv":      "0.25,0.25,0.25,0.25\n0.25,0.25,0.25,0.25\n0.25,0.25,0.25,0.25\n0.25,0.25,0.25,0.25\n",
	"semicolons.csv":   "group;log_w\n0,5;-1,25\n1,5;-0,5\n2,5;0,75\n",
	"up.csv":           "log_w\n" + strings.Repeat("5\n5.5\n4.8\n", 20),
	"down.csv":         "log_w\n" + strings.Repeat("1\n0.5\n1.2\n", 20),
	"brackets.csv":     "\"x[1,2]\",y\n0,3\n1,4\n3,3\n1,4\n",
	"german.csv":       "1;0\n2;3\n",
	"cells.csv":        "x,y,logp\n0.5,10,2\n-1,10,1\n0.5,100,3\n-1,100,0\n", // the cells of german.csv
	"few.csv":          "x,y,logp\n0.5,low,1\n-1,low,2\n0.5,high,0\n",
	"mine.csv":         "T,B\n",
	"eta.csv":          strings.Repeat("1,2\n3,4\n", 8),
	"far.csv":          "0,1.7e40\n",
	"long.csv":         strings.Repeat("0,", 19_999) + "0\n" + strings.Repeat("0,", 19_999) + "1\n",
	"theirs/notes.txt": "mine",
	"prior.py":         "",
	"drift.py":         "import os\nfrom breadboard import validate\n",
	"breadboard.py":    "", // goes before a package that may be installed
}

// commandLine matches a line of the golden file that is a command, behind its exit code.
var commandLine = regexp.MustCompile(`^(\d)\$ breadboard (.*)\n$`)

// inPython matches what Python says of a script that fails, which is another text in another version.
var inPython = regexp.MustCompile(`its stderr ends: .*`)

// TestCommandLines runs the commands of a golden file beside these files, and compares all that they print, stderr
// first. One blank separates the words of a command. Bad input ends with the code 2 and one line on stderr with all
// faults. Nothing is written.
func TestCommandLines(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2)) // memory is of all cores
	dir := matrixFolder(t)
	put(t, dir, "off/beta-0.5.csv", matrixCSV(0.5, 1e-6))
	put(t, dir, "off/beta-1.csv", matrixCSV(1, 0))
	for name, text := range lineFiles {
		put(t, dir, name, text)
	}
	const echo = "#!/bin/sh\nexec sed -un /rows/p\n" // prints questions for rows, and no other line
	must.Do(t, os.WriteFile(filepath.Join(dir, "echo"), []byte(echo), 0o755))
	before := listing(t, dir) + listing(t, filepath.Join(dir, "theirs"))
	const path = "testdata/lines.golden"
	golden := read(t, path)
	var all strings.Builder
	for line := range strings.Lines(golden) {
		if strings.HasPrefix(line, "// ") { // a remark on the commands below it
			all.WriteString(line)
		}
		command := commandLine.FindStringSubmatch(line)
		if command == nil {
			continue
		}
		r := program(t, dir, strings.Split(command[2], " ")...)
		if r.code == 2 {
			refused(t, r)
		}
		said := inPython.ReplaceAllString(defects.ReplaceAllString(r.stderr+r.stdout, "~ rounding"), "its stderr ends")
		fmt.Fprintf(&all, "%d$ breadboard %s\n%s", r.code, command[2], said)
		if now := listing(t, dir) + listing(t, filepath.Join(dir, "theirs")); now != before {
			t.Fatalf("%s: left %s", line, now)
		}
	}
	must.Golden(t, path, all.String())
}

// TestStdin: the standard input, as -, has the answer of a file.
func TestStdin(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": "0.5,1,2\n3,0.5,1\n", "x.csv": "3\n3\n2\n1\n"})
	for _, c := range [][2]string{
		{"exact -T 3 --format csv --target", "g.csv"},
		{"validate --target g.csv --format csv --draws", "x.csv"},
		{"validate --target g.csv --format csv", "x.csv"},
		{"sandwich --format csv --forward", "x.csv"},
	} {
		words := strings.Fields(c[0])
		want := works(t, dir, append(words, c[1])...)
		run := exec.Command(binary, append(words, "-")...)
		run.Stdin = strings.NewReader(textOf(t, dir, c[1])) // a pipe
		r := finish(t, run, dir, run.Run)
		checkEnd(t, r, result{stdout: strings.ReplaceAll(want, c[1], "/dev/stdin")})
	}
}
