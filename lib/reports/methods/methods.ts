import { listCompared, type Facts } from "#lib/reports/facts.ts";
import { listHead, listWarnings, standingOf, type Subject } from "#lib/reports/head.ts";
import { formatLooks } from "#lib/reports/looks.ts";
import { escapeMarkdown } from "#lib/reports/markdown.ts";
import {
  formatAlternative,
  formatArms,
  formatClaims,
  formatFigures,
  formatOthers,
} from "#lib/reports/methods/analyses.ts";
import {
  formatBackground,
  formatEthics,
  formatFlow,
  formatRecruitment,
  formatReporting,
} from "#lib/reports/methods/participants.ts";
import { splitAtGaps } from "#lib/reports/methods/unstated.ts";
import { commentLatex, escapeLatex } from "#lib/reports/tables/latex.ts";
import { inPlaceOf, ownReportOf } from "#lib/reports/kinds/registry.ts";
import {
  joinList,
  formatFullName,
  formatRunName,
  t,
  formatDate,
  formatFilters,
  formatKindName,
} from "#lib/reports/words.ts";
import { inPercent } from "#lib/figures/written.ts";
import { formatPart } from "#lib/reports/part-words.ts";
import { listFilters } from "#lib/studies/selectors/schema.ts";
import { countAsked, countLinked } from "#lib/studies/strata/schema.ts";
import type { Manifest } from "#lib/studies/opening/manifest.ts";
import type { Questions } from "#lib/studies/schema.ts";
import { getAnalysed } from "#lib/study-results/rows/choices.ts";
import { quantileOfSorted } from "#lib/metrics/crossed/resampled-figure.ts";
import { listOnce } from "#lib/study-results/arms/place.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { countRatedOnce } from "#lib/study-results/rows/rated-once.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { type View, viewKey } from "#lib/study-results/schema.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

export const methodsKeys = [
  "warnings",
  "participants",
  "ethics",
  "materials",
  "procedure",
  "exclusions",
  "plan",
  "planned",
  "exploratory",
  "models",
  "software",
] as const;
export type MethodsSection = {
  key: (typeof methodsKeys)[number];
  title: string;
  paragraphs: readonly string[];
};

/** What a paper says of how it was done, as it can be printed; what nobody stated is marked in its place. */
export function formatMethods(facts: Facts): MethodsSection[] {
  const { planned, exploratory } = partAnalyses(facts);
  const written: Record<MethodsSection["key"], readonly (readonly string[])[]> = {
    warnings: listWarnings(facts).map((text) => [text]),
    participants: [formatRecruitment(facts), formatFlow(facts), formatBackground(facts)],
    ethics: facts.view.who === "people" ? [formatEthics(facts)] : [],
    materials: [describeSample(facts)],
    procedure: [[...describeAssignment(facts), ...describeTask(facts)], describeCourse(facts)],
    exclusions: [[describeRules(facts)]],
    plan: [formatPlan(facts), formatLooks(facts)],
    planned,
    exploratory,
    models: [[inPlaceOf(facts.rows)?.methods(facts).models ?? formatModels(facts)]],
    software: [[formatSoftware(facts)]],
  };
  return methodsKeys.flatMap((key) => {
    const paragraphs = written[key].filter((told) => told.length > 0).map((told) => told.join(" "));
    return paragraphs.length > 0 ? [{ key, title: t(`methods.titles.${key}`), paragraphs }] : [];
  });
}

/** What the plan named before anybody could answer, and everything else. */
function partAnalyses(facts: Facts) {
  const own = ownReportOf(facts.rows)?.methods(facts) ?? { figures: [], others: [] };
  const inPlace = inPlaceOf(facts.rows)?.methods(facts);
  const listed: [Subject, string[]][] = [
    ["people", inPlace ? own.figures : formatFigures(facts)],
    ["comparator", inPlace ? [] : formatClaims(facts)],
    ["alternative", inPlace?.alternative ?? formatAlternative(facts)],
    ["arms", inPlace ? [] : formatArms(facts)],
    ["rest", inPlace ? own.others : formatOthers(facts)],
    ["rest", inPlace ? [] : [...own.figures, ...own.others]],
  ];
  const of = (wanted: boolean) =>
    listed
      .filter(([subject, told]) => told.length > 0 && (standingOf(facts, [subject]) === "planned") === wanted)
      .map(([, told]) => told);
  const [planned, exploratory] = [of(true), of(false)];
  const lead = planned.length > 0 ? "methods.exploratoryLead" : "methods.nonePlanned";
  return {
    planned: planned.length > 0 ? [[t("methods.plannedLead")], ...planned] : [],
    exploratory: [[t(lead)], ...exploratory],
  };
}

