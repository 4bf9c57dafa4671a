package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/sample"
	"breadboard/experiments/sandwich"
	"breadboard/reports/table"
)

// TestSandwich: software reads the promised keys, null where unknown; people read the bounds and the cause.
func TestSandwich(t *testing.T) {
	var s shown
	var sets []sandwich.Set
	for i, sides := range [][2][]float64{
		{{1, 2, 1.5, 0.5}, {3, 5, 4.5, 2}}, {{1, 2.5, 1.25}, {2, 3.5, 1.75}}, {{1, 2}, nil},
		{nil, {4, 3.5}}, {{9, 10, 11, 9.5, 10.25, 9.75, 10.5, 8, 8.5}, {1, 2, 3, 2.5, 1.5, 0.5, 2.25, 1.75, 1.2}}} {
		sets = append(sets, sandwich.Set{T: 10 * (i + 1), Program: []string{"a", "b"}[i/3],
			Sides: [2]sandwich.Side{{LogW: sides[0]}, {LogW: sides[1]}}})
	}
	var holds sandwich.Set
	for i := range 60 {
		z := math.Sqrt2 * math.Erfinv((2*float64(i)+1)/60-1) / 2
		holds.Sides[0].LogW = append(holds.Sides[0].LogW, z-0.125)
		holds.Sides[1].LogW = append(holds.Sides[1].LogW, z+0.15)
	}
	for _, part := range [][]sandwich.Set{{holds}, sets, sets[:2], sets[1:2], sets[2:3], sets[3:4], sets[4:]} {
		judged := sandwich.JudgeAll(part)
		s.add(t, table.Plain, Sandwich(judged, table.Plain))
	}
	s.add(t, table.CSV, Sandwich(sandwich.JudgeAll(sets), table.CSV))
	s.is(t, "sandwich")
}

// TestSandwichClaims: the title claims no more than the rows. It has no bound if runs fail, one bound if the other is
// unknown, and the T of the row.
func TestSandwichClaims(t *testing.T) {
	at := func(T int, verdict string, B, low, high float64) sandwich.Result {
		return sandwich.Result{Set: sandwich.Set{T: T}, B: sample.Estimate{Value: B, StdErr: 0.01}, Verdict: verdict,
			Ends: [2]float64{low, high}, Fewest: 1000, Unseen: 0.0029912, P: 0.0015}
	}
	nan := math.NaN()
	low, high := at(10, sandwich.CannotTell, 1, 0, 2), at(30, sandwich.CannotTell, 1, 0, 2)
	low.Bar, high.Bar = sample.Estimate{Value: 1, StdErr: 0.1}, sample.Estimate{Value: 2, StdErr: 0.1}
	unlikely := at(10, sandwich.Holds, 1, 0, 2)
	unlikely.Said.Say("p is small")
	for side := range unlikely.Sides {
		unlikely.Sides[side].LogW = []float64{0, 1, 2}
	}
	var s shown
	same := []sandwich.Agreement{{Program: "mine", Least: low, Most: high, P: 1e-9}}
	for k, all := range [][]sandwich.Result{{low, high}, {at(10, sandwich.Fails, -5, 4.6, -5.4)},
		{at(10, sandwich.CannotTell, 1, -1.25, nan)}, {at(10, sandwich.CannotTell, 1, 2, 1)},
		{at(10, sandwich.CannotTell, 80, 0, 80), at(30, sandwich.CannotTell, 30, 0, 30)},
		{at(10, sandwich.CannotTell, 30.02, 0, 30), at(30, sandwich.CannotTell, 30, 0, 30)}, {unlikely},
		{at(10, sandwich.CannotTell, 1, nan, nan)},
		{at(10, sandwich.Fails, 3, 0, 1), at(10, sandwich.CannotTell, 2, 0, 1)},
		{{Set: sandwich.Set{Program: "mine"}, Verdict: sandwich.CannotTell, Why: "few", Ends: [2]float64{0, 1}},
			at(10, sandwich.CannotTell, 1, 0, 2)}} {
		made := Sandwich(sandwich.Judgement{Results: all, Agreements: same[:max(0, 1-k)], Alpha: 0.01}, table.Plain)
		fmt.Fprintf(&s, "%s\n%s\n", made.Title, strings.Join(made.Notes[:len(made.Notes)-1], "\n"))
	}
	s.is(t, "claims")
}

// TestSandwichForecastsFromTheTBefore: a forecast begins at the T before of the same program. If B rises from there,
// there is no forecast from an earlier T either.
func TestSandwichForecastsFromTheTBefore(t *testing.T) {
	at := func(T int, program string, B float64) sandwich.Result {
		return sandwich.Result{Set: sandwich.Set{T: T, Program: program}, B: sample.Estimate{Value: B},
			Verdict: sandwich.CannotTell}
	}
	all := []sandwich.Result{at(2, "a", 3), at(2, "b", 90), at(10, "a", 1), at(20, "a", math.NaN()), at(30, "a", 2),
		at(118, "a", 0.1)}
	sheet := Sandwich(sandwich.Judgement{Results: all}, table.JSON)
	column := slices.IndexFunc(sheet.Columns, func(c table.Column) bool { return c.Key == "levels" })
	// 118 of a: from 2 at T = 30 to 0.1, which is the limit
	want := []any{nil, nil, 118, nil, nil, nil}
	for i, row := range sheet.Rows {
		if row[column] != want[i] {
			t.Errorf("row %d forecasts %v, not %v", i, row[column], want[i])
		}
	}
}
