package sweep

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/journal"
	"breadboard/grid/must"
	"breadboard/grid/text/faulty"
)

func TestReadPlan(t *testing.T) {
	const text = "toy = 'easy, hard'\nseed = [1, '3..5']\nT = [10, 1e3]\nchains = 1e2\nfull = true\n"
	got, err := ReadPlan(strings.NewReader(text), "s.toml", Instead{}, journal.Build{})
	want := Spec{Toy: List{"easy, hard"}, Seed: List{"1", "3..5"}, T: List{"10", "1000"},
		Chains: 100, MCSeed: 1, Full: true}
	if err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(want, got.Spec); diff != "" {
		t.Errorf("the spec: %s", diff)
	}
	for text, says := range map[string]string{
		"[toy]\nname = 'easy'": "a text, a whole number or an array", "toy = true": "found true",
		"chains = 'many'":          "s.toml: ",
		"Toy = 'easy'":             `the key "Toy" is unknown; the nearest known is toy`,
		"seeds = 1\nkernels = 'x'": `"kernels" is unknown; the nearest known is kernel`,
		"toy = 'a'\ntoy = 'b'":     "s.toml: ",
	} {
		_, err := ReadPlan(strings.NewReader(text), "s.toml", Instead{}, journal.Build{})
		must.Fail(t, err, says, "%q", text)
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: the error is more than a line: %v", text, err)
		}
	}
}

// Faults of form hide no faults of names, and the values that they leave out are not
// missed.
func TestReadPlanTellsAll(t *testing.T) {
	const text = `toy = ['easy', 'nope', true]
T = [10, 1.5, '10..5x3']
kernel = 'foo'
chains = -1
full = 3
mc_seed = -2
schdule = 'linear'
out = 'x'
`
	_, err := ReadPlan(strings.NewReader(text), "s.toml", Instead{}, journal.Build{})
	if err == nil {
		t.Fatal("the spec is accepted")
	}
	for _, says := range []string{
		`"nope" is unknown`,
		"found true",
		"found 1.5",
		"T 10..5x3 does not rise",
		`"foo" is unknown`,
		"chains -1",
		`the key "full": found 3`,
		`the key "mc_seed": found -2`,
		`"schdule" is unknown; the nearest known is schedule`,
		`"out" is unknown`,
		"s.toml: ",
	} {
		if n := strings.Count(err.Error(), says); n != 1 {
			t.Errorf("%s is told %d times, want once: %v", says, n, err)
		}
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("more than one line: %q", err)
	}
}

// A value that form leaves out is not said to be missing.
func TestReadPlanMissesNothingTwice(t *testing.T) {
	for text, not := range map[string]string{
		"toy = 1.5\nseed = 3\nT = [2.5]": "missing",
		"toy = 1.5\nseed = 3\nT = 5":     "random",
		"target = 1.5\nT = 5":            "no target",
		"T = [":                          "no target",
	} {
		_, err := ReadPlan(strings.NewReader(text), "s.toml", Instead{}, journal.Build{})
		if err == nil {
			t.Errorf("%q is accepted", text)
		} else if strings.Contains(err.Error(), not) {
			t.Errorf("%q: the error is %v, want no %q in it", text, err, not)
		}
	}
	_, err := ReadPlan(strings.NewReader("t = 10"), "s.toml", Instead{}, journal.Build{})
	for _, says := range []string{`"t" is unknown`, "no target"} {
		must.Fail(t, err, says, "it")
	}
}

// Given values take the place of the file's, also of wrong ones, and the plan is the plan of a
// file that has them.
func TestReadPlanInstead(t *testing.T) {
	const file = "toy = ['easy', 'hard']\nseed = '1..20'\nkernel = 'nope'\nT = [10, 100]\nfull = true\n"
	instead := Instead{Spec{Seed: List{""}, Toy: List{"barrier"}, Kernel: List{"king"}, T: List{"50"}, Chains: 5},
		[]string{"toy", "seed", "kernel", "T", "full"}}
	got, err := ReadPlan(strings.NewReader(file), "s.toml", instead, journal.Build{})
	must.Do(t, err)
	const merged = "toy = 'barrier'\nkernel = 'king'\nT = 50\n"
	want, err := ReadPlan(strings.NewReader(merged), "m.toml", Instead{}, journal.Build{})
	must.Do(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got.Hash() != want.Hash() {
		t.Error("the two plans have different hashes")
	}
	instead.Keys = []string{"kernel"}
	instead.Spec.Kernel = List{"kng"}
	_, err = ReadPlan(strings.NewReader(file), "s.toml", instead, journal.Build{})
	if want := `s.toml and flags: kernel "kng" is unknown`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the error is %v, want %s", err, want)
	}
}

