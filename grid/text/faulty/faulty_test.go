package faulty

import (
	"errors"
	"io"
	"strings"
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
		faults := &Tally{What: name}
		failing(faults, text, read)
		if faults.Injected != 3 || faults.Failures == 0 {
			t.Errorf("%s: %d of %d failing reads are found out, want some of 3", name, faults.Failures, faults.Injected)
		}
		cuts := &Tally{What: name}
		short(cuts, text, read, nil)
		if cuts.Injected != len(text) || cuts.Failures == 0 {
			t.Errorf("%s: %d of %d cuts are found out, want some of 10", name, cuts.Failures, cuts.Injected)
		}
	}
}

// Bits changes one bit at a time, and cuts at every place.
func TestBits(t *testing.T) {
	seen := map[string]bool{}
	bits := &Tally{What: "bits"}
	bits.Bits([]byte("ab"), func(changed []byte) error {
		seen[string(changed)] = true
		if strings.HasPrefix(string(changed), "c") { // "a" and its second bit
			return errors.New("c")
		}
		return nil
	})
	if len(seen) != 18 || seen["ab"] || bits.Injected != 18 || bits.Failures != 1 {
		t.Errorf("%d texts of %d, %d failures; want 18, 18 and 1", len(seen), bits.Injected, bits.Failures)
	}
	if got := bits.First.Error(); got != "bit 1 of byte 0: c" {
		t.Errorf("the first failure is %q", got)
	}
}
