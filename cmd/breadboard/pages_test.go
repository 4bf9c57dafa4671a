package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"breadboard/grid/must"
)

// everyPage lists the pages that people read first. A test runs all their commands, and compares the outputs shown.
func everyPage(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob("doc/*.md")
	if err != nil || len(found) < 8 {
		t.Fatalf("%d pages: %v", len(found), err)
	}
	return append(found, "../../README.md", "../../reports/README.md", "../../reports/bread/README.md",
		"../../reports/scripts/printed.md")
}

// block is fenced text of a page.
type block struct {
	lang, body string
}

func blocks(page string) (found []block) {
	fence := regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```$")
	for _, m := range fence.FindAllStringSubmatch(page, -1) {
		found = append(found, block{m[1], m[2]})
	}
	return found
}

var (
	// elsewhere matches commands that install, that the Go tool runs, that need a cluster, that serve, or are long.
	elsewhere = regexp.MustCompile(`^(go |pip |BREADBOARD_LONG=|id=|sbatch |COMMAND=|breadboard explore|` +
		`python3 -m http)|` +
		`> /etc/|protocol --out reports|4x4:0.4`)
	// slow matches commands that take over half a second, which the long form runs. The short one asks for their help,
	// but for scripts.
	slow = regexp.MustCompile(`^breadboard (score --toy barrier +#|score --zoo toys|reproduce( bdmc)? --quick|list ` +
		`--pictures|` +
		`validate (mine.py --toy barrier|(silent.py|again.py|normal.R) --target g.csv|` +
		`--target g.csv --exec '[^']*')( +#.*)?$|` +
		`aide --toy easy|` +
		`sweep .*(easy|best-j|--seed 1|--exec)|protocol --exec|` +
		`exact --toy (ising:3x3:[0-9.]+ -T 100 --kernel informed|easy .* --schedule friction))|` +
		`--pictures (run|figures|figs)|` +
		`^python3 reports/scripts/(another_path|steps_at_target|symmetry_unseen).py|` +
		`^python3 reports/scripts/rates_of_j_and_b.py( +#.*)?$`)
	// byTool has, by what they need beside Python, the commands that are passed over where it is not.
	byTool = map[string]*regexp.Regexp{"cc": regexp.MustCompile(`^cc `), "Rscript": regexp.MustCompile(`\.R --target`)}
	// saved matches the beginning of a block that the reader saves under this name.
	saved = regexp.MustCompile(`^(?:#|//) ([a-z]+[.][a-zA-Z]+)\n`)
)

// TestPages runs the commands of every page, one after the other, in a directory that has nothing of this repository
// but cmd and reports. A text after commands is what they print; "..." stands for what is left out.
func TestPages(t *testing.T) {
	for _, path := range everyPage(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			parallel(t)
			dir, page := workshop(t), read(t, path)
			printed := ""
			for _, b := range blocks(page) {
				if name := saved.FindStringSubmatch(b.body); name != nil && b.lang != "go" {
					put(t, dir, name[1], b.body)
				}
				if b.lang == "sh" {
					printed = runBlock(t, dir, b.body)
				}
				if b.lang == "text" && printed != "" && !shows(b.body, printed) {
					t.Errorf("%s shows\n%s, and what is printed is\n%s", path, b.body, printed)
				}
			}
		})
	}
}

// workshop returns a new directory with links to the folders of this repository that commands name.
func workshop(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"cmd", "reports"} {
		must.Do(t, os.Symlink(absolute(t, "../../"+name), filepath.Join(dir, name)))
	}
	return dir
}

// runBlock returns what the commands of a block print, one after the other. A slow command is asked for its help
// instead, and the block prints nothing.
func runBlock(t *testing.T, dir, body string) (printed string) {
	t.Helper()
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		if line == "" || elsewhere.MatchString(line) {
			continue
		}
		for tool, lines := range byTool {
			if _, err := exec.LookPath(tool); err != nil && lines.MatchString(line) {
				return ""
			}
		}
		if !long && slow.MatchString(line) {
			if strings.HasPrefix(line, "python3") {
				return ""
			}
			command, _, _ := strings.Cut(line, " #")
			command, _, _ = strings.Cut(command, " > ")
			if help := runLine(t, dir, command+" --help"); !strings.HasPrefix(help, "Usage: ") {
				t.Errorf("%s has no help: %s", command, help)
			}
			return "" // later commands may need what it writes
		}
		printed += runLine(t, dir, line)
	}
	return printed
}