// readToys reads a spec, and returns its toys.
func readToys(r io.Reader, name string) ([]string, error) {
	plan, err := ReadPlan(r, name, Instead{}, journal.Build{})
	if err != nil {
		return nil, err
	}
	return plan.Spec.Toy, nil
}

// TOML may end after every line. A spec without its last lines is one if it still has a toy and a T.
func TestReadPlanFaulty(t *testing.T) {
	faulty.Test(t, "T = 10\ntoy = ['easy', 'barrier']\nmc_seed = 7\n", readToys, func(part string) bool {
		rest, ok := strings.CutPrefix(part, "T = 10\ntoy = ['easy', 'barrier']")
		rest = strings.TrimSpace(rest)
		return ok && (rest == "" || rest == "mc_seed = 7")
	})
}

// What never ends, or is nested, or has nothing but faults, is refused in a line and within bounds on memory. Ten
// thousand tables, and three million brackets, once ended the process.
func TestReadPlanEndless(t *testing.T) {
	const nested = "dir/faulty.txt: line %d has more than 8 brackets or tables in one another; lists of texts"
	n := faulty.Times(100_000, 1_000_000)
	for what, c := range map[string]struct {
		in   io.Reader
		says string
	}{
		"zeros":         {faulty.Endless("\x00"), "longer than 4 MiB; a TOML file of lists would do"},
		"lines":         {faulty.Endless("toy = 'easy'\n"), "longer than 4 MiB; a TOML file of lists would do"},
		"brackets":      {strings.NewReader("toy = " + strings.Repeat("[", 3_000_000)), fmt.Sprintf(nested, 1)},
		"inline tables": {strings.NewReader("toy = " + strings.Repeat("{a = ", 500_000)), fmt.Sprintf(nested, 1)},
		"dotted keys":   {strings.NewReader(strings.Repeat("a.", n) + "a = 1"), fmt.Sprintf(nested, 1)},
		"tables":        {strings.NewReader(tablesInTables(1000)), fmt.Sprintf(nested, 10)},
		"open string":   {strings.NewReader("toy = '''" + strings.Repeat("[", 3*n)), "unexpected EOF"},
		"keys":          {strings.NewReader(manyKeys(n / 20)), `"k0" is unknown`},
		"values":        {strings.NewReader("toy = [" + strings.Repeat("1.5, ", n/2) + "]"), "found 1.5, 1.5"},
	} {
		var err error
		used := faulty.Bytes(func() { _, err = readToys(c.in, faulty.Name) })
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: the error is %.200v, want %s", what, err, c.says)
		} else if err := errors.New(strings.ReplaceAll(err.Error(), "\n", "; ")); len(err.Error()) > 4000 {
			t.Errorf("%s: an error of %d bytes: %.200v", what, len(err.Error()), err)
		}
		// A value of five bytes is an interface and a float of 8, in slices that grow, and a word of an error.
		if used > 512<<20 {
			t.Errorf("%s took %d bytes", what, used)
		}
	}
}

// tablesInTables are n tables, each in the one before.
func tablesInTables(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[%sa]\n", strings.Repeat("a.", i))
	}
	return b.String()
}

// manyKeys are n keys that no spec has.
func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "k%d = 1\n", i)
	}
	return b.String()
}

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

func TestCheckNumbers(t *testing.T) {
	for _, foreign := range []string{"T = 0x10", "T=[1_000]", "T = [10,\n 0o17]",
		"seed = [ 3 , 0b11 ]", "chains = +1_0",
		"T = [ # a comment, 1\n 0xF ]", "a = \"1_0\"\nT = 1_0"} {
		err := checkTOML(foreign)
		must.Fail(t, err, "decimal digits", "%q", foreign)
	}
	for _, ours := range []string{"T = [10, 1000]", "toy = \"a_1\"",
		"toy = ['0x10', '''\n1_0''']", "mc_seed = 10 # 1_0",
		"skip_last_kernel = true", "x1_0 = 3", "T = \"10..1000x5\"", "T = -5", "a = 1e3", ""} {
		if err := checkTOML(ours); err != nil {
			t.Errorf("%q: error %v", ours, err)
		}
	}
}

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
		err := checkTOML(doc)
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
