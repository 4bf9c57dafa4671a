package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"breadboard/grid/must"
)

// everyPage lists all pages that print commands, but for the changes. A test runs them all, and compares the outputs
// shown.
func everyPage(t *testing.T) (found []string) {
	t.Helper()
	const root = "../.."
	must.Do(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != root && strings.HasPrefix(entry.Name(), "."):
			return fs.SkipDir
		case filepath.Ext(path) == ".md" && entry.Name() != "CHANGELOG.md" && len(printedCommands(read(t, path))) > 0:
			found = append(found, path)
		}
		return nil
	}))
	if len(found) < 15 {
		t.Fatalf("only %d pages: %q", len(found), found)
	}
	return found
}

// inWords matches a whole command in the words of a page, as the one that makes its folder; others are parts of one.
var inWords = regexp.MustCompile("`((?:breadboard|python3)[^`]* --(?:out|toy|kernel|table)\\s[^`]*)`")

// printedCommands returns the commands of a page: those of its blocks, and those in its words.
func printedCommands(page string) (all []string) {
	for _, b := range blocks(page) {
		if b.lang == "sh" {
			all = append(all, linesOf(b.body)...)
		}
	}
	return append(all, commandsInWords(page)...)
}

// linesOf returns the lines of a block that are not empty.
func linesOf(body string) (all []string) {
	for line := range strings.Lines(body) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// commandsInWords returns the commands in the words of a page.
func commandsInWords(page string) (all []string) {
	words := regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(page, "")
	for _, m := range inWords.FindAllStringSubmatch(words, -1) {
		all = append(all, strings.Join(strings.Fields(m[1]), " "))
	}
	return all
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

// elsewhere has the commands that no page is tested by, as they install, serve, need a network or a cluster, or test
// all, and what runs them: a file with these words. No command is in neither.
var elsewhere = []struct{ command, file, words string }{
	{`^go install ./cmd/breadboard `, "../../.ci/run", "begin_python"},
	{`^go test ./...`, "../../.ci/run", "go test ./..."},
	{`^go test -run .* -bench `, "../../.ci/weekly", "-bench . -benchtime 1x"},
	{`^go (mod|run)`, "library_test.go", `inModule(t, dir, "run"`},
	{`^pip install `, "../../.ci/weekly", "/bin/pip\" install"},
	{`^python3 -m pytest`, "../../.ci/run", "python3 -m pytest"},
	{`^\.ci/`, "../../.ci/weekly", "What takes longer"},
	{`^breadboard explore( --toy barrier -T 100)? *(#|$)`, "explore_test.go", `"explore --addr 127.0.0.1:0"`},
	{`^breadboard explore .*--site|^python3 -m http`, "../../.ci/weekly", "explore --site site"},
	{`^(id=)?.*\bsbatch `, "scripts_test.go", "cluster/sweep.sbatch"},
	{`^python3 reports/wild/`, "../../.ci/weekly", "reports/wild/run.py --installed"},
	{`^python3 reports/museum/run.py --table`, "scripts_test.go", `"run.py", "--check"`},
}

// isElsewhere returns the number of what runs a command, or -1.
func isElsewhere(line string) int {
	return slices.IndexFunc(elsewhere, func(e struct{ command, file, words string }) bool {
		return regexp.MustCompile(e.command).MatchString(line)
	})
}

// TestEveryCommandIsRun: a command that no page is tested by is run by what elsewhere names, and all of that is needed.
func TestEveryCommandIsRun(t *testing.T) {
	used := map[int]bool{}
	for _, path := range everyPage(t) {
		for _, line := range printedCommands(read(t, path)) {
			used[isElsewhere(line)] = true
		}
	}
	for i, e := range elsewhere {
		if !used[i] || !strings.Contains(read(t, e.file), e.words) {
			t.Errorf("%s: used %v, and %s is to have %q", e.command, used[i], e.file, e.words)
		}
	}
	if line := "breadboard exact --toy barrier"; isElsewhere(line) >= 0 {
		t.Errorf("%s is not run by its page", line)
	}
}

var (
	// slow matches commands that take over half a second, which the long form runs. The short one asks for their help,
	// but for scripts.
	slow = regexp.MustCompile(`^breadboard (score --toy barrier +#|score --zoo toys|reproduce .*--|` +
		`protocol( --toy.*)? --(out|seed)|list ` +
		`--pictures|` +
		`validate (mine.py --toy barrier|(silent.py|again.py|normal.R) --target g.csv|` +
		`--target g.csv --exec '[^']*')( +#.*)?$|` +
		`aide --toy easy|` +
		`sweep .*(easy|best-j|--seed 1|--exec)|protocol --exec|` +
		`exact --toy (ising:3x3:[0-9.]+ -T 100 --kernel informed|easy .* --schedule friction))|` +
		`--pictures (run|figures|figs)|` +
		`^python3 reports/museum/(power.py|run.py --(check|test))|` +
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
		t.Run(strings.TrimPrefix(path, "../../"), func(t *testing.T) {
			parallel(t)
			dir, page := workshop(t), read(t, path)
			printed := ""
			for _, line := range commandsInWords(page) {
				runBlock(t, dir, line)
			}
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

// workshop returns a new directory with the folders of this repository that commands name: a link to one, and a copy of
// that into which they write.
func workshop(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	must.Do(t, os.Symlink(absolute(t, "../../cmd"), filepath.Join(dir, "cmd")))
	must.Do(t, os.CopyFS(filepath.Join(dir, "reports"), os.DirFS("../../reports")))
	return dir
}

// runBlock returns what the commands of a block print, one after the other. A slow command is asked for its help
// instead, and the block prints nothing.
func runBlock(t *testing.T, dir, body string) (printed string) {
	t.Helper()
	for _, line := range linesOf(body) {
		if isElsewhere(line) >= 0 {
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

// notes matches what long commands say before they begin.
var notes = regexp.MustCompile(`^breadboard: (protocol|reproduce): .*\n$`)

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
	if notes.MatchString(r.stderr) {
		want.stderr = r.stderr
	}
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

// cpuSeconds is the time of processors that a printed command may take, and each process that it starts: the longest
// takes four minutes.
func cpuSeconds() int {
	if long {
		return 900
	}
	return 60
}

// shellLine runs a line in bash, under a limit of its time of processors, and says how much a long one took.
func shellLine(t *testing.T, dir, line string) result {
	t.Helper()
	if strings.Contains(line, "python3") {
		python(t)
	}
	limit := fmt.Sprintf("ulimit -t %d; ", cpuSeconds())
	cmd := exec.Command("bash", "-c", limit+`breadboard() { "$BREADBOARD" "$@"; }; `+
		`[ ! -x /usr/bin/python3 ] || python3() { /usr/bin/python3 "$@"; }; `+line) // which has NumPy, if any has
	cmd.Env = append(os.Environ(), "BREADBOARD="+binary, "PYTHONPATH="+absolute(t, "clients/python")) // as by pip
	r := finish(t, cmd, dir, cmd.Run)
	if took := cmd.ProcessState.UserTime(); took > 5*time.Second {
		t.Logf("%.0f s of processors: %s", took.Seconds(), line)
	}
	return r
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
