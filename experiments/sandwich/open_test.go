package sandwich

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains/sample"
	"breadboard/grid/must"
	"breadboard/grid/npy"
	"breadboard/grid/sheets"
)

// in writes files of these contents, by name, and returns their folder.
func in(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(strings.ReplaceAll(data, "|", "\n")), 0o644))
	}
	return dir
}

// TestOpen: files of one direction, or of both, become sets by T and program.
func TestOpen(t *testing.T) {
	dir := in(t, map[string]string{"f": "1|-inf|", "blank": "group,log_w|1,4|,5|1.0,6|", "none": "group,log_w|,4|,5|",
		"r":    "log_w|2|inf|",
		"ways": "direction,log_w|forward,1|forward,2|reverse,3|",
		"g":    "group,log_w|a,1|b,2|b,3|c,9|", "h": "log_w,group|4,d|5.5,e|12,f|",
		"one":   array(2, 1, 3, math.Inf(-1), 7, 5, 1),
		"three": array(2, 4, 4, 9, 9, 4, 6), "other": array(2, 4, 4, 9, 9, 7, 7),
		"both": "T,direction,log_w,cell|20,reverse,7,3|10,forward,1,0|10,forward,2,|" +
			"20,reverse,8,3.0|10,reverse,5,1|10,reverse,6,2|10,reverse,7,1|"})
	inf := math.Inf(1)
	rows := []string{"0", "0", "1", "1", "2", "2"}
	for _, c := range []struct {
		forward, reverse string
		want             []Set
	}{
		{"f", "r", []Set{{Sides: [2]Side{{LogW: []float64{1, -inf}}, {LogW: []float64{2, inf}}}}}},
		{"", "r", []Set{{Sides: [2]Side{{}, {LogW: []float64{2, inf}}}}}},
		{"g", "h", []Set{{Sides: [2]Side{{LogW: []float64{1, 2, 3, 9}, Group: []string{"a", "b", "b", "c"}},
			{LogW: []float64{4, 5.5, 12}, Group: []string{"d", "e", "f"}}}}}}, // no data sets: these are no arrays
		{"ways", "r", []Set{{Sides: [2]Side{{LogW: []float64{1, 2}}, {LogW: []float64{2, inf}}}}}}, // 3 is of no side
		{"both", "", []Set{{T: 10, Sides: [2]Side{{LogW: []float64{1, 2}}, {LogW: []float64{5, 6, 7}}}},
			{T: 20, Sides: [2]Side{{}, {LogW: []float64{7, 8}, Start: "3"}}}}},
		{"f", "blank", []Set{{Sides: [2]Side{{LogW: []float64{1, -inf}},
			{LogW: []float64{4, 5, 6}, Group: []string{"1", "", "1"}}}}}},
		{"", "none", []Set{{Sides: [2]Side{{}, {LogW: []float64{4, 5}, Group: []string{"", ""}}}}}},
		{"one", "three", []Set{
			{Program: "row 1", Sides: [2]Side{{LogW: []float64{1, 3}}, {LogW: []float64{4, 4}}}},
			{Program: "row 2", Sides: [2]Side{{LogW: []float64{-inf, 7}}, {LogW: []float64{9, 9}}}},
			{Program: "row 3", Sides: [2]Side{{LogW: []float64{5, 1}}, {LogW: []float64{4, 6}}}}}},
		{"one", "other", []Set{{Rows: true, Sides: [2]Side{{LogW: []float64{1, 3, -inf, 7, 5, 1}, Group: rows},
			{LogW: []float64{4, 4, 9, 9, 7, 7}, Group: rows}}}}},
	} {
		path := func(name string) string {
			if name == "" {
				return ""
			}
			return filepath.Join(dir, name)
		}
		got, err := Open(path(c.forward), path(c.reverse), sheets.Reading{})
		must.Do(t, err)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s and %s: %s", c.forward, c.reverse, diff)
		}
	}
	_, err := Open(filepath.Join(dir, "f"), filepath.Join(dir, "both"), sheets.Reading{})
	must.Fail(t, err, "only one has a column T", "T in one of two files")
	eleven := in(t, map[string]string{"same": "1|2|3|4|5|6|7|8|9|10|11|"}) + "/same"
	_, err = Open(eleven, eleven, sheets.Reading{})
	must.Fail(t, err, "reverse log weights are the forward ones", "one file in both directions")
	for name, data := range map[string][2]string{"f: ": {"1|", "1|2|"}, "r: ": {"1|2|", "1|"}} {
		dir := in(t, map[string]string{"f": data[0], "r": data[1]})
		_, err := Open(filepath.Join(dir, "f"), filepath.Join(dir, "r"), sheets.Reading{})
		must.Fail(t, err, name+"a single ", "one run in one of two files")
	}
}

