package sweep

import (
	"strings"
	"testing"
)

func TestCheckNesting(t *testing.T) {
	for doc, line := range map[string]string{
		"toy = ['easy']\nT = [[[[10]]]]\n[[tables]]\n":                "",
		"toy = '[[[[[[[[[['\n":                                        "",
		"toy = \"\\\"[[[[[[[[[[\" # [[[[[[[[[[\nT = [[[[[[[[[1]\n":    "line 2 ",
		"toy = '''\n[[[[[[[[[['\n''' # a.b.c.d.e.f.g.h.i.j\n":         "",
		"toy = '''\n'''\nT = [[[[[[[[[":                               "line 3 ",
		"toy = \"\"\"\n\\\"\"\"[[[[[[[[[[\"\"\"\n":                    "",
		"toy = 'easy\nT = [[[[[[[[[1]":                                "line 2 ",
		"toy = [" + strings.Repeat("1.5, ", 20) + "]\n":               "",
		"# " + strings.Repeat(".", 20) + "\ntoy = '" + dots(20) + "'": "",
		strings.Repeat("[x]\n", 20):                                   "",
		"[" + dots(9) + "]\n":                                         "",
		"[" + dots(10) + "]\n":                                        "line 1 ",
		dots(10) + " = 1\n":                                           "line 1 ",
		"toy = " + strings.Repeat("{a = ", 9):                         "line 1 ",
	} {
		err := checkNesting(doc)
		switch {
		case line == "" && err != nil:
			t.Errorf("%q: %v", doc, err)
		case line != "" && err == nil:
			t.Errorf("%q is accepted", doc)
		case line != "" && !strings.HasPrefix(err.Error(), line):
			t.Errorf("%q: the error is %v, want %s", doc, err, line)
		}
	}
}

// dots is a key of n parts.
func dots(n int) string { return strings.Repeat("a.", n-1) + "a" }
