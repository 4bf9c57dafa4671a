package chains

// A SearchResult is a schedule that was chosen for its exact B or J, and how the search for it went (package
// exact/tuning).
type SearchResult struct {
	Schedule    Schedule
	Value       float64 // B or J, as the search is by
	Plain       float64 // the same of a plain chain on the target, at which all levels but the first stand
	Start       string  // the name of the schedule from which the descent started
	Converged   bool    // the gradient is small next to the value, and to lengthen a step of length 0 gains nothing
	Gradient    float64 // the norm of the gradient in the roots of the steps; NaN if Value is infinite
	Evaluations int     // of the gradient, at this T and at the smaller ones on the way
}
