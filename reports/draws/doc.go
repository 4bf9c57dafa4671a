// Package draws writes the runs of a sampler, one a row, as a Parquet file for ArviZ, DuckDB and
// whoever reads Parquet. The file's key-value metadata say what each column means and what the
// runs are of. The README of this folder shows how to read it.
package draws
