import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import { distinctName } from "#lib/study-results/models/models.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import type { Judge } from "#lib/study-results/kinds/rating/judges.ts";
import { getOrigins, type OriginPart } from "#lib/study-results/kinds/rating/results.ts";
import { inDigits } from "#lib/figures/written.ts";
import { meanByCase } from "#lib/metrics/ratings/rated-cases.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { FigureWithData } from "#lib/figures/figure.ts";
import type { View } from "#lib/study-results/schema.ts";
import { readBy, nameOrigin } from "#lib/study-results/kinds/origins.ts";
import type { JudgedFigure } from "#lib/study-results/kinds/figured.ts";
import { resolveScale, type ScaleInput } from "#lib/task-kinds/scale.ts";

const wordsOfOrigins = (locale: Locale) => wordsIn(locale, "resultsRatings.origins");

/** As a heading has it: with what its numbers are multiplied by. */
export function formatJudgeName(judge: Judge, runs: readonly RunRow[], locale: Locale): string {
  const t = wordsOfOrigins(locale);
  if (judge.run === null) return t(`measures.${judge.kind}`);
  const name = distinctName(judge.run, runs);
  return judge.isShare ? t("named.share", { name }) : name;
}

/** What lies between 0 and 1 is written × 100. */
const scaleOf = ({ isShare }: Pick<Judge, "isShare">): 1 | 100 => (isShare ? 100 : 1);

/** Why a figure isn't there, within a sentence. */
export function formatReason(reason: string | null, locale: Locale): string {
  const t = wordsOfOrigins(locale);
  const key = `reasons.${reason}` as "reasons.other";
  return t(t.has(key) ? key : "reasons.other");
}

/** More rows are no picture; the table has all. */
export const maxDrawn = 30;

/** How often each point was given to each origin. */
export function drawOrigins(
  { track, origins, counts, figures, input }: OriginPart,
  locale: Locale,
): FigureWithData {
  const t = wordsOfOrigins(locale);
  const points = Array.from({ length: input.scale[1] }, (_, at) => String(at + 1));
  return {
    title: t("bars.title", { track }),
    figure: {
      kind: "stacked",
      input: {
        categories: points,
        rows: origins.slice(0, maxDrawn).map((origin, at) => {
          const mean = figures.table.origins[at]?.people.mean ?? null;
          const isTold = counts[at]?.isClaimable === true && mean !== null;
          return {
            id: String(at),
            label: nameOrigin(origin, locale),
            counts: counts[at]?.points ?? [],
            said: isTold ? inDigits(mean, 2) : t("tooFew"),
            isMuted: !isTold,
          };
        }),
        words: { bars: t("bars.bars"), said: t("bars.mean"), n: t("bars.n") },
      },
    },
    csv: [
      ["track", "scale", "origin", "point", "ratings", "share"],
      ...origins.flatMap((origin, at) => {
        const { points: given = [], answers = 0 } = counts[at] ?? {};
        return given.map((count, point) => [
          track,
          input.scale.join("-"),
          nameOrigin(origin, "en"),
          point + 1,
          count,
          answers === 0 ? null : count / answers,
        ]);
      }),
    ],
  };
}

/** Each case by what people and one judge gave it. */
export function drawJudged(
  part: OriginPart,
  at: number,
  { rows, view, locale }: { rows: StudyRows; view: View; locale: Locale },
): FigureWithData | null {
  const t = wordsOfOrigins(locale);
  const { input, judges, cases, track } = part;
  const [judge, given] = [judges[at], input.judges[at]];
  if (!judge || !given) return null;
  const times = scaleOf(judge);
  const means = meanByCase(input.ratings);
  const known = cases.flatMap((index, place) => {
    const [x, y] = [means[place] as number, given.scores[place] as number];
    const key = rows.cases[index]?.key ?? "";
    const isRepeated = (input.ratedAs?.[place] ?? -1) !== -1;
    return isRepeated || Number.isNaN(x) || Number.isNaN(y)
      ? []
      : [{ id: String(index), label: key, x, y: y * times }];
  });
  const name = formatJudgeName(judge, rows.runs, locale);
  const { who } = view;
  return {
    title: t("scatter.title", { judge: name, who, track }),
    figure: {
      kind: "scatter",
      input: {
        points: known,
        jitter: judge.kind === "rating",
        ranges: { x: input.scale, y: [given.range[0] * times, given.range[1] * times] },
        words: { x: t("scatter.x", { who }), y: name },
      },
    },
    csv: [
      ["track", "case", "people_mean", "judge", "given"],
      ...known.map(({ label, x, y }) => [track, label, x, formatJudgeName(judge, rows.runs, "en"), y]),
    ],
  };
}

/** The part an address names by its track and scale, or else the first. */
async function choosePart(rows: StudyRows, view: View, asked: URLSearchParams): Promise<OriginPart | null> {
  const parts = (await getOrigins(rows, view, readBy(asked.getAll("by"), rows))).filter(
    (part) => part !== null,
  );
  const [of, scale] = [asked.get("of"), asked.get("scale")];
  const named = parts.find((part) => part.track === of && (scale === null || part.scale === scale));
  return named ?? (of === null ? parts[0] : null) ?? null;
}

const makeOrigins: FigureMaker = async (rows, view, asked, locale) => {
  const part = await choosePart(rows, view, asked);
  return part && drawOrigins(part, locale);
};

const makeJudged: FigureMaker = async (rows, view, asked, locale) => {
  const part = await choosePart(rows, view, asked);
  const at = Number(asked.get("judge") ?? 0);
  return part && drawJudged(part, at, { rows, view, locale });
};

export const ratingFigures = { origins: makeOrigins, judged: makeJudged };

/** Mean ratings as the study's own page has them, by origin; of everything together where origins are too many. */
export async function listRatingFigures(rows: StudyRows, view: View): Promise<JudgedFigure[]> {
  const parts = await getOrigins(rows, view, readBy(undefined, rows));
  const told = parts.includes(null) ? await getOrigins(rows, view, []) : parts;
  return told.flatMap((part) => (part ? listOrigins(rows, part) : []));
}

function listOrigins(rows: StudyRows, { track, scale, origins, counts, figures, cases }: OriginPart) {
  const given = rows.cases[cases[0] ?? 0]?.noted as ScaleInput;
  const standard = { name: scale, definition: JSON.stringify(resolveScale(given)) };
  return figures.table.origins.map(({ people }, at): JudgedFigure => {
    const { answers = 0, people: raters = 0, cases: rated = 0, isClaimable = false } = counts[at] ?? {};
    const { mean, low, high, reason } = people;
    return {
      measure: "mean",
      standard,
      track,
      origin: origins[at] ?? [],
      of: null,
      isClaimable,
      n: { answers, people: raters, cases: rated },
      mean,
      low,
      high,
      reason,
    };
  });
}