// array returns an array of rows of this width, as NumPy saves it.
func array(width int, entries ...float64) string {
	head := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }\n", len(entries)/width, width)
	saved := binary.LittleEndian.AppendUint16([]byte(npy.Magic+"\x01\x00"), uint16(len(head)))
	saved = append(saved, head...)
	for _, v := range entries {
		saved = binary.LittleEndian.AppendUint64(saved, math.Float64bits(v))
	}
	return string(saved)
}

// TestOpenRefuses: what no run can be is refused, with its place.
func TestOpenRefuses(t *testing.T) {
	for says, data := range map[string]string{
		"row 2, column log_w is NaN, forward":                      "1|nan|",
		"row 1, column log_w is +Inf, forward":                     "inf|2|",
		"row 2, column log_w is -Inf, reverse":                     "direction,log_w|forward,1|reverse,-inf|",
		"row 2, column log_w is -1e+101, forward":                  "1|-1e101|",
		`row 2, column log_w is "1.8e308"; use a number up to`:     "1|1.8e308|",
		`row 1, column direction is "fwd"; use forward or reverse`: "direction,log_w|fwd,1|",
		"row 1, column T is 1.5; use a whole number from 1 on":     "T,log_w|1.5,1|",
		"row 1, column T is 0; use a whole number":                 "T,log_w|0,1|",
		"a single forward run; use two or more":                    "1|",
		"a single reverse run; use two or more": "direction,log_w|forward,1|" +
			"forward,2|reverse,3|",
		`row 2, column group is "a", forward and reverse; use a name of its own in each direction`: "direction,group," +
			"log_w|forward,a,1|reverse,a,3|",
		"1e+101, forward; use a number up to 1e100 in size": array(1, 1e101),
		"the shape is (1, 1, 1); use one axis or two":       strings.Replace(array(1, 1), "(1, 1), }", "(1,1,1),}", 1),
		"no rows; use a CSV or .npy file of log weights":    "",
		"no forward runs; use two or more":                  "log_w|",
		"2 columns, and none is called log_w":               "a,b|1,2|",
	} {
		path := filepath.Join(in(t, map[string]string{"x": data}), "x")
		_, err := Open(path, "", sheets.Reading{})
		must.Fail(t, err, says, "it")
		if err != nil && !strings.HasPrefix(err.Error(), path+": ") {
			t.Errorf("no path: %v", err)
		}
	}
}

// TestCannotTell: runs that cannot tell say why, and have no p.
func TestCannotTell(t *testing.T) {
	two := []float64{1, 2, 1.5, 1.7}
	for says, s := range map[string]Set{
		"reverse runs are one group": {Sides: [2]Side{{LogW: two}, {LogW: two, Group: []string{"4", "4", "4", "4"}}}},
		"began at one state":         {Sides: [2]Side{{LogW: two, Start: "3"}, {LogW: two, Start: "3"}}},
		"too few runs":               {Sides: [2]Side{{LogW: []float64{-90, -91}}, {LogW: []float64{50, 51}}}},
	} {
		r := judge(s, Level)
		known := says == "too few runs"
		if r.Verdict != CannotTell || !math.IsNaN(r.P) || math.IsNaN(r.Ends[1]) == known {
			t.Errorf("%s: %s, p %v, log R is below %v", says, r.Verdict, r.P, r.Ends[1])
		}
		must.Say(t, r.Why, says)
	}
	r := judge(Set{Sides: [2]Side{{LogW: two}}}, Level)
	if r.Verdict != OneSide || !(r.Ends[0] < 1.55) || !math.IsNaN(r.Ends[1]) || !math.IsNaN(r.Means[1].StdErr) ||
		!math.IsNaN(r.B.Value) {
		t.Errorf("one side is %+v", r)
	}
}

// TestLevels: levels goes through both of its points: B = 12/(T + 2) is 3 at T = 2, 1 at 10, and 0.1 at 118.
func TestLevels(t *testing.T) {
	at := func(T int, B float64) Result { return Result{Set: Set{T: T}, B: sample.Exactly(B)} }
	must.Near(t, Levels(at(2, 3), at(10, 1)), 118, 1e-9, "levels")
	for _, B := range []float64{3, 4, -1, math.NaN()} {
		if got := Levels(at(2, 3), at(10, B)); !math.IsNaN(got) {
			t.Errorf("B goes from 3 to %v, and is 0.1 with %v levels", B, got)
		}
	}
}
