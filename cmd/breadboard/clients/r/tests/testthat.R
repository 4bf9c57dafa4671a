library(testthat)
library(breadboard)
test_check("breadboard")
