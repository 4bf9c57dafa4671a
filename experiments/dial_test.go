package experiments

import (
	"testing"

	"breadboard/grid/must"
)

// TestDial: a dial names what lies on its way in the spacing of its parameter, and says where a value lies. The
// catalogue knows which kernels are linear in theirs, and between which values one does not jump.
func TestDial(t *testing.T) {
	for _, c := range []struct {
		field        Field
		spec         string
		middle       float64
		name         string
		linear, even bool
	}{
		{FieldKernel, "laplace:0.25..4", 1, "laplace:1", false, true},
		{FieldKernel, "lazy:0..0.9", 0.45, "lazy:0.45", true, true},
		{FieldKernel, "langevin:0.5..2", 1, "langevin:1", false, false},
		{FieldBridge, "power:-1..2", 0.5, "power:0.5", false, true},
	} {
		d, ok, err := ReadDial(c.field, c.spec)
		must.Do(t, err)
		if !ok || d.At(0.5) != c.name || d.Linear != c.linear || (d.Smooth == nil) != c.even {
			t.Errorf("%s is %v, and half-way %s", c.spec, d, d.At(0.5))
		}
		must.Near(t, d.Value(0.5), c.middle, 1e-15, "%s half-way", c.spec)
		must.Near(t, d.Share(d.Value(0.3)), 0.3, 1e-14, "%s: the share", c.spec)
		if d.Share(d.Low-1) != 0 && c.field == FieldBridge || d.Share(d.High+1) != 1 {
			t.Errorf("%s: a share beyond its ends", c.spec)
		}
	}
	d, _, err := ReadDial(FieldKernel, "langevin:0.5..2")
	must.Do(t, err)
	for size, want := range map[float64][2]float64{1: {0.5, 1}, 1.01: {1, 1.5}, 1.5: {1, 1.5}} {
		low, high := d.Smooth(size)
		if high != want[1] || !(low > want[0] && low < want[0]+1e-12) {
			t.Errorf("langevin:%v does not jump from %v to %v", size, low, high)
		}
	}
}
