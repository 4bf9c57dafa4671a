package laws

import "testing"

// Every law has a name of its own.
func TestNames(t *testing.T) {
	seen := map[string]Law{}
	for l := range count {
		name := l.String()
		if name == "" {
			t.Errorf("law %d has no name", int(l))
		}
		if other, ok := seen[name]; ok {
			t.Errorf("laws %d and %d are both called %q", int(other), int(l), name)
		}
		seen[name] = l
	}
}
