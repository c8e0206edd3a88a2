import { reasonWords, type AgreementWords } from "#components/study-results/agreement/reason-words.ts";
import { decimal, ends, percent } from "#components/study-results/figure-cells.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { inDigits, inRange } from "#lib/figures/written.ts";
import {
  isTooSmall,
  type AgreementName,
  type AgreementPart,
} from "#lib/study-results/agreement/agreement.ts";

const isShare = (name: AgreementName) => name === "pairwise" || name === "unanimous";

/** What stands in place of a figure, or is wanting in its interval. */
export function tellWhy(
  t: AgreementWords,
  part: AgreementPart,
  name: AgreementName,
  hasIntervals: boolean,
): string[] {
  const wordsOf = reasonWords(t, part);
  const { value, low, reason, discarded } = part.figures[name];
  if (isTooSmall(part)) return [wordsOf("too_few")];
  if (value === null) return [`– ${wordsOf(reason)}`];
  if (!hasIntervals) return [];
  return [
    ...(low === null ? [t("figures.none", { reason: wordsOf(reason) })] : []),
    ...(discarded > 0 ? [t("figures.discarded", { count: discarded })] : []),
  ];
}

type Given = {
  name: AgreementName;
  hasIntervals: boolean;
  /** Where the answers behind it are. */
  href: string;
};

export function tellAgreement(t: AgreementWords, part: AgreementPart, given: Given): Cell {
  const { name, hasIntervals, href } = given;
  const { value, low, high } = part.figures[name];
  const why = tellWhy(t, part, name, hasIntervals).map((text) => ({ line: text, isMuted: true }));
  if (isTooSmall(part) || value === null) return why;
  const figure = isShare(name) ? percent(value) : decimal(value);
  if (!hasIntervals || low === null || high === null) return [{ ...figure, href }, ...why];
  const inWords = (from: number, to: number) =>
    t("figures.range", { low: inDigits(from, 3), high: inDigits(to, 3) });
  const range = ends(low, high, isShare(name) ? inRange : inWords);
  return [{ ...figure, href }, { line: range, isMuted: true }, ...why];
}
