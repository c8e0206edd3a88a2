import { listCompared, type Facts } from "#lib/reports/facts.ts";
import { listHead, listWarnings } from "#lib/reports/head.ts";
import { describeLooks } from "#lib/reports/looks.ts";
import { escapeMarkdown } from "#lib/reports/markdown.ts";
import {
  describeAlternative,
  describeArms,
  describeClaims,
  describeFigures,
  describeOthers,
} from "#lib/reports/methods/analyses.ts";
import {
  describeAssignment,
  describeCourse,
  describeRules,
  describeSample,
  describeTask,
} from "#lib/reports/methods/materials.ts";
import {
  describeBackground,
  describeEthics,
  describeFlow,
  describeRecruitment,
} from "#lib/reports/methods/participants.ts";
import { splitAtGaps } from "#lib/reports/methods/unstated.ts";
import { standingOf, type Subject } from "#lib/reports/standing.ts";
import { commentLatex, escapeLatex } from "#lib/reports/tables/latex.ts";
import { inPlaceOf, ownReportOf } from "#lib/reports/kinds/registry.ts";
import { joinList, nameApart, nameRun, t, writeDate } from "#lib/reports/words.ts";

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
export function writeMethods(facts: Facts): MethodsSection[] {
  const { planned, exploratory } = partAnalyses(facts);
  const written: Record<MethodsSection["key"], readonly (readonly string[])[]> = {
    warnings: listWarnings(facts).map((text) => [text]),
    participants: [describeRecruitment(facts), describeFlow(facts), describeBackground(facts)],
    ethics: facts.view.who === "people" ? [describeEthics(facts)] : [],
    materials: [describeSample(facts)],
    procedure: [[...describeAssignment(facts), ...describeTask(facts)], describeCourse(facts)],
    exclusions: [[describeRules(facts)]],
    plan: [describePlan(facts), describeLooks(facts)],
    planned,
    exploratory,
    models: [[inPlaceOf(facts.rows)?.methods(facts).models ?? describeModels(facts)]],
    software: [[describeSoftware(facts)]],
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
    ["people", inPlace ? own.figures : describeFigures(facts)],
    ["comparator", inPlace ? [] : describeClaims(facts)],
    ["alternative", inPlace?.alternative ?? describeAlternative(facts)],
    ["arms", inPlace ? [] : describeArms(facts)],
    ["rest", inPlace ? own.others : describeOthers(facts)],
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

const describePlan = ({ plan, record }: Facts): string[] =>
  plan && record.manifest
    ? [
        t("methods.frozen", {
          date: writeDate(plan.openedAt),
          hash: record.manifest.hash,
          digest: plan.sampling.digest,
        }),
      ]
    : [];

function describeModels(facts: Facts): string {
  const { results } = facts;
  const listed = [
    ...listCompared(facts).map((model) => ({ ...model, name: nameRun(model) })),
    ...results.models
      .filter(({ isTested }) => !isTested)
      .map((model) => ({ ...model, name: nameApart(model) })),
  ];
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

const describeSoftware = ({ version, plan, results }: Facts): string =>
  t("methods.software", {
    version,
    rules: results.method.rules,
    planned: plan?.software.version ?? version,
    stamp: results.stamp,
  });

type Marks = { plain: (text: string) => string; gap: (text: string) => string };

const writeWith = (text: string, { plain, gap }: Marks): string =>
  splitAtGaps(text)
    .map((piece) => (piece.gap === null ? plain(piece.text) : gap(plain(piece.text))))
    .join("");

const inMarkdown: Marks = { plain: escapeMarkdown, gap: (text) => `**${text}**` };
const inLatex: Marks = { plain: escapeLatex, gap: (text) => `\\textbf{${text}}` };

export const writeMethodsMarkdown = (facts: Facts, methods: readonly MethodsSection[]): string =>
  [
    `# ${t("headings.methods")}`,
    ...listHead(facts).map(escapeMarkdown),
    ...methods.flatMap(({ title, paragraphs }) => [
      `## ${title}`,
      ...paragraphs.map((text) => writeWith(text, inMarkdown)),
    ]),
  ]
    .join("\n\n")
    .concat("\n");

/** Hashes and paths of models make long words: no line is to stand out for them. */
export const writeMethodsLatex = (facts: Facts, methods: readonly MethodsSection[]): string =>
  [
    [...listHead(facts).map(commentLatex), "\\begingroup\\sloppy"].join("\n"),
    ...methods.flatMap(({ title, paragraphs }) =>
      paragraphs.map((text, i) =>
        [...(i === 0 ? [`\\paragraph{${escapeLatex(title)}}`] : []), writeWith(text, inLatex)].join("\n"),
      ),
    ),
    "\\par\\endgroup",
  ]
    .join("\n\n")
    .concat("\n");

/** For the clipboard. */
export const writeMethodsText = (methods: readonly MethodsSection[]): string =>
  methods.map(({ title, paragraphs }) => [title, ...paragraphs].join("\n\n")).join("\n\n");
