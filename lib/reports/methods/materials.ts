import { inPercent } from "#lib/figures/written.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { tell } from "#lib/reports/methods/participants.ts";
import { tellPart } from "#lib/reports/part-words.ts";
import { describeFilters, joinList, nameKind, nameRun, t } from "#lib/reports/words.ts";
import { listFilters } from "#lib/studies/selectors/schema.ts";
import { countAsked } from "#lib/studies/strata/schema.ts";
import type { Manifest } from "#lib/studies/opening/manifest.ts";
import type { Questions } from "#lib/studies/schema.ts";
import { getAnalysed } from "#lib/study-results/rows/choices.ts";
import { quantileOfSorted } from "#lib/metrics/crossed/resampled-figure.ts";
import { listOnce } from "#lib/study-results/arms/place.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { type View, viewKey } from "#lib/study-results/schema.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** Which cases, by whom and how they were chosen. */
export function describeSample({ rows, results, plan }: Facts): string[] {
  const { design, benchmark } = rows.study;
  const { frame, sample } = design;
  // However many arms show them.
  const cases = listOnce(rows.cases);
  const inFigures = cases.filter(({ stratum }) => stratum === "selected");
  const [unsure, controls] = (["unsure", "control"] as const).map(
    (wanted) => cases.filter(({ stratum }) => stratum === wanted).length,
  ) as [number, number];
  const tracks = rows.tracks.flatMap(({ name }, track) => {
    const count = inFigures.filter((row) => row.track === track).length;
    return count > 0 ? [t("methods.trackCount", { track: name, count })] : [];
  });
  const range = (bounds: { least: number; most: number | null }) =>
    bounds.most === null
      ? t("methods.from", { least: bounds.least })
      : t("methods.fromTo", { least: bounds.least, most: bounds.most });
  const filters = listFilters(benchmark);
  const named = [...sample.attention.cases, ...sample.practice.cases].length;
  const { attention, practice, repeats, mostFromOneSource: most } = sample;
  return [
    t("methods.sample", {
      cases: inFigures.length,
      benchmark: benchmark.name,
      tracks: joinList(tracks),
      eligible: plan ? sum(listEligible(plan, rows).map(({ selected }) => selected)) : inFigures.length,
    }),
    frame.reference
      ? t("methods.reference", {
          model: nameRun(frame.reference),
          threshold: frame.reference.threshold,
        })
      : frame.options || frame.answerLength
        ? ""
        : t("methods.everyCase"),
    ...(filters.length > 0 ? [t("methods.filtered", describeFilters(filters))] : []),
    ...(frame.options ? [t("methods.options", { range: range(frame.options) })] : []),
    ...(frame.answerLength ? [t("methods.answerLength", { range: range(frame.answerLength) })] : []),
    ...(unsure > 0 ? [t("methods.unsure", { count: unsure })] : []),
    ...(controls > 0 ? [t("methods.controls", { count: controls })] : []),
    ...(attention.count + practice.count > 0
      ? [
          t("methods.attention", {
            attention: attention.count,
            practice: practice.count,
            both: attention.count > 0 && practice.count > 0 ? "yes" : "no",
          }),
        ]
      : []),
    ...(repeats === undefined ? [] : [t("methods.repeats", { repeats })]),
    ...Object.entries(sample.groups ?? {}).map(([track, each]) => t("methods.groups", { track, each })),
    ...(most === null ? [] : [t("methods.oneSource", { most })]),
    t("methods.drawn", { seed: String(results.resampled.seed) }),
    ...(named > 0 ? [t("methods.named", { count: named })] : []),
  ].filter(Boolean);
}

/** Of one kind of several only its own tracks. */
const listEligible = ({ eligible }: Manifest, { kinds, tracks }: StudyRows) =>
  kinds.length > 1 ? eligible.filter(({ track }) => tracks.some(({ name }) => name === track)) : eligible;

