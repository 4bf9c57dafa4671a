package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"breadboard/cmd/breadboard/internal/client"
	"breadboard/cmd/breadboard/internal/shell"
	"breadboard/grid/text"
)

// unnamedTarget stands in where nobody names a target for a program.
const unnamedTarget = "barrier"

// takeFile sets the flag that says what FILE is: a program, a matrix, a folder of them, or a record of moves. A program
// has a target even if none is named.
func (c *validateCmd) takeFile(w *world) error {
	if c.File == "" {
		return nil
	}
	if c.Matrix != "" || c.Exec != "" || c.Moves != "" || c.Draws != "" {
		return badf("%s is given beside --matrix, --exec, --moves or --draws; one of them would do", c.File)
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return badf("%s: %w; the file of a program, of a matrix or of moves would do", c.File, text.Pathless(err))
	}
	ending := filepath.Ext(c.File)
	runs, known := client.Interpreters[ending]
	executable := info.Mode().IsRegular() && info.Mode()&0o111 != 0
	switch {
	case info.IsDir():
		c.Matrix = c.File
	case known:
		c.Exec = shell.Quoted(runs, c.File)
	case ending == ".csv" || ending == ".npy":
		return c.takeNumbers()
	case executable:
		path, err := filepath.Abs(c.File) // a bare name would be looked for in the PATH
		if err != nil {
			return err
		}
		c.Exec = shell.Quoted(path)
	default:
		return badf("%s: a program (.py, .R, or one that may be executed), a .csv or .npy of a matrix or of moves, or "+
			"a folder of matrices would do", c.File)
	}
	if c.Exec != "" && c.Toy == "" && c.Target == "" {
		c.Toy = unnamedTarget
		w.notify("validate: on " + unnamedTarget + "; --toy or --target names another target")
	}
	return nil
}

// takeNumbers sets --moves for a file whose columns have names or whose entries are whole numbers of NumPy, and
// --matrix for any other.
func (c *validateCmd) takeNumbers() error {
	file, err := os.Open(c.File)
	if err != nil {
		return badf("%s: %w; a file that can be read would do", c.File, text.Pathless(err))
	}
	defer file.Close()
	first, _ := bufio.NewReader(file).ReadString('\n') // all of a shorter file
	array := strings.HasPrefix(first, npyMagic)
	fields := strings.FieldsFunc(strings.TrimSpace(first), func(r rune) bool { return r == ',' || r == ';' })
	if array && wholeNumbers(first) || !array && text.Named(fields) {
		c.Moves = c.File
	} else {
		c.Matrix = c.File
	}
	return nil
}

// npyMagic begins every file of NumPy.
const npyMagic = "\x93NUMPY"

// wholeNumbers reports whether the head of a file of NumPy says that its entries are integers.
func wholeNumbers(head string) bool {
	_, kind, found := strings.Cut(head, "'descr': '")
	return found && len(kind) > 1 && strings.ContainsRune("iu", rune(kind[1]))
}

// fileHint says how a program that was named as a catalogue's kernel is validated.
func fileHint(kernel string) error {
	if _, err := os.Stat(kernel); err != nil || filepath.Ext(kernel) == "" {
		return nil
	}
	return fmt.Errorf("--kernel %s is a file, and no kernel of the catalogue; breadboard validate %s would do", kernel,
		shell.Quoted(kernel))
}
