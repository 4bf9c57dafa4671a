// Package must ends a test at an error that it does not expect, in a line:
//
//	plan := must.Have(spec.Plan(build))(t)
//	must.Do(t, os.WriteFile(path, data, 0o644))
package must

// A Test is what testing and rapid call T.
type Test interface {
	Helper()
	Fatal(args ...any)
}

// Have returns what a call has returned beside its error.
func Have[V any](v V, err error) func(t Test) V {
	return func(t Test) V {
		t.Helper()
		Do(t, err)
		return v
	}
}

// Do is for a call that returns an error alone.
func Do(t Test, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
