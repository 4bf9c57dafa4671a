package text_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

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

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 rows", 1: "1 row", 2: "2 rows"} {
		if got := text.Count(n, "row"); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
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
