package scores

import (
	"io"
	"regexp"
	"slices"

	"breadboard/experiments/score"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// shownPoints is how many points a panel of Figure 3 has, at most.
const shownPoints = 600

// Files are the files of a run: all rows and points, and for each start the leaderboard at the largest
// budget, the profiles, box plots of the averages that succeed there, and Figure 3.
func Files(r score.Result) ([]table.File, error) {
	rows, unit := r.Rows, r.Equal().Unit()
	files := append(table.Data("scores", Data(rows)), table.Data("calibration", pointData(r.Points))...)
	profiles := score.Profiles(rows)
	files = append(files, table.Data("profiles", ProfileData(profiles))...)
	for _, b := range score.Boards(rows) {
		files = append(files, table.Data(startFile("leaderboard", b.Start), Leaderboard(b, unit, table.CSV))...)
		own := slices.DeleteFunc(slices.Clone(profiles), func(p score.Profile) bool { return p.Start != b.Start })
		last := slices.DeleteFunc(slices.Clone(rows), func(r score.Row) bool {
			return r.Start != b.Start || r.Budget != b.Budget || r.Distance()
		})
		points := score.Figure3(r.Points, b.Start, shownPoints)
		add := func(name string, draw func(w io.Writer, m figure.Medium) error) {
			files = append(files, figure.Files(startFile(name, b.Start), figure.ForScreen, draw)...)
		}
		add("profiles", func(w io.Writer, m figure.Medium) error { return Profiles(w, m, own, unit) })
		add("boxes", func(w io.Writer, m figure.Medium) error { return Boxes(w, m, last) })
		if len(points) > 0 {
			add("calibration", func(w io.Writer, m figure.Medium) error {
				return Calibration(w, m, points, points[0].Chains)
			})
		}
	}
	return table.Render(files)
}

// Names are the files that a score has, whatever its starts.
var Names = table.Names("csv json", "scores", "calibration", "profiles")

// Stale reports whether a file of an earlier score goes if this one has none of its name: a file about one start.
func Stale(name string) bool { return startName.MatchString(name) }

// startName is the form of the names of files about one start.
var startName = regexp.MustCompile(`^(leaderboard|profiles|boxes|calibration)-.*\.[a-z]+$`)

// startFile is the name of a file about one start: cell:3 is cell-3 there.
func startFile(name, start string) string {
	safe := []byte(name + "-" + start)
	for i, c := range safe {
		if c == ':' || c == '/' {
			safe[i] = '-'
		}
	}
	return string(safe)
}
