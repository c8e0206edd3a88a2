import { inPercent } from "#lib/figures/written.ts";
import { countLeftOut, wordReasonsLeftOut } from "#lib/reports/checklist/raters.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { joinList, nameRun, t, writeDate } from "#lib/reports/words.ts";
import { countAsked } from "#lib/studies/strata/schema.ts";
import { recruitmentWays, type Questions } from "#lib/studies/schema.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { quantileOfSorted } from "#lib/metrics/crossed/resampled-figure.ts";

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** Which cases, by whom and how they were chosen. */
export function describeSample({ rows, results, plan, record }: Facts): string[] {
  const { design, benchmark } = rows.study;
  const { frame, sample } = design;
  const inFigures = rows.cases.filter(({ stratum }) => stratum === "selected");
  const [unsure, controls] = (["unsure", "control"] as const).map(
    (wanted) => rows.cases.filter(({ stratum }) => stratum === wanted).length,
  ) as [number, number];
  const tracks = rows.tracks.flatMap(({ name }, track) => {
    const count = inFigures.filter((row) => row.track === track).length;
    return count > 0 ? [t("methods.trackCount", { track: name, count })] : [];
  });
  const range = (bounds: { least: number; most: number | null }) =>
    bounds.most === null
      ? t("methods.from", { least: bounds.least })
      : t("methods.fromTo", { least: bounds.least, most: bounds.most });
  const named = [...sample.attention.cases, ...sample.practice.cases].length;
  const { attention, practice, mostFromOneSource: most } = sample;
  return [
    t("methods.sample", {
      cases: inFigures.length,
      benchmark: benchmark.name,
      tracks: joinList(tracks),
      eligible: plan ? sum(plan.eligible.map(({ selected }) => selected)) : inFigures.length,
    }),
    frame.reference
      ? t("methods.reference", {
          model: nameRun(frame.reference),
          threshold: frame.reference.threshold,
        })
      : frame.options || frame.answerLength
        ? ""
        : t("methods.everyCase"),
    ...(frame.options ? [t("methods.options", { range: range(frame.options) })] : []),
    ...(frame.answerLength ? [t("methods.answerLength", { range: range(frame.answerLength) })] : []),
    ...(unsure > 0 ? [t("methods.unsure", { count: unsure })] : []),
    ...(controls > 0 ? [t("methods.controls", { count: controls })] : []),
    ...(attention.count + practice.count > 0
      ? [t("methods.attention", { attention: attention.count, practice: practice.count })]
      : []),
    ...(most === null ? [] : [t("methods.oneSource", { most })]),
    t("methods.drawn", { seed: String(results.resampled.seed) }),
    ...(named > 0 ? [t("methods.named", { count: named })] : []),
    ...(plan && record.manifest
      ? [
          t("methods.frozen", {
            date: writeDate(plan.openedAt),
            hash: record.manifest.hash,
            digest: plan.sampling.digest,
          }),
        ]
      : []),
  ].filter(Boolean);
}

/** Who got which of them, and in what order. */
export function describeAssignment({ rows }: Facts): string[] {
  const { assignment, sample } = rows.study.design;
  const each = countAsked(sample);
  return [
    t(`methods.${assignment.design}`, { each, raters: assignment.ratersPerCase }),
    t("methods.order", { cases: assignment.caseOrder, options: assignment.optionOrder }),
  ];
}

/** Who took part, how they came, and who is left out. */
export function describePeople(facts: Facts): string[] {
  const { rows, view, results, record } = facts;
  const people = rows.people.filter(({ who }) => who === view.who);
  const coming = record.coming.filter(({ who }) => who === view.who);
  const submitted = people.filter(({ state }) => state === "submitted").length;
  const began = people.length;
  const ways = recruitmentWays.flatMap((way) => {
    const count = sum(coming.filter((arrivals) => arrivals.way === way).map((arrivals) => arrivals.began));
    return count > 0 ? [t(`methods.ways.${way}`, { count })] : [];
  });
  const cohorts = countBy(people.map(({ cohort }) => cohort ?? ""));
  const languages = countBy(people.map(({ language }) => language));
  const left = countLeftOut(facts);
  return [
    ...(view.who === "people" ? [t("methods.consented")] : []),
    view.who === "people"
      ? t("methods.began", { began, submitted, ways: ways.join(", ") || "–" })
      : t("methods.beganSimulated", { began, submitted }),
    ...(cohorts.some(([name]) => name !== "")
      ? [
          t("methods.cohorts", {
            list: cohorts
              .map(([name, count]) => (name === "" ? t("methods.noCohort", { count }) : `${name} ${count}`))
              .join(", "),
          }),
        ]
      : []),
    t("methods.languages", {
      list: joinList(
        languages.map(([language, count]) =>
          t(language === "zh-CN" ? "methods.chinese" : "methods.english", { count }),
        ),
      ),
    }),
    t("methods.withdrew", { count: sum(coming.map(({ withdrawn }) => withdrawn)) }),
    t("methods.leftOut", {
      excluded: left.excluded,
      people: left.people,
      reasons: wordReasonsLeftOut(left),
      counted: results.people.n.people,
    }),
  ];
}

