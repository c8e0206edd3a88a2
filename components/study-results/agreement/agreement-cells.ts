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
export function tellWhy(t: AgreementWords, part: AgreementPart, name: AgreementName): string | null {
  const wordsOf = reasonWords(t, part);
  const { value, low, reason } = part.figures[name];
  if (isTooSmall(part)) return wordsOf("too_few");
  if (value === null) return `– ${wordsOf(reason)}`;
  return low === null ? t("figures.none", { reason: wordsOf(reason) }) : null;
}

/** `href` leads to the answers behind it. */
export function tellAgreement(
  t: AgreementWords,
  part: AgreementPart,
  { name, href }: { name: AgreementName; href: string },
): Cell {
  const { value, low, high } = part.figures[name];
  const text = tellWhy(t, part, name);
  const why = text !== null && { line: text, isMuted: true };
  if (isTooSmall(part) || value === null) return [why];
  const figure = isShare(name) ? percent(value) : decimal(value);
  const level = name === "alpha" &&
    part.level !== null && { line: t(`figures.levels.${part.level}`), isMuted: true };
  if (low === null || high === null) return [{ ...figure, href }, level, why];
  const inWords = (from: number, to: number) =>
    t("figures.range", { low: inDigits(from, 3), high: inDigits(to, 3) });
  const range = ends(low, high, isShare(name) ? inRange : inWords);
  return [{ ...figure, href }, { line: range, isMuted: true }, level];
}
