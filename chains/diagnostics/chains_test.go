package diagnostics

import "testing"

// What diagnostics share does not depend on which of them asked first.
func TestSharedWork(t *testing.T) {
	for i, chains := range scenes() {
		shared := NewChains(chains)
		for k := range Catalogue {
			d := Catalogue[len(Catalogue)-1-k]
			if is, want := d.Of(shared), d.Of(NewChains(chains)); !near(is, want, 0) {
				t.Errorf("scene %d: %s is %v after others, %v alone", i, d.Name, is, want)
			}
		}
	}
}
