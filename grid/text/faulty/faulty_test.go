package faulty

import (
	"errors"
	"io"
	"testing"
)

// Readers that are wrong in one way each are found out: they hide a failure, keep what they have read beside an
// error, or take a text for whole that is not.
func TestBrokenReaders(t *testing.T) {
	const text = "ten bytes."
	for name, read := range map[string]Reader[string]{
		"hides": func(r io.Reader, _ string) (string, error) {
			all, _ := io.ReadAll(r)
			return string(all), nil
		},
		"keeps": func(r io.Reader, name string) (string, error) {
			all, err := io.ReadAll(r)
			if err == nil && len(all) < len(text) {
				err = io.ErrUnexpectedEOF
			}
			if err != nil {
				err = errors.Join(errors.New(name+": "), err)
			}
			return string(all), err
		},
	} {
		if faults := inject(text, read, nil); faults.Injected != 23 || faults.Failures != 21 {
			t.Errorf("%s: %d of %d faults are found out, want all of 23 but two", name,
				faults.Failures, faults.Injected)
		}
	}
}
