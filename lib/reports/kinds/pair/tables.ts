import { wordsIn } from "#lib/i18n/words.ts";
import type { Facts } from "#lib/reports/facts.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { nameRun, t } from "#lib/reports/words.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import { printTable } from "#lib/reports/kinds/judged/print-table.ts";
import type { PairResults } from "#lib/study-results/kinds/pair/document.ts";
import { wordWhy } from "#lib/study-results/kinds/pair/figures.ts";
import {
  againstColumns,
  agreementColumns,
  agreementRow,
  strengthColumns,
  strengthRows,
} from "#lib/study-results/kinds/pair/tables.ts";

type By = { id: string; name: string; preferences: PairResults["judges"][number]["preferences"] };

export const why = (reason: string | null): string => wordWhy(wordsIn("en", "resultsPairs"), reason);

/** Whether anything but counts is told of what people did. */
export const isTold = ({ people: { comparisons, people, cases } }: PairResults): boolean =>
  isClaimable({ answers: comparisons, people, cases });

const say = (key: string): string => t(`pairs.tables.${key as "by"}`);

/** Strengths by people and by each judge, with what was won and lost. */
export function makeStrengthTable(facts: Facts, { people, judges }: PairResults): PrintedTable {
  const all: By[] = [
    { id: "people", name: t("pairs.tables.people", { who: facts.view.who }), preferences: people },
    ...judges.map((judge) => ({ ...judge, id: String(judge.runId), name: nameRun(judge) })),
  ];
  return printTable(facts, {
    name: "strengths",
    caption: t("pairs.tables.strengths"),
    standing: "people",
    notes: [t("pairs.tables.made"), ...all.flatMap(listReasons)],
    columns: strengthColumns,
    groups: all.map(({ id, name, preferences }) => strengthRows(preferences, name, `${id} `)),
    say,
  });
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
      return { id: `${first} ${second}`, cells: { first, second, ...record } };
    }),
  );
  return printTable(facts, {
    name: "pairs-against",
    caption: t("pairs.tables.against"),
    notes: [],
    isDetail: true,
    columns: againstColumns,
    groups: [met],
    say,
  });
}

/** How often the same was said, and whether the side that was shown first had a part in it. */
export function makeAgreementOfPairs(facts: Facts, pairs: PairResults): PrintedTable {
  const told = isTold(pairs);
  const listed = [
    {
      id: "first",
      judge: t("pairs.tables.shownFirst"),
      what: "shown_first_won",
      share: pairs.first,
      isTold: told && pairs.isTurned,
    },
    { id: "people", judge: t("pairs.tables.amongPeople"), share: pairs.agreement, isTold: told },
    ...pairs.judges.map((judge) => ({
      id: String(judge.runId),
      judge: t("pairs.tables.withJudge", { name: nameRun(judge) }),
      share: judge.agreement,
      isTold: told,
    })),
  ];
  return printTable(facts, {
    name: "pairs-agreement",
    caption: t("pairs.tables.agreement"),
    notes: [
      t("pairs.tables.agreementMade"),
      ...(pairs.isTurned ? [] : [t("pairs.tables.notTurned")]),
      ...listed
        .filter((one) => one.isTold && one.share.reason !== null)
        .map(({ judge: name, share }) => t("pairs.tables.undefined", { name, reason: why(share.reason) })),
    ],
    columns: agreementColumns,
    groups: [listed.map(({ share, ...one }) => agreementRow(share, one))],
    say,
  });
}
