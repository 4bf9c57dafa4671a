package explore

import "time"

// Limits bound a question, because the page is open to whoever finds it: a question beyond them is refused in a
// sentence that names the limit.
const (
	MostBytes   = 1 << 20    // of a question, or of a file to load
	MostCells   = 4096       // of a target
	MostStates  = 8192       // that a kernel runs on
	MostLevels  = 10_000     // T
	MostWork    = 20_000_000 // cells times levels of one answer
	MostPoints  = 65         // of a curve that is drawn by hand
	MostFrames  = 201        // steps of Levels
	MostBetas   = 41         // of a Spectrum
	MostSpectra = 256        // states of a Spectrum
	MostTs      = 12         // of a Curve
	MostCurves  = 6          // schedules of a Curve
	MostChains  = 200_000    // in each direction
	MostWalkers = 16
	MostTime    = 30 * time.Second // of one answer
)
