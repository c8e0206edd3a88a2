import { csvLine } from "#lib/files/csv/cell.ts";
import meanings from "#lib/review-exports/columns.json" with { type: "json" };
import { type ReviewFileChoice, type ReviewFileKind, reviewFileKinds } from "#lib/review-exports/schema.ts";
import { textIn, type ReviewWords } from "#lib/reviews/plan/schema.ts";
import { finalDecisions, stands } from "#lib/reviews/results/items.ts";
import type { CheckRow, DecisionRow, ReviewRows } from "#lib/reviews/results/rows-queries.ts";

type Value = string | number | null;
type Row = Readonly<Record<string, Value>>;
type Texts = ReviewFileChoice["texts"];

const dayMs = 24 * 60 * 60_000;
const flag = (is: boolean | null): Value => (is === null ? null : Number(is));

const makers: Readonly<Record<ReviewFileKind, (rows: ReviewRows, texts: Texts) => Row[]>> = {
  items: listItems,
  decisions: listDecisions,
  checks: listChecks,
};

/** The columns of a file and its rows, by name. Members have numbers only. */
export function makeReviewFile(
  rows: ReviewRows,
  kind: ReviewFileKind,
  texts: Texts,
): { columns: string[]; rows: Row[] } {
  const columns = Object.keys(meanings[kind]).filter((name) => texts === "with" || name !== "comment");
  return { columns, rows: makers[kind](rows, texts) };
}

export function* renderReviewFile(
  rows: ReviewRows,
  { kind, format, texts }: ReviewFileChoice,
): Generator<string> {
  const file = makeReviewFile(rows, kind, texts);
  if (format === "csv") yield `\uFEFF${csvLine(file.columns)}`;
  for (const row of file.rows) {
    const cells = file.columns.map((name) => row[name] ?? null);
    yield format === "csv"
      ? csvLine(cells)
      : `${JSON.stringify(Object.fromEntries(file.columns.map((name, i) => [name, cells[i]])))}\n`;
  }
}

function listItems(rows: ReviewRows): Row[] {
  const finalOf = new Map(finalDecisions(rows).map((final) => [final.item, final]));
  const accepted = new Set(rows.batches.filter(({ isAccepted }) => isAccepted).map(({ number }) => number));
  return rows.items.map((item, at) => {
    const final = finalOf.get(at);
    return {
      item: item.number,
      track: item.track,
      case: item.key,
      case_version: item.version,
      batch: item.batch,
      batch_accepted: flag(accepted.has(item.batch)),
      round: item.round,
      decided: flag(final !== undefined),
      accepted: flag(final?.accepts ?? null),
      reason: final?.reason ?? null,
      corrected: flag(final?.isCorrected ?? null),
      awaits_check: flag(final?.isPending ?? null),
    };
  });
}

const simulatedOf = ({ members }: ReviewRows) =>
  new Set(members.filter(({ isSimulated }) => isSimulated).map(({ number }) => number));

function listDecisions(rows: ReviewRows, texts: Texts): Row[] {
  const simulated = simulatedOf(rows);
  return rows.decisions.map((one) => ({
    item: rows.items[one.item]?.number ?? null,
    round: one.round,
    annotator: one.annotator,
    simulated: flag(simulated.has(one.annotator)),
    ordinal: one.ordinal,
    revision: one.revision,
    accepts: flag(one.accepts),
    reason: one.reason,
    days: daysOf(rows, one),
    rate: one.rate,
    band: one.band,
    drawn: flag(one.isDrawn),
    drawn_twice: flag(one.isDrawnTwice),
    reviewed_before: one.reviewedBefore,
    right_before: one.rightBefore,
    ...(texts === "with" && { comment: one.comment }),
  }));
}

const daysOf = ({ review }: ReviewRows, { givenAt }: { givenAt: number }): number =>
  (givenAt - review.openedAt.getTime()) / dayMs;

function listChecks(rows: ReviewRows, texts: Texts): Row[] {
  const simulated = simulatedOf(rows);
  const describe = (decision: DecisionRow, check: CheckRow, place: 1 | 2): Row => ({
    item: rows.items[decision.item]?.number ?? null,
    round: decision.round,
    place,
    annotator: decision.annotator,
    reviewer: check.reviewer,
    simulated: flag(simulated.has(check.reviewer)),
    right: flag(check.isRight),
    error_type: check.errorType,
    corrected_accepts: flag(check.correctedAccepts),
    corrected_reason: check.correctedReason,
    blind_accepts: flag(check.blind?.accepts ?? null),
    blind_reason: check.blind?.reason ?? null,
    dispute: check.dispute,
    stands: flag(stands(check)),
    audit_drawn: flag(check.isAuditDrawn),
    auditor: check.audit?.auditor ?? null,
    audit_agrees: flag(check.audit?.agrees ?? null),
    days: daysOf(rows, check),
    ...(texts === "with" && { comment: check.comment }),
  });
  return rows.decisions.flatMap((decision) => [
    ...(decision.check ? [describe(decision, decision.check, 1)] : []),
    ...(decision.second ? [describe(decision, decision.second, 2)] : []),
  ]);
}

const rowsOf = {
  items: "One row per item of the review.",
  decisions: "One row per item and round that somebody decided, as the decision stands now.",
  checks: "One row per check of a decision.",
} as const;

const always = `- CSV: UTF-8 with a byte-order mark, a header row, commas, CRLF line endings. An empty field means no value. Text that a spreadsheet would read as a formula is preceded by an apostrophe.
- JSON Lines: one object per line with the same fields, text unchanged; \`null\` means no value.
- Members have numbers only: no names, and no times of day.
- Join decisions and checks by \`item\` and \`round\`, and items with the benchmark by \`track\` and \`case\`.`;

/** What each column of the files is, and what the keys of the plan's lists are called. */
export function renderReviewCodebook(
  { review, settings }: Pick<ReviewRows, "review" | "settings">,
  texts: ReviewFileChoice["texts"],
): string {
  const named = (list: readonly { key: string; words: ReviewWords }[]) =>
    list.map(({ key, words }) => `- \`${key}\`: ${textIn(words, "en")}`).join("\n");
  const tables = reviewFileKinds.map((kind) => {
    const columns = Object.entries(meanings[kind]).filter(([name]) => texts === "with" || name !== "comment");
    const lines = columns.map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
    return [`## ${kind}`, "", rowsOf[kind], "", "| column | meaning |", "|---|---|", ...lines].join("\n");
  });
  return [
    `# Codebook: ${review.title}`,
    ...(review.hasSimulated
      ? ["**Simulated members took part. Where `simulated` is 1, a program made up the row.**"]
      : []),
    always,
    ...tables,
    `## Reasons\n\n${named(settings.decisions.reasons)}`,
    `## Error types\n\n${named(settings.errorTypes)}`,
    "",
  ].join("\n\n");
}
