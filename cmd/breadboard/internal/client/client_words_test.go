package client

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplitWords(t *testing.T) {
	for in, want := range map[string][]string{
		"python3 my.py":                     {"python3", "my.py"},
		"  a\t b\n":                         {"a", "b"},
		`'my kernel' --name "a b" c\ d`:     {"my kernel", "--name", "a b", "c d"},
		`a"b"'c'`:                           {"abc"},
		`"" ''`:                             {"", ""},
		`"a\"b\\c\d" '\'`:                   {`a"b\c\d`, `\`},
		`sh -c 'echo $HOME > x; cat | tee'`: {"sh", "-c", "echo $HOME > x; cat | tee"},
		`a\`:                                {`a\`},
		"käse ü":                            {"käse", "ü"},
	} {
		got, err := splitWords(in)
		if err != nil {
			t.Errorf("%s: %v", in, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", in, diff)
		}
	}
	for in, says := range map[string]string{
		"":       "no program",
		" \t":    "no program",
		"a 'b":   "a quote does not end",
		`a "b\"`: "a quote does not end",
	} {
		if got, err := splitWords(in); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %q and error %v, want one with %q", in, got, err, says)
		}
	}
}