const formatPlan = ({ plan, record }: Facts): string[] =>
  plan && record.manifest
    ? [
        t("methods.frozen", {
          date: formatDate(plan.openedAt),
          hash: record.manifest.hash,
          digest: plan.sampling.digest,
        }),
      ]
    : [];

function formatModels(facts: Facts): string {
  const { results } = facts;
  const listed = [
    ...listCompared(facts).map((model) => ({ ...model, name: formatRunName(model) })),
    ...results.models
      .filter(({ isTested }) => !isTested)
      .map((model) => ({ ...model, name: formatFullName(model) })),
    // A run of the same benchmark that judges other cases is none of these models.
  ].filter(({ answered, failed }) => answered + failed > 0);
  if (listed.length === 0) return t("methods.noModels");
  const list = listed.map(({ name, ranAt, answered }) =>
    t("methods.model", {
      name,
      date: ranAt ? t("methods.ranAt", { date: ranAt }) : t("methods.ranAtUnknown"),
      answered,
      cases: results.people.n.cases,
    }),
  );
  return t("methods.models", { list: list.length === 1 ? joinList(list) : list.join("; ") });
}

const formatSoftware = ({ version, plan, results }: Facts): string =>
  t("methods.software", {
    version,
    rules: results.method.rules,
    planned: plan?.software.version ?? version,
    stamp: results.stamp,
  });

type Marks = { plain: (text: string) => string; gap: (text: string) => string };

const renderWith = (text: string, { plain, gap }: Marks): string =>
  splitAtGaps(text)
    .map((piece) => (piece.gap === null ? plain(piece.text) : gap(plain(piece.text))))
    .join("");

const inMarkdown: Marks = { plain: escapeMarkdown, gap: (text) => `**${text}**` };
const inLatex: Marks = { plain: escapeLatex, gap: (text) => `\\textbf{${text}}` };

export const renderMethodsMarkdown = (facts: Facts, methods: readonly MethodsSection[]): string =>
  [
    `# ${t("headings.methods")}`,
    ...listHead(facts).map(escapeMarkdown),
    ...methods.flatMap(({ title, paragraphs }) => [
      `## ${title}`,
      ...paragraphs.map((text) => renderWith(text, inMarkdown)),
    ]),
  ]
    .join("\n\n")
    .concat("\n");

/** Hashes and paths of models make long words: no line is to stand out for them. */
export const renderMethodsLatex = (facts: Facts, methods: readonly MethodsSection[]): string =>
  [
    [...listHead(facts).map(commentLatex), "\\begingroup\\sloppy"].join("\n"),
    ...methods.flatMap(({ title, paragraphs }) =>
      paragraphs.map((text, i) =>
        [...(i === 0 ? [`\\paragraph{${escapeLatex(title)}}`] : []), renderWith(text, inLatex)].join("\n"),
      ),
    ),
    "\\par\\endgroup",
  ]
    .join("\n\n")
    .concat("\n");

