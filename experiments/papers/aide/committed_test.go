package aide

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/experiments/papers"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

const committed = "../../../reports/aide"

// today fails t unless rows are those committed, to half of the digits that exact accounts promise.
func today[R any](t *testing.T, now, was []R, ignored ...string) {
	t.Helper()
	var r R
	if diff := cmp.Diff(was, now, cmpopts.EquateApprox(1e-9, 1e-9), cmpopts.EquateNaNs(),
		cmpopts.IgnoreFields(r, ignored...)); diff != "" {
		t.Errorf("breadboard reproduce aide --out reports/aide makes these rows anew: (-committed +now)\n%s", diff)
	}
}

// TestCommitted holds the committed rows to what is made today: of the regression AIDE at M = 1 of few steps of MH and
// few particles, and the first steps of VB; SIR with few draws of the offset proposal, and one of the broad; filters of
// one particle beside the posterior. SIR is near on few
// points, and so is SMC, which is sampled; and of filters the same rows have an expectation.
func TestCommitted(t *testing.T) {
	regression := reporttest.Committed[RegressionRow](t, committed, "bias")
	modes := reporttest.Committed[SIR](t, committed, "modes")
	filters := reporttest.Committed[FilterRow](t, committed, "hmm")
	few := mhSteps[1]
	jobs := newRegression(fewPoints).jobs(papers.Options{Quick: true}, smcParticles[:1], reverseRuns[:1])
	drawn := must.Have(jobs[len(jobs)-1].measured(t.Context()))(t)
	if i := slices.IndexFunc(regression, func(r RegressionRow) bool {
		return r.Program == SMC && r.Size == smcParticles[0]
	}); !drawn.Ours().Agrees(regression[i].Ours()) {
		t.Errorf("on few points SMC has %+v, and %+v is committed", drawn, regression[i])
	}
	var made []RegressionRow
	for _, j := range newRegression(RegressionPoints).jobs(papers.Options{}, smcParticles[:1], reverseRuns[:1]) {
		if j.Size <= few {
			made = append(made, must.Have(j.measured(t.Context()))(t))
		}
	}
	made = append(made, descentRows(papers.Options{}, vbSteps[:4])...)
	for i, r := range made {
		made[i].Theirs = theirRegression(r)
	}
	today(t, made, slices.DeleteFunc(regression, func(r RegressionRow) bool {
		return r.M > 1 || r.Program != VB && r.Size > few || r.Program == VB && r.Size > vbSteps[3]
	}))
	quick := must.Have(measureModes(t.Context(), papers.Options{Quick: true}))(t)
	for i, r := range quick.SIRs {
		if was := modes[i]; r.Proposal != was.Proposal || r.P != was.P {
			t.Errorf("row %d of a quick run is %s with %d draws, and %s with %d is committed", i, r.Proposal, r.P,
				was.Proposal, was.P)
		}
		must.Within(t, r.AIDE, modes[i].AIDE, 0.01, "AIDE with %d draws of the %s proposal, of few points", r.P,
			r.Proposal)
	}
	l := newLine(linePoints)
	gold := must.Have(l.account(t.Context(), Broad, mostDraws))(t)
	for i, r := range modes {
		if r.P == 1 || r.P == 2 && r.Proposal == Offset {
			a := must.Have(l.account(t.Context(), r.Proposal, r.P))(t)
			today(t, []SIR{l.measured(r.Proposal, r.P, gold, a)}, modes[i:i+1], "Density")
		}
	}
	w := filterStudy{model: authorsModel()}
	for i, r := range w.rows() {
		if r.P == 1 && r.M == 1 && r.Gold == ByPosterior {
			today(t, []FilterRow{must.Have(w.measured(t.Context(), r))(t)}, filters[i:i+1])
		}
		now := FilterRow{Exact: must.Have(w.exact(t.Context(), r))(t)}
		today(t, []FilterRow{now}, []FilterRow{{Exact: filters[i].Exact}})
	}
}

// TestCommittedModel: the model beside the committed results is the authors' model, for the command line.
func TestCommittedModel(t *testing.T) {
	if was := must.Have(os.ReadFile(filepath.Join(committed, "hmm-model.json")))(t); !bytes.Equal(was,
		publishedFile("hmm-model.json")) {
		t.Error("reports/aide/hmm-model.json is another model than the one of this folder")
	}
}
