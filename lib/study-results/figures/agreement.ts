import type { Figure } from "#lib/figures/figure.ts";
import { inPercent } from "#lib/figures/written.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { FigureMaker } from "#lib/study-results/figures.ts";
import { computePeers, type Peers } from "#lib/study-results/people/peers.ts";
import { isTooFew } from "#lib/study-results/models/models.ts";
import type { PersonRow, StudyRows } from "#lib/study-results/rows/rows.ts";

const wordsOf = (locale: Locale) => wordsIn(locale, "resultsAgreement.people");

type FigureOptions = { locale: Locale; toPerson?: (person: PersonRow) => string };

/** A dot for each person who shares cases enough with others; null where there is none. */
export function drawPeers(
  rows: StudyRows,
  { who, people, median }: Peers,
  { locale, toPerson }: FigureOptions,
): Extract<Figure, { kind: "dots" }> | null {
  const t = wordsOf(locale);
  const told = people.filter(({ n }) => !isTooFew(n));
  if (told.length === 0 || median === null) return null;
  return {
    kind: "dots",
    input: {
      range: "fit",
      people: told.flatMap(({ index, agreement, isOutlier }) => {
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
      title: wordsOf(locale)("figureTitle"),
      figure,
      csv: [
        [
          "participant",
          "cases_with_others",
          "agreement",
          "free_kappa",
          "cases_without_tie",
          "same_as_most",
          "robust_z",
          "apart",
          "simulated",
        ],
        ...peers.people.map((person) => [
          rows.people[person.index]?.number,
          person.n,
          person.agreement,
          person.kappa,
          person.majorityN,
          person.withMajority,
          person.z,
          Number(person.isOutlier),
          Number(peers.who === "simulated"),
        ]),
      ],
    }
  );
};
