package main

import (
	"regexp"
	"strings"
	"testing"

	"breadboard/grid/must"
	"breadboard/reports/table"
)

// asGitHubReads returns the parts of a command to GitHub: what it says, its properties by name, and the message.
func asGitHubReads(line string) (level, message string, properties map[string]string) {
	parts := regexp.MustCompile(`\A::(\w+) ([^:]*)::(.*)\n\z`).FindStringSubmatch(line)
	if parts == nil {
		return "", "", nil
	}
	plain := strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",")
	properties = map[string]string{}
	for property := range strings.SplitSeq(parts[2], ",") {
		key, value, _ := strings.Cut(property, "=")
		properties[key] = plain.Replace(value)
	}
	return parts[1], plain.Replace(parts[3]), properties
}

// TestAnnotations: GitHub reads the verdict of the file of a step as it is, and shows it where the step is defined, by
// its path in the repository.
func TestAnnotations(t *testing.T) {
	files := map[string]struct{ body, line string }{
		"50%, of: it.py": {"import math\n\n\ndef step(x, grid, logf):\n    pass\n", "4"},
		"step.R":         {"# step(x) is below\nstep <- function(x, logf) x\n", "2"},
		"step.c":         {"#include <math.h>\nint helper(int x);\nstatic int step(int x) { return x; }\n", "3"},
		"K.csv":          {"1,0\n0,1\n", "1"},
	}
	verdict := table.Table{Title: "Your step is wrong: 1%, or more", Notes: []string{"One line.\r", "Cells (0, 1): 5%"}}
	for name, f := range files {
		path := t.TempDir() + "/" + name
		put(t, "/", path, f.body)
		level, message, properties := asGitHubReads(annotate(verdict, true, true, path))
		must.Say(t, level, "error")
		if want := strings.Join(verdict.Notes, "\n"); message != want {
			t.Errorf("the message is %q, and not %q", message, want)
		}
		for key, want := range map[string]string{"file": path, "line": f.line, "title": verdict.Title} {
			if properties[key] != want {
				t.Errorf("%s: %s is %q, and not %q", name, key, properties[key], want)
			}
		}
	}
	dir := t.TempDir()
	t.Setenv("GITHUB_WORKSPACE", dir)
	for path, want := range map[string]string{
		dir + "/src/step.py": "src/step.py",
		"/elsewhere/step.py": "/elsewhere/step.py",
	} {
		if _, _, properties := asGitHubReads(annotate(verdict, true, false, path)); properties["file"] != want {
			t.Errorf("%s in %s is %s, and not %s", path, dir, properties["file"], want)
		}
	}
	level, _, properties := asGitHubReads(annotate(verdict, false, false, ""))
	if _, placed := properties["file"]; level != "notice" || placed {
		t.Errorf("a right kernel of the catalogue has a %s in a file", level)
	}
}
