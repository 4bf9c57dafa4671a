package text_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"breadboard/grid/text"
)

// A file that somebody was sent may have any name and any content. On the terminal
// both are only letters.
func Example() {
	fmt.Println(text.Quote("0.5\x1b[2J"), "is not a number")
	fmt.Println(text.Printable("no file \x1b]0;owned\a.csv"))
	// Output:
	// "0.5\x1b[2J" is not a number
	// no file \x1b]0;owned\a.csv
}

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"":                            `""`,
		"x4":                          `"x4"`,
		"a\nb":                        `"a\nb"`,
		strings.Repeat("ä", 24):       `"` + strings.Repeat("ä", 24) + `"`,
		strings.Repeat("ä", 24) + "b": `"` + strings.Repeat("ä", 24) + `..."`,
	} {
		if got := text.Quote(in); got != want {
			t.Errorf("%q is quoted as %s, want %s", in, got, want)
		}
	}
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"grüße, 日本 – ∞\u00a0x": "grüße, 日本 – ∞\u00a0x",
		"two\nlines":           "two\nlines",
		"\x1b[31m":             `\x1b[31m`,
		"\u009b31m":            `\u009b31m`,
		"a\rb\tc\ad\x7f":       `a\rb\tc\ad\x7f`,
		"\xff\xfe":             `\xff\xfe`,
		"\ufffd":               "\ufffd",
		"\u202egpj.exe":        `\u202egpj.exe`,
	} {
		if got := text.Printable(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

// The path is named once, whichever of the operating system's errors names it too, and
// what went wrong can still be asked for.
func TestUnreadable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.csv")
	_, err := os.Open(path)
	err = text.Unreadable(path, err, "a file")
	if want := path + ": no such file or directory; a file would do"; err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v does not wrap fs.ErrNotExist", err)
	}
	if err := text.Pathless(os.Rename(path, path+"2")); strings.Contains(err.Error(), path) {
		t.Errorf("the error of a renaming still has its path: %v", err)
	}
}

// The beginning and the end stay, and no letter is cut in two.
func TestBrief(t *testing.T) {
	for in, want := range map[string]string{"": "", "abcdef": "abcdef", "abcdefg": "abc ... efg", "éééé": "é ... é"} {
		if got := text.Brief(in, 6); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

var decimal = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)

// A text is a number if the grammar, written as a regular expression, has it; its value is strconv's.
func TestFloat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.StringMatching(`[0-9.eE+-]{0,8}`), rapid.StringMatching(`[0-9a-fA-F._xXpPinN+-]{0,8}`),
			rapid.StringMatching(`[+-]?[0-9]{1,4}\.[0-9]{0,4}([eE][+-]?[0-9]{1,2})?`)).Draw(t, "s")
		v, err := text.Float(s)
		if got, want := !errors.Is(err, strconv.ErrSyntax), decimal.MatchString(s); got != want {
			t.Fatalf("%q is a number: %v, want %v", s, got, want)
		}
		if want, wrong := strconv.ParseFloat(s, 64); err == nil && (v != want || wrong != nil) {
			t.Fatalf("%q is %v, want %v", s, v, want)
		}
	})
}

func TestFloatOrInf(t *testing.T) {
	for s, want := range map[string]float64{"-inf": math.Inf(-1), "Infinity": math.Inf(1), "nan": math.NaN(),
		"-1.5e-3": -1.5e-3} {
		v, err := text.FloatOrInf(s)
		if err != nil {
			t.Errorf("%q: %v", s, err)
		}
		if v != want && !(math.IsNaN(v) && math.IsNaN(want)) {
			t.Errorf("%q is %v, want %v", s, v, want)
		}
	}
}

func TestFloatRefuses(t *testing.T) {
	for _, s := range []string{"", "0x1p-1", "0X2", "1_000", "1,5", "ten", "1e", " 1"} {
		if _, err := text.Float(s); err != strconv.ErrSyntax {
			t.Errorf("Float(%q): error %v", s, err)
		}
		if _, err := text.FloatOrInf(s); err != strconv.ErrSyntax {
			t.Errorf("FloatOrInf(%q): error %v", s, err)
		}
	}
	for _, s := range []string{"1e999", "-" + strings.Repeat("9", 400)} {
		v, err := text.Float(s)
		if err != strconv.ErrRange {
			t.Errorf("Float(%.9q): error %v", s, err)
		}
		if !math.IsInf(v, 0) {
			t.Errorf("Float(%.9q) is %v", s, v)
		}
	}
}

