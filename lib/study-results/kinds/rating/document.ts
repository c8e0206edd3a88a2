import type { GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import { overlapVariants } from "#lib/metrics/text/overlap.ts";
import { minItems } from "#lib/study-results/agreement/alternative.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { only } from "#lib/study-results/kinds/judged/only.ts";
import { getOrigins, type OriginPart } from "#lib/study-results/kinds/rating/origins.ts";
import { ratedPart, type RatedPart, type RatingResults } from "#lib/study-results/kinds/rating/schema.ts";

/** The same figures as on the screen, for programs and for the report. */
export const renderRatings = async (
  rows: StudyRows,
  view: View,
  by: readonly string[],
): Promise<RatingResults> => ({
  by: [...by],
  overlap: { ...overlapVariants },
  parts: (await getOrigins(rows, view, by)).map((part) => part && renderPart(part)),
});

const withRaters = (mean: GroupedMean) => ({ ...mean, raters: mean.raters ?? 0 });

export function renderPart(part: OriginPart): RatedPart {
  const { input, figures, people, cases } = part;
  const { severity, uncorrected } = figures.raters;
  const written = only(ratedPart, {
    ...part,
    points: input.scale[1],
    n: {
      ratings: input.ratings.rating.length,
      raters: people.length,
      cases: cases.length,
      groups: input.byOrigin.groups,
    },
    people: withRaters(figures.all.people),
    judges: part.judges.flatMap((judge, at) => writeJudge(part, judge, at) ?? []),
    origins: figures.table.origins.map((row, at) => {
      const { answers = 0, people: raters = 0, cases: rated = 0, groups = 0 } = part.counts[at] ?? {};
      return {
        ...row,
        values: part.origins[at] ?? [],
        n: { ratings: answers, raters, cases: rated, groups },
        points: part.counts[at]?.points ?? [],
        isClaimable: part.counts[at]?.isClaimable ?? false,
        people: withRaters(row.people),
      };
    }),
    raters: {
      ...figures.raters,
      // Under no number: an effect beside a person's number would say who is strict.
      severity: severity?.toSorted((a, b) => (b.effect ?? -Infinity) - (a.effect ?? -Infinity)) ?? null,
      severityReason: uncorrected,
    },
    comparisons: null,
  });
  return { ...written, comparisons: figures.comparisons?.map((pair) => ({ ...pair })) ?? null };
}

function writeJudge({ figures, input }: OriginPart, { kind, run }: OriginPart["judges"][number], at: number) {
  const [found, given] = [figures.judges[at], input.judges[at]];
  if (!found || !given) return null;
  const { replaces } = found;
  return {
    ...found,
    runId: run?.id ?? null,
    model: run?.model ?? kind,
    method: run?.method ?? "",
    version: run?.version ?? "",
    kind,
    context: run?.context || null,
    range: [given.range[0], given.range[1]] as [number, number],
    alternativeAnnotator: replaces && {
      ...replaces,
      omega: replaces.winningRate,
      rho: replaces.advantageProbability,
      annotators: [...replaces.casesOf].filter((count) => count >= minItems).length,
    },
  };
}