/** Who was to be left out. */
export function describeRules(facts: Facts): string {
  const rules = listRules(facts);
  return rules.length > 0 ? t("methods.rules", { list: joinList(rules) }) : t("methods.noRules");
}

function listRules({ rows }: Facts): string[] {
  const { questions, rules } = rows.study.design;
  const { failedChecks, haste, incomplete } = rules;
  return [
    ...(rules.comprehension === "exclude" && questions.comprehension?.length
      ? [t("methods.rule.comprehension")]
      : []),
    ...(failedChecks === null ? [] : [t("methods.rule.failedChecks", { count: failedChecks })]),
    ...(haste === null
      ? []
      : [t("methods.rule.haste", { share: inPercent(haste.share, 0), seconds: haste.seconds })]),
    ...(incomplete ? [t("methods.rule.incomplete")] : []),
  ];
}

function countBy(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => Number(a === "") - Number(b === "") || (a < b ? -1 : 1));
}

/** What they were asked. */
export function describeTask(facts: Facts): string[] {
  const { questions } = facts.rows.study.design;
  const asked = listQuestions(questions);
  const { background, mayGoBack, draftsCount, showScore } = questions;
  const { timeLimitMinutes: minutes } = questions;
  return [
    asked.length > 0 ? t("methods.questions", { list: joinList(asked) }) : t("methods.noQuestions"),
    ...(background.length > 0
      ? [
          t("methods.background", {
            count: background.length,
            list: background.map(({ key }) => key).join(", "),
          }),
        ]
      : []),
    t("methods.going", {
      back: mayGoBack ? "yes" : "no",
      limit: minutes === null ? "" : t("methods.limit", { minutes }),
      score: showScore ? t("methods.score") : "",
    }),
    ...(!mayGoBack && draftsCount ? [t("methods.drafts")] : []),
  ];
}

/** How they understood it, and how long it took them. */
export function describeCourse(facts: Facts): string[] {
  const { comprehension = [] } = facts.rows.study.design.questions;
  return [
    ...(comprehension.length > 0 ? [describeComprehension(facts, comprehension.length)] : []),
    describeTime(facts),
  ];
}

function describeComprehension({ rows, view }: Facts, count: number): string {
  const tries = rows.people.flatMap((person) =>
    person.who === view.who && person.tries?.length ? [person.tries] : [],
  );
  const passedAt = (n: number) => tries.filter((attempts) => attempts[n - 1]?.wrong.length === 0).length;
  return t("methods.comprehension", { count, asked: tries.length, first: passedAt(1), second: passedAt(2) });
}

function listQuestions({ confidence, reason, knowsWork }: Questions): string[] {
  const asked = [
    [`methods.question.${confidence.form}`, confidence.ask],
    ["methods.question.reason", reason],
    ["methods.question.knowsWork", knowsWork],
  ] as const;
  return asked.flatMap(([question, need]) =>
    need === "off" ? [] : [t("methods.need", { question: t(question), need })],
  );
}

/** Over those who count and whose browser measured it. */
function describeTime({ rows, view }: Facts): string {
  const times = Float64Array.from(
    [...getSelection(rows, view).people].flatMap((index) => rows.people[index]?.activeMs ?? []),
  ).sort();
  if (times.length === 0) return t("methods.noTime");
  const minutes = (at: number) => (quantileOfSorted(times, at) / 60_000).toFixed(1);
  return t("methods.time", {
    timed: times.length,
    median: minutes(0.5),
    lower: minutes(0.25),
    upper: minutes(0.75),
  });
}