/** Who got which of them, and in what order. */
export function describeAssignment({ rows, plan }: Facts): string[] {
  const { assignment, sample } = rows.study.design;
  const each = sum(rows.tracks.map(({ name }) => countAsked(sample, name)));
  return [
    ...(rows.kinds.length > 1
      ? [
          t("methods.parts", { kind: nameKind(rows.kind), kinds: joinList(rows.kinds.map(nameKind)) }),
          t("methods.partWords", { text: tellPart(rows.kind, plan?.texts.map(({ words }) => words) ?? []) }),
        ]
      : []),
    t(`methods.${assignment.design}`, { each, raters: assignment.ratersPerCase }),
    ...(assignment.arms
      ? [
          t("methods.arms", {
            count: assignment.arms.arms.length,
            differ: t(`methods.armDifferences.${assignment.arms.differ}`),
            unit: assignment.arms.unit,
            list: joinList(assignment.arms.arms.map(({ name }) => `“${name}”`)),
          }),
        ]
      : []),
    t("methods.order", {
      cases: assignment.caseOrder,
      options: serverKindOf(rows.kind).ordersOptions ? assignment.optionOrder : "none",
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
  const { failedChecks, haste, minAnswered = null, incomplete } = rules;
  return [
    ...(rules.comprehension === "exclude" && questions.comprehension?.length
      ? [t("methods.rule.comprehension")]
      : []),
    ...(failedChecks === null ? [] : [t("methods.rule.failedChecks", { count: failedChecks })]),
    ...(haste === null
      ? []
      : [
          t("methods.rule.haste", {
            share: inPercent(haste.share, 0),
            seconds: haste.seconds,
            server: String(haste.byServer === true),
          }),
        ]),
    ...(minAnswered === null ? [] : [t("methods.rule.minAnswered", { share: inPercent(minAnswered, 0) })]),
    ...(incomplete ? [t("methods.rule.incomplete")] : []),
  ];
}

/** What they were asked, and what they could do. */
export function describeTask(facts: Facts): string[] {
  const { kind, study } = facts.rows;
  const { questions } = study.design;
  const asked = listQuestions(questions);
  const { mayGoBack, draftsCount, showScore } = questions;
  const { timeLimitMinutes: minutes } = questions;
  return [
    asked.length > 0 ? t("methods.questions", { list: joinList(asked) }) : t("methods.noQuestions"),
    t("methods.going", { back: mayGoBack ? "yes" : "no" }),
    ...(minutes === null ? [] : [t("methods.limit", { minutes })]),
    ...(!mayGoBack && draftsCount ? [t("methods.drafts")] : []),
    ...(showScore && serverKindOf(kind).hasRight ? [t("methods.score")] : []),
    ...(facts.view.who === "people"
      ? (["translation", "tools"] as const).flatMap((field) => tell(facts, field))
      : []),
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
  const passed = { asked: tries.length, first: passedAt(1), second: passedAt(2) };
  return [
    t("methods.comprehension", { count }),
    ...(tries.length > 0 ? [t("methods.comprehensionPassed", passed)] : []),
  ].join(" ");
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

/** Over those who count and whose browser measured it, and over their answers. */
const describeTime = ({ rows, view, analysed }: Facts): string =>
  memoize(rows, `time taken ${viewKey(view)}`, () => computeTime(rows, view, analysed));

function computeTime(rows: StudyRows, view: View, analysed: Facts["analysed"]): string {
  const { activeMs } = rows.answers;
  const times = sortAscending(analysed.flatMap((index) => rows.people[index]?.activeMs ?? []));
  const each = sortAscending(
    [...getAnalysed(rows, view).answers].flatMap((i) => ((activeMs[i] ?? 0) > 0 ? (activeMs[i] ?? 0) : [])),
  );
  if (times.length === 0) return t("methods.noTime");
  const minutes = (at: number) => (quantileOfSorted(times, at) / 60_000).toFixed(1);
  return [
    t("methods.time", {
      timed: times.length,
      median: minutes(0.5),
      lower: minutes(0.25),
      upper: minutes(0.75),
    }),
    ...(each.length > 0
      ? [
          t("methods.timeEach", {
            seconds: (quantileOfSorted(each, 0.5) / 1000).toFixed(1),
            timed: each.length,
          }),
        ]
      : []),
  ].join(" ");
}

const sortAscending = (values: readonly number[]): Float64Array => Float64Array.from(values).sort();
