import type { Facts } from "#lib/reports/facts.ts";
import { asSentence, formatFieldName, formatStated } from "#lib/reports/stated.ts";
import { formatExclusions, joinList, t, formatDate } from "#lib/reports/words.ts";
import { markGap } from "#lib/reports/methods/unstated.ts";
import { isExpected, type ReportingField } from "#lib/studies/reporting/schema.ts";

/** What was stated, or else the mark that it wasn't; nothing for what needn't be stated. */
export function formatReporting({ stated: { reporting } }: Facts, field: ReportingField): string[] {
  const written = formatStated(reporting, field);
  return written === null ? (isExpected(field) ? [markGap(field)] : []) : [written];
}

/** How people came to take part, who could, and when. */
export function formatRecruitment(facts: Facts): string[] {
  const { view, record } = facts;
  if (view.who === "simulated") return [];
  const own = record.arrivals.coming.filter(({ who }) => who === "people");
  const [first] = own.flatMap(({ first: at }) => at ?? []).sort((a, b) => a.getTime() - b.getTime());
  const last = own
    .flatMap(({ last: at }) => at ?? [])
    .sort((a, b) => a.getTime() - b.getTime())
    .at(-1);
  const [from, to] = [first && formatDate(first), last && formatDate(last)];
  return [
    ...(["how", "where", "period", "eligibility"] as const).flatMap((field) => formatReporting(facts, field)),
    ...(from && to
      ? [from === to ? t("methods.onOneDay", { from }) : t("methods.between", { from, to })]
      : []),
  ];
}

/** How many came, left and count, as the figure draws it. */
export function formatFlow({ flow, view }: Facts): string[] {
  const { who } = view;
  const { invited, agreed, ways, notBegun, began, withdrew, excluded, reasons, silent, counted } = flow;
  const listed = reasons.map(({ reason, count }) => formatExclusions(reason, count));
  const several = reasons.reduce((sum, { count }) => sum + count, 0) > excluded ? "yes" : "no";
  return [
    ...(invited === null ? [] : [t("methods.invited", { invited })]),
    t("methods.agreed", {
      who,
      agreed,
      notBegun,
      ways: who === "people" && ways.length > 0 ? listWays(ways) : "",
    }),
    t("methods.left", { began, withdrew, excluded, several, reasons: listed.join(", ") || "none" }),
    ...(silent > 0 ? [t("methods.silent", { silent })] : []),
    t("methods.analysed", { counted, answers: flow.answers, cases: flow.cases, unfinished: flow.unfinished }),
    ...(withdrew > 0 ? [t("methods.withdrewUnused")] : []),
  ];
}

const listWays = (ways: Facts["flow"]["ways"]): string =>
  ` (${ways.map(({ way, count }) => t(`methods.ways.${way}`, { count })).join(", ")})`;

/** Of those who are analysed: cohorts, the language they read in, and what they said of themselves. */
export function formatBackground({ rows, view, analysed }: Facts): string[] {
  const people = analysed.flatMap((index) => rows.people[index] ?? []);
  if (people.length === 0) return [];
  const cohorts = countBy(people.map(({ cohort }) => cohort ?? ""));
  const languages = countBy(people.map(({ language }) => language));
  const count = rows.study.design.questions.background.length;
  return [
    ...(cohorts.some(([name]) => name !== "")
      ? [
          t("methods.cohorts", {
            list: joinList(
              cohorts.map(([name, n]) =>
                name === "" ? t("methods.noCohort", { count: n }) : t("methods.cohort", { name, count: n }),
              ),
            ),
          }),
        ]
      : []),
    t("methods.languages", {
      list: joinList(
        languages.map(([language, n]) =>
          t(language === "zh-CN" ? "methods.chinese" : "methods.english", { count: n }),
        ),
      ),
    }),
    ...(view.who === "people" ? [t("methods.background", { count })] : []),
  ];
}

function countBy(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => Number(a === "") - Number(b === "") || (a < b ? -1 : 1));
}

/** Approval, consent and payment. What the consent said of them is quoted where nobody states it otherwise. */
export function formatEthics(facts: Facts): string[] {
  const { plan, stated, consent } = facts;
  const quote = (field: "approval" | "payment"): string[] => {
    const said = stated.reporting[field] === undefined ? consent[field] : undefined;
    return said
      ? [t(`methods.consentSays.${field}`, { text: asSentence(said) })]
      : formatReporting(facts, field);
  };
  return [
    ...quote("approval"),
    t("methods.consented", { ticks: plan?.design.words.ticks?.length ?? 0 }),
    ...formatReporting(facts, "furtherConsent"),
    ...quote("payment"),
    ...formatLater(facts),
  ];
}

/** What was stated when the study had opened already, and what the plan had said in its place. */
function formatLater({ plan, stated: { later } }: Facts): string[] {
  if (later.size === 0) return [];
  const planned = plan?.design.recruitment.reporting ?? {};
  const days = [...later.values()].map(formatDate).sort();
  return [
    t("methods.later", {
      list: joinList([...later.keys()].map((field) => formatFieldName(field).toLowerCase())),
      date: days.at(-1) ?? "",
    }),
    ...Array.from(later.keys()).flatMap((field) => {
      const text = formatStated(planned, field);
      return text === null
        ? []
        : [t("methods.changed", { field: formatFieldName(field).toLowerCase(), text })];
    }),
  ];
}
