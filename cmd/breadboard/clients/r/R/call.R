# From arguments to a command line, and from what the program prints to a result.

# Runs a command. given are the arguments, and options the flag and the kind of each.
run_command <- function(command, given, options) {
  given <- Filter(function(value) !is.null(value) && !identical(value, FALSE), given)
  binary <- find_program(given$binary)
  folder <- tempfile("breadboard")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  functions <- c("step", "rows", "forward", "reverse", "simulate", "loglik")
  asked <- Filter(is.function, given[intersect(names(given), functions)])
  words <- command
  target <- NULL
  if (!is.null(given$logf)) {
    target <- target_of(given$logf, given$shape, folder)
    words <- c(words, target$flag)
  }
  given[c("binary", "logf", "shape", names(asked))] <- NULL
  printed <- command == "protocol" && !is.null(asked$step) # it prints one table, and has no other
  if ("out" %in% names(options) && is.null(given$out) && !printed) given$out <- file.path(folder, "out")
  shape <- if (is.numeric(given$prior)) lengths_of(given$prior) else target$shape
  space <- function() {
    flag <- if (is.character(given$prior)) paste0("--target=", as_path(given$prior)) else target$flag
    if (is.null(shape)) shape <<- shape_of_target(binary, flag, given, options, folder)
    shape
  }
  for (name in intersect(names(given), c(if (command == "draws") "file", if (command == "validate") "moves"))) {
    read <- draws_as_file(given[[name]], space, given$columns, given$from, file.path(folder, paste0(name, ".csv")))
    given[c("columns", "from")] <- list(NULL)
    given <- Filter(Negate(is.null), given)
    given[[name]] <- read$file
    given$columns <- read$columns
    given$from <- read$from
  }
  arguments <- character()
  for (name in names(given)) {
    value <- word_of(given[[name]], options[[name]][2], name, folder, space)
    flag <- options[[name]][1]
    if (flag == "") arguments <- c(arguments, value)
    else words <- c(words, if (isTRUE(value)) flag else paste0(flag, "=", value))
  }
  answer <- NULL
  if (length(asked) > 0) {
    words <- c(words, question_flags(asked, given, options))
    answer <- answers_of(asked, space(), given$mc_seed, given$data)
  }
  told <- talk(c(binary, words[1], arguments, words[-1], "--format=json"), folder, answer)
  result_of(command, told, shape)
}

# The path of the program.
find_program <- function(binary = NULL) {
  named <- c(binary, Sys.getenv("BREADBOARD"), "breadboard")
  path <- unname(Sys.which(named[named != ""][1]))
  if (path == "") {
    stop("no program breadboard; the argument binary, the variable BREADBOARD or the PATH may name it", call. = FALSE)
  }
  normalizePath(path)
}

# Whether there is a program to run.
breadboard_found <- function() !inherits(try(find_program(), silent = TRUE), "try-error")

# The flag that names a target, and its shape where that is known.
target_of <- function(logf, shape, folder) {
  if (is.character(logf)) return(list(flag = paste0("--target=", as_path(logf))))
  density <- density_of(logf, shape)
  path <- write_array(file.path(folder, "logf.npy"), density$values, density$shape)
  list(flag = paste0("--target=", path), shape = density$shape)
}

# The lengths of the axes of an array; of a vector its length.
lengths_of <- function(values) as.numeric(if (is.null(dim(values))) length(values) else dim(values))

# The shape of a target that the program knows: a toy, or a file.
shape_of_target <- function(binary, flag, given, options, folder) {
  same <- given[intersect(names(given), c("toy", "grid", "density", "data", "seed"))]
  words <- c(flag, mapply(function(name, value) paste0(options[[name]][1], "=", value), names(same), same))
  told <- talk(c(binary, "exact", words, "--levels=2", "--kernel=identity", "--format=json"), folder, NULL)
  shape_in(jsonlite::fromJSON(told$text)$grid)
}

# The lengths in the name of a grid, as 7x7.
shape_in <- function(grid) {
  if (!grepl("^[0-9]+(x[0-9]+)*$", grid)) return(NULL)
  as.numeric(strsplit(grid, "x")[[1]])
}

# A value as a word of the command line; TRUE for a flag that stands alone.
word_of <- function(value, kind, name, folder, space) {
  path <- file.path(folder, name)
  if (isTRUE(value) && kind %in% c("switch", "orbits")) return(TRUE)
  if (kind == "time" && is.numeric(value)) return(paste0(value, "s"))
  if (kind == "file" && name %in% c("forward", "reverse")) return(weights_as_file(value, paste0(path, ".csv")))
  if (kind == "file" && name == "matrix" && !is.character(value)) return(write_matrices(path, value, space()))
  if (kind == "file" && is.data.frame(value)) return(write_columns(paste0(path, ".csv"), value))
  if (kind == "file" && is.numeric(value)) return(write_r_array(paste0(path, ".npy"), value))
  if (kind == "file") return(as_path(value))
  if (kind == "spec" && is.numeric(value) && name == "schedule") {
    writeLines(digits(value), path <- paste0(path, ".csv"))
    return(paste0("file:", path))
  }
  if (kind == "spec" && is.numeric(value)) return(paste0("file:", write_r_array(paste0(path, ".npy"), value)))
  if (name == "columns" && !is.null(names(value))) value <- paste0(sub("(.)$", "\\1=", names(value)), value)
  if (is.numeric(value)) value <- sprintf("%.15g", value)
  paste(as.character(value), collapse = ",")
}
