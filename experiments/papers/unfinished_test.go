package papers_test

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/experiments/journal"
	"breadboard/experiments/papers"
	"breadboard/grid/must"
)

// found holds the result of a piece, with something of each kind.
type found struct {
	Number float64
	Names  []string
	At     *int
	Pair   [2]bool
	Seed   uint64
}

var errStopped = errors.New("stopped")

// studied is a paper of six pieces and one part more. It counts the pieces that it works at, and stops before one of
// them.
func studied(t *testing.T, path, paper, commit string, stop int) (all []found, worked int, err error) {
	t.Helper()
	u := must.Have(papers.Open(path, paper, journal.Build{Version: "v1", Commit: commit, Go: "go"}))(t)
	defer func() { must.Do(t, u.Close()) }()
	o := papers.Options{Unfinished: u}
	for i, number := range []float64{math.NaN(), 1. / 3, 5e-324, math.Inf(1), 0, -2} { // in turn
		got, err := papers.Each(t.Context(), o, string(rune('a'+i)), []int{1},
			func(context.Context, int) (found, error) {
				if i == stop {
					return found{}, errStopped
				}
				worked++
				f := found{Number: number, Pair: [2]bool{i > 2, i < 2}, Seed: math.MaxUint64 - uint64(i)}
				if i == 2 {
					f.Names = []string{"a", ""}
				}
				if i == 3 {
					f.At = &i
				}
				return f, nil
			})
		if err != nil {
			return nil, worked, err
		}
		all = append(all, got...)
	}
	last, err := papers.Once(t.Context(), o, "sum", func(context.Context) (float64, error) {
		worked++
		return 6, nil
	})
	return append(all, found{Number: last}), worked, err
}

// TestGoesOn: a paper that was stopped before its fourth piece works at the other three and the last part, and finds
// the same. Another paper, and another build, work at all of it.
func TestGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), papers.Options{}.UnfinishedName())
	whole, worked, err := studied(t, filepath.Join(t.TempDir(), "other"), "quick", "1", -1)
	if worked != 7 || err != nil {
		t.Fatalf("a whole paper works at %d pieces: %v", worked, err)
	}
	if _, worked, err := studied(t, path, "quick", "1", 3); worked != 3 || !errors.Is(err, errStopped) {
		t.Errorf("stopped after %d pieces: %v", worked, err)
	}
	for _, c := range []struct {
		paper, commit string
		worked        int
	}{{"quick", "1", 4}, {"quick", "1", 0}, {"whole", "1", 7}, {"quick", "2", 7}, {"quick", "1", 0}} {
		again, worked, err := studied(t, path, c.paper, c.commit, -1)
		if worked != c.worked || err != nil {
			t.Errorf("%s of build %s works at %d pieces, want %d: %v", c.paper, c.commit, worked, c.worked, err)
		}
		if diff := cmp.Diff(whole, again, cmpopts.EquateNaNs()); diff != "" {
			t.Errorf("%s of build %s finds something else:\n%s", c.paper, c.commit, diff)
		}
	}
}

// TestFinish: a finished paper leaves no journal.
func TestFinish(t *testing.T) {
	path := filepath.Join(t.TempDir(), papers.Options{Quick: true}.UnfinishedName())
	u := must.Have(papers.Open(path, "", journal.Build{}))(t)
	must.Do(t, u.Finish())
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is left: %v", path, err)
	}
}

// TestNothingKept: without a journal everything is worked at.
func TestNothingKept(t *testing.T) {
	got, err := papers.Once(t.Context(), papers.Options{}, "a", func(context.Context) (int, error) { return 3, nil })
	if got != 3 || err != nil {
		t.Errorf("%d, %v", got, err)
	}
}
