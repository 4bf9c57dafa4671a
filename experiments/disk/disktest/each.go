package disktest

import "breadboard/grid/text/faulty"

// Each tries every fault of a run and counts it: each of its calls fails alone and with all later ones, and
// whole and torn. try runs it all on a new disk with the fault. It reports whether the
// fault struck, and returns the law that broke. It must also be right if no fault strikes.
func Each(tally *faulty.Tally, try func(Fault) (struck bool, err error)) {
	for _, form := range []Fault{{}, {Torn: true}, {Once: true}, {Once: true, Torn: true}} {
		for struck := true; struck; {
			form.At++
			var err error
			struck, err = try(form)
			tally.Count(form, err)
		}
	}
}
