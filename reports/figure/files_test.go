package figure

import (
	"bytes"
	"io"
	"testing"
)

// Every medium has a file of its own, with its suffix, and is drawn in that medium.
func TestFiles(t *testing.T) {
	files := Files("a", ForScreen, func(w io.Writer, m Medium) error {
		_, err := io.WriteString(w, "in "+string(m))
		return err
	})
	if len(files) != 2 {
		t.Fatalf("%d files, want one of PNG and one of SVG", len(files))
	}
	for i, m := range ForScreen {
		var b bytes.Buffer
		if err := files[i].Write(&b); err != nil {
			t.Fatal(err)
		}
		if files[i].Name != "a."+string(m) || b.String() != "in "+string(m) {
			t.Errorf("the file of %s is %s, drawn %s", m, files[i].Name, &b)
		}
	}
}
