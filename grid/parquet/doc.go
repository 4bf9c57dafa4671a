// Package parquet reads columns of whole numbers from Parquet files of strangers, under a bound on
// memory and time that no file can pass.
//
// A general reader of Parquet believes what a file says of itself: one changed byte makes a list of
// two billion entries, or a page of two gigabytes. So the description and the pages are read here,
// in plain Go, and no claim is believed that was not checked:
//
//   - Lists of the description grow entry by entry, as their bytes are read. The description is at
//     most 16 MiB long and 32 structures deep.
//   - A file has at most 2^27 rows. The columns that are read lie inside the file and share no byte,
//     so that no byte is read twice.
//   - The size of a page is checked before it is believed: against the bytes that are left of its
//     column; against 64 MiB for each of two columns (128 MiB for all columns together, and a quarter of
//     it for dictionaries); against its numbers, at 16 bytes for each and 4 KiB for the page; and against
//     what its codec can make of so many bytes at most, where the codec has such a limit.
//   - Runs and differences are decoded a thousand at a time: a page of few bytes can stand for
//     millions of rows, and they are never held together.
//
// So no more than 512 MiB are held for any file, and time grows with the file's size and its rows.
//
// # Codecs
//
// A codec is used only if its decoder can be held to the size that a page claims, and what comes out
// must have just that size. Snappy and LZ4 (LZ4_RAW) decode into a buffer of the size and refuse what
// does not fit; zstd is limited to the buffer's room and to a window of 8 MiB; gzip and brotli are
// streams, read to the size and no further. The LZ4 of Hadoop and LZO are refused: their frames are
// not specified. Encryption is refused as well.
//
// # Encodings
//
// PLAIN, RLE_DICTIONARY (and PLAIN_DICTIONARY, its old name), DELTA_BINARY_PACKED and
// BYTE_STREAM_SPLIT are all that writers use for whole numbers. Data pages have version 1 or 2. A
// column may be nullable, but a null is an error.
//
// The format: https://github.com/apache/parquet-format, README.md and Encodings.md.
package parquet
