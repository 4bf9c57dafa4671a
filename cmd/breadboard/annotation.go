package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"breadboard/grid/text"
	"breadboard/reports/table"
)

// gitHub is the format in which validate and sandwich mark the file of a kernel, of draws or of weights on GitHub.
const gitHub table.Format = "github"

// withGitHub lists the formats of these commands.
var withGitHub = append(slices.Clone(table.Formats), gitHub)

// tell prints tables, or as gitHub the first of them beside a file, and returns whether a law is broken.
func (s *session) tell(f table.Format, broken, unknown bool, file string, tables ...table.Table) (err error) {
	if f == gitHub {
		_, err = io.WriteString(s.stdout, annotate(tables[0], broken, unknown, file))
	} else {
		err = s.print(f, tables...)
	}
	if err == nil && broken {
		err = errBroken
	}
	return err
}

// annotate returns a verdict as a command to GitHub, which takes it from the log of a job and shows it beside a line of
// a file: an error if a law is broken, a warning if nobody can tell, and else a notice. A verdict on a kernel of the
// catalogue has no file.
func annotate(verdict table.Table, broken, unknown bool, file string) string {
	level := "notice"
	switch {
	case broken:
		level = "error"
	case unknown:
		level = "warning"
	}
	at := ""
	if file != "" {
		at = fmt.Sprintf("file=%s,line=%d,", inProperty.Replace(inRepository(file)), max(1, lineOfStep(file)))
	}
	said := inMessage.Replace(strings.Join(verdict.Notes, "\n"))
	return fmt.Sprintf("::%s %stitle=%s::%s\n", level, at, inProperty.Replace(verdict.Title), said)
}

// inRepository returns the path of a file from the root of the repository, if a job of GitHub has one and it is there.
func inRepository(file string) string {
	path, err := filepath.Abs(file)
	if err != nil {
		return file
	}
	inside, err := filepath.Rel(os.Getenv("GITHUB_WORKSPACE"), path)
	if err != nil || !filepath.IsLocal(inside) {
		return file
	}
	return filepath.ToSlash(inside)
}

// GitHub reads a command up to the end of the line, a property up to a comma or a colon, and % as an escape.
var (
	inMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	inProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// step matches the line that defines a step, in Python, R, C and their like.
var step = regexp.MustCompile(`^\s*((def|func|function|fn|(static )?\w+) step\(|step *(<-|=) *function)`)

// lineOfStep returns the number of the first line of a file that defines a step, and 0 if there is none.
func lineOfStep(file string) int {
	data, err := text.File(file, "the file of a step")
	if err != nil {
		return 0
	}
	for i, line := range strings.Split(data, "\n") {
		if step.MatchString(line) {
			return i + 1
		}
	}
	return 0
}
