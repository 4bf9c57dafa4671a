package chains_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/grid/text/faulty"
)

func TestReadBetas(t *testing.T) {
	want := []float64{0, 0.25, 0.25, 1}
	for name, in := range map[string]string{
		"lines":   "0\n0.25\n0.25\n1\n",
		"commas":  "0,0.25,0.25,1",
		"blanks":  "0 0.25\t2.5e-1   1",
		"mixed":   "0, 0.25,\n\n0.25\n  1,\n",
		"header":  "beta\n0\n0.25\n0.25\n1\n",
		"comment": "# of best-b, T = 4\n\n\"beta\"\n0 # the first\n0.25\n#0.2\n0.25\n1\n",
		"windows": "\ufeff0\r\n0.25\r\n.25\r\n1\r\n",
	} {
		s, err := chains.ReadBetas(strings.NewReader(in), "b.txt")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, s.Betas()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestReadBetasRefuses(t *testing.T) {
	for in, says := range map[string]string{
		"":                    "b.txt: 0 betas; a schedule needs at least 2",
		"0\n":                 "b.txt: 1 betas; a schedule needs at least 2",
		"0\nhalf\n1\n":        `b.txt: line 2: "half" is not a number; a beta between 0 and 1 would do`,
		"0\n\n0.5,,1\n":       "b.txt: line 3: nothing before a comma",
		",0,1":                "b.txt: line 1: nothing before a comma",
		"0,nan,1":             `b.txt: line 1: "nan" is not a number`,
		"0,0.6,0.5,1":         "b.txt: beta 3 is 0.5, below beta 2, 0.6; betas never fall",
		"0.1,1":               "b.txt: beta 1 is 0.1; the first is 0",
		"0,0.5":               "b.txt: beta 2 is 0.5; the last is 1",
		"0,2,1":               "b.txt: beta 2 is 2; betas lie between 0 and 1",
		"0,1e999,1":           "b.txt: beta 2 is +Inf; betas lie between 0 and 1",
		"0,-inf,1":            "b.txt: beta 2 is -Inf; betas lie between 0 and 1",
		"0;0.5;1":             `b.txt: line 1: "0;0.5;1" is not a number`,
		"0\nbeta\n0.5\n1":     `b.txt: line 2: "beta" is not a number`,
		"t,beta\n0,0\n1,1":    `b.txt: line 1: "t" is not a number`,
		"O.0\n0\n1":           `b.txt: line 1: "O.0" is not a number`,
		"nan\n0\n1":           `b.txt: line 1: "nan" is not a number`,
		"# 0 1\nbeta\n#0,1\n": "b.txt: 0 betas",
		"0,0.1\n0.5,1\n":      "b.txt: a table of 2 columns; one beta a line, or all in one line, would do",
		"1 0\n2 0.5\n3 1\n":   "b.txt: a table of 2 columns",
		"0\n0.0\n0.5\n1.0\n":  `b.txt: the first line, 0, looks like the name of a column, for the next is "0.0"`,
	} {
		_, err := chains.ReadBetas(strings.NewReader(in), "b.txt")
		refusal(t, in, err, says)
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: the error is more than a line: %v", in, err)
		}
	}
	_, err := chains.ReadBetas(iotest.ErrReader(errors.New("gone")), "b.txt")
	refusal(t, "a reader that fails", err, "b.txt: gone")
}

// Betas that rise from 0 to 1 are read in whatever lines they stand, unless all lines have as many of them, two or more.
func TestReadBetasInLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		widths := rapid.SliceOfN(rapid.IntRange(1, 3), 1, 4).Draw(t, "numbers in each line")
		total := 0
		for _, n := range widths {
			total += n
		}
		if total < 2 {
			return // no schedule
		}
		in := rapid.SampledFrom([]string{"", "beta\n", "# of g\n\n\"beta\"\n"}).Draw(t, "name")
		var want []float64
		for _, n := range widths {
			gap := rapid.SampledFrom([]string{",", " ", ", ", "\t"}).Draw(t, "gap")
			for i := range n {
				if i > 0 {
					in += gap
				}
				want = append(want, float64(len(want))/float64(total-1))
				in += fmt.Sprint(want[len(want)-1])
			}
			in += rapid.SampledFrom([]string{"\n", ",\n", " # a comment, 0.5\n", "\r\n", "\n\n"}).Draw(t, "end")
		}
		table := len(widths) > 1 && widths[0] > 1 && slices.Min(widths) == slices.Max(widths)
		s, err := chains.ReadBetas(strings.NewReader(in), "b.txt")
		if table != (err != nil) || err == nil && !cmp.Equal(s.Betas(), want) {
			t.Fatalf("%q is %v, and the error %v; want %v, and an error: %v", in, s.Betas(), err, want, table)
		}
	})
}

// Whatever comes in, nothing panics; what is refused gets one line that
// begins with the file; what is accepted obeys a schedule's law and reads back
// the same after it is written.
func FuzzReadBetas(f *testing.F) {
	faulty.Seeds(f, "\ufeff0,1", "beta\n0\n0.5 1e-320\n1\n")
	f.Fuzz(func(t *testing.T, in string) {
		var s chains.Schedule
		var err error
		faulty.Within(t, len(in), func() { s, err = chains.ReadBetas(strings.NewReader(in), "b.txt") })
		if err != nil {
			if e := err.Error(); !strings.HasPrefix(e, "b.txt: ") {
				t.Fatalf("%q: the error does not begin with the file: %q", in, e)
			}
			if e := err.Error(); strings.ContainsAny(e, "\r\n") {
				t.Fatalf("%q: the error is more than a line: %q", in, e)
			}
			return
		}
		betas := s.Betas()
		for i, b := range betas {
			if !(b >= 0 && b <= 1) {
				t.Fatalf("%q: beta %d is %v", in, i+1, b)
			}
			if i > 0 && b < betas[i-1] {
				t.Fatalf("%q: beta %d falls to %v", in, i+1, b)
			}
		}
		if first := betas[0]; first != 0 {
			t.Fatalf("%q: the first beta is %v, want 0", in, first)
		}
		if last := betas[len(betas)-1]; last != 1 {
			t.Fatalf("%q: the last beta is %v, want 1", in, last)
		}
		again, err := chains.ReadBetas(strings.NewReader(strings.Trim(fmt.Sprint(betas), "[]")), "b.txt")
		if err != nil {
			t.Fatalf("%q: written and read again: %v", in, err)
		}
		if !cmp.Equal(again.Betas(), betas) {
			t.Fatalf("%q: %v became %v", in, betas, again.Betas())
		}
	})
}

// What is written reads back to the last bit, whatever the comments hold.
func TestWriteBetas(t *testing.T) {
	betas := []float64{0, 5e-324, 0.1, 0.1, 1 / 3., 1 - 0x1p-53, 1}
	s, err := chains.NewSchedule(betas)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := chains.WriteBetas(&b, s, "of g.csv", "two\nlines, \x1b[0m and # 0.5"); err != nil {
		t.Fatal(err)
	}
	if want := "# of g.csv\n# two\\nlines, \\x1b[0m and # 0.5\nbeta\n0\n5e-324\n"; !strings.HasPrefix(b.String(), want) {
		t.Errorf("the file is %q, want %q", b.String(), want)
	}
	again, err := chains.ReadBetas(strings.NewReader(b.String()), "b.csv")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(betas, again.Betas()); diff != "" {
		t.Error(diff)
	}
}