/** For the clipboard. */
export const renderMethodsText = (methods: readonly MethodsSection[]): string =>
  methods.map(({ title, paragraphs }) => [title, ...paragraphs].join("\n\n")).join("\n\n");

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** Which cases, by whom and how they were chosen. */
function describeSample({ rows, results, plan }: Facts): string[] {
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
  const ratedOnce = countRatedOnce(rows);
  return [
    t("methods.sample", {
      cases: inFigures.length,
      benchmark: benchmark.name,
      tracks: joinList(tracks),
      eligible: plan ? sum(listEligible(plan, rows).map(({ selected }) => selected)) : inFigures.length,
    }),
    frame.reference
      ? t("methods.reference", {
          model: formatRunName(frame.reference),
          threshold: frame.reference.threshold,
        })
      : frame.options || frame.answerLength
        ? ""
        : t("methods.everyCase"),
    ...(filters.length > 0 ? [t("methods.filtered", formatFilters(filters))] : []),
    ...(frame.options ? [t("methods.options", { range: range(frame.options) })] : []),
    ...(frame.answerLength ? [t("methods.answerLength", { range: range(frame.answerLength) })] : []),
    ...(unsure > 0 ? [t("methods.unsure", { count: unsure })] : []),
    ...(controls > 0 ? [t("methods.controls", { count: controls })] : []),
    ...(attention.count + practice.count > 0
      ? [
          t("methods.attention", {
            attention: attention.count,
            practice: practice.count,
          }),
        ]
      : []),
    ...(repeats === undefined ? [] : [t("methods.repeats", { repeats })]),
    ...Object.entries(sample.groups ?? {}).map(([track, each]) => {
      const attribute = sample.pairBy?.[track];
      return attribute
        ? t("methods.pairs", { track, each, attribute })
        : t("methods.groups", { track, each });
    }),
    ...(sample.oncePerQuestion ? [t("methods.once")] : []),
    ...(sample.leftOut ? [t("methods.leftOut", { cases: sample.leftOut.length })] : []),
    ...(ratedOnce ? [t("methods.ratedOnce", ratedOnce)] : []),
    ...(most === null ? [] : [t("methods.oneSource", { most })]),
    t("methods.drawn", { seed: String(results.resampled.seed) }),
    ...(named > 0 ? [t("methods.named", { count: named })] : []),
  ].filter(Boolean);
}

/** Of one kind of several only its own tracks. */
const listEligible = ({ eligible }: Manifest, { kinds, tracks }: StudyRows) =>
  kinds.length > 1 ? eligible.filter(({ track }) => tracks.some(({ name }) => name === track)) : eligible;

/** Who got which of them, and in what order. */
function describeAssignment({ rows, plan }: Facts): string[] {
  const { assignment, sample } = rows.study.design;
  const each = sum(rows.tracks.map(({ name }) => countAsked(sample, name)));
  return [
    ...(rows.kinds.length > 1
      ? [
          t("methods.parts", {
            kind: formatKindName(rows.kind),
            kinds: joinList(rows.kinds.map(formatKindName)),
          }),
          t("methods.partWords", {
            text: formatPart(rows.kind, plan?.texts.map(({ words }) => words) ?? []),
          }),
        ]
      : []),
    t(`methods.${assignment.design}`, { each, raters: assignment.ratersPerCase }),
    ...rows.tracks.flatMap(({ name: track }) => {
      const linked = countLinked(sample, assignment, "selected", track);
      return linked > 0 ? [t("methods.linked", { track, linked })] : [];
    }),
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
function describeRules({ rows }: Facts): string {
  const { questions, rules } = rows.study.design;
  const { failedChecks, haste, minAnswered = null, incomplete } = rules;
  const listed = [
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
  return listed.length > 0 ? t("methods.rules", { list: joinList(listed) }) : t("methods.noRules");
}

/** What they were asked, and what they could do. */
function describeTask(facts: Facts): string[] {
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
      ? (["translation", "tools"] as const).flatMap((field) => formatReporting(facts, field))
      : []),
  ];
}

/** How they understood it, and how long it took them. */
function describeCourse(facts: Facts): string[] {
  const { rows, view } = facts;
  const { length: count } = rows.study.design.questions.comprehension ?? [];
  const tries = rows.people.flatMap((person) =>
    person.who === view.who && person.tries?.length ? [person.tries] : [],
  );
  const passedAt = (n: number) => tries.filter((attempts) => attempts[n - 1]?.wrong.length === 0).length;
  const passed = { asked: tries.length, first: passedAt(1), second: passedAt(2) };
  return [
    ...(count > 0 ? [t("methods.comprehension", { count })] : []),
    ...(count > 0 && tries.length > 0 ? [t("methods.comprehensionPassed", passed)] : []),
    describeTime(facts),
  ];
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
