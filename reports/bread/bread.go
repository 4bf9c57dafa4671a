// Package bread prints BREAD's own paper and protocol as studies (package reports/study): what `breadboard reproduce`
// (paper.go) and `breadboard protocol` (protocol.go; drawn.go with a kernel of one's own) write and show. The folder
// prose has the words of the page. The folders reports/paper and reports/protocol hold the files that these commands
// wrote.
package bread

import (
	"embed"

	"breadboard/reports/study"
)

//go:embed prose
var files embed.FS

var prose = study.NewProse(files)
