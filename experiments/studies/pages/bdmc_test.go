package pages

import (
	"sync"
	"testing"

	"breadboard/experiments/studies/bdmc"
)

// fullCases are those of the committed study.
var fullCases = sync.OnceValue(func() []bdmc.Case { return bdmc.Cases(bdmc.Sized(false).N, bdmc.Sized(false).Sets, 0) })

// committedBDMC is the committed study, read from its data. Package bdmc holds these to what is
// made today.
func committedBDMC(t *testing.T) bdmc.Study {
	t.Helper()
	s := bdmc.Study{Size: bdmc.Sized(false), Cases: fullCases()}
	s.Rows = committed[bdmc.Row](t, "bdmc/rows")
	s.Fits = committed[bdmc.Fit](t, "bdmc/table1")
	return s
}
