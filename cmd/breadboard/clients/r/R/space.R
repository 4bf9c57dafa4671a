# Cells of a target. R counts them from 1, and along columns; the program counts from 0, and the last axis runs fastest.

# The places of all cells, from 1, a row each, in the program's order.
all_cells <- function(shape) {
  unname(as.matrix(expand.grid(rev(lapply(shape, seq_len))))[, rev(seq_along(shape)), drop = FALSE])
}

# The program's number of a cell, a vector of its places.
number <- function(cell, shape) {
  if (length(cell) != length(shape) || anyNA(cell) || any(cell < 1 | cell > shape | cell != round(cell))) {
    stop("the sampler returned ", deparse(cell), ", which is no cell of shape ", deparse(shape))
  }
  sum((cell - 1) * rev(cumprod(c(1, rev(shape)[-length(shape)]))))
}

# R's numbers of the program's cells 0, 1 and so on: those that stand in an array of this shape.
r_numbers <- function(shape) as.vector(aperm(array(seq_len(prod(shape)), shape)))

# The program's numbers of R's cells 1, 2 and so on.
program_numbers <- function(shape) order(r_numbers(shape)) - 1

# Numbers in the program's order, as an array of this shape; a vector on one axis.
as_cells <- function(values, shape) {
  if (length(shape) == 1) return(values)
  aperm(array(values, rev(shape)))
}

# The log densities in the program's order, and the shape.
density_of <- function(logf, shape) {
  if (is.function(logf)) {
    if (is.null(shape)) stop("logf is a function, and shape is missing: shape = c(3, 4), say", call. = FALSE)
    return(list(values = apply(all_cells(shape), 1, function(cell) do.call(logf, as.list(cell))), shape = shape))
  }
  if (is.data.frame(logf)) logf <- matrix_of(logf)
  if (!is.numeric(logf)) stop("logf is of type ", typeof(logf), "; numbers, or a function, would do", call. = FALSE)
  found <- if (is.null(dim(logf))) length(logf) else dim(logf)
  if (is.null(shape)) shape <- found
  if (!identical(as.numeric(found), as.numeric(shape))) {
    stop("logf has not the shape ", deparse(shape), "; its own is ", deparse(as.numeric(found)), call. = FALSE)
  }
  list(values = as.vector(aperm(array(logf, shape))), shape = as.numeric(shape))
}

# A data frame as the matrix that it is taken for, which is said.
matrix_of <- function(frame) {
  words <- !vapply(frame, is.numeric, TRUE)
  if (any(words)) {
    stop("column ", which(words)[1], " of logf, ", names(frame)[words][1], ", has no numbers; a data frame whose ",
         "columns are those of the grid would do", call. = FALSE)
  }
  message("logf is a data frame, and is taken as a matrix of ", nrow(frame), " rows and ", ncol(frame),
          " columns of cells")
  unname(as.matrix(frame))
}
