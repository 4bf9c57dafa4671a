package tune

import (
	"strings"

	"breadboard/experiments"
)

// atTheEnd is the share of a range within which a value is at its end.
const atTheEnd = 1e-4

// An Edge is a kernel or a bridge whose parameter was found at an end of its range.
type Edge struct {
	Name  string // as laplace:8
	Range string // as laplace:0.25..8
	Last  bool   // the parameter goes no further; else a wider range may be better
}

// Edges lists the kernel and the bridge of a row, each if its parameter was found at an end of its range.
func (r Row) Edges() (all []Edge) {
	all = r.edge(nil, experiments.FieldKernel, r.Job.Kernel, r.Setting.Kernel)
	return r.edge(all, experiments.FieldBridge, r.Job.Bridge, r.Setting.Bridge)
}

// edge adds a name to all, if its parameter is at an end.
func (r Row) edge(all []Edge, field experiments.Field, spec, name string) []Edge {
	d, ok, err := experiments.ReadDial(field, spec)
	if !ok || err != nil || !strings.HasPrefix(name, d.Name+":") { // a panel's may be another
		return all
	}
	share := d.Share(parameterOf(name))
	beyond := r.Setting
	switch {
	case share < atTheEnd:
		share = 0
	case share > 1-atTheEnd:
		share = 1
	default:
		return all
	}
	further := d.Value(share) + (2*share-1)*(d.High-d.Low)*atTheEnd
	if field == experiments.FieldKernel {
		beyond.Kernel = d.Named(further)
	} else {
		beyond.Bridge = d.Named(further)
	}
	_, err = beyond.Find()
	return append(all, Edge{Name: name, Range: spec, Last: err != nil})
}
