import type { Locale } from "#lib/i18n/locale.ts";
import { inDigits } from "#lib/figures/written.ts";
import { meanByCase } from "#lib/metrics/ratings/rated-cases.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import type { FigureWithData } from "#lib/figures/figure.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { readBy } from "#lib/study-results/kinds/asked-attributes.ts";
import { nameOrigin } from "#lib/study-results/kinds/origins.ts";
import { formatJudgeName, scaleOf, wordsOfOrigins } from "#lib/study-results/kinds/rating/names.ts";
import { getOrigins, type OriginPart } from "#lib/study-results/kinds/rating/origins.ts";

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
    return Number.isNaN(x) || Number.isNaN(y) ? [] : [{ id: String(index), label: key, x, y: y * times }];
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
