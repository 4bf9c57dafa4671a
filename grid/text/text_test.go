package text_test

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"breadboard/grid/text"
)

// A file from elsewhere may have any name and any content. On the terminal both are only letters.
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

// TestUnreadable: the path is named once, whichever of the operating system's errors names it too, and errors.Is finds
// the cause.
func TestUnreadable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.csv")
	_, err := os.Open(path)
	err = text.Unreadable(path, err, "a file")
	if want := path + ": no such file or directory; use a file"; err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v does not wrap fs.ErrNotExist", err)
	}
	if err := text.Pathless(os.Rename(path, path+"2")); strings.Contains(err.Error(), path) {
		t.Errorf("the error of a renaming still has its path: %v", err)
	}
}

// TestBrief: the beginning and the end stay, and no letter is cut in two.
func TestBrief(t *testing.T) {
	for in, want := range map[string]string{"": "", "abcdef": "abcdef", "abcdefg": "abc ... efg", "éééé": "é ... é"} {
		if got := text.Brief(in, 6); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

// TestWords: lines break at blanks, counts have commas and their plural, and what cannot be seen is written out.
func TestWords(t *testing.T) {
	short := func(line string) bool { return len(line) <= 7 }
	for want, got := range map[string]string{
		"aa bb c|a_long_word|d": strings.Join(text.Lines(" aa  bb c a_long_word d", short), "|"),
		"aa bb|f = 1.":          strings.Join(text.Lines("aa bb f = 1.", short), "|"),
		"aa|b = 1.":             strings.Join(text.Lines("aa b = 1.", func(line string) bool { return len(line) <= 6 }), "|"),
		"aa|bb 0.6.":            strings.Join(text.Lines("aa bb 0.6.", short), "|"),
		"a_word|0.0625.":        strings.Join(text.Lines("a_word 0.0625.", short), "|"), // no two fit
		"":                      strings.Join(text.Lines("", short), "|"),
		"1 row":                 text.Count(1, "row"),
		"0 densities":           text.Count(0, "density"),
		"1 density":             text.Count(1, "density"),
		"-1,000 cells":          text.Count(-1000, "cell"),
		"100,000":               text.Thousands(100000),
		"1,234,567":             text.Thousands(1234567),
		"999":                   text.Thousands(999),
		"-100":                  text.Thousands(-100),
		`a\nb\x1b`:              text.OneLine("a\nb\x1b"),
		"a: gone; use b":        text.Unreadable("a", errors.New("gone"), "b").Error(),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	long := strings.Repeat("1\n", 16_000_000) // each row takes 142 bytes
	if _, err := text.ReadTable(long); err == nil || !strings.HasSuffix(err.Error(), "; use up to 15,123,124") {
		t.Errorf("the error of many rows is %v", err)
	}
}

// TestNearest: the nearest word begins with the name, or is the fewest edits of one letter away: at most half of the
// name is near.
func TestNearest(t *testing.T) {
	for _, c := range []struct {
		name, known, nearest string
		near                 bool
	}{
		{"b", "a,Bc,bc", "Bc", true}, {"", "x,y", "x", true}, {"mh", "king,slice", "king", false},
		{"chalenger", "stars,challenger", "challenger", true}, {"kign", "ring,king", "king", true},
		{"abcd", "bcda,xbcd", "xbcd", true}, {"abcd", "xy,bcxx", "bcxx", false}, {"äö", "aö,b", "aö", true},
		{"abc", "xxabc,aXc", "aXc", true}, {"sunday", "saturday", "saturday", true}, {"kixng", "king,kiznx", "king",
			true}, {"abcde", "edcba", "edcba", false},
	} {
		if got, near := text.Nearest(c.name, strings.Split(c.known, ",")); got != c.nearest || near != c.near {
			t.Errorf("the nearest of %s to %s is %s, near: %v", c.known, c.name, got, near)
		}
	}
}

var decimal = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)

// TestFloat: a text is a number if the grammar, written as a regular expression, has it; its value is strconv's.
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

// TestWhole: a whole number may have an exponent. One that does not fit is not cut.
func TestWhole(t *testing.T) {
	for s, want := range map[string]int{"0": 0, "-7": -7, "1e3": 1000, "2.5E1": 25, "9007199254740993": 1<<53 + 1} {
		got, err := text.Whole(s)
		if err != nil || got != want {
			t.Errorf("%s is %d (%v), want %d", s, got, err, want)
		}
	}
	for _, s := range []string{"", "1.5", "1e-1", "1e300", "2.0", "0x1e2", "99999999999999999999", "1e3x"} {
		if got, err := text.Whole(s); err == nil {
			t.Errorf("%q is %d, want an error", s, got)
		}
	}
}

// TestFile: a file has its content, and what is too long or has no end is refused.
func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	write := os.WriteFile(path, []byte("0,1\n"), 0o666)
	data, err := text.File(path, "a table")
	if write != nil || err != nil || data != "0,1\n" {
		t.Errorf("%q, %v, %v", data, write, err)
	}
	long := os.Truncate(path, 512<<20+1) // most of it takes no room on the disk
	for path, says := range map[string]string{
		path:               path + ": longer than 512 MiB; use a table",
		"/dev/zero":        "/dev/zero: longer than 64 MiB; use a table",
		filepath.Dir(path): filepath.Dir(path) + ": is a directory; use a table",
	} {
		if _, err := text.File(path, "a table"); long != nil || err == nil || err.Error() != says {
			t.Errorf("%v, %v; want %s", err, long, says)
		}
	}
}
