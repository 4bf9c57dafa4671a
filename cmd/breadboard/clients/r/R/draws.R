# Draws, as R has them: an mcmc.list of coda, matrices, arrays, data frames and vectors.

# The file and the flags of draws. Cells count from 1 as R counts: logf[cell] is the density of a cell. A file is read
# as the program reads it.
draws_as_file <- function(draws, space, columns, from, path) {
  if (is.character(draws)) return(list(file = as_path(draws), columns = columns, from = from))
  shape <- space()
  from <- if (is.null(from)) 1 else from
  if (is.data.frame(draws)) return(frame_as_file(draws, shape, columns, from, path))
  chains <- lapply(chains_of(draws, shape, columns), numbers_of, shape = shape, from = from)
  lengths <- vapply(chains, length, 1)
  write_columns(path, list(chain = rep(seq_along(chains), lengths), cell = unlist(chains)))
  list(file = path)
}

# The chains of draws, each a matrix with a draw a row.
chains_of <- function(draws, shape, columns) {
  plain <- function(chain) {
    chain <- unclass(chain)
    attr(chain, "mcpar") <- NULL
    if (is.null(dim(chain))) chain <- matrix(chain, ncol = 1)
    chosen(chain, shape, columns)
  }
  if (is.list(draws)) return(lapply(draws, plain))
  if (inherits(draws, "mcmc")) return(list(plain(draws)))
  if (length(dim(draws)) == 3) { # iterations, chains, variables
    return(lapply(seq_len(dim(draws)[2]), function(chain) plain(matrix(draws[, chain, ], nrow = dim(draws)[1],
                                                                       dimnames = list(NULL, dimnames(draws)[[3]])))))
  }
  places <- !is.null(columns) || length(shape) > 1 && identical(ncol(draws), length(shape))
  if (is.matrix(draws) && !places) { # a chain a column
    return(lapply(seq_len(ncol(draws)), function(chain) draws[, chain, drop = FALSE]))
  }
  list(plain(draws))
}

# The variables of a chain that say its cell.
chosen <- function(chain, shape, columns) {
  if (!is.null(columns)) {
    missing <- setdiff(columns, colnames(chain))
    if (length(missing) > 0) {
      stop("no variable is called ", missing[1], "; the draws have ", listed(colnames(chain)), call. = FALSE)
    }
    chain <- chain[, columns, drop = FALSE]
  }
  if (!ncol(chain) %in% c(1, length(shape))) {
    places <- if (length(shape) > 1) paste(", or the", length(shape), "that are its places")
    stop("the draws have ", ncol(chain), " variables: ", listed(colnames(chain)), "; columns = would name the one ",
         "that is the cell", places, call. = FALSE)
  }
  chain
}

# The program's numbers of the cells of a chain: of R's numbers, or of places along the axes.
numbers_of <- function(chain, shape, from) {
  if (ncol(chain) == 1 && length(shape) > 1) return(program_cells(chain[, 1], shape, from))
  number <- 0
  for (axis in seq_along(shape)) number <- number * shape[axis] + whole(chain[, axis], shape[axis], from, "place")
  number
}

# The program's numbers of R's cells.
program_cells <- function(cells, shape, from) program_numbers(shape)[whole(cells, prod(shape), from, "cell") + 1]

# Whole numbers less the first one, or an error that names the draw.
whole <- function(values, count, from, what) {
  wrong <- which(is.na(values) | values < from | values >= from + count | values != round(values))
  if (length(wrong) > 0) {
    stop("draw ", wrong[1], " is the ", what, " ", format(values[wrong[1]]), "; a whole number from ", from, " to ",
         from + count - 1, " would do", call. = FALSE)
  }
  values - from
}

# Draws in a data frame, by the names of its columns.
frame_as_file <- function(frame, shape, columns, from, path) {
  missing <- setdiff(columns, names(frame))
  if (length(missing) > 0) {
    stop("no column is called ", missing[1], "; the draws have ", listed(names(frame)), call. = FALSE)
  }
  named <- names(columns)
  alone <- if (is.null(named)) columns else columns[named == ""]
  if (length(alone) == 1) names(frame)[match(alone, names(frame))] <- "cell"
  if (length(alone) > 1) names(frame)[match(alone, names(frame))] <- paste0("x_", seq_along(alone))
  for (word in setdiff(named, "")) names(frame)[match(columns[[word]], names(frame))] <- word
  numbered <- intersect(c("cell", "state", "from", "to"), names(frame))
  frame[numbered] <- lapply(frame[numbered], program_cells, shape = shape, from = from)
  places <- grep("^(x_[0-9]+|i|j|((from|to)_)?(row|col)|(from|to)_[0-9]+)$", names(frame))
  frame[places] <- lapply(frame[places], function(place) place - from)
  write_columns(path, frame)
  list(file = path)
}

# Log weights: a vector, a matrix with a group a column, a list of groups, or a data frame.
weights_as_file <- function(values, path) {
  if (is.character(values)) return(as_path(values))
  if (is.data.frame(values)) return(write_columns(path, values))
  npy <- sub("csv$", "npy", path)
  if (is.matrix(values)) return(write_array(npy, values, rev(dim(values)))) # a group a row, as the program has them
  if (!is.list(values)) return(write_array(npy, values, length(values)))
  groups <- rep(seq_along(values), vapply(values, length, 1))
  write_columns(path, list(log_w = unlist(lapply(values, as.vector)), group = groups))
}

# Names, as in a sentence.
listed <- function(names) if (is.null(names)) "no names" else paste(names, collapse = ", ")

as_path <- function(paths) paste(path.expand(paths), collapse = ",")
