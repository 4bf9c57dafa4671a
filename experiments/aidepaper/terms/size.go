package terms

// A Size says how finely to study.
type Size struct {
	Quick bool // fewer runs and smaller programs; the reports say so
}
