import type { Facts } from "#lib/reports/facts.ts";
import { explainStanding, markCaption, type Subject } from "#lib/reports/standing.ts";
import { formatKindName, t, formatDate } from "#lib/reports/words.ts";
import { looksOf } from "#lib/study-results/interim-policy.ts";
import { plannedEnd } from "#lib/study-results/schema.ts";

/** What has to be read before any figure: that it may change, or that nobody gave these answers. */
export const listWarnings = ({ results, rows, view }: Facts): string[] => [
  ...(results.isSimulated ? [t("warnings.simulated")] : []),
  ...(results.isInterim ? [t("warnings.interim")] : []),
  ...(results.method.everyLook
    ? [
        t("warnings.looks", {
          who: view.who,
          looks: looksOf(rows, view.who),
          planned: plannedEnd(rows.study.design),
        }),
      ]
    : []),
];

/** Beneath a table, or a figure, of intervals that hold at every look. */
export const listLooks = ({ results, view }: Pick<Facts, "results" | "view">): string[] =>
  results.method.everyLook ? [t("tables.looks", { who: view.who })] : [];

export const formatStudyTitle = ({ results }: Facts): string =>
  t("of", { title: results.study.title, slug: results.study.slug });

/** Above everything that can be taken out of a report on its own. */
export function listHead(facts: Facts): string[] {
  const { study, stamp } = facts.results;
  return [
    formatStudyTitle(facts),
    ...listWarnings(facts),
    ...(facts.rows.kinds.length > 1 ? [t("ofKind", { kind: formatKindName(facts.rows.kind) })] : []),
    t("made", {
      version: facts.version,
      stamp,
      rules: facts.results.method.rules,
      opened: formatDate(study.openedAt),
      closed: study.closedAt === null ? t("stillOpen") : t("closedAt", { date: formatDate(study.closedAt) }),
    }),
    explainStanding(facts),
  ];
}

/** A caption that can't be taken for one about people where nobody gave the answers, nor what was found for planned. */
export const formatCaption = (facts: Facts, caption: string, ...subjects: [Subject, ...Subject[]]): string =>
  t(`captions.${facts.view.who}`, { caption: markCaption(facts, caption, ...subjects) });
