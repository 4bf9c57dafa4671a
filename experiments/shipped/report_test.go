package shipped

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"breadboard/chains/chaintest"
	"breadboard/chains/programs"
	"breadboard/reports/table"
)

var update = flag.Bool("update", false, "write reports/shipped anew")

const again = "go test ./experiments/shipped -run Shipped -update would bring it up to date"

// A row is a law that a bug breaks, and how often samplings saw it; nil if none was run.
type row struct {
	bug
	check
	checks  []check // all of the bug
	witness string
	first   bool // of its bug
	found   *hunt
}

// seen are the cells of found.
func (r row) seen() (full, tenth any) {
	if r.found == nil {
		return nil, nil
	}
	return r.found.full, r.found.tenth
}

// rows are all breaches. find says how often samplings saw one.
func rows(find func(b bug, c check) *hunt) (all []row) {
	for _, b := range bugs {
		checks, at := checksOf(b.wrongly), witness(b.wrongly)
		for i, c := range broken(checks) {
			all = append(all, row{b, c, checks, at, i == 0, find(b, c)})
		}
	}
	return all
}

// witness is the atom of the law that is furthest off.
func witness(s subject) string {
	if a, ok := s.Estimator.(adaptive); ok {
		return a.worstDraws()
	}
	return chaintest.AtomsOf(s.Estimator.(programs.Program), s.problem).Finding().Witness
}

func dataTable(all []row) table.Table {
	t := table.Table{Columns: table.Keys("bug thread wrong law at value should_be sd runs seen seen_by_a_tenth witness")}
	for _, r := range all {
		full, tenth := r.seen()
		t.Add(r.name, r.thread, r.wrong, r.law, r.at, r.is, r.want, r.sd, r.runs(), full, tenth, r.witness)
	}
	return t
}

// page is the report for people.
func page(t *testing.T, all []row) table.File {
	var b strings.Builder
	b.WriteString(opening)
	write(t, &b, overview(all), breachTable(all))
	b.WriteString("\n## One by one\n")
	for _, r := range all {
		if r.first {
			b.WriteString(told(r))
		}
	}
	b.WriteString(disputed(t))
	return table.File{Name: "bugs.md", Write: func(w io.Writer) error {
		_, err := io.WriteString(w, b.String())
		return err
	}}
}

func write(t *testing.T, w io.Writer, tables ...table.Table) {
	t.Helper()
	if err := table.WriteAll(w, table.Markdown, table.Style{Width: -1}, tables...); err != nil {
		t.Fatal(err)
	}
}

func files(t *testing.T, all []row) map[string]string {
	t.Helper()
	made := map[string]string{}
	for _, f := range append(table.Data("bugs", dataTable(all)), page(t, all)) {
		var b bytes.Buffer
		if err := f.Write(&b); err != nil {
			t.Fatal(err)
		}
		made[f.Name] = b.String()
	}
	return made
}

func committed(name string) string { return filepath.Join("..", "..", "reports", "shipped", name) }

// The committed report is what the bugs make today. Samplings of up to 1000 runs are made again;
// larger ones are taken from the committed file, unless -update writes all anew.
func TestShippedReportIsUpToDate(t *testing.T) {
	if *update {
		for name, text := range files(t, rows(func(b bug, c check) *hunt { return sampled(b, c, mostRuns) })) {
			if err := os.WriteFile(committed(name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	known := committedHunts(t)
	all := rows(func(b bug, c check) *hunt {
		if found := sampled(b, c, 1000); found != nil {
			return found
		}
		return known[b.name+c.law]
	})
	for name, text := range files(t, all) {
		was, err := os.ReadFile(committed(name))
		if err != nil {
			t.Fatal(err)
		}
		if line := differs(text, string(was)); line != "" {
			t.Errorf("%s: today it says %q; %s", name, line, again)
		}
	}
}

// At the size that the report gives, a sampled test sees a bug; at a tenth it mostly does not.
// The two chances are 0.98 and 0.08 if means are normal, so that both limits are generous.
func TestShippedBugsNeedTheRunsReported(t *testing.T) {
	for of, found := range committedHunts(t) {
		if found.full < 16 || found.tenth > 7 {
			t.Errorf("%s: %d of %d samplings saw it, and %d of those with a tenth of the runs",
				of, found.full, repeats, found.tenth)
		}
	}
}

// committedHunts are the samplings in the committed file, by bug and law.
func committedHunts(t *testing.T) map[string]*hunt {
	t.Helper()
	data, err := os.ReadFile(committed("bugs.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []struct {
		Bug, Law string
		Seen     *int
		Tenth    *int `json:"seen_by_a_tenth"`
	}
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	known := map[string]*hunt{}
	for _, r := range all {
		if r.Seen != nil && r.Tenth != nil {
			known[r.Bug+r.Law] = &hunt{*r.Seen, *r.Tenth}
		}
	}
	return known
}

var number = regexp.MustCompile(`-?\d+\.\d+(e[-+]?\d+)?`)

// differs returns the first line of is that is not in was. Fractions are compared to six digits,
// since another machine may round the last ones the other way.
func differs(is, was string) string {
	short := func(text string) []string {
		return strings.Split(number.ReplaceAllStringFunc(text, func(s string) string {
			var v float64
			fmt.Sscan(s, &v)
			return fmt.Sprintf("%.6g", v)
		}), "\n")
	}
	a, b := short(is), short(was)
	for i, line := range a {
		if i >= len(b) || line != b[i] {
			return line
		}
	}
	if len(a) != len(b) {
		return "nothing more after " + a[len(a)-1]
	}
	return ""
}
