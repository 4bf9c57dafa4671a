package sheets

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid/must"
)

// TestColumnsAreNamed: columns get the reader's words. Names alone stand for the first words of the same number, and
// other names for the word before them. A column with one of the first words is not read if another is named for it.
func TestColumnsAreNamed(t *testing.T) {
	words := Words{First: [][]string{{"cell"}, {"x_1", "x_2"}}, Others: []string{"chain"},
		Rival: func(name string) bool { return strings.HasPrefix(name, "x_") || name == "cell" }}
	for _, c := range []struct{ columns, want string }{
		{"", "cell,a,b,run"},
		{"a", ",cell,b,run"},
		{"b,a", ",x_2,x_1,run"},
		{"chain=run", "cell,a,b,chain"},
		{"b,chain=a", ",chain,cell,run"},
	} {
		s := &Sheet{Names: []string{"cell", "a", "b", "run"}}
		var columns []string
		if c.columns != "" {
			columns = strings.Split(c.columns, ",")
		}
		must.Do(t, s.As(Reading{Columns: columns}, words))
		if diff := cmp.Diff(c.want, strings.Join(s.Names, ",")); diff != "" {
			t.Errorf("--columns %s: %s", c.columns, diff)
		}
	}
}