// scriptRuns holds the runs of the scripts of findings, which two pages have: functions that return a result, by their
// commands.
var scriptRuns sync.Map

// runLine runs a command. Its remark may say that it ends with exit code 1, and has only numbers that are printed.
func runLine(t *testing.T, dir, line string) string {
	t.Helper()
	command, remark, _ := strings.Cut(line, " #")
	command = strings.TrimSpace(command)
	run := sync.OnceValue(func() result { return shellLine(t, dir, line) })
	if strings.HasPrefix(command, "python3 reports/scripts/") {
		known, _ := scriptRuns.LoadOrStore(command, run)
		run = known.(func() result)
	}
	r := run()
	want := result{stdout: r.stdout}
	if strings.Contains(remark, "exit code 1") {
		want.code, want.stderr = 1, "breadboard: a law is broken\n"
	}
	r.line = line
	checkEnd(t, r, want)
	for _, n := range regexp.MustCompile(`[0-9]+[.][0-9]+`).FindAllString(remark, -1) {
		if !strings.Contains(r.stdout, n) {
			t.Errorf("%s: it does not print %s: %s", line, n, r.stdout)
		}
	}
	return r.stdout
}

// shellLine runs a line in bash.
func shellLine(t *testing.T, dir, line string) result {
	t.Helper()
	if strings.Contains(line, "python3") {
		python(t)
	}
	cmd := exec.Command("bash", "-c", `breadboard() { "$BREADBOARD" "$@"; }; `+line)
	cmd.Env = append(os.Environ(), "BREADBOARD="+binary, "PYTHONPATH="+absolute(t, "clients/python")) // as by pip
	return finish(t, cmd, dir, cmd.Run)
}

// shows reports whether a shortened text is what was printed. A line "..." stands for any number of lines, and " ..."
// at the end of a line for its rest.
func shows(text, printed string) bool {
	pattern := `\A`
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if line == "..." {
			pattern += `(?:.*\n)*?`
		} else if start, cut := strings.CutSuffix(line, " ..."); cut {
			pattern += regexp.QuoteMeta(start) + `.*\n`
		} else {
			pattern += regexp.QuoteMeta(line) + ` *\n`
		}
	}
	return regexp.MustCompile(pattern + `\z`).MatchString(printed)
}

// anchors returns the links to the headings of a page, as GitHub makes them.
func anchors(page string) (all []string) {
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(page, -1) {
		plain := regexp.MustCompile(`[^\pL\pN_ -]`).ReplaceAllString(strings.ToLower(heading[1]), "")
		all = append(all, "#"+strings.ReplaceAll(plain, " ", "-"))
	}
	return all
}

// TestPageLinks: every link of a page to a file of this repository leads to one, and to a heading that it has.
func TestPageLinks(t *testing.T) {
	const root = "../.."
	links := 0
	must.Do(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != root && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case filepath.Ext(path) != ".md":
			return nil
		}
		words := regexp.MustCompile("(?s)```.*?```").ReplaceAllString(read(t, path), "") // without blocks of code
		for _, link := range regexp.MustCompile(`\]\(([^)#:]*)(#[^)]+)?\)`).FindAllStringSubmatch(words, -1) {
			links++
			to := filepath.Join(filepath.Dir(path), link[1])
			if link[1] == "" {
				to = path
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: %v", path, err)
			} else if link[2] != "" && !slices.Contains(anchors(read(t, to)), link[2]) {
				t.Errorf("%s: %s has no heading %s", path, to, link[2])
			}
		}
		return nil
	}))
	if links < 50 {
		t.Errorf("only %d links", links)
	}
}
