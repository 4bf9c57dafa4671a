package text

import (
	"fmt"
	"sort"
)

// MostBytes bounds the memory that a command takes for the sizes that its user names: 2 GiB.
const MostBytes = 2 << 30

// CheckMemory states the rule of all commands, which holds before anything is made: a size whose bytes, by the
// command's own arithmetic, are above MostBytes is refused. bytes must rise with the size. The error has the bytes of
// n, and the largest size that is not refused.
func CheckMemory(n int, units string, bytes func(n float64) float64) error {
	all := bytes(float64(n))
	if all <= MostBytes {
		return nil
	}
	most := sort.Search(n, func(k int) bool { return !(bytes(float64(k+1)) <= MostBytes) })
	return fmt.Errorf("%s %s take %s of memory, and a command has 2 GiB; use up to %s", Thousands(n), units,
		inGiB(all), Thousands(most))
}

// inGiB writes a number of bytes with three digits, in GiB or a larger unit.
func inGiB(bytes float64) string {
	units := []string{"GiB", "TiB", "PiB", "EiB"}
	size, at := bytes/(1<<30), 0
	for size >= 1000 && at < len(units)-1 {
		size /= 1024
		at++
	}
	return fmt.Sprintf("%.3g %s", size, units[at])
}
