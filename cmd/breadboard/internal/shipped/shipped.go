// Package shipped holds the page's engine in released executables. An executable cannot embed itself in another form,
// so the engine is made first: .ci/release makes engine.wasm.gz, and builds breadboard with the tag site, which embeds
// that file. An executable without the tag has no engine, and `breadboard explore --site` builds it.
package shipped
