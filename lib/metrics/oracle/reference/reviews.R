# Makes reviews.json with R and jsonlite: Rscript reviews.R reviews.json
library(jsonlite)
z <- qnorm(0.975)
version <- paste("R", getRversion())
wilson <- function(x, n) {
  if (n == 0) return(c(NA, NA))
  unname(unlist(prop.test(x, n, correct = FALSE)$conf.int)[1:2])
}
cases <- list()
add <- function(name, metric, input, expected, source) {
  cases[[length(cases) + 1]] <<- list(
    name = name, metric = metric, input = input, expected = expected,
    tolerance = 1e-9, source = paste0(version, ", ", source)
  )
}

bands <- list(
  list(from = 0, rateFrom = 1, rateTo = 1), list(from = 0.92, rateFrom = 0.5, rateTo = 0.3),
  list(from = 0.95, rateFrom = 0.1, rateTo = 0.05)
)
rate_at <- function(a) {
  if (a < 0.92) 1
  else if (a < 0.95) approx(c(0.92, 0.95), c(0.5, 0.3), a)$y
  else approx(c(0.95, 1), c(0.1, 0.05), a)$y
}
for (by in c("estimate", "wilson")) for (counts in list(c(180, 193), c(480, 494), c(978, 1000), c(50, 50), c(86, 100))) {
  accuracy <- if (by == "estimate") counts[1] / counts[2] else wilson(counts[1], counts[2])[1]
  add(
    paste("rate by", by, "after", counts[1], "of", counts[2]), "check_rate",
    list(first = 50, by = by, bands = bands, decided = 1000, right = counts[1], reviewed = counts[2]),
    list(rate = rate_at(accuracy), accuracy = accuracy), "prop.test without correction, approx"
  )
}

set.seed(18)
for (kind in c("rates that fell", "all right")) {
  rate <- c(rep(1, 50), seq(0.5, 0.3, length.out = 40), seq(0.1, 0.05, length.out = 30))
  right <- if (kind == "all right") rep(TRUE, 120) else runif(120) < 0.93
  w <- 1 / rate
  p <- weighted.mean(right, w)
  more <- sum(w^2) / sum(w)
  y <- sum(w[!right]) + more / 2; v <- sum(w[!right]^2) + more^2 / 2
  bounds <- 1 - qbeta(c(0.975, 0.025), y^2 / v, (sum(w) + more - y) * y / v)
  if (all(right)) bounds[2] <- 1
  plain <- wilson(sum(right), 120)
  if (all(right)) plain[2] <- 1
  add(
    paste("accuracy of checks,", kind), "checked_accuracy", list(rate = rate, right = right),
    list(
      right = sum(right), reviewed = 120,
      naive = list(value = mean(right), low = plain[1], high = plain[2]),
      weighted = list(value = p, low = bounds[1], high = bounds[2])
    ),
    "weighted.mean with weights 1/rate; Jeffreys' interval of a weighted count with qbeta"
  )
}

for (kind in c("some found", "none found")) {
  n <- 900
  annotator <- rep(0:2, each = 300)
  band <- rep(c(NA, 1, 2), each = 100, times = 3)
  rate <- ifelse(is.na(band), 1, ifelse(band == 1, 0.4, 0.08))
  checked <- runif(n) < rate
  wrong <- checked & kind == "some found" & runif(n) < 0.09
  w <- (1 - rate) / rate
  y <- sum(w[wrong]); v <- sum((w * (w + 1))[wrong])
  total <- sum(!checked); more <- mean(w[!checked])
  y1 <- y + more; v1 <- v + more * (more + 1)
  ends <- function(p, m, v) total * qbeta(p, m^2 / v, total * m / v - m^2 / v + 1)
  add(
    paste("errors that remain,", kind), "remaining_errors",
    list(annotator = annotator, band = band, rate = rate, checked = checked, wrong = wrong, among = 700),
    list(
      value = y, low = if (y == 0) 0 else floor(ends(0.025, y, v)), high = ends(0.975, y1, v1),
      found = sum(wrong), checked = sum(checked), unchecked = total,
      rate = list(value = y / 700, high = ends(0.975, y1, v1) / 700)
    ),
    "sums of (1 - rate) / rate; Fay and Feuer's interval with qbeta"
  )
}

for (table in list(c(412, 9, 14, 65), c(88, 3, 1, 0))) {
  a <- rep(c(0, 0, 1, 1), table); b <- rep(c(0, 1, 0, 1), table)
  n <- sum(table); same <- sum(a == b); bounds <- wilson(same, n)
  m <- matrix(table, 2, byrow = TRUE) / n
  po <- sum(diag(m)); pe <- sum(rowSums(m) * colSums(m)); k <- (po - pe) / (1 - pe)
  s <- 0
  for (i in 1:2) for (j in 1:2) s <- s + m[i, j] * (if (i == j) (1 - (rowSums(m)[i] + colSums(m)[i]) * (1 - k))^2
    else ((1 - k)^2 * (colSums(m)[i] + rowSums(m)[j])^2))
  se <- sqrt((s - (k - pe * (1 - k))^2) / n) / (1 - pe)
  add(
    paste("two judgements of", n, "things"), "agree_in_pairs", list(a = a, b = b, answers = 2),
    list(
      n = n, same = same, agreement = list(value = po, low = bounds[1], high = bounds[2]),
      freeMarginal = list(value = 2 * po - 1, low = 2 * bounds[1] - 1, high = 2 * bounds[2] - 1),
      cohen = list(value = k, low = max(-1, k - z * se), high = min(1, k + z * se))
    ),
    "prop.test without correction; the variance of Fleiss, Cohen and Everitt by matrices"
  )
}

final <- rep(c(TRUE, FALSE), c(300, 100)); filter <- c(rep(c(TRUE, FALSE), c(280, 20)), rep(c(TRUE, FALSE), c(35, 65)))
precision <- wilson(65, 85); recall <- wilson(65, 100); agreement <- wilson(345, 400)
add(
  "a filter beside final decisions", "filter_figures", list(filter = filter, final = final),
  list(
    n = 400, agreement = list(value = 345 / 400, low = agreement[1], high = agreement[2]),
    precision = list(value = 65 / 85, low = precision[1], high = precision[2]),
    recall = list(value = 65 / 100, low = recall[1], high = recall[2])
  ), "prop.test without correction"
)

for (days in list(c(310, 295, 420, 380, 305), c(0, 900, 20, 610, 0, 700))) {
  left <- 5000; m <- mean(days); s <- sd(days); d <- length(days); t <- qt(0.975, d - 1)
  gap <- function(T) m * T - left - t * s * sqrt(T + T^2 / d)
  high <- tryCatch(uniroot(gap, c(left / m, 1e6), tol = 1e-12)$root, error = function(e) NA)
  low <- uniroot(function(T) m * T - left + t * s * sqrt(T + T^2 / d), c(1e-9, left / m), tol = 1e-12)$root
  add(
    paste("done in, from", d, "days"), "finish_in", list(left = left, perDay = days),
    list(days = left / m, low = low, high = high), "uniroot of t standard errors, qt"
  )
}

about <- "Figures of reviews, made by reviews.R."
write(toJSON(list(about = about, cases = cases), auto_unbox = TRUE, digits = 15, na = "null", pretty = FALSE), commandArgs(TRUE)[1])
