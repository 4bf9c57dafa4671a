package lists

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/grid/must"
)

func TestLevels(t *testing.T) {
	for _, c := range []struct {
		words []string
		want  []int
	}{
		{[]string{"10"}, []int{10}},
		{[]string{"10..1000x5"}, []int{10, 32, 100, 316, 1000}},
		{[]string{"10..100000 x13"}, []int{10, 22, 46, 100, 215, 464, 1000, 2154, 4642, 10000, 21544, 46416, 100000}},
		{[]string{"2..4x3", "3", "7"}, []int{2, 3, 4, 7}},
		{[]string{"2 .. 5 x 4"}, []int{2, 3, 4, 5}},
		{[]string{"1e3", "1e1..1e+3x3"}, []int{1000, 10, 100}},
	} {
		got, err := Levels.Read(c.words)
		if err != nil {
			t.Errorf("%v: %v", c.words, err)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v are %v, want %v", c.words, got, c.want)
		}
	}
	for _, word := range []string{"1", "x", "", "10..5x3", "10..10x2", "10..10000000x10001", "10..20x1", "10..12x4",
		"10..20", "1..9x3", "1e-3", "1.5e0", "2e..9x3", "1e400",
		"2..9x99999999999999999999"} {
		must.Refuse(Levels.Read([]string{word}))(t, word, "it")
	}
	for word, says := range map[string]string{
		"10..1":   "T 10..1 falls; use a low end below the high one",
		"10..1x5": "T 10..1x5 falls; use a low end below the high one",
		"10..10":  `T "10..10" names no steps; use logarithmic ones, as 10..1000x5`,
		"9..9x2":  "T 9..9x2 is one number; use 9",
		"1..9x2":  "T 1..9x2; use steps from 2",
		"1":       "T 1; use a whole number from 2",
	} {
		must.Refuse(Levels.Read([]string{word}))(t, says, "%s", word)
	}
	must.Refuse(Levels.Read(Cut("1,000")))(t, "without commas, as 1000", "1,000")
}

func TestSeeds(t *testing.T) {
	got, err := Seeds([]string{"5", "1..3", "2", "18446744073709551614..18446744073709551615"})
	if err != nil {
		t.Error(err)
	}
	if want := []uint64{5, 1, 2, 3, math.MaxUint64 - 1, math.MaxUint64}; !slices.Equal(got, want) {
		t.Errorf("the seeds are %v, want %v", got, want)
	}
	for _, word := range []string{
		"-1", "3..1", "a", "1..", "1...3", "18446744073709551616", "0..18446744073709551615",
	} {
		must.Refuse(seeds(word))(t, word, "it")
	}
}

// TestEveryWordIsChecked: an error names every wrong word of a list.
func TestEveryWordIsChecked(t *testing.T) {
	_, err := Levels.Read([]string{"1", "ten", "5", "10..5x3", "7..9"})
	for _, says := range []string{"T 1; use a whole number", `T "ten"`,
		"T 10..5x3 falls", `T "7..9" names no steps`} {
		must.Fail(t, err, says, "a list")
	}
}

// TestLeastNumbers: a run has an evaluation at least, and a level a step; an annealing has two levels.
func TestLeastNumbers(t *testing.T) {
	for least, of := range map[string]Numbers{"1": Budgets, "1 ": Repeats, "2": Levels} {
		word := strings.TrimSpace(least)
		must.Have(of.Read([]string{word}))(t)
		must.Refuse(of.Read([]string{fmt.Sprint(of.Low - 1)}))(t, "use a whole number", "less than "+word)
	}
}

// TestWords: an empty word is a fault, wherever it stands in whichever list; every word comes once.
func TestWords(t *testing.T) {
	for _, all := range [][]string{{""}, {","}, {"a,"}, {" ,a"}, {"a,,b"}, {"a", "b, ,c"}, {"a", ""}} {
		if words, err := Words(experiments.FieldTarget, all); err == nil {
			t.Errorf("%q: %q, want an error", all, words)
		}
	}
	got, err := Words(experiments.FieldTarget, []string{"b, a", "a,c"})
	if want := []string{"b", "a", "c"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, want %q; error %v", got, want, err)
	}
}
