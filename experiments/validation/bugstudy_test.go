package validation_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/laws"
	"breadboard/experiments/validation"
	"breadboard/reports/table"
)

var update = flag.Bool("update", false, "write the committed table of seeded bugs anew")

const again = "go test ./experiments/validation -run Bugs -update would bring it up to date"

var coordinates = regexp.MustCompile(`\[(\d) (\d)\]`)

// Every bug is caught by the law that is to catch it, with a witness that is the
// bug's place; and the annealing that it was put into is not accused.
func TestEveryBugIsCaught(t *testing.T) {
	sound := must(validation.Run(t.Context(), validation.Seeded(validation.Bug{}), nil))(t)
	if !sound.OK() {
		t.Fatalf("without a bug: %s", sound.Verdict())
	}
	if n := len(validation.Bugs); n < 31 {
		t.Errorf("%d bugs", n)
	}
	catches := map[laws.Law]int{}
	for _, b := range validation.Bugs {
		t.Run(b.Name, func(t *testing.T) {
			v := must(validation.Caught(t.Context(), b))(t)
			if !strings.Contains(v.Verdict(), "breaks") {
				t.Errorf("the verdict is %q", v.Verdict())
			}
			for _, f := range v.Broken() {
				catches[f.Law]++
			}
			i := slices.IndexFunc(v.Broken(), func(f laws.Finding) bool { return f.Law == b.Caught })
			if i < 0 {
				t.Fatalf("%q does not catch it; those that do: %v", b.Caught, v.Broken())
			}
			testWitness(t, b, v.Broken()[i].Witness)
			testCause(t, b, v)
		})
	}
	for _, law := range validation.ExactLaws {
		if catches[law] == 0 {
			t.Errorf("no bug breaks the law %q", law)
		}
	}
}

// testCause fails t unless the named cause is the bug's, in the verdict too.
func testCause(t *testing.T, b validation.Bug, v validation.Validation) {
	t.Helper()
	name := ""
	if v.Cause != nil {
		name = v.Cause.Name
		if !strings.HasSuffix(v.Verdict(), "; likely cause: "+v.Cause.Says) {
			t.Errorf("%q does not end with the cause", v.Verdict())
		}
	}
	if name != b.Cause {
		t.Errorf("the cause is %q, want %q", name, b.Cause)
	}
}

// testWitness fails t unless the witness is the bug's, and every cell that it names is near
// the bug.
func testWitness(t *testing.T, b validation.Bug, witness string) {
	t.Helper()
	if !regexp.MustCompile(b.Witness).MatchString(witness) {
		t.Errorf("the witness %q is not the bug's", witness)
	}
	g := validation.Scene().Grid
	for _, at := range coordinates.FindAllStringSubmatch(witness, -1) {
		var row, col int
		fmt.Sscan(at[1]+" "+at[2], &row, &col)
		if b.Near != nil && !b.Near(g, g.Index(row, col)) {
			t.Errorf("%s of %q has nothing to do with it", at[0], witness)
		}
	}
}

type row = map[string]any

func parsed(t *testing.T, data []byte) []row {
	t.Helper()
	var rows []row
	done(t, json.Unmarshal(data, &rows))
	return rows
}

// committed reads a file of the committed table.
func committed(t *testing.T, name string) []byte {
	t.Helper()
	data := must(os.ReadFile(filepath.Join("..", "..", "reports", "validation", name)))(t)
	return data
}

// The study makes the committed table today: the exact part of every bug, and every
// sampling of some bugs and of the sound kernel. A bug's row does not depend on which
// others are there. With -update all of it is made anew.
func TestCommittedBugsAreUpToDate(t *testing.T) {
	if *update {
		commit(t)
	}
	was := parsed(t, committed(t, "bugs.json"))
	if len(was) != len(validation.Bugs)+1 {
		t.Fatalf("%d rows are committed; %s", len(was), again)
	}
	exactly := must(validation.Hunt(t.Context(), validation.Bugs, 0, 0))(t)
	for i, is := range parsed(t, files(t, exactly)["bugs.json"]) {
		testExactPart(t, is, was[i])
		checks := is["exact_checks"].([]any)
		if i == 0 && len(checks) > 0 {
			t.Errorf("the sound annealing is accused by %v", checks)
		}
		if i > 0 && !slices.Contains(checks, is["caught_by"]) {
			t.Errorf("%v is caught by %v alone", is["bug"], checks)
		}
	}
	some := []validation.Bug{validation.Bugs[5]}
	if os.Getenv("BREADBOARD_LONG") != "" {
		some = append(some, validation.Bugs[0], validation.Bugs[len(validation.Bugs)-2])
	}
	sampled := must(validation.Hunt(t.Context(), some, validation.HuntMoves, validation.HuntRepeats))(t)
	for _, is := range parsed(t, files(t, sampled)["bugs.json"]) {
		k := slices.IndexFunc(was, func(r row) bool { return r["bug"] == is["bug"] })
		for key, v := range is {
			if strings.HasPrefix(key, "found_by") && was[k][key] != v {
				t.Errorf("%v: %s is %v, committed %v; %s", is["bug"], key, v, was[k][key], again)
			}
		}
	}
}

