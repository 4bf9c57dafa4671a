package run_test

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"reflect"
	"testing"

	"breadboard/experiments/journal"
	"breadboard/experiments/studies/run"
	"breadboard/grid/must"
)

// What a study found: something of each kind.
type found struct {
	Number float64
	Names  []string
	At     *int
	Pair   [2]bool
	Seed   uint64
}

var errStopped = errors.New("stopped")

// studied is a study of six pieces and one part more. It counts the pieces that it works at, and stops before one of
// them.
func studied(t *testing.T, path, study, commit string, stop int) (all []found, worked int, err error) {
	t.Helper()
	s := must.Have(run.Open(path, study, journal.Build{Version: "v1", Commit: commit, Go: "go"}))(t)
	defer func() { must.Do(t, s.Close()) }()
	one := func(_ context.Context, i int) (found, error) {
		if i == stop {
			return found{}, errStopped
		}
		worked++
		numbers := []float64{math.NaN(), math.Copysign(0, -1), 1. / 3, 5e-324, math.Inf(1), 0}
		f := found{Number: numbers[i], Pair: [2]bool{i > 2, i < 2}, Seed: math.MaxUint64 - uint64(i)}
		switch i {
		case 1:
			f.Names = []string{}
		case 2:
			f.Names = []string{"a", ""}
		case 3:
			f.At = new(int)
		}
		return f, nil
	}
	sum := 0.0
	for i := range 6 { // one at a time, so that it is known which were worked at
		got, err := run.Each(t.Context(), s, string(rune('a'+i)), []int{1}, nil,
			func(ctx context.Context, _ int) (found, error) { return one(ctx, i) })
		if err != nil {
			return nil, worked, err
		}
		all = append(all, got...)
		sum += 1
	}
	last, err := run.Once(t.Context(), s, "sum", func(context.Context) (float64, error) {
		worked++
		return sum, nil
	})
	return append(all, found{Number: last}), worked, err
}

// TestGoesOn: a study that was stopped before its fourth piece works at the other three and the last part, and finds
// the same bits. Another study, and another build, work at all of it.
func TestGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), run.Setting{}.Name())
	whole, worked, err := studied(t, filepath.Join(t.TempDir(), run.Setting{}.Name()), "quick", "1", -1)
	if worked != 7 || err != nil {
		t.Fatalf("a whole study works at %d pieces: %v", worked, err)
	}
	if _, worked, err := studied(t, path, "quick", "1", 3); worked != 3 || !errors.Is(err, errStopped) {
		t.Errorf("stopped after %d pieces: %v", worked, err)
	}
	for _, c := range []struct {
		study, commit string
		worked        int
	}{{"quick", "1", 4}, {"quick", "1", 0}, {"whole", "1", 7}, {"quick", "2", 7}, {"quick", "1", 0}} {
		again, worked, err := studied(t, path, c.study, c.commit, -1)
		if worked != c.worked || err != nil {
			t.Errorf("%s of build %s works at %d pieces, want %d: %v", c.study, c.commit, worked, c.worked, err)
		}
		for i, want := range whole {
			got := again[i]
			if math.Float64bits(got.Number) != math.Float64bits(want.Number) {
				t.Errorf("piece %d is %v, want %v", i, got.Number, want.Number)
			}
			got.Number, want.Number = 0, 0 // NaN is not itself
			if !reflect.DeepEqual(got, want) {
				t.Errorf("piece %d is %+v, want %+v", i, got, want)
			}
		}
	}
}

// TestNothingIsLost: what cannot be made again panics before it is kept.
func TestNothingIsLost(t *testing.T) {
	s := must.Have(run.Open(filepath.Join(t.TempDir(), run.Setting{}.Name()), "", journal.Build{}))(t)
	defer func() { must.Do(t, s.Close()) }()
	type hidden struct{ Seen, unseen int }
	for name, do := range map[string]func(){
		"a field": func() {
			_, _ = run.Once(t.Context(), s, "a", func(context.Context) (hidden, error) { return hidden{1, 2}, nil })
		},
		"a function": func() {
			_, _ = run.Once(t.Context(), s, "b", func(context.Context) (func(), error) { return func() {}, nil })
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is lost without a word", name)
				}
			}()
			do()
		}()
	}
}

// Without a shelf everything is worked at.
func TestNoShelf(t *testing.T) {
	got, err := run.Once(t.Context(), nil, "a", func(context.Context) (int, error) { return 3, nil })
	if got != 3 || err != nil {
		t.Errorf("%d, %v", got, err)
	}
}

// TestNames: each setting has a journal of its own.
func TestNames(t *testing.T) {
	for s, want := range map[string]string{
		run.Setting{}.Name():                     "unfinished.jsonl",
		run.Setting{Quick: true}.Name():          "unfinished-quick.jsonl",
		run.Setting{Seed: 2}.Name():              "unfinished-seed-2.jsonl",
		run.Setting{Quick: true, Seed: 2}.Name(): "unfinished-quick-seed-2.jsonl",
	} {
		if s != want {
			t.Errorf("%s, want %s", s, want)
		}
	}
}
