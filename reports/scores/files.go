package scores

import (
	"io"
	"slices"

	"breadboard/experiments/score"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

// Files are the files of a run: all rows, and for each start the leaderboard at the largest
// budget, the profiles, and box plots of what succeeds there.
func Files(rows []score.Row, unit string) ([]table.File, error) {
	files := table.Data("scores", Data(rows))
	profiles := score.Profiles(rows)
	files = append(files, table.Data("profiles", ProfileData(profiles))...)
	for _, b := range score.Boards(rows) {
		files = append(files, table.Data(startFile("leaderboard", b.Start), Leaderboard(b, unit, table.CSV))...)
		own := slices.DeleteFunc(slices.Clone(profiles), func(p score.Profile) bool { return p.Start != b.Start })
		last := slices.DeleteFunc(slices.Clone(rows), func(r score.Row) bool {
			return r.Start != b.Start || r.Budget != b.Budget
		})
		for _, m := range []figure.Medium{figure.PNG, figure.SVG} {
			files = append(files,
				table.File{Name: startFile("profiles", b.Start) + "." + string(m),
					Write: func(w io.Writer) error { return Profiles(w, m, own, unit) }},
				table.File{Name: startFile("boxes", b.Start) + "." + string(m),
					Write: func(w io.Writer) error { return Boxes(w, m, last) }})
		}
	}
	return table.Render(files)
}

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
