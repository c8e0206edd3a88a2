import meanings from "#lib/review-exports/columns.json" with { type: "json" };
import { reviewFileKinds, type ReviewFileChoice } from "#lib/review-exports/schema.ts";
import { textIn, type ReviewWords } from "#lib/reviews/plan/schema.ts";
import type { ReviewRows } from "#lib/reviews/results/rows-queries.ts";

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
      ? [
          "**Simulated members took part. Where `simulated` is 1, a program made up the row, and it says nothing about people.**",
        ]
      : []),
    always,
    ...tables,
    `## Reasons\n\n${named(settings.decisions.reasons)}`,
    `## Error types\n\n${named(settings.errorTypes)}`,
    "",
  ].join("\n\n");
}
