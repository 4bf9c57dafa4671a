# What a command answers: a data frame with a row for each row of its table, or a list where the answer has parts.

# Columns of no interest in a table that people read.
hidden <- c("keys", "version", "commit", "go", "spec", "key")

# The result of what the program told. Columns of cells, such as q and p, have the shape of the target.
result_of <- function(command, told, shape) {
  value <- jsonlite::fromJSON(told$text, simplifyMatrix = FALSE)
  if (is.data.frame(value)) {
    value <- in_shape(value, shape)
  } else if (is.null(value$keys) && all(vapply(value, is.data.frame, TRUE))) { # several tables, by name
    value <- lapply(value, in_shape, shape = shape)
  }
  attr(value, "command") <- command
  attr(value, "ok") <- told$ok
  attr(value, "verdict") <- verdict_of(command, value, told$ok)
  class(value) <- c("breadboard", if (is.data.frame(value)) "data.frame")
  value
}

# Lists of a number for each cell as arrays, and numbers of cells as R counts them.
in_shape <- function(frame, shape) {
  for (name in names(frame)) {
    column <- frame[[name]]
    if (!is.list(column) || is.data.frame(column)) next
    for (row in seq_len(nrow(frame))) {
      own <- if (is.null(shape) && !is.null(frame$grid)) shape_in(frame$grid[row]) else shape
      values <- column[[row]]
      if (is.null(own) || !is.numeric(values)) next
      if (name == "lacking") column[[row]] <- r_numbers(own)[values + 1]
      else if (length(values) == prod(own)) column[[row]] <- as_cells(values, own)
    }
    frame[[name]] <- column
  }
  frame
}

# The verdict in words, with the likely cause and what to do; "" where the command has none.
verdict_of <- function(command, value, ok) {
  first <- function(name) {
    found <- value[[name]]
    if (is.character(found) && length(found) > 0 && !is.na(found[1])) found[1] else NULL
  }
  words <- c(first("verdict"), first("exec_verdict"), "")[1]
  advice <- if (is.list(value$cause) && is.character(value$cause$advice)) value$cause$advice[1]
  if (!is.null(advice) && !is.na(advice)) words <- paste0(words, "; what to do: ", advice)
  if (!is.null(first("why"))) words <- paste0(words, ": ", first("why"))
  if (words == "" && !ok) words <- paste0(command, ": a law is broken")
  words
}

# A verdict as lines. The program's numbers of cells are said to be so.
sentences <- function(verdict) {
  lines <- strsplit(gsub("; (\\w)", ".\n\\U\\1", verdict, perl = TRUE), "\n")[[1]]
  if (length(lines) > 1) lines[length(lines)] <- paste0(lines[length(lines)], ".")
  if (grepl("cells? [0-9]", verdict)) lines <- c(lines, "Here cells and places count from 0, so that [1 0] is c(2, 1).")
  unlist(lapply(lines, strwrap, width = 78, exdent = 2))
}

# Numbers and words alone, in columns that have any.
as.data.frame.breadboard <- function(x, ...) {
  if (!is.data.frame(x)) {
    frames <- Filter(is.data.frame, x)
    if (length(frames) == 0) stop("this result has no table; names(x) has its parts", call. = FALSE)
    return(as.data.frame(frames[[1]]))
  }
  frame <- x
  class(frame) <- "data.frame"
  attributes(frame)[c("command", "ok", "verdict")] <- NULL
  told <- vapply(frame, function(column) !is.list(column) && !all(is.na(column)), TRUE)
  frame[told & !names(frame) %in% hidden]
}

# The verdict, then what is alike in all rows, then the rows.
print.breadboard <- function(x, ...) {
  verdict <- attr(x, "verdict")
  if (!is.null(verdict) && verdict != "") cat(sentences(verdict), sep = "\n")
  if (!is.data.frame(x)) {
    parts <- setdiff(names(Filter(function(part) length(part) > 0, unclass(x))), hidden)
    cat(strwrap(paste("Its parts:", paste(parts, collapse = ", ")), 78, exdent = 2), sep = "\n")
    return(invisible(x))
  }
  frame <- as.data.frame(x)
  alike <- vapply(frame, function(column) length(unique(column)) == 1, TRUE)
  if (nrow(frame) > 1 && any(alike)) {
    same <- vapply(frame[alike], function(column) format(column[1], digits = 5), "")
    cat(strwrap(paste(names(same), same, collapse = "; "), 78), sep = "\n")
    frame <- frame[!alike]
  }
  if (nrow(frame) == 1) {
    cat(paste0(format(names(frame)), "  ", vapply(frame, format, "", digits = 5)), sep = "\n")
  } else {
    print(frame, digits = 5, row.names = FALSE)
  }
  for (warning in unlist(x$warnings)) cat(strwrap(paste0("warning: ", warning), 78, exdent = 2), sep = "\n")
  lists <- setdiff(names(x)[vapply(unclass(x), is.list, TRUE)], "warnings")
  if (length(lists) > 0) {
    cat("and, as lists with an entry for each row: ", paste(lists, collapse = ", "), "\n", sep = "")
  }
  invisible(x)
}
