import { createTranslator } from "use-intl/core";
import type { ForestInput, ForestRow } from "#lib/figures/drawn/forest-input.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import type { PartFigures, PartPoints } from "#lib/study-results/across/across-comparison.ts";
import type { MadeFigure } from "#lib/study-results/figures.ts";
import { isClaimable, type Interval } from "#lib/study-results/overview/types.ts";

const t = createTranslator({ locale: "en", messages: en, namespace: "resultsAcross" });

type Ways = { toPart?: (part: PartPoints) => string };

/** The study, with the cohort where it is one. */
export const namePart = ({ rows, view }: Pick<PartPoints, "rows" | "view">): string =>
  view.cohort === null ? rows.study.title : t("partOf", { title: rows.study.title, cohort: view.cohort });

/** People of each part with their interval, and under them the best model on the same cases. */
export function drawAcross(
  parts: readonly PartFigures[],
  { toPart }: Ways = {},
): MadeFigure & { figure: { kind: "forest"; input: ForestInput } } {
  const ofPeople = parts.map((part, i) => drawPeople(part, i, toPart));
  const ofModels = parts.flatMap(drawBest);
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
    csv: [
      [
        ...["study", "cohort", "who", "stratum", "track", "people", "cases", "answers", "right"],
        ...["accuracy", "low", "high", "best_model", "best_method", "best_version", "best_n"],
        ...["best_top1", "best_low", "best_high"],
      ],
      ...parts.map(({ rows, view, people, best, interval, bestInterval }) => [
        ...[rows.study.slug, view.cohort, view.who, view.stratum, view.track],
        ...[people.n.people, people.n.cases, people.n.answers, people.right],
        ...[people.accuracy, interval.low, interval.high],
        ...[best?.model, best?.method, best?.version, best?.answered],
        ...[best?.top1, bestInterval?.low, bestInterval?.high],
      ]),
    ],
  };
}

function drawPeople(part: PartFigures, place: number, toPart: Ways["toPart"]): ForestRow {
  const { people, view, interval } = part;
  const { answers, cases, people: count } = people.n;
  return {
    id: `people-${place}`,
    label: namePart(part),
    note: t(`note.${view.who}`, { people: count, cases }),
    kind: "people",
    ...tellOrNot(people.isClaimable, people.accuracy, interval, answers),
    n: answers,
    ...(toPart && { href: toPart(part) }),
  };
}

function drawBest(part: PartFigures, place: number): ForestRow[] {
  const { best, people, bestInterval } = part;
  if (!best) return [];
  const isTold = isClaimable({ ...people.n, cases: best.answered });
  return [
    {
      id: `model-${place}`,
      label: [best.model, best.method, best.version].filter(Boolean).join(" · "),
      note: namePart(part),
      kind: "model",
      ...tellOrNot(isTold, best.top1, bestInterval, best.answered),
      n: best.answered,
    },
  ];
}

function tellOrNot(
  isTold: boolean,
  value: number | null,
  interval: Interval | null | undefined,
  n: number,
): Pick<ForestRow, "value" | "low" | "high" | "instead"> {
  if (!isTold) return { value: null, low: null, high: null, instead: t("tooFew", { n }) };
  return { value, low: interval?.low ?? null, high: interval?.high ?? null };
}
