package sandwich

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid/must"
	"breadboard/grid/sheets"
)

// Runs under other names are those of the plain file.
func TestOpenAs(t *testing.T) {
	written := func(data string) string {
		path := must.File(t, "w.csv", data)
		return path
	}
	plain := written("T,log_w,group\n9,-1,a\n9,2,b\n9,3,a\n")
	other := written("T,log_w,lw,seed\n9,7,-1,a\n9,7,2,b\n9,7,3,a\n")
	want := must.Have(Open(plain, "", sheets.Reading{}))(t)
	got := must.Have(Open(other, "", sheets.Reading{Columns: []string{"lw", "group=seed"}}))(t)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
