import { t } from "#lib/reports/words.ts";
import { expectedFields, type ExpectedField } from "#lib/studies/reporting/schema.ts";

/** What only people know and nobody has stated: a mark in the text that nobody can take for a sentence. */
export const gaps = [...expectedFields, "approvalNumber"] as const;
export type Gap = ExpectedField | "approvalNumber";

export const formatGapName = (gap: Gap): string => t(`methods.gaps.${gap}`);
export const markGap = (gap: Gap): string => t("methods.notStated", { what: formatGapName(gap) });

const marks = new Map<string, Gap>(gaps.map((gap) => [markGap(gap), gap]));
const pattern = new RegExp(`(${[...marks.keys()].map((mark) => mark.replace(/[[\]]/g, "\\$&")).join("|")})`);

type Piece = { text: string; gap: Gap | null };

/** A text in pieces, each a mark or what stands between marks. */
export const splitAtGaps = (text: string): Piece[] =>
  text
    .split(pattern)
    .filter((piece) => piece !== "")
    .map((piece) => ({ text: piece, gap: marks.get(piece) ?? null }));

/** The field in which it is stated. */
export const fieldOf = (gap: Gap): ExpectedField => (gap === "approvalNumber" ? "approval" : gap);
