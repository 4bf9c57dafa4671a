# The step and the runs are R's: they run here, when the program breadboard asks for them over its pipes.

expect_kernel <- function(step, logf, shape, levels = NULL, seed = 1, ...) {
  cells <- all_cells(shape)
  beta <- 1
  answer <- function(line) {
    if (grepl("\"beta\"", line)) beta <<- as.numeric(sub(",.*", "", sub(".*beta\":", "", line)))
    if (!grepl("\"states\"", line)) return(NULL)
    next_of <- function(x) if (is.null(levels)) step(cells[x + 1, ]) else step(cells[x + 1, ], beta)
    sprintf("%.0f", vapply(numbers(line), function(x) number(next_of(x), shape), 0))
  }
  level <- if (is.null(levels)) list(beta = 1) else list(levels = levels)
  converse(answer, logf, cells, shape, seed, "validate", c(level, list(...)))
}

expect_program <- function(forward, reverse, logf, shape, seed = 1, ...) {
  cells <- all_cells(shape)
  run <- function() {
    made <- forward()
    sprintf("[%.0f,%s]", number(made$cell, shape), weight(made$logw, "forward", -Inf))
  }
  answer <- function(line) {
    if (grepl("\"forward\"", line)) return(replicate(as.integer(gsub("[^0-9]", "", line)), run()))
    if (grepl("\"reverse\"", line)) {
      vapply(numbers(line), function(x) weight(reverse(cells[x + 1, ]), "reverse", Inf), "")
    }
  }
  converse(answer, logf, cells, shape, seed, "aide", c(list(gold = "posterior", "skip-exact" = "true"), list(...)))
}

# A log weight as JSON, which has no infinity: null stands for one of them, and the other is no log weight.
weight <- function(logw, way, null) {
  if (identical(as.numeric(logw), null)) return("null")
  if (!is.finite(logw)) stop(way, " returned the log weight ", logw, "; a finite number or ", null, " would do")
  sprintf("%.17g", logw)
}

# The places of all cells, from 1, a row each, in the order of their numbers: the last axis runs fastest.
all_cells <- function(shape) {
  unname(as.matrix(expand.grid(rev(lapply(shape, seq_len))))[, rev(seq_along(shape)), drop = FALSE])
}

# The number of a cell, from 0.
number <- function(cell, shape) {
  if (length(cell) != length(shape) || anyNA(cell) || any(cell < 1 | cell > shape | cell != round(cell))) {
    stop("the sampler returned ", deparse(cell), ", which is no cell of shape ", deparse(shape))
  }
  sum((cell - 1) * rev(cumprod(c(1, rev(shape)[-length(shape)]))))
}

# The numbers between the brackets of a line.
numbers <- function(line) as.numeric(strsplit(sub("].*", "", sub(".*[[]", "", line)), ",")[[1]])

# The log densities in the order of the cells.
values <- function(logf, cells, shape) {
  if (is.function(logf)) return(apply(cells, 1, function(cell) do.call(logf, as.list(cell))))
  if (!identical(as.numeric(if (is.null(dim(logf))) length(logf) else dim(logf)), as.numeric(shape))) {
    stop("logf has not the shape ", deparse(shape))
  }
  as.vector(aperm(array(logf, shape)))
}

# Answers what the program asks, and returns its verdict, or raises it.
converse <- function(answer, logf, cells, shape, seed, command, options) {
  binary <- c(options$binary, Sys.getenv("BREADBOARD"), "breadboard")
  binary <- Sys.which(binary[binary != ""][1])
  if (binary == "") stop("no program breadboard; the argument binary, the variable BREADBOARD or the PATH may name it")
  options$binary <- NULL
  folder <- tempfile("breadboard")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  write_array(file.path(folder, "logf.npy"), values(logf, cells, shape), shape)
  if (system2("mkfifo", shQuote(file.path(folder, "answers"))) != 0) stop("there is no mkfifo, as on Windows")
  flags <- sprintf("--%s=%s", gsub("_", "-", names(options)), vapply(options, format, "", scientific = FALSE))
  words <- c(normalizePath(binary), command, "--exec=-", "--target=logf.npy", "--timeout=24h",
             paste0("--mc-seed=", seed), flags)
  set.seed(seed)
  questions <- pipe(paste("cd", shQuote(folder), "&& exec", paste(shQuote(words), collapse = " "), "2>&1 <answers"), "r")
  on.exit(try(close(questions), silent = TRUE), add = TRUE, after = FALSE)
  answers <- file(file.path(folder, "answers"), "w", raw = TRUE)  # waits until the program is there
  on.exit(close(answers), add = TRUE, after = FALSE)
  report <- said <- character()
  while (length(line <- readLines(questions, n = 1)) > 0) {
    if (startsWith(line, "{\"")) {  # a question; the report comes after the last
      replies <- answer(line)
      if (!is.null(replies)) {
        cat("[", paste(replies, collapse = ","), "]\n", sep = "", file = answers)
        flush(answers)
      }
    } else if (startsWith(line, "breadboard: ")) {  # how far it is, or what is wrong
      said <- line
      message(line)
    } else {
      report <- c(report, line)
    }
  }
  status <- close(questions)
  judge(report, said, if (is.null(status)) 0 else status %/% 256)
}

# Tells testthat the verdict, or stops with it where there is no testthat.
judge <- function(report, said, code) {
  if (code > 1 || code == 1 && length(report) == 0) stop(said)
  text <- paste(report, collapse = "\n")
  verdict <- if (grepl("exec: -. ", text, fixed = TRUE)) {
    sub("\nWarning.*", "", sub(".*exec: -[.] ", "", text))
  } else {
    sub("\n\n.*", "", text)
  }
  if (grepl("not enough data to tell|Stopped before|cannot be told", verdict)) warning(verdict, call. = FALSE)
  failure <- paste0(verdict, "\nHere cells and places count from 0, so that [1 0] is c(2, 1).")
  if (requireNamespace("testthat", quietly = TRUE)) {
    testthat::expect(code == 0, failure)
  } else if (code != 0) {
    stop(failure)
  }
  invisible(verdict)
}

# Writes float64 as NumPy does, so that a target may have any number of axes.
write_array <- function(path, values, shape) {
  head <- sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%s,), }", paste(shape, collapse = ","))
  head <- paste0(head, strrep(" ", -(nchar(head) + 11) %% 64), "\n")
  file <- file(path, "wb")
  on.exit(close(file))
  writeBin(as.raw(c(0x93, utf8ToInt("NUMPY"), 1, 0)), file)
  writeBin(nchar(head), file, size = 2, endian = "little")
  writeChar(head, file, eos = NULL)
  writeBin(as.double(values), file, endian = "little")
}
