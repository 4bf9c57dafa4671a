package toys_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid/must"
	"breadboard/toys"
)

// TestReadWeights: a machine that is written as JSON is read as the target that it is, with all digits.
func TestReadWeights(t *testing.T) {
	want := toys.RBM(3, 2, 5)
	m := want.Machine
	data := must.Have(json.Marshal(map[string]any{"weights": m.Weights, "visible": m.Visible, "hidden": m.Hidden}))(t)
	for _, in := range []string{string(data), "\ufeff\r\n  " + string(data) + "\n"} {
		got := must.Have(toys.Read(strings.NewReader(in), "w.json", toys.LogF))(t)
		if diff := cmp.Diff(m, got.Machine); diff != "" {
			t.Errorf("another machine: %s", diff)
		}
		must.Each(t, got.LogF, want.LogF, 0, "log f")
		if got.Name != "w.json" || got.Grid.String() != want.Grid.String() {
			t.Errorf("%s on %v", got.Name, got.Grid)
		}
	}
}

// TestReadWeightsRefuses: an error names the file, the place and the cure.
func TestReadWeightsRefuses(t *testing.T) {
	const good = `{"weights": [[1, 2], [3, 4], [5, 6]], "visible": [1, 2, 3], "hidden": [1, 2]}`
	must.Have(toys.Read(strings.NewReader(good), "w.json", toys.LogF))(t)
	long := strings.Repeat(`1, `, 30) + "1"
	for _, c := range []struct{ old, new, says string }{
		{`"hidden": [1, 2]}`, `"hidden": [1, 2`, "the file is no JSON at byte 75, unexpected end of JSON input; a"},
		{`"hidden": [1, 2]`, `"hidden": [1, NaN]`, "the file is no JSON at byte"},
		{`"hidden": [1, 2]`, `"hiden": [1, 2]`, `hidden is missing; "hiden" is no key; a JSON object of weights, a`},
		{`"hidden": [1, 2]`, `"hidden": [1, 2], "hidden": [1, 3]`, `the key "hidden" stands twice; one of the two`},
		{`"hidden": [1, 2]`, `"hidden": [1, null]`, "hidden, number 2: found null; a finite number up to 1e100"},
		{`"hidden": [1, 2]`, `"hidden": [1, 2e100]`, "hidden, number 2: found 2e+100; a finite number up to 1e100"},
		{`"hidden": [1, 2]`, `"hidden": [1, 1e999]`, "found number 1e999 in hidden; a list of numbers would do"},
		{`"hidden": [1, 2]`, `"hidden": "no"`, "found string in hidden; a list of numbers would do"},
		{`"hidden": [1, 2]`, `"hidden": []`, "3 biases of visible units and 0 of hidden ones; one of each"},
		{`[3, 4]`, `[3, "4"]`, "found string in weights, row 2; a list of numbers would do"},
		{`[3, 4]`, `[3]`, "weights, row 2 has 1 number, and there are 2 biases of hidden units; a row for each"},
		{`[3, 4], `, ``, "2 rows of weights, and 3 biases of visible units; a row for each visible unit, with"},
		{`[[1, 2], [3, 4], [5, 6]]`, `[[1, 2, 3], [4, 5, 6]]`, "weights has a row for each hidden unit; the transpose"},
		{`[[1, 2], [3, 4], [5, 6]]`, `3`, "found number in weights; a list of rows would do"},
		{`[1, 2, 3]`, `[` + long + `]`, "31 visible units have 2^31 cells; up to 25 visible units would do"},
	} {
		in := strings.Replace(good, c.old, c.new, 1)
		must.Refuse(toys.Read(strings.NewReader(in), "w.json", toys.LogF))(t, "w.json: "+c.says, "%s", c.new)
	}
	must.Refuse(toys.Read(strings.NewReader(good), "w.json", toys.P))(t, "w.json: it has weights, which are no p", "p")
	must.Refuse(toys.ReadUpTo(strings.NewReader(good), "w.json", toys.LogF, 7))(t, "up to 2 visible units", "few cells")
	target := must.Have(toys.Read(strings.NewReader(strings.Replace(good, "1", "1e100", 1)), "w.json", toys.LogF))(t)
	for _, v := range target.LogF {
		if math.IsInf(v, 0) || math.IsNaN(v) {
			t.Errorf("log f is %v", v)
		}
	}
}
