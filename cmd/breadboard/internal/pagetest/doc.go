// Package pagetest has tests alone: they use the explorer's page as a reader does, in a real Chromium, with the built
// program behind it. What the page shows is held to what the program's other commands print.
//
//	.ci/chromium                                         # installs Debian's Chromium, as root
//	go test ./cmd/breadboard/internal/pagetest           # a short visit
//	BREADBOARD_LONG=1 go test ./cmd/breadboard/internal/pagetest   # all of it, in a minute or so
//	BREADBOARD_LONG=1 go test ./cmd/breadboard/internal/pagetest -run Paint
//
// Without a browser the tests are skipped; where the variable CI is true they fail.
// TestReadmePicture makes a picture to look at, if -args -out DIR says where.
package pagetest
