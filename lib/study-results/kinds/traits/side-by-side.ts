import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import type { JudgedFigure } from "#lib/study-results/kinds/judged-figure.ts";
import { computeSimilarity, hasEnoughProfiles } from "#lib/study-results/kinds/traits/similarity.ts";

/** The five traits and their three levels are the same in every study. */
const standard = { name: "", definition: "traits" };

/** How alike the two sides of a person are, by who wrote the other side. */
export const listTraitFigures = (rows: StudyRows, view: View): JudgedFigure[] =>
  computeSimilarity(rows, view).origins.map((one): JudgedFigure => {
    const { answers, raters: people, cases, mean, low, high, reason } = one.people;
    return {
      measure: "similarity",
      standard,
      track: view.track,
      of: null,
      isClaimable: hasEnoughProfiles(one),
      origin: [one.method, one.model].filter((part) => part !== null),
      n: { answers, people, cases },
      mean,
      low,
      high,
      reason,
    };
  });
