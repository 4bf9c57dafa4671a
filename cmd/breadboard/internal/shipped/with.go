//go:build site

package shipped

import _ "embed"

// Engine holds the engine as WebAssembly, packed by gzip, which .ci/release makes.
//
//go:embed engine.wasm.gz
var Engine []byte
