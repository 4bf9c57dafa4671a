# The program, run once for a command: what it asks, what it prints, and how it ends.

# Runs a command line, and answers what it asks. answer takes a question, a line, and returns the answers as words of
# JSON; it is NULL if nothing is asked. What is wrong is an error, in the program's own sentence.
talk <- function(words, folder, answer) {
  table <- file.path(folder, "table.json")
  fifo <- file.path(folder, "answers")
  streams <- paste("2>&1 </dev/null >", shQuote(table))
  if (!is.null(answer)) {
    if (system2("mkfifo", shQuote(fifo)) != 0) stop("there is no mkfifo, as on Windows", call. = FALSE)
    streams <- paste("2>&1 <", shQuote(fifo))
  }
  program <- pipe(paste("exec", paste(shQuote(words), collapse = " "), streams), "r")
  on.exit(try(close(program), silent = TRUE))
  if (!is.null(answer)) {
    answers <- file(fifo, "w", raw = TRUE) # waits until the program is there
    on.exit(close(answers), add = TRUE, after = FALSE) # the program ends when it has no answers, and is waited for
  }
  said <- report <- character()
  while (length(line <- readLines(program, n = 1)) > 0) {
    if (grepl("^breadboard: \\w+: .* after [0-9]", line)) {
      message(line) # how far it is
    } else if (startsWith(line, "breadboard: ")) {
      said <- c(said, in_r(sub("breadboard: ", "", line), folder))
    } else if (startsWith(line, "{\"") && !is.null(answer)) { # a question; the table comes after the last
      replies <- answer(line)
      if (!is.null(replies)) {
        cat("[", paste(replies, collapse = ","), "]\n", sep = "", file = answers)
        flush(answers)
      }
    } else {
      report <- c(report, line)
    }
  }
  status <- close(program)
  code <- if (is.null(status)) 0 else status %/% 256
  if (is.null(answer)) report <- readLines(table, warn = FALSE)
  text <- gsub(paste0(folder, "/"), "", paste(report, collapse = "\n"), fixed = TRUE)
  if (code > 1 || text == "") {
    if (length(said) == 0) said <- paste("the program ended with exit code", code)
    stop(paste(said, collapse = "\n"), call. = FALSE)
  }
  for (sentence in setdiff(said, "a law is broken")) message(sentence)
  list(text = text, ok = code == 0)
}

# A sentence of the program as R has its words: --mc-seed is mc_seed, and -T is T.
in_r <- function(sentence, folder) {
  sentence <- gsub("--target", "--logf", gsub(paste0(folder, "/"), "", sentence, fixed = TRUE))
  flags <- gregexpr("--[a-z][a-z-]*", sentence)
  name <- function(flag) gsub("-", "_", sub("^--", "", flag))
  regmatches(sentence, flags) <- lapply(regmatches(sentence, flags), name)
  gsub("(^|\\s)-([A-Z])(?!\\S)", "\\1\\2", sentence, perl = TRUE)
}

# The flags that make a command ask.
question_flags <- function(asked, given, options) {
  if (is.null(asked$simulate) != is.null(asked$loglik)) {
    stop("simulate and loglik belong together: a model draws data, and tells how likely they are", call. = FALSE)
  }
  c(if (!is.null(asked$simulate)) "--model=-",
    if (any(c("step", "rows", "forward") %in% names(asked))) "--exec=-",
    if ("timeout" %in% names(options) && is.null(given$timeout)) "--timeout=24h",
    if (!is.null(asked$rows) && identical(options$rows[2], "switch")) "--rows",
    if (!is.null(asked$step) && taken(asked$step) == 1 && "beta" %in% names(options) &&
        is.null(given$beta) && is.null(given$T)) "--beta=1")
}

# How many arguments a step takes beside a density, logf, which goes by its name.
taken <- function(step) length(setdiff(names(formals(args(step))), "logf"))

# The answers of functions of the caller's, which run here: moves, rows, runs and data. Cells count from 1.
answers_of <- function(asked, shape, seed, data = NULL) {
  cells <- all_cells(shape)
  set.seed(if (is.null(seed)) 1 else seed)
  beta <- 1
  matrix <- logf <- NULL
  told_density <- !is.null(asked$step) && "logf" %in% names(formals(args(asked$step)))
  move <- function(x) {
    arguments <- list(cells[x + 1, ], beta)[seq_len(taken(asked$step))]
    if (told_density) arguments$logf <- logf
    number(do.call(asked$step, arguments), shape)
  }
  shapes <- list() # of data, by how many numbers they have
  remember <- function(y) shapes[[as.character(length(y))]] <<- lengths_of(y)
  if (is.numeric(data)) remember(data)
  simulated <- function(x) {
    y <- asked$simulate(cells[x + 1, ])
    remember(y)
    digits(as.vector(aperm(array(y, lengths_of(y)))))
  }
  likelihoods <- function(numbers) {
    of <- shapes[[as.character(length(numbers))]]
    logs <- asked$loglik(if (is.null(of)) numbers else as_cells(numbers, of))
    if (length(logs) != prod(shape)) {
      stop("loglik returned ", length(logs), " numbers; log p(y | x) of each of ", prod(shape), " cells would do")
    }
    logs <- as.vector(aperm(array(logs, shape)))
    ifelse(logs == -Inf, "null", digits(logs))
  }
  row <- function(x) {
    at <- r_numbers(shape)
    paste0("[", paste(digits(matrix[at[x + 1], at]), collapse = ","), "]")
  }
  aim <- function() {
    more <- if (length(formals(args(asked$rows))) > 1) list(logf)
    matrix <<- as.matrix(do.call(asked$rows, c(list(beta), more)))
    if (!identical(dim(matrix), rep(as.integer(prod(shape)), 2))) {
      stop("rows(", beta, ") has the shape ", deparse(dim(matrix)), "; a matrix with a row and a column for each of ",
           prod(shape), " cells would do")
    }
  }
  run <- function() {
    made <- asked$forward()
    sprintf("[%.0f,%s]", number(made$cell, shape), log_weight(made$logw, "forward", -Inf))
  }
  function(line) {
    told <- jsonlite::fromJSON(line)
    if (!is.null(told$beta)) {
      beta <<- told$beta
      logf <<- as_cells(ifelse(is.na(told$logf), -Inf, told$logf), shape)
      matrix <<- NULL
    }
    if (!is.null(told$states)) return(sprintf("%.0f", vapply(told$states, move, 0)))
    if (!is.null(told$simulate)) return(simulated(told$simulate))
    if (!is.null(told$loglik)) return(likelihoods(told$loglik))
    if (!is.null(told$rows)) {
      if (is.null(matrix)) aim()
      return(vapply(told$rows, row, ""))
    }
    if (!is.null(told$forward)) return(replicate(told$forward, run()))
    if (!is.null(told$reverse)) {
      return(vapply(told$reverse, function(x) log_weight(asked$reverse(cells[x + 1, ]), "reverse", Inf), ""))
    }
  }
}

# A log weight as JSON, which has no infinity: null is that of a run which the other way never makes.
log_weight <- function(logw, way, none) {
  if (identical(as.numeric(logw), none)) return("null")
  if (!is.finite(logw)) stop(way, " returned the log weight ", logw, "; a finite number, or ", none, ", would do")
  sprintf("%.17g", logw)
}
