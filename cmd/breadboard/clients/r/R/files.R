# Values of R as files that the program reads.

# Writes float64 as NumPy does, in the program's order, so that an array may have any number of axes.
write_array <- function(path, values, shape) {
  head <- sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%s,), }", paste(shape, collapse = ","))
  head <- paste0(head, strrep(" ", -(nchar(head) + 11) %% 64), "\n")
  file <- file(path, "wb")
  on.exit(close(file))
  writeBin(as.raw(c(0x93, utf8ToInt("NUMPY"), 1, 0)), file)
  writeBin(nchar(head), file, size = 2, endian = "little")
  writeChar(head, file, eos = NULL)
  writeBin(as.double(values), file, endian = "little")
  path
}

# Writes an array in R's order.
write_r_array <- function(path, values) {
  shape <- if (is.null(dim(values))) length(values) else dim(values)
  write_array(path, as.vector(aperm(array(values, shape))), shape)
}

# Writes columns with their names, and with every digit.
write_columns <- function(path, columns) {
  words <- lapply(columns, function(column) if (is.numeric(column)) digits(column) else as.character(column))
  writeLines(c(paste(names(columns), collapse = ","), do.call(paste, c(unname(words), sep = ","))), path)
  path
}

# Numbers with every digit, as the program reads them.
digits <- function(values) {
  words <- sprintf("%.17g", values)
  words[is.na(values)] <- "nan"
  words[is.infinite(values)] <- ifelse(values[is.infinite(values)] > 0, "inf", "-inf")
  words
}

# A matrix of a kernel, or several by their betas, in the program's order of cells.
write_matrices <- function(path, value, shape) {
  ordered <- function(matrix) {
    if (is.null(shape) || nrow(matrix) != prod(shape)) return(matrix)
    at <- r_numbers(shape)
    matrix[at, at, drop = FALSE]
  }
  if (!is.list(value)) return(write_r_array(paste0(path, ".npy"), ordered(as.matrix(value))))
  if (is.null(names(value))) {
    stop("matrix is a list without names; its betas, as in list(\"0.5\" = K), would do", call. = FALSE)
  }
  dir.create(path)
  for (beta in names(value)) {
    write_r_array(file.path(path, sprintf("beta-%s.npy", beta)), ordered(as.matrix(value[[beta]])))
  }
  path
}