// commit makes all of the committed table.
func commit(t *testing.T) {
	t.Helper()
	s := must(validation.Hunt(t.Context(), validation.Bugs, validation.HuntMoves, validation.HuntRepeats))(t)
	for name, data := range files(t, s) {
		done(t, os.WriteFile(filepath.Join("..", "..", "reports", "validation", name), data, 0o644))
	}
}

var number = regexp.MustCompile(`-?\d+\.?\d*(e[-+]?\d+)?`)

// testExactPart compares the exact part of a row with the committed one. Values are sums of
// a few hundred terms, and witnesses have twelve digits of them. The last may be rounded the
// other way on another machine: numbers count to six digits.
func testExactPart(t *testing.T, is, was row) {
	t.Helper()
	sixDigits := func(v any) string {
		return number.ReplaceAllStringFunc(fmt.Sprint(v), func(s string) string {
			var f float64
			fmt.Sscan(s, &f)
			return fmt.Sprintf("%.6g", f)
		})
	}
	for _, key := range []string{"bug", "about", "balance", "caught_by", "exact_checks", "value", "limit", "witness",
		"cause"} {
		if a, b := sixDigits(is[key]), sixDigits(was[key]); a != b {
			t.Errorf("%v: %s is %s, committed %s; %s", is["bug"], key, a, b, again)
		}
	}
}

// The other files say the same as the one compared.
func TestBugFilesAgree(t *testing.T) {
	md, csv := string(committed(t, "bugs.md")), string(committed(t, "bugs.csv"))
	for _, b := range validation.Bugs {
		if strings.Count(md, "| "+b.Name) < 3 {
			t.Errorf("%s is not in every table; %s", b.Name, again)
		}
		if !strings.Contains(csv, "\n"+b.Name+",") {
			t.Errorf("%s is not in bugs.csv; %s", b.Name, again)
		}
	}
}

// The figures on the page of verdicts stand in the table.
func TestPageTellsOfBugs(t *testing.T) {
	page := must(os.ReadFile(filepath.Join("..", "..", "cmd", "breadboard", "doc", "verdict.md")))(t)
	rows := parsed(t, committed(t, "bugs.json"))[1:]
	for _, law := range validation.SeenLaws {
		if !slices.ContainsFunc(rows, func(r row) bool { return r["found_by: "+string(law)] == 1.0 }) {
			t.Errorf("no bug is always found by %q", law)
		}
	}
	always, never, named := 0, 0, 0
	for _, row := range rows {
		if row["cause"] != "" {
			named++
		}
		switch row["found_by_any"] {
		case 1.0:
			always++
		case 0.0:
			never++
		}
	}
	text := strings.Join(strings.Fields(string(page)), " ")
	for _, want := range []string{
		fmt.Sprintf("We seeded %d bugs", len(rows)),
		fmt.Sprintf("The verdict names the cause of %d,", named),
		fmt.Sprintf("find %d of the bugs every time, %d now and then, and %d never",
			always, len(rows)-always-never, never),
		fmt.Sprintf("had %s moves of the kernel and as many of annealed chains, %d times over",
			thousands(validation.HuntMoves), validation.HuntRepeats),
		"`" + strings.TrimSuffix(again, " would bring it up to date") + "`",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("verdict.md does not say %q", want)
		}
	}
}

