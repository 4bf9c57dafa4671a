package aidepaper

import "testing"

// claimed is a study in which all findings hold.
func claimed() (s GalaxiesStudy) {
	for _, c := range planGalaxies(Full()).cases() {
		at := 40 / float64(c.P)
		if c.Sweeps == 0 {
			at += 20
		}
		if c.Proposal == PriorProposal && c.P == 1 {
			at += 10 * float64(c.Sweeps)
		}
		r := GalaxyRow{GalaxyCase: c, AIDE: Sampled{at, 1}, Clusters: Sampled{3, 0.1}}
		r.Wrong, r.Excess = r.AIDE, Sampled{0, 0}
		if c.Sweeps > 0 {
			r.Wrong.Value, r.Excess, r.Clusters.Value = at+5, Sampled{5, 1}, 7
		}
		r.RecordedAIDE = r.Wrong
		s.Rows = append(s.Rows, r)
	}
	s.Golds = []GalaxyGold{{Clusters: Sampled{7, 0.1}, AIDE: Sampled{2, 1}, LogML: Sampled{-48, 1}},
		{Clusters: Sampled{7, 0.1}, AIDE: Sampled{3, 1}, LogML: Sampled{-48, 1}}}
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
	each := func(change func(r *GalaxyRow)) func(s *GalaxiesStudy) {
		return func(s *GalaxiesStudy) {
			for i := range s.Rows {
				change(&s.Rows[i])
			}
		}
	}
	for i, spoil := range []func(s *GalaxiesStudy){
		each(func(r *GalaxyRow) { r.RecordedAIDE.Value += 10 }),
		each(func(r *GalaxyRow) { r.RecordedAIDE = r.AIDE }),
		each(func(r *GalaxyRow) { r.Excess.Value = 1 }),
		func(s *GalaxiesStudy) { s.Bounds[0].Wrong = 3 },
		each(func(r *GalaxyRow) { r.AIDE.Value = 20 }),
		each(func(r *GalaxyRow) { r.AIDE.Value = 0.5 }),
		each(func(r *GalaxyRow) { r.AIDE.Value = 20 }),
		func(s *GalaxiesStudy) { s.Golds[1].LogML.Value = -40 },
	} {
		s := claimed()
		spoil(&s)
		if f := s.Findings()[i]; f.Holds {
			t.Errorf("finding %d, %s, holds with other numbers: %s", i, f.Claim, f.Evidence)
		}
	}
}
