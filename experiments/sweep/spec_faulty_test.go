package sweep

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"breadboard/experiments/journal"
	"breadboard/grid/text/faulty"
)

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
	for what, c := range map[string]struct {
		in   io.Reader
		says string
	}{
		"zeros":         {faulty.Endless("\x00"), "longer than 4 MiB; a TOML file of lists would do"},
		"lines":         {faulty.Endless("toy = 'easy'\n"), "longer than 4 MiB; a TOML file of lists would do"},
		"brackets":      {strings.NewReader("toy = " + strings.Repeat("[", 3_000_000)), fmt.Sprintf(nested, 1)},
		"inline tables": {strings.NewReader("toy = " + strings.Repeat("{a = ", 500_000)), fmt.Sprintf(nested, 1)},
		"dotted keys":   {strings.NewReader(strings.Repeat("a.", 1_000_000) + "a = 1"), fmt.Sprintf(nested, 1)},
		"tables":        {strings.NewReader(tablesInTables(1000)), fmt.Sprintf(nested, 10)},
		"open string":   {strings.NewReader("toy = '''" + strings.Repeat("[", 3_000_000)), "unexpected EOF"},
		"keys":          {strings.NewReader(manyKeys(50_000)), `"k0" is unknown`},
		"values":        {strings.NewReader("toy = [" + strings.Repeat("1.5, ", 500_000) + "]"), "found 1.5, 1.5"},
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
