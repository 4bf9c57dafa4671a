package experiments

import (
	"strings"
	"testing"

	"breadboard/grid/must"
)

// A kernel that misses its target is refused where nobody said that it would do, and with a schedule that goes by its
// reversal.
func TestMissingKernelsAreRefused(t *testing.T) {
	for kernel, s := range map[string]Setting{
		"accepts every move":        {Toy: "barrier", Kernel: "unadjusted:1"},
		"part of the data":          {Toy: "regression:4:7", Kernel: "subsampled:2"},
		"found by the kernel's rev": {Toy: "barrier", Kernel: "unadjusted:1", Schedule: "best-j", Missing: true},
		"the data of a model":       {Toy: "barrier", Kernel: "subsampled:2", Missing: true},
		"3 data of 2":               {Toy: "regression:2:7", Kernel: "subsampled:3", Missing: true},
		"latents of its own":        {Toy: "clustering:3:2", Kernel: "subsampled:2", Missing: true},
	} {
		must.Refuse(s.Chain())(t, kernel, "%s", s.Kernel)
	}
	for _, name := range Names(FieldKernel) {
		if strings.HasPrefix(name, "unadjusted") || strings.HasPrefix(name, "subsampled") {
			t.Errorf("a page offers %s, which misses its target", name)
		}
	}
}
