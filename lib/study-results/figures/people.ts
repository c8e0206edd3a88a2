import type { DotsInput } from "#lib/figures/drawn/dots.ts";
import { inPercent } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import { type FigureWithData, type Figure, tabulate } from "#lib/figures/figure.ts";
import { getFlags } from "#lib/study-results/people/flags.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { hasEnoughData, type Interval } from "#lib/study-results/overview/types.ts";
import { hasEnoughAnswers, getPeople, type PeopleTable } from "#lib/study-results/people/people.ts";
import type { PersonRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";
import { computePeers, type Peers } from "#lib/study-results/people/peers.ts";
import { isTooFew } from "#lib/study-results/models/models.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsPeople");

type FigureOptions = { locale: Locale; toPerson?: (person: PersonRow) => string };

export const makePeople: FigureMaker = (rows, view, _asked, locale) => {
  const table = getPeople(rows, view);
  const figure = drawPeople(rows, view, table, getIntervals(rows, view).people, { locale });
  return figure && { title: wordsOf(locale)("dots.title"), figure, csv: writePeople(rows, view, table) };
};

/** Those with cases enough, a dot each; null where there is nobody. Without an interval the mean stands alone. */
export function drawPeople(
  rows: StudyRows,
  { who }: View,
  { people, totals }: PeopleTable,
  interval: Pick<Interval, "low" | "high"> | null,
  { locale, toPerson }: FigureOptions,
): { kind: "dots"; input: DotsInput } | null {
  const t = wordsOf(locale);
  const shown = people.filter(hasEnoughAnswers);
  if (shown.length === 0) return null;
  // The line is the headline again: drawn where it may be claimed.
  const pooled = hasEnoughData({ answers: totals.n, people: totals.people, cases: totals.cases })
    ? totals.pooled
    : null;
  const { low = null, high = null } = interval ?? {};
  const words = { share: pooled === null ? "" : inPercent(pooled) };
  return {
    kind: "dots",
    input: {
      range: "fit",
      people: shown.flatMap(({ index, accuracy, isCounted }) => {
        const person = rows.people[index];
        if (!person || accuracy === null) return [];
        return {
          id: String(person.number),
          label: t(`dots.person.${who}`, { number: person.number }),
          value: accuracy,
          isExcluded: !isCounted,
          ...(toPerson && { href: toPerson(person) }),
        };
      }),
      ...(pooled !== null && {
        mean: {
          value: pooled,
          low,
          high,
          label:
            low === null || high === null
              ? t("dots.mean", words)
              : t("dots.meanWithin", { ...words, low: inPercent(low), high: inPercent(high) }),
        },
      }),
      words: {
        axis: t(`dots.axis.${who}`),
        excluded: t("dots.excludedKey"),
        count: t(`dots.countKey.${who}`),
      },
    },
  };
}

/** The whole table, a line a participant. */
function writePeople(rows: StudyRows, view: View, { people }: PeopleTable): FigureWithData["csv"] {
  const flags = getFlags(rows, view);
  const shown = people.flatMap((figures) => {
    const person = rows.people[figures.index];
    return person ? [{ figures, person }] : [];
  });
  type ShownPerson = (typeof shown)[number];
  return tabulate<ShownPerson>(shown, {
    participant: ({ person }) => person.number,
    simulated: ({ person }) => Number(person.who === "simulated"),
    cohort: ({ person }) => person.cohort,
    language: ({ person }) => person.language,
    state: ({ person }) => person.state,
    counted: ({ figures }) => Number(figures.isCounted),
    exclusions: ({ person }) => person.exclusions.map(({ reason }) => reason).join(" "),
    ...Object.fromEntries(
      rows.tracks.flatMap(({ name }, track) => [
        [`right ${name}`, ({ figures }: ShownPerson) => figures.tracks[track]?.right],
        [`answered ${name}`, ({ figures }: ShownPerson) => figures.tracks[track]?.n],
      ]),
    ),
    right: ({ figures }) => figures.right,
    answered: ({ figures }) => figures.n,
    accuracy: ({ figures }) => figures.accuracy,
    wilson_low: ({ figures }) => figures.low,
    wilson_high: ({ figures }) => figures.high,
    active_ms: ({ figures }) => figures.activeMs,
    changes: ({ figures }) => figures.changes,
    confidence_n: ({ figures }) => figures.confidence?.n ?? 0,
    confidence_mean: ({ figures }) => figures.confidence?.mean,
    overconfidence: ({ figures }) => figures.confidence?.overconfidence,
    brier_chosen: ({ figures }) => figures.confidence?.brier,
    checks_passed: ({ person }) => person.checks.passed,
    checks_failed: ({ person }) => person.checks.failed,
    flags: ({ figures }) => (flags.get(figures.index) ?? []).map(({ kind }) => kind).join(" "),
  });
}

const wordsOfAgreement = (locale: Locale) => wordsIn(locale, "resultsAgreement.people");

type PeersOptions = { locale: Locale; toPerson?: (person: PersonRow) => string };

/** A dot for each person who shares cases enough with others; null where there is none. */
export function drawPeers(
  rows: StudyRows,
  { who, people, median }: Peers,
  { locale, toPerson }: PeersOptions,
): Extract<Figure, { kind: "dots" }> | null {
  const t = wordsOfAgreement(locale);
  const shown = people.filter(({ n }) => !isTooFew(n));
  if (shown.length === 0 || median === null) return null;
  return {
    kind: "dots",
    input: {
      range: "fit",
      people: shown.flatMap(({ index, agreement, isOutlier }) => {
        const person = rows.people[index];
        if (!person || agreement === null) return [];
        return {
          id: String(person.number),
          label: t("dot", { number: person.number }),
          value: agreement,
          isExcluded: isOutlier,
          ...(toPerson && { href: toPerson(person) }),
        };
      }),
      mean: { value: median, low: null, high: null, label: t("medianAt", { share: inPercent(median) }) },
      words: { axis: t("axis", { who }), excluded: t("outlier"), count: t("countAxis") },
    },
  };
}

export const makePeers: FigureMaker = (rows, view, _asked, locale) => {
  const peers = computePeers(rows, view);
  const figure = drawPeers(rows, peers, { locale });
  return (
    figure && {
      title: wordsOfAgreement(locale)("caption"),
      figure,
      csv: tabulate(peers.people, {
        participant: ({ index }) => rows.people[index]?.number,
        cases_with_others: ({ n }) => n,
        agreement: ({ agreement }) => agreement,
        free_kappa: ({ kappa }) => kappa,
        cases_without_tie: ({ majorityN }) => majorityN,
        same_as_most: ({ withMajority }) => withMajority,
        robust_z: ({ z }) => z,
        apart: ({ isOutlier }) => Number(isOutlier),
        simulated: () => Number(peers.who === "simulated"),
      }),
    }
  );
};