// tables are for people: the witness of the law that is to catch each bug, all exact
// checks that catch it, and the power of the sampled ones.
func tables(s validation.BugStudy) []table.Table {
	caught := table.Table{Title: "Seeded bugs, each by the law that is to catch it", Columns: table.Columns("bug",
		"about=what it does", "caught_by=caught by", "value=off by", "witness",
		"cause=likely cause, as the verdict names it")}
	checks := table.Table{Title: "Which exact check catches which bug", Columns: []table.Column{{Key: "bug"}}}
	for i, law := range validation.ExactLaws {
		checks.Columns = append(checks.Columns, table.Column{Key: fmt.Sprint(i + 1)})
		checks.Notes = append(checks.Notes, fmt.Sprintf("%d: %s", i+1, law))
	}
	power := table.Table{Title: fmt.Sprintf("How many of %d samplings each sampled check finds a bug in, by %s moves "+
		"of the kernel at the target and as many of annealed chains",
		s.Repeats, thousands(s.Moves)), Columns: []table.Column{{Key: "bug"}, {Key: "any"}}}
	for i, law := range validation.SeenLaws {
		power.Columns = append(power.Columns, table.Column{Key: string(rune('a' + i))})
		power.Notes = append(power.Notes, fmt.Sprintf("%c: %s", 'a'+i, law))
	}
	power.Notes = append(power.Notes, fmt.Sprintf("Each check is at level %g, its p-values corrected for how many it "+
		"has.", s.Level))
	for i, c := range s.Catches {
		name, says := c.Bug.Name, "-"
		if c.Cause != nil {
			says = c.Cause.Says
		}
		if i == 0 {
			name = "none: a sound kernel"
		} else {
			caught.Rows = append(caught.Rows, []any{name, c.Bug.About, string(c.Caught.Law),
				table.ThreeDigits(c.Caught.Value), c.Caught.Witness, says})
		}
		marks, found := []any{name}, []any{name, c.Any}
		for _, law := range validation.ExactLaws {
			mark := ""
			if slices.Contains(c.Checks, law) {
				mark = "x"
			}
			marks = append(marks, mark)
		}
		for _, law := range validation.SeenLaws {
			found = append(found, c.Found[law])
		}
		checks.Rows, power.Rows = append(checks.Rows, marks), append(power.Rows, found)
	}
	return []table.Table{caught, checks, power}
}

// thousands writes 100000 as 100,000.
func thousands(n int) string {
	return regexp.MustCompile(`(\d)(\d{3})$`).ReplaceAllString(fmt.Sprint(n), "$1,$2")
}

// data returns the study as one table for programs: a row for the sound kernel and one for
// each bug, with the power of each sampled check as a share of the samplings.
func data(s validation.BugStudy) table.Table {
	t := table.Table{Columns: table.Keys("bug about balance caught_by value limit witness cause exact_checks moves " +
		"samplings found_by_any")}
	for _, law := range validation.SeenLaws {
		t.Columns = append(t.Columns, table.Column{Key: "found_by: " + string(law)})
	}
	share := func(n int) float64 { return float64(n) / float64(s.Repeats) }
	for i, c := range s.Catches {
		by, cause, checks := "", "", []string{}
		if i > 0 {
			by = string(c.Caught.Law)
		}
		if c.Cause != nil {
			cause = c.Cause.Name
		}
		for _, law := range c.Checks {
			checks = append(checks, string(law))
		}
		row := []any{c.Bug.Name, c.Bug.About, c.Balance.String(), by, c.Caught.Value, c.Caught.Limit, c.Caught.Witness,
			cause, checks, s.Moves, s.Repeats, share(c.Any)}
		for _, law := range validation.SeenLaws {
			row = append(row, share(c.Found[law]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// files returns the study as Markdown, CSV and JSON.
func files(t *testing.T, s validation.BugStudy) map[string][]byte {
	t.Helper()
	var md, csv, js bytes.Buffer
	write := func(w *bytes.Buffer, of table.Table, f table.Format, style table.Style) {
		done(t, of.Write(w, f, style))
	}
	for i, of := range tables(s) {
		if i > 0 {
			md.WriteString("\n")
		}
		write(&md, of, table.Markdown, table.Style{Width: -1})
	}
	write(&csv, data(s), table.CSV, table.Style{})
	write(&js, data(s), table.JSON, table.Style{})
	return map[string][]byte{"bugs.md": md.Bytes(), "bugs.csv": csv.Bytes(), "bugs.json": js.Bytes()}
}
