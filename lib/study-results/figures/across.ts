import { runLabel } from "#lib/studies/schema.ts";
import type { ForestRow } from "#lib/figures/drawn/forest.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { PartFigures, PartPoints } from "#lib/study-results/across/across.ts";
import { tabulate, type FigureOf } from "#lib/figures/figure.ts";
import { hasEnoughData, type Interval } from "#lib/study-results/overview/types.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsAcross");
type Words = ReturnType<typeof wordsOf>;

type FigureOptions = { locale: Locale; toPart?: (part: PartPoints) => string };

/** With the kind where the study has others too. */
export const formatStudyName = (
  { study: { title }, kind, kinds }: PartPoints["rows"],
  locale: Locale,
): string =>
  kinds.length > 1
    ? wordsOf(locale)("kindOf", { name: title, kind: wordsIn(locale, "cases.filter.kinds")(kind) })
    : title;

/** The study, with the cohort where it is one. */
export const formatPartName = ({ rows, view }: Pick<PartPoints, "rows" | "view">, locale: Locale): string =>
  view.cohort === null
    ? formatStudyName(rows, locale)
    : wordsOf(locale)("partOf", { title: formatStudyName(rows, locale), cohort: view.cohort });

/** People of each part with their interval, and under them the best model on the same cases. */
export function drawAcross(
  parts: readonly PartFigures[],
  { locale, toPart }: FigureOptions,
): FigureOf<"forest"> {
  const t = wordsOf(locale);
  const ofPeople = parts.map((part, i) => drawPeople(part, i, { locale, ...(toPart && { toPart }) }));
  const ofModels = parts.flatMap((part, i) => drawBest(part, i, locale));
  return {
    title: t("figure.title"),
    figure: {
      kind: "forest",
      input: {
        groups: [
          { heading: t("figure.people"), rows: ofPeople },
          ...(ofModels.length > 0 ? [{ heading: t("figure.models"), rows: ofModels }] : []),
        ],
        words: {
          axis: t("figure.axis"),
          value: t("figure.value"),
          interval: t("figure.interval"),
          n: t("figure.n"),
        },
      },
    },
    csv: tabulate(parts, {
      study: ({ rows }) => rows.study.slug,
      cohort: ({ view }) => view.cohort,
      who: ({ view }) => view.who,
      stratum: ({ view }) => view.stratum,
      track: ({ view }) => view.track,
      people: ({ people }) => people.n.people,
      cases: ({ people }) => people.n.cases,
      answers: ({ people }) => people.n.answers,
      right: ({ people }) => people.right,
      accuracy: ({ people }) => people.accuracy,
      low: ({ interval }) => interval.low,
      high: ({ interval }) => interval.high,
      best_model: ({ best }) => best?.model,
      best_method: ({ best }) => best?.method,
      best_version: ({ best }) => best?.version,
      best_n: ({ best }) => best?.answered,
      best_top1: ({ best }) => best?.top1,
      best_low: ({ bestInterval }) => bestInterval?.low,
      best_high: ({ bestInterval }) => bestInterval?.high,
      kind: ({ rows }) => rows.kind,
    }),
  };
}

function drawPeople(part: PartFigures, place: number, { locale, toPart }: FigureOptions): ForestRow {
  const t = wordsOf(locale);
  const { people, view, interval } = part;
  const { answers, cases, people: count } = people.n;
  return {
    id: `people-${place}`,
    label: formatPartName(part, locale),
    note: t(`note.${view.who}`, { people: count, cases }),
    kind: "people",
    ...formatOrReason(t, people.isClaimable, people.accuracy, interval, answers),
    n: answers,
    ...(toPart && { href: toPart(part) }),
  };
}

function drawBest(part: PartFigures, place: number, locale: Locale): ForestRow[] {
  const { best, people, bestInterval } = part;
  if (!best) return [];
  const isTold = hasEnoughData({ ...people.n, cases: best.answered });
  return [
    {
      id: `model-${place}`,
      label: runLabel(best),
      note: formatPartName(part, locale),
      kind: "model",
      ...formatOrReason(wordsOf(locale), isTold, best.top1, bestInterval, best.answered),
      n: best.answered,
    },
  ];
}

function formatOrReason(
  t: Words,
  isTold: boolean,
  value: number | null,
  interval: Interval | null | undefined,
  n: number,
): Pick<ForestRow, "value" | "low" | "high" | "instead"> {
  if (!isTold) return { value: null, low: null, high: null, instead: t("tooFew", { n }) };
  return { value, low: interval?.low ?? null, high: interval?.high ?? null };
}
