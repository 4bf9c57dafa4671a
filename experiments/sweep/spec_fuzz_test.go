package sweep

import (
	"strings"
	"testing"

	"breadboard/grid/text/faulty"
)

// Whatever comes in, no brackets are nested deeper than is allowed where TOML is decoded, and an error is short.
func FuzzDecode(f *testing.F) {
	faulty.Seeds(f, "toy = 'easy, hard'\nseed = [1, '3..5']\nT = 10\nfull = true\n", "toy = \"\"\"a\\\"\"\"\"\n[x.y]\n",
		"toy = '''\n[[[[[[[[[['\n'''# [[[[\n'a'.b={c=[]}\n")
	f.Fuzz(func(t *testing.T, in string) {
		var values map[string]any
		var err error
		faulty.Within(t, len(in), func() { _, values, err = decode(strings.NewReader(in)) })
		if err != nil && len(err.Error()) > 500 {
			t.Fatalf("%q: an error of %d bytes: %.200v", in, len(err.Error()), err)
		}
		if n := depth(values); n > 2*mostNesting+1 {
			t.Fatalf("%q: values %d deep were decoded", in, n)
		}
	})
}

// depth counts the tables and arrays that stand in one another.
func depth(v any) (most int) {
	switch v := v.(type) {
	case map[string]any:
		for _, inner := range v {
			most = max(most, 1+depth(inner))
		}
	case []any:
		for _, inner := range v {
			most = max(most, 1+depth(inner))
		}
	case []map[string]any:
		for _, inner := range v {
			most = max(most, 1+depth(inner))
		}
	}
	return most
}
