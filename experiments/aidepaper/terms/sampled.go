package terms

// A Sampled number has a standard error.
type Sampled struct{ Value, Err float64 }
