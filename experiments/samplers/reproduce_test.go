package samplers

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/chains/diagnostics"
	"breadboard/chains/kernels"
)

// small is a design for tests.
func small() design {
	return design{k: 4, n: 40, budgets: []int{1, 40}, starts: both, sampled: both, seed: 3,
		diagnostics: diagnostics.Catalogue}
}

// The study is the same on any number of workers, and another seed's is not.
func TestStudyIsTheSameOnAnyCores(t *testing.T) {
	list := listed(t, "barrier")
	run := func(d design, workers int) Study {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
		s, err := d.study(t.Context(), list, kernels.Catalogue, nil)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	other := small()
	other.seed++
	one, four := run(small(), 1), run(small(), 4)
	if diff := cmp.Diff(one, four, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("one worker and four differ: %s", diff)
	}
	if cmp.Equal(one.Runs, run(other, 4).Runs, cmpopts.EquateNaNs()) {
		t.Error("two seeds give the same runs")
	}
}

// Every kernel that fits has runs from each start, for each function and for the KS distance of
// each axis; the others are named.
func TestStudyIsComplete(t *testing.T) {
	s, err := small().study(t.Context(), listed(t, "barrier"), kernels.Catalogue, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(s.LeftOut), 1; got != want {
		t.Errorf("%d kernels are left out, %v; want swap alone", got, s.LeftOut)
	}
	each := 2 * (5 + 2)
	if got, want := len(s.Runs), each*(len(kernels.Catalogue)-1); got != want {
		t.Errorf("there are %d runs, want %d", got, want)
	}
	for _, r := range s.Runs {
		if len(r.Values) != len(s.Diagnostics) || len(r.Alone) != len(s.Diagnostics) || len(r.Fine) != len(s.Diagnostics) {
			t.Errorf("%s, %s has %d values of %d diagnostics", r.Kernel, r.Function, len(r.Values), len(s.Diagnostics))
		}
		if !(r.Sampled > 0) {
			t.Errorf("%s, %s from %s has a sampled real ESS of %v", r.Kernel, r.Function, r.Start, r.Sampled)
		}
	}
}

func TestStudyStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Reproduce(ctx, true, time.Now, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want %v", err, context.Canceled)
	}
}
