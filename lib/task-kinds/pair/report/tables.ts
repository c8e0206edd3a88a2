import type { CsvCell } from "#lib/files/csv/cell.ts";
import { inDigits, inPercent } from "#lib/figures/written.ts";
import { wordsIn } from "#lib/i18n/words.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { writeCaption } from "#lib/reports/head.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { nameRun, t, writeDecimal, writeShare } from "#lib/reports/words.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import type { PairResults } from "#lib/task-kinds/pair/document.ts";
import { wordWhy } from "#lib/task-kinds/pair/figures.ts";
import { asChance } from "#lib/task-kinds/pair/strengths.ts";

type Preferences = PairResults["judges"][number]["preferences"];
type By = { id: string; name: string; preferences: Preferences };
type Share = PairResults["first"];

export const why = (reason: string | null): string => wordWhy(wordsIn("en", "resultsPairs"), reason);

/** Whether anything but counts is told of what people did. */
export const isTold = ({ people: { comparisons, people, cases } }: PairResults): boolean =>
  isClaimable({ answers: comparisons, people, cases });

const numeric = (label: string) => ({ label, numeric: true });
const plain = (label: string) => ({ label, numeric: false });

const listBy = ({ view }: Facts, { people, judges }: PairResults): By[] => [
  { id: "people", name: t("pairs.tables.people", { who: view.who }), preferences: people },
  ...judges.map((judge) => ({
    id: String(judge.runId),
    name: nameRun(judge),
    preferences: judge.preferences,
  })),
];

export const writeBounds = (low: number | null, high: number | null): string =>
  low === null || high === null
    ? "–"
    : `${inDigits(low, 2)}${low < 0 || high < 0 ? " to " : "–"}${inDigits(high, 2)}`;

/** Strengths by people and by each judge, with what was won and lost. */
export function makeStrengthTable(facts: Facts, pairs: PairResults): PrintedTable {
  const all = listBy(facts, pairs);
  return {
    name: "strengths",
    caption: writeCaption(facts, t("pairs.tables.strengths"), "people", "rest"),
    notes: [t("pairs.tables.made"), ...all.flatMap(listReasons)],
    columns: [
      plain(t("pairs.tables.by")),
      plain(t("pairs.tables.origin")),
      ...(["wins", "ties", "losses", "strength", "interval", "chance"] as const).map((key) =>
        numeric(t(`pairs.tables.${key}`)),
      ),
    ],
    groups: all.map(({ id, name, preferences }) =>
      preferences.origins.map(({ name: origin, wins, ties, losses, strength }, at) => {
        const chance = asChance(strength.value);
        return {
          id: `${id} ${origin}`,
          cells: [
            at === 0 ? name : "",
            origin,
            String(wins),
            String(ties),
            String(losses),
            writeDecimal(strength.value, 2),
            writeBounds(strength.low, strength.high),
            chance === null ? "–" : inPercent(chance),
          ],
        };
      }),
    ),
    csv: [
      [
        "answers_of",
        "by",
        "comparisons",
        "cases",
        "groups",
        "origin",
        "wins",
        "ties",
        "losses",
        "strength",
        "low",
        "high",
        "reason",
        "preferred",
      ],
      ...all.flatMap(({ name, preferences: { comparisons, cases, groups, origins } }) =>
        origins.map(({ name: origin, wins, ties, losses, strength }): CsvCell[] => [
          facts.view.who,
          name,
          comparisons,
          cases,
          groups,
          origin,
          wins,
          ties,
          losses,
          strength.value,
          strength.low,
          strength.high,
          strength.reason,
          asChance(strength.value),
        ]),
      ),
    ],
  };
}

/** Why strengths aren't there, or their intervals, said once for each reason. */
function listReasons({ name, preferences: { reason, origins } }: By): string[] {
  if (reason !== null) return [t("pairs.tables.undefined", { name, reason: why(reason) })];
  const found = Map.groupBy(
    origins.filter(({ strength }) => strength.reason !== null),
    ({ strength }) => strength.reason,
  );
  return [...found].map(([key, own]) =>
    t("pairs.tables.noInterval", {
      name,
      origins: own.map((one) => one.name).join(", "),
      reason: why(key),
    }),
  );
}

/** What each origin got against each other one, by people. */
export function makeAgainstTable(facts: Facts, { people, against }: PairResults): PrintedTable {
  const names = people.origins.map(({ name }) => name);
  const met = names.flatMap((first, at) =>
    names.slice(at + 1).flatMap((second, i) => {
      const record = against[at]?.[at + 1 + i];
      if (!record || record.wins + record.ties + record.losses === 0) return [];
      return { first, second, ...record };
    }),
  );
  return {
    name: "pairs-against",
    caption: writeCaption(facts, t("pairs.tables.against"), "rest"),
    notes: [],
    isDetail: true,
    columns: [
      plain(t("pairs.tables.first")),
      plain(t("pairs.tables.second")),
      ...(["wins", "ties", "losses"] as const).map((key) => numeric(t(`pairs.tables.${key}`))),
    ],
    groups: [
      met.map(({ first, second, wins, ties, losses }) => ({
        id: `${first} ${second}`,
        cells: [first, second, String(wins), String(ties), String(losses)],
      })),
    ],
    csv: [
      ["answers_of", "first", "second", "wins", "ties", "losses"],
      ...met.map(({ first, second, wins, ties, losses }): CsvCell[] => [
        facts.view.who,
        first,
        second,
        wins,
        ties,
        losses,
      ]),
    ],
  };
}

/** How often the same was said, and whether the side that was shown first had a part in it. */
export function makeAgreementOfPairs(facts: Facts, pairs: PairResults): PrintedTable {
  const rows: { id: string; name: string; share: Share; isShown: boolean; note?: string }[] = [
    {
      id: "first",
      name: t("pairs.tables.shownFirst"),
      share: pairs.first,
      isShown: isTold(pairs) && pairs.isTurned,
    },
    { id: "people", name: t("pairs.tables.amongPeople"), share: pairs.agreement, isShown: isTold(pairs) },
    ...pairs.judges.map((judge) => ({
      id: String(judge.runId),
      name: t("pairs.tables.withJudge", { name: nameRun(judge) }),
      share: judge.agreement,
      isShown: isTold(pairs),
    })),
  ];
  return {
    name: "pairs-agreement",
    caption: writeCaption(facts, t("pairs.tables.agreement"), "rest"),
    notes: [
      t("pairs.tables.agreementMade"),
      ...(pairs.isTurned ? [] : [t("pairs.tables.notTurned")]),
      ...rows
        .filter(({ isShown, share }) => isShown && share.reason !== null)
        .map(({ name, share }) => t("pairs.tables.undefined", { name, reason: why(share.reason) })),
    ],
    columns: [plain(t("pairs.tables.what")), numeric(t("pairs.tables.n")), numeric(t("pairs.tables.share"))],
    groups: [
      rows.map(({ id, name, share: { mean, n, ...bounds }, isShown }) => ({
        id,
        cells: [name, String(n), isShown ? writeShare(mean, bounds) : "–"],
      })),
    ],
    csv: [
      ["answers_of", "what", "n", "groups", "told", "share", "low", "high", "reason"],
      ...rows.map(({ id, name, share: { mean, low, high, reason, n, groups }, isShown }): CsvCell[] => [
        facts.view.who,
        id === "first" ? "shown_first_won" : name,
        n,
        groups,
        Number(isShown),
        mean,
        low,
        high,
        reason,
      ]),
    ],
  };
}
