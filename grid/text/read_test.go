package text

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// A text is read whole, or is too long, whether it comes from a file, a byte at a time, or with its end beside the last
// byte; and an error of reading is never taken for its end.
func TestReadAllOrNothing(t *testing.T) {
	const most = 1 << 20
	for _, length := range []int{0, 1, most - 1, most, most + 1} {
		want := strings.Repeat("abcdefg", length)[:length]
		path := filepath.Join(t.TempDir(), "text")
		if err := os.WriteFile(path, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		for name, r := range map[string]io.Reader{"file": file, "stream": strings.NewReader(want),
			"bytes": iotest.OneByteReader(strings.NewReader(want)),
			"end":   iotest.DataErrReader(strings.NewReader(want))} {
			got, err := ReadAll(r, most)
			switch {
			case length > most && (err == nil || err.Error() != "longer than 1 MiB"):
				t.Errorf("%s of %d bytes: %v, want too long for %d", name, length, err, most)
			case length <= most && (err != nil || got != want):
				t.Errorf("%s of %d bytes: %d bytes, %v", name, length, len(got), err)
			}
		}
	}
	for _, cut := range []error{io.ErrUnexpectedEOF, errors.New("disk")} {
		broken := io.MultiReader(strings.NewReader("abc"), iotest.ErrReader(cut))
		if _, err := ReadAll(broken, most); err != cut {
			t.Errorf("the error %v is read as %v", cut, err)
		}
	}
}
