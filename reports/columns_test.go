package reports

import (
	"bytes"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/grid/must"
	"breadboard/reports/table"
)

var update = flag.Bool("update", false, "write columns.md anew")

// columnsPage explains every column of exact and of a sweep.
func columnsPage() table.Table {
	t := table.Table{Title: "The columns of breadboard exact and of a sweep's rows",
		Columns: table.Columns("column", "in", "type", "unit", "meaning"),
		Notes: []string{"In: e is breadboard exact in CSV and JSON, p is the same with --program, s the rows of a " +
			"sweep in CSV and JSON lines.",
			"A number that does not exist is empty in CSV and null in JSON. An infinite one is inf or " +
				"-inf in CSV and null elsewhere; the row's warnings name it.",
			"A sweep leaves out a column with an \"only\" that has no value in any of its rows.",
			"These keys are a contract. A key keeps its meaning and its unit, and new ones may come. The last key of " +
				"every row is keys, the version of the contract: 1. It rises when a key is taken away, or means " +
				"something else; CHANGELOG.md then says which.",
			"q is the exact law of the samples x_T, p the target, fwd the chain forward and rev the chain in " +
				"reverse, w the weight. A nat is a unit of log e. BREAD is the paper whose equations are cited.",
			"reports/columns_test.go writes this page from the table in experiments/columns."}}
	for _, c := range columns.All {
		t.Rows = append(t.Rows, columnRow(c, []inTable{{"e", columns.Of("exact")},
			{"p", columns.Of("exact --program")}, {"s", columns.Of("sweep")}}))
	}
	return t
}

// explained has a table for each table, with a row for each of its columns.
func explained(tables []columns.Table) (all []table.Table) {
	for _, of := range tables {
		t := table.Table{Title: "breadboard " + of.Command, Columns: table.Columns("column", "type", "unit", "meaning")}
		for _, c := range of.Columns {
			t.Add(c.Name, c.Kind, c.Unit, c.Says)
		}
		all = append(all, t)
	}
	return all
}

// inTable are the columns of a table, and its mark.
type inTable struct {
	mark string
	all  []columns.Column
}

// code stands for a back quote, which is escaped in a table; the page has it about every name.
const code = "´"

func columnRow(c columns.Column, tables []inTable) []any {
	var in []string
	for _, list := range tables {
		same := func(o columns.Column) bool { return o.Name == c.Name && o.Meaning == c.Meaning }
		if slices.ContainsFunc(list.all, same) {
			in = append(in, list.mark)
		}
	}
	return []any{code + c.Name + code, strings.Join(in, " "), c.Kind, c.Unit, c.Says}
}

// The committed page says what the table says.
func TestColumnsPage(t *testing.T) {
	var b bytes.Buffer
	pages := append([]table.Table{columnsPage()}, explained(columns.Tables[3:])...)
	must.Do(t, table.Page("", pages...).Write(&b))
	made := bytes.ReplaceAll(b.Bytes(), []byte(code), []byte("`"))
	if *update {
		must.Do(t, os.WriteFile("columns.md", made, 0o644))
	}
	committed := must.Have(os.ReadFile("columns.md"))(t)
	if !bytes.Equal(committed, made) {
		t.Error("columns.md is not what the columns say; go test -run ColumnsPage ./reports -update writes it anew")
	}
}

// Every column is on the page, in some table with a meaning, and has a value.
func TestEveryColumnHasItsValue(t *testing.T) {
	c := must.Have(experiments.Setting{Toy: "regression:2:3", Kernel: "king", Schedule: "friction"}.Chain())(t)
	rows := must.Have(c.Exactly(t.Context(), []int{5}, nil))(t)
	data := exactData(rows, true)
	for i, c := range columns.Of("exact") {
		cell := data.Rows[0][i]
		if c.Meaning == "" {
			t.Errorf("%s has no meaning", c.Name)
		}
		// The schedule is not by descent, nothing is a file, cells are walked, and all else applies.
		absent := strings.Contains(c.When, "best-b") || strings.HasSuffix(c.When, "is a file")
		if (cell == nil) != absent {
			t.Errorf("%s is %v", c.Name, cell)
		}
	}
}
