import type { Figure } from "#bench/support/figure.ts";
import { ownCases } from "#bench/support/study/design.ts";
import type { Studies } from "#bench/support/study/product.ts";
import { measureAnswers, type Ask } from "#bench/support/study/signed-in.ts";
import type { Frame } from "#lib/studies/schema.ts";

const LIMIT_MS = 100;
const ROUNDS = 3;

/** What the builder's first step asks the server, one question after the other. */
export async function measureEligible(studies: Studies, ask: Ask): Promise<Figure[]> {
  const design = ownCases(studies, 20, 0.9);
  const { slug } = await studies.draft("Counting", design);
  const { frame } = design;
  const addressOf = (change: Partial<Frame>) =>
    `/api/studies/${slug}/eligible?${new URLSearchParams({ frame: JSON.stringify({ ...frame, ...change }) })}`;
  const reference = frame.reference;
  if (!reference) throw new Error("the design has no reference");
  const steps = Array.from({ length: 21 }, (_, step) => step / 20);
  const asked: Record<string, Partial<Frame>[]> = {
    "at 21 thresholds": steps.map((threshold) => ({ reference: { ...reference, threshold } })),
    "for each run": studies.runs.map((run) => ({ reference: { ...run, threshold: 0.9 } })),
    "by option count and length": [
      { options: { least: 4, most: 4 } },
      { options: { least: 5, most: null } },
      { answerLength: { least: 40, most: 120 } },
      { answerLength: { least: 0, most: null }, options: { least: 2, most: 4 } },
    ],
    "by track": [{ tracks: ["Literary"] }, { tracks: ["Drama"] }, { tracks: ["Drama", "Expertise"] }],
    "without a reference": [{ reference: null }, { reference: null, options: { least: 4, most: 4 } }],
  };
  const figures: Figure[] = [];
  for (const [what, changes] of Object.entries(asked)) {
    const value = await measureAnswers(ask, changes.map(addressOf), ROUNDS);
    figures.push({ what: `eligible cases ${what}`, value, unit: "ms", limit: LIMIT_MS });
  }
  return figures;
}
