package shipped

import "testing"

// Every bug breaks a law that the right program keeps, and is hidden where the report says so.
func TestShippedBugsBreakALaw(t *testing.T) {
	for _, b := range bugs {
		t.Run(b.name, func(t *testing.T) {
			for _, c := range broken(checksOf(b.right)) {
				t.Errorf("the right program: %s, %s, is %v, and %v is right", c.law, c.at, c.is, c.want)
			}
			if len(broken(checksOf(b.wrongly))) == 0 {
				t.Error("no law is broken")
			}
			for _, c := range broken(checksOf(b.hidden)) {
				t.Errorf("it should be hidden %s: %s, %s, is %v, and %v is right", b.hides, c.law, c.at, c.is, c.want)
			}
		})
	}
}

// replayingTwo is the bug of offspring that replay, with two particles.
func replayingTwo() []check {
	return broken(checksOf(filtering(ending(on2(4)), 2, always, replaying())))
}

func TestTwoParticlesHideReplayFromPosterior(t *testing.T) {
	if all := replayingTwo(); len(all) != 1 || all[0].law != byAtom {
		t.Errorf("broken are %v, and only %s was expected", all, byAtom)
	}
}
