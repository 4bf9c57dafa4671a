// Package shipped holds the page's engine in released programs. A program cannot embed itself in another form, so the
// engine is made first: .ci/release makes engine.wasm.gz, and builds the program with the tag site, which embeds that
// file. In a program without the tag there is no engine, and `breadboard explore --site` builds it.
package shipped
