import { createHash } from "node:crypto";
import { renderChecklist, renderChecklistJson } from "#lib/reports/checklist/checklist.ts";
import type { Report } from "#lib/reports/compose.ts";
import { paperWidths } from "#lib/figures/look.ts";
import { renderSvg } from "#lib/figures/svg.ts";
import { listHead } from "#lib/reports/head.ts";
import { renderLatexTable, shortenRuns } from "#lib/reports/latex/write.ts";
import { declareLetters } from "#lib/reports/tables/latex.ts";
import {
  renderCaseStudiesCsv,
  renderCaseStudiesJson,
  renderCaseStudiesLatex,
  renderCaseStudiesMarkdown,
} from "#lib/reports/case-studies/case-studies.ts";
import { renderMethodsLatex, renderMethodsMarkdown } from "#lib/reports/methods/methods.ts";
import { renderParity } from "#lib/reports/parity.ts";
import { renderCsv } from "#lib/reports/tables/printed-table.ts";
import { paintPng, printPdf } from "#lib/study-results/figures/send.ts";
import type { Population } from "#lib/study-results/schema.ts";
import { t } from "#lib/reports/words.ts";

export type ReportFile = { name: string; content: Buffer };
/** The answers as an export of the study writes them, with the numbers of the report. */
export type AnswerFiles = { answers: string; codebook: string };

/** What holds nothing of what people answered has no mark. */
const unmarked = new Set(["README.txt", "manifest.json", "codebook.md"]);

/** A file about simulated people says so by its name. */
export const fileNameFor = (name: string, who: Population): string =>
  who === "people" || unmarked.has(name) ? name : name.replace(/(?=\.[a-z0-9]+$)/, "-simulated");

/** What is read as it stands: texts and tables, without the figures. */
export function renderTexts(report: Report, { answers, codebook }: AnswerFiles): ReportFile[] {
  const { facts, points, methods, tables, parity, caseStudies } = report;
  const head = listHead(facts);
  const names = shortenRuns(facts.rows.runs);
  const texts: [string, string][] = [
    ["checklist.md", renderChecklist(facts, points)],
    ["checklist.json", renderChecklistJson(facts, points)],
    ["methods.md", renderMethodsMarkdown(facts, methods)],
    ["methods.tex", renderMethodsLatex(facts, methods)],
    ["parity.md", renderParity(facts, parity)],
    ...(caseStudies.length > 0 ? listCaseStudyFiles(facts, caseStudies) : []),
    ["results.json", `${JSON.stringify(facts.results, null, 2)}\n`],
    ["answers.csv", answers],
    ["codebook.md", codebook],
    ["manifest.json", facts.record.manifest?.content ?? ""],
    ...tables.flatMap((table): [string, string][] => [
      [`tables/${table.name}.tex`, renderLatexTable(table, head, names)],
      [`tables/${table.name}.csv`, renderCsv(table)],
    ]),
  ];
  return texts.map(([name, text]) => ({
    name: fileNameFor(name, facts.view.who),
    content: Buffer.from(name.endsWith(".tex") ? declareLetters(text) : text),
  }));
}

/** Every file of a report, by name: the same report gives the same bytes. */
export async function renderFiles(report: Report, answers: AnswerFiles): Promise<ReportFile[]> {
  const files = [...renderTexts(report, answers), ...(await drawFiles(report))].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  const listed = files.map(({ name, content }) => ({ name, sha256: hashOf(content) }));
  return [{ name: "README.txt", content: Buffer.from(renderReadme(report, listed)) }, ...files];
}

const listCaseStudyFiles = (facts: Report["facts"], studies: Report["caseStudies"]): [string, string][] => [
  ["case-studies.md", renderCaseStudiesMarkdown(facts, studies)],
  ["case-studies.tex", renderCaseStudiesLatex(facts, studies)],
  ["case-studies.csv", renderCaseStudiesCsv(facts, studies)],
  ["case-studies.json", renderCaseStudiesJson(facts, studies)],
];

async function drawFiles({ facts, figures }: Report): Promise<ReportFile[]> {
  const drawn = figures.flatMap(({ figure, name, number, caption }) =>
    Object.values(paperWidths).map(async (widthMm): Promise<ReportFile[]> => {
      const page = { widthMm, name: caption };
      const svg = renderSvg(figure, page);
      const named = (ending: string) =>
        fileNameFor(`figures/figure-${number}-${name}-${widthMm}mm.${ending}`, facts.view.who);
      return [
        { name: named("svg"), content: Buffer.from(svg) },
        { name: named("png"), content: await paintPng(svg) },
        { name: named("pdf"), content: await printPdf(figure, page) },
      ];
    }),
  );
  return (await Promise.all(drawn)).flat();
}

const hashOf = (content: Buffer): string => createHash("sha256").update(content).digest("hex");

export const reportFileName = (slug: string, who: Population): string =>
  `${slug}-report${who === "simulated" ? "-simulated" : ""}.zip`;

/** What lies beside it, how it was made, and how to see that nothing was changed since. */
export function renderReadme(
  { facts, key }: Report,
  files: readonly { name: string; sha256: string }[],
): string {
  const { results, record } = facts;
  const { method, resampled, study } = results;
  const [, ...head] = listHead(facts);
  return [
    t("readme.title", { title: study.title.replace(/\s+/g, " "), slug: study.slug }),
    ...head,
    t("readme.same"),
    t("readme.resampling", {
      seed: String(resampled.seed),
      b: resampled.b,
      rules: method.rules,
    }),
    t("readme.view", { stratum: results.view.stratum }),
    t("readme.key", { key }),
    t("readme.texts"),
    ...(record.manifest ? [t("readme.hash", { hash: record.manifest.hash })] : []),
    t("readme.latex"),
    [t("readme.files"), ...files.map(({ name, sha256 }) => `${sha256}  ${name}`)].join("\n"),
  ]
    .join("\n\n")
    .concat("\n");
}
