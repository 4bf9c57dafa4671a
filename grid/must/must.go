// Package must ends a test at an unexpected error, in one line:
//
//	plan := must.Have(spec.Plan(build))(t)
//	must.Do(t, os.WriteFile(path, data, 0o644))
//
// It also has common checks: that numbers agree, that an error or a text has some words, that a text is that of a file,
// and that a call panics. A test goes on after these.
package must

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"
)

// garbage is the percentage of memory in use at which a test's process collects garbage. Tests hold little and throw
// away much: with the default of 100 they take a tenth to a quarter more time.
const garbage = 400

func init() { debug.SetGCPercent(garbage) }

// A Test has the methods that must uses of testing.T and rapid.T.
type Test interface {
	Helper()
	Errorf(format string, args ...any)
	Fatal(args ...any)
}

// A Record is a Test that keeps what it is told, and goes on: for a test of checks.
type Record struct{ Said []string }

// Helper does nothing.
func (*Record) Helper() {}

// Errorf keeps an error.
func (r *Record) Errorf(format string, args ...any) {
	r.Said = append(r.Said, fmt.Sprintf(format, args...))
}

// Fatal keeps an error.
func (r *Record) Fatal(args ...any) { r.Said = append(r.Said, fmt.Sprint(args...)) }

// Have returns a function that ends the test at err, and else returns v.
func Have[V any](v V, err error) func(t Test) V {
	return func(t Test) V {
		t.Helper()
		Do(t, err)
		return v
	}
}

// Do ends the test at err, for a call that returns an error alone.
func Do(t Test, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// File writes a file into the test's own directory, and returns its path.
func File(t interface {
	Test
	TempDir() string
}, name, data string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	Do(t, os.WriteFile(path, []byte(data), 0o600))
	return path
}

// Golden fails t unless a text is what the file at path holds, byte for byte.
func Golden(t Test, path, got string) {
	t.Helper()
	if diff := cmp.Diff(Kept(t, path, got), got); diff != "" {
		t.Errorf("%s (BREADBOARD_GOLDEN=new go test writes it anew): %s", path, diff)
	}
}

// Kept returns what the file at path holds. If the environment has a BREADBOARD_GOLDEN that is now this text.
func Kept(t Test, path, got string) string {
	t.Helper()
	if os.Getenv("BREADBOARD_GOLDEN") != "" {
		Do(t, os.WriteFile(path, []byte(got), 0o600))
	}
	want, err := os.ReadFile(path)
	Do(t, err)
	return string(want)
}

// decimal matches a number with a point.
var decimal = regexp.MustCompile(`-?[0-9]+\.[0-9]+`)

// Rounded returns a text with such numbers to two places, as a drawing in which rounding changes nothing.
func Rounded(text string) string {
	return decimal.ReplaceAllStringFunc(text, func(written string) string {
		v, _ := strconv.ParseFloat(written, 64)
		return strconv.FormatFloat(math.Round(100*v)/100+0, 'g', -1, 64)
	})
}

// Fingerprint tells a density from any other, to round-off: a sum over all cells, heavy and light alike, which knows
// which cell is where. The sum is a plain one, and shares no code with the densities.
func Fingerprint(logf []float64) (sum float64) {
	z := 0.0
	for _, v := range logf {
		z += math.Exp(v)
	}
	for x, v := range logf {
		if math.IsInf(v, -1) {
			sum += 100 * math.Sin(float64(x)+1)
		} else {
			sum += math.Cos(0.7*float64(x)+1) * math.Asinh(v-math.Log(z))
		}
	}
	return sum
}

// Near fails t if two numbers differ by more than the tolerance.
func Near(t Test, got, want, tolerance float64, what string, args ...any) {
	t.Helper()
	if off := math.Abs(got - want); !(off <= tolerance) || math.IsInf(off, 1) {
		t.Errorf("%s is %.17g, want %.17g", fmt.Sprintf(what, args...), got, want)
	}
}

// Each does as Near for each entry of two lists.
func Each(t Test, got, want []float64, tolerance float64, what string, args ...any) {
	t.Helper()
	name := fmt.Sprintf(what, args...)
	if len(got) != len(want) {
		t.Errorf("%s has %d entries, want %d", name, len(got), len(want))
		return
	}
	for i, w := range want {
		Near(t, got[i], w, tolerance, "%s: entry %d", name, i)
	}
}

// Within fails t if two numbers differ by more than a share of the wanted one. Equal infinities pass.
func Within(t Test, got, want, share float64, what string, args ...any) {
	t.Helper()
	if got == want {
		return
	}
	Near(t, got, want, share*math.Abs(want), what, args...)
}

// Close fails t if two sums of rounded terms differ by more than the tolerance, times the wanted sum if that is above
// 1. Equal infinities pass, and so do two NaN.
func Close(t Test, got, want, tolerance float64, what string, args ...any) {
	t.Helper()
	if got == want || math.IsNaN(got) && math.IsNaN(want) {
		return
	}
	Near(t, got, want, tolerance*max(1, math.Abs(want)), what, args...)
}

// Fail fails t unless err has the words says.
func Fail(t Test, err error, says, what string, args ...any) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("%s: the error is %v, want one with %q", fmt.Sprintf(what, args...), err, says)
	}
}

// FailAt does as Fail for the fault of a file. The error is one line that begins with the place.
func FailAt(t Test, err error, place, says, what string, args ...any) {
	t.Helper()
	if err == nil || !strings.HasPrefix(err.Error(), place) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%s: the error is %q, want a line that begins with %q", fmt.Sprintf(what, args...), fmt.Sprint(err),
			place)
	}
	Fail(t, err, says, what, args...)
}

// Sentence fails t unless err, if there is one, is a line that begins with the place and, but for what it quotes, has
// no words of Go's.
func Sentence(t Test, err error, place string) {
	t.Helper()
	if err == nil {
		return
	}
	if s := err.Error(); !strings.HasPrefix(s, place) || strings.ContainsAny(s, "\n\r") ||
		foreign.MatchString(inQuotes.ReplaceAllString(strings.TrimPrefix(s, place), "")) {
		t.Errorf("the error is %q, want a line that begins with %q, for people", s, place)
	}
}

// foreign matches what the packages of Go say, and inQuotes what an error has from a file.
var (
	foreign  = regexp.MustCompile(`\b(json|csv|strconv|runtime): |%![a-zA-Z]?\(|Go (value|struct)`)
	inQuotes = regexp.MustCompile(`"(\\.|[^"\\])*"`)
)

// Refuse does as Fail for a call that returns a value and an error.
func Refuse[V any](_ V, err error) func(t Test, says, what string, args ...any) {
	return func(t Test, says, what string, args ...any) {
		t.Helper()
		Fail(t, err, says, what, args...)
	}
}

// Say fails t unless a text has all these words.
func Say(t Test, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("no %q in\n%s", w, text)
		}
	}
}

// Panic fails t unless a call panics.
func Panic(t Test, call func(), what string, args ...any) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s: no panic", fmt.Sprintf(what, args...))
		}
	}()
	call()
}
