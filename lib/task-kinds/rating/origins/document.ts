import type { GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import type { JudgeFigures } from "#lib/metrics/ratings/rated-origins.ts";
import type { KappaOfPairs } from "#lib/metrics/ratings/quadratic-kappa.ts";
import { overlapVariants } from "#lib/metrics/text/overlap.ts";
import { minItems } from "#lib/study-results/agreement/alternative.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import type { Judge } from "#lib/task-kinds/rating/origins/judges.ts";
import { getOrigins, type OriginPart } from "#lib/task-kinds/rating/origins/origins.ts";
import type { RatingResults } from "#lib/task-kinds/rating/origins/schema.ts";

type Part = NonNullable<RatingResults["parts"][number]>;

/** The same figures as on the screen, for programs and for the report. */
export async function writeRatings(
  rows: StudyRows,
  view: View,
  by: readonly string[],
): Promise<RatingResults> {
  const parts = await getOrigins(rows, view, by);
  return {
    by: [...by],
    overlap: { ...overlapVariants },
    parts: parts.map((part) => part && writePart(part)),
  };
}

function writePart(part: OriginPart): Part {
  const { track, scale, input, figures, people, cases } = part;
  return {
    track,
    scale,
    points: input.scale[1],
    n: {
      ratings: input.ratings.rating.length,
      raters: people.length,
      cases: cases.length,
      groups: input.byOrigin.groups,
    },
    people: writePeople(figures.all.people),
    judges: part.judges.flatMap((judge, at) => {
      const [found, given] = [figures.judges[at], input.judges[at]];
      return found && given ? [writeJudge(judge, found, given.range)] : [];
    }),
    origins: writeOrigins(part),
    raters: writeRaters(figures.raters),
    comparisons: figures.comparisons?.map((pair) => ({ ...pair })) ?? null,
  };
}

const writeMean = ({ mean, low, high, reason, n, groups }: GroupedMean) => ({
  mean,
  low,
  high,
  reason,
  n,
  groups,
});

const writePeople = (mean: GroupedMean) => ({ ...writeMean(mean), raters: mean.raters ?? 0 });

function writeOrigins({ origins, counts, figures }: OriginPart): Part["origins"] {
  return figures.table.origins.map(({ people, corrected, judges }, at) => {
    const { answers = 0, people: raters = 0, cases = 0, groups = 0 } = counts[at] ?? {};
    return {
      values: [...(origins[at] ?? [])],
      n: { ratings: answers, raters, cases, groups },
      points: [...(counts[at]?.points ?? [])],
      isClaimable: counts[at]?.isClaimable ?? false,
      people: writePeople(people),
      corrected: corrected && writeMean(corrected),
      judges: judges.map(writeMean),
    };
  });
}

const writeKappa = ({ value, low, high, reason, pairs, cases }: KappaOfPairs) => ({
  value,
  low,
  high,
  reason,
  pairs,
  cases,
});

function writeJudge({ kind, run }: Judge, found: JudgeFigures, range: readonly [number, number]) {
  const { byCase, overOrigins, kappa, replaces } = found;
  return {
    runId: run?.id ?? null,
    model: run?.model ?? kind,
    method: run?.method ?? "",
    version: run?.version ?? "",
    kind,
    context: run?.context || null,
    range: [...range] as [number, number],
    byCase: { n: byCase.n, spearman: { ...byCase.spearman }, kendall: { ...byCase.kendall } },
    overOrigins: { ...overOrigins },
    kappa: kappa && writeKappa(kappa),
    alternativeAnnotator: replaces && {
      omega: replaces.winningRate,
      rho: replaces.advantageProbability,
      passes: replaces.passes,
      annotators: [...replaces.casesOf].filter((count) => count >= minItems).length,
      cases: replaces.cases,
      reason: replaces.reason,
    },
  };
}

/** Under no number: an effect beside a person's number would say who is strict. */
function writeRaters({ severity, residual, uncorrected, icc, kappa }: OriginPart["figures"]["raters"]) {
  const { icc21, icc21Low, icc21High, icc2k, icc2kLow, icc2kHigh, reason } = icc;
  return {
    severity:
      severity
        ?.map(({ n, effect, low, high }) => ({ n, effect, low, high }))
        .sort((a, b) => (b.effect ?? -Infinity) - (a.effect ?? -Infinity)) ?? null,
    severityReason: uncorrected,
    residual,
    icc: { icc21, icc21Low, icc21High, icc2k, icc2kLow, icc2kHigh, reason },
    kappa: writeKappa(kappa),
  };
}
