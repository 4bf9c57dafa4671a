package toys_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"breadboard/grid/formula"
	"breadboard/grid/must"
	"breadboard/toys"
)

// A formula is what Go computes, cell by cell; walls are where it is -Inf.
func TestFormula(t *testing.T) {
	for in, want := range map[string]func(x, y, r, theta float64) float64{
		"-2^3^2 + 2*-x_1^2":            func(x, _, _, _ float64) float64 { return -512 - 2*x*x },
		"max(-r, x_2/2, 1) + min(x_1)": func(x, y, r, _ float64) float64 { return max(-r, y/2, 1) + x },
		"cos(theta)*r - abs(sin(x_1))": func(x, _, r,
			theta float64) float64 {
			return math.Cos(theta)*r - math.Abs(math.Sin(x))
		},
		"r > 1.2 ? -inf : log(exp(pi)) ": func(_, _, r,
			_ float64) float64 {
			if r > 1.2 {
				return math.Inf(-1)
			}
			return math.Pi
		},
		"9223372036854775807 + sqrt(x_1)": func(x, _, _,
			_ float64) float64 {
			return 9223372036854775807 + math.Sqrt(x)
		},
	} {
		target, err := toys.Formula(in, "3x4", toys.LogF, 12)
		if err != nil || target.Grid.String() != "3x4" {
			t.Fatalf("%s: %v on %v", in, err, target.Grid)
		}
		for i, got := range target.LogF {
			x := float64(i / 4)
			y := float64(i % 4)
			f := want(x, y, math.Hypot(x-1, y-1.5), math.Atan2(y-1.5, x-1))
			if !(got == f || math.Abs(got-f) < 1e-12) || target.Grid.Wall(i) != math.IsInf(f, -1) {
				t.Errorf("%s: %v at cell %d, want %v", in, got, i, f)
			}
		}
	}
}

func TestFormulaRefuses(t *testing.T) {
	for in, says := range map[string]string{
		"1+*2": "*", "x_1 + x_3": "x_3", "map([1], #) == 1 ? 1 : 2": "1], #", "x_1 > 1": "x_1 > 1",
		"len(\"a\")": "len", "": "",
	} {
		_, err := toys.Formula(in, "3x3", toys.LogF, 9)
		slip := new(formula.Slip)
		if !errors.As(err, &slip) || !strings.HasPrefix(in[min(slip.At, len(in)):], says) &&
			!strings.Contains(in, "map") ||
			!strings.HasSuffix(slip.Shown(), "\n"+strings.Repeat(" ", slip.At)+"^") {
			t.Errorf("%q: %v", in, err)
		}
	}
	for _, c := range [][3]string{{"log(x_1-1)", "3x3", "cell [0 0]: found NaN"},
		{"1/x_1", "3", "cell [0]: found +Inf"},
		{"-inf", "3", "every cell"}, {"r", "31623x31623", "31623x31623"}, {"r", "3x-3", "3x-3"}, {"r", "", "15x15"},
		{strings.Repeat("1+", 500_000), "3", "1000000 characters"}, {strings.Repeat("(", 100_000),
			"3", "100000 characters"}} {
		if _, err := toys.Formula(c[0], c[1], toys.LogF, toys.MostFormula); !strings.Contains(fmt.Sprint(err), c[2]) {
			t.Errorf("%.20s on %s: %.300v, want %s", c[0], c[1], err, c[2])
		}
	}
}

// No formula panics or makes what is no log f.
func FuzzFormula(f *testing.F) {
	for _, s := range []string{"-(r-5)^2", "x_1 > 2 ? -inf : min(theta, 2)", "((((1))))", "1+*2", "$env",
		"a.b[0]?.c", "{\"a\": 1}", "1..9"} {
		f.Add(s, "3x4")
	}
	f.Fuzz(func(t *testing.T, s, box string) {
		target, err := toys.Formula(s, box, toys.LogF, 100)
		for _, v := range target.LogF {
			if err == nil && (math.IsNaN(v) || math.IsInf(v, 1)) {
				t.Errorf("%q is %v", s, v)
			}
		}
		if slip := new(formula.Slip); errors.As(err, &slip) {
			_ = slip.Shown()
		}
	})
}

// What would take minutes is refused before it begins, with the number of cells that would do.
func TestLongFormulaOnManyCells(t *testing.T) {
	long := strings.Repeat("sin(x_1)+", 400) + "1"
	_, err := toys.Formula(long, "1024x1024", toys.LogF, toys.MostFormula)
	must.Fail(t, err, "would take minutes; 149,089 cells", "400 sines on 2^20 cells")
	if _, err := toys.Formula(long, "30x30", toys.LogF, toys.MostFormula); err != nil {
		t.Error(err)
	}
}
