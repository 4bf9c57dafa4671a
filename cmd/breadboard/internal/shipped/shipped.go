// Package shipped has the engine of the page in programs that are given away. No program can hold itself in another
// form, so the engine is made first: .ci/release makes engine.wasm.gz, and builds the program with the tag site, which
// puts that file into it. In a program without the tag there is none, and `breadboard explore --site` builds it.
package shipped
