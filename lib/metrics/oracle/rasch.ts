import * as read from "#lib/metrics/oracle/input.ts";
import { readAnswers, readScores } from "#lib/metrics/oracle/two-way.ts";
import { raschScale } from "#lib/metrics/rasch/scale.ts";

/** Answers of people by person and case, and of models a list each with a place for every case; a reason where no scale carries them. */
export function scoreRasch(given: read.Input): unknown {
  const input = readAnswers(given, "score", read.readNumber(given.cases, "cases"));
  const scale = raschScale(input, read.readRows(given.models ?? [], "models", readScores));
  return typeof scale === "string" ? { reason: scale } : scale;
}