func TestFaults(t *testing.T) {
	var f text.Faults
	if err := f.Err(); err != nil {
		t.Errorf("no fault is the error %v", err)
	}
	for i, want := range []string{"a1", "a1; a2", "a1; a2; a3", "a1; a2; a3; and 1 more", "a1; a2; a3; and 2 more"} {
		f.Add("a%d", i+1)
		if got := f.Err().Error(); got != want {
			t.Errorf("%d faults are %q, want %q", i+1, got, want)
		}
	}
}

// After a hundred faults a reader need not go on, and the number of faults says nothing.
func TestFaultsFull(t *testing.T) {
	var f text.Faults
	for i := range 100 {
		if f.Full() {
			t.Fatalf("full after %d faults", i)
		}
		f.Add("x")
	}
	if !f.Full() {
		t.Error("not full after 100 faults")
	}
	if got, want := f.Error(), "x; x; x; and many more"; got != want {
		t.Errorf("100 faults are %q, want %q", got, want)
	}
}

// The nearest word begins with the name; if none does, it agrees with the distance as it is
// defined, by recursion.
func TestNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[abA]{0,6}`)
		known := rapid.SliceOfN(word, 1, 5).Draw(t, "known")
		name := word.Draw(t, "name")
		got, near := text.Nearest(name, known)
		begins := func(k string) bool { return strings.HasPrefix(strings.ToLower(k), strings.ToLower(name)) }
		if i := slices.IndexFunc(known, begins); i >= 0 {
			if got != known[i] {
				t.Fatalf("%q begins with %q, and %q is nearest", known[i], name, got)
			}
			return
		}
		distance := slowEdits(strings.ToLower(name), strings.ToLower(got))
		if near != (2*distance <= len(name)+1) {
			t.Fatalf("%q is %d edits from %q; near is %v", got, distance, name, near)
		}
		for _, k := range known {
			if d := slowEdits(strings.ToLower(name), strings.ToLower(k)); d < distance {
				t.Fatalf("%q is nearer to %q", k, name)
			}
		}
	})
}

func slowEdits(a, b string) int {
	switch {
	case a == "":
		return len(b)
	case b == "":
		return len(a)
	case a[0] == b[0]:
		return slowEdits(a[1:], b[1:])
	}
	return 1 + min(slowEdits(a[1:], b), slowEdits(a, b[1:]), slowEdits(a[1:], b[1:]))
}

// An object is refused just if one of its keys stands twice, however it is spelled; otherwise every key has the value
// that was written beside it. The keys of objects inside it are others.
func TestObject(t *testing.T) {
	spelled := map[string]string{"a": `"a"`, "\\u0061": `"a"`, "b": `"b"`, "A": `"A"`, "": `""`, "ab": `"ab"`}
	values := []string{"1", "[1,2]", `{"a":1,"a":2}`, `"a"`, "null", `{"b":{"a":{}}}`}
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "\\u0061", "b", "A", "", "ab"}), 0, 4).Draw(t, "keys")
		var parts, said []string
		want := map[string]string{}
		twice := false
		for _, key := range keys {
			value := rapid.SampledFrom(values).Draw(t, "value")
			name := spelled[key]
			twice = twice || slices.Contains(said, name)
			said, want[strings.Trim(name, `"`)] = append(said, name), value
			parts = append(parts, fmt.Sprintf(` "%s" : %s`, key, value))
		}
		object := "{" + strings.Join(parts, ",") + "}\n"
		got, err := text.Object(object)
		if found := errors.As(err, new(*text.Twice)); found != twice || err != nil && !found {
			t.Fatalf("%s: the error is %v, and a key stands twice: %v", object, err, twice)
		}
		if err != nil {
			return
		}
		for key, value := range want {
			if string(got[key]) != value {
				t.Fatalf("%s: %q is %s, want %s", object, key, got[key], value)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%s: %d keys, want %d", object, len(got), len(want))
		}
	})
}

// What is no object, or more than one, is an error, and null is nothing.
func TestObjectRefuses(t *testing.T) {
	for _, in := range []string{"", "1", "[]", `{"a":1`, `{"a":1}{}`, `{"a"}`, `{"a":1,}`, `{a:1}`} {
		if got, err := text.Object(in); err == nil || got != nil {
			t.Errorf("%q is %v, and the error %v", in, got, err)
		}
	}
	if got, err := text.Object("null"); got != nil || err != nil {
		t.Errorf("null is %v, and the error %v", got, err)
	}
}
