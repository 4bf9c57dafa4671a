package galaxies

import (
	"testing"

	"breadboard/experiments/aidepaper/terms"
)

// claimed is a study in which all findings hold.
func claimed() (s Study) {
	for _, c := range newPlan(terms.Size{}).cases() {
		at := 40 / float64(c.P)
		if c.Sweeps == 0 {
			at += 20
		}
		if c.Proposal == PriorProposal && c.P == 1 {
			at += 10 * float64(c.Sweeps)
		}
		r := Row{Case: c, AIDE: terms.Sampled{Value: at, Err: 1}, Clusters: terms.Sampled{Value: 3, Err: 0.1}}
		r.Wrong, r.Excess = r.AIDE, terms.Sampled{Value: 0, Err: 0}
		if c.Sweeps > 0 {
			r.Wrong.Value, r.Excess, r.Clusters.Value = at+5, terms.Sampled{Value: 5, Err: 1}, 7
		}
		r.RecordedAIDE = r.Wrong
		s.Rows = append(s.Rows, r)
	}
	clusters, logML := terms.Sampled{Value: 7, Err: 0.1}, terms.Sampled{Value: -48, Err: 1}
	s.Golds = []Gold{{Clusters: clusters, AIDE: terms.Sampled{Value: 2, Err: 1}, LogML: logML},
		{Clusters: clusters, AIDE: terms.Sampled{Value: 3, Err: 1}, LogML: logML}}
	s.Bounds = []BoundRow{{Proposal: PriorProposal, J: 2, Right: 4, Wrong: 1, Half: 1, Unswept: 3}}
	return s
}

func TestGalaxyFindingsHold(t *testing.T) {
	for i, f := range claimed().Findings() {
		if !f.Holds {
			t.Errorf("finding %d, %s, does not hold: %s", i, f.Claim, f.Evidence)
		}
	}
}

// Numbers that say otherwise turn each verdict.
func TestGalaxyFindingsCanFail(t *testing.T) {
	each := func(change func(r *Row)) func(s *Study) {
		return func(s *Study) {
			for i := range s.Rows {
				change(&s.Rows[i])
			}
		}
	}
	for i, spoil := range []func(s *Study){
		each(func(r *Row) { r.RecordedAIDE.Value += 10 }),
		each(func(r *Row) { r.RecordedAIDE = r.AIDE }),
		each(func(r *Row) { r.Excess.Value = 1 }),
		func(s *Study) { s.Bounds[0].Wrong = 3 },
		each(func(r *Row) { r.AIDE.Value = 20 }),
		each(func(r *Row) { r.AIDE.Value = 0.5 }),
		each(func(r *Row) { r.AIDE.Value = 20 }),
		func(s *Study) { s.Golds[1].LogML.Value = -40 },
	} {
		s := claimed()
		spoil(&s)
		if f := s.Findings()[i]; f.Holds {
			t.Errorf("finding %d, %s, holds with other numbers: %s", i, f.Claim, f.Evidence)
		}
	}
}
