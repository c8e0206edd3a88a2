import type { Facts } from "#lib/reports/facts.ts";
import { formatRunName, t } from "#lib/reports/words.ts";
import { viewOfCase, choiceOf, insteadOf } from "#lib/study-results/cases/case-answers.ts";
import { getCaseFigures } from "#lib/study-results/cases/case-figures.ts";
import { escapeLatex, commentLatex } from "#lib/reports/tables/latex.ts";
import { csvLine } from "#lib/files/csv/cell.ts";
import { listHead } from "#lib/reports/head.ts";
import { escapeMarkdown, quoteMarkdown } from "#lib/reports/markdown.ts";

export type CaseStudy = {
  number: number;
  track: string;
  key: string;
  /** The passage and its candidates, as plain text. */
  lines: readonly string[];
  options: readonly { name: string; isGold: boolean; people: number }[];
  /** People who answered; and how many of them were right, where that is known. */
  n: number;
  right: number | null;
  models: readonly { name: string; choice: string | null; isRight: boolean | null; instead: string | null }[];
  words: string;
  errorClass: string;
};

/** The cases that somebody of the team wrote an analysis of, with what people and models made of them. */
export function listCaseStudies({ rows, view, record }: Facts): CaseStudy[] {
  if (record.caseStudies.length === 0) return [];
  const figures = new Map(getCaseFigures(rows, viewOfCase(view)).map((one) => [one.index, one]));
  const analyses = new Map(record.caseStudies.map((analysis) => [analysis.studyCaseId, analysis]));
  return rows.cases
    .flatMap((row, index) => {
      const analysis = analyses.get(row.id);
      const found = figures.get(index);
      if (!analysis || !found) return [];
      const { optionNames, gold } = row;
      return {
        track: rows.tracks[row.track]?.name ?? "",
        key: row.key,
        lines: analysis.lines,
        n: found.n,
        right: found.right,
        words: analysis.words,
        errorClass: analysis.errorClass,
        options: optionNames.map((name, i) => ({
          name,
          isGold: i === gold,
          people: found.counts[i] ?? 0,
        })),
        models: rows.runs.map((run) => {
          const choice = choiceOf(run, index);
          return {
            name: formatRunName(run),
            choice: choice === null ? null : (optionNames[choice] ?? null),
            isRight: choice === null || gold === null ? null : choice === gold,
            instead: insteadOf(run, index),
          };
        }),
      };
    })
    .map((study, i) => ({ number: i + 1, ...study }));
}

type ClassCount = {
  errorClass: string;
  cases: number;
  people: { right: number; n: number };
  models: { right: number; n: number };
};

/** The most frequent class first; cases without one last. */
export function countErrorClasses(studies: readonly CaseStudy[]): ClassCount[] {
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  return [...Map.groupBy(studies, ({ errorClass }) => errorClass)]
    .map(([errorClass, own]) => {
      const answers = own.flatMap(({ models }) => models.flatMap(({ isRight }) => isRight ?? []));
      const known = own.filter(({ right }) => right !== null);
      return {
        errorClass,
        cases: own.length,
        people: { right: sum(known.map(({ right }) => right ?? 0)), n: sum(known.map(({ n }) => n)) },
        models: { right: answers.filter(Boolean).length, n: answers.length },
      };
    })
    .sort(
      (a, b) =>
        Number(a.errorClass === "") - Number(b.errorClass === "") ||
        b.cases - a.cases ||
        (a.errorClass < b.errorClass ? -1 : 1),
    );
}

const marks = [
  [/\*\*(?=\S)(.+?)(?<=\S)\*\*/, "textbf"],
  [/__(?=\S)(.+?)(?<=\S)__/, "textbf"],
  [/\*(?=\S)(.+?)(?<=\S)\*/, "emph"],
  [/`([^`]+)`/, "texttt"],
] as const;

/** Emphasis, strong words and code; everything else as it stands. */
function renderLine(text: string): string {
  for (const [pattern, command] of marks) {
    const found = pattern.exec(text);
    if (!found) continue;
    const [whole, inner = ""] = found;
    const after = found.index + whole.length;
    const written = command === "texttt" ? escapeLatex(inner) : renderLine(inner);
    return `${renderLine(text.slice(0, found.index))}\\${command}{${written}}${renderLine(text.slice(after))}`;
  }
  return escapeLatex(text);
}

const item = /^\s*(?:[-*+]|(\d+)[.)])\s+/;

function renderBlock(block: string): string {
  const lines = block.split("\n");
  if (lines.every((line) => item.test(line))) {
    const list = item.exec(lines[0] ?? "")?.[1] === undefined ? "itemize" : "enumerate";
    const items = lines.map((line) => `  \\item ${renderLine(line.replace(item, ""))}`);
    return [`\\begin{${list}}`, ...items, `\\end{${list}}`].join("\n");
  }
  const heading = /^#{1,6}\s+(\S.*)$/.exec(block);
  if (heading) return `\\textbf{${renderLine(heading[1] ?? "")}}`;
  if (lines.every((line) => line.startsWith(">")))
    return `\\begin{quote}${renderLine(lines.map((line) => line.replace(/^>\s?/, "")).join(" "))}\\end{quote}`;
  return renderLine(lines.join(" "));
}

/** What a researcher wrote in Markdown, as far as papers use it. */
export const renderAnalysisLatex = (words: string): string =>
  words
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== "")
    .map((block) => renderBlock(block.trim()))
    .join("\n\n");

/** For a place under headings of its own: what would be one there is strong instead. */
const nestMarkdown = (words: string): string => words.replace(/^#{1,6}\s+(.*)/gm, "**$1**");

export const titleOf = ({ number, track, key }: CaseStudy): string =>
  t("caseStudies.caption", { number, track, key });

/** Of each option how many people chose it, and which is right. */
export const listChosen = ({ options, n }: CaseStudy): string[] =>
  options.map(({ name, isGold, people }) =>
    t("caseStudies.chosen", { name, people, n, isGold: isGold ? "yes" : "no" }),
  );

export const listModels = ({ models }: CaseStudy): string[] =>
  models.map(({ name, choice, isRight, instead }) =>
    choice === null
      ? t("caseStudies.noChoice", { name, instead: instead ?? "missing" })
      : t("caseStudies.choice", {
          name,
          choice,
          right: isRight === null ? "unknown" : isRight ? "yes" : "no",
        }),
  );

const formatHeading = ({ view }: Facts, { n }: CaseStudy): string =>
  t("caseStudies.people", { n, who: t(`who.${view.who}`, { count: n }) });

const formatClass = ({ errorClass }: CaseStudy) => errorClass || t("caseStudies.noClass");

export const renderCaseStudiesMarkdown = (facts: Facts, studies: readonly CaseStudy[]): string =>
  [
    `# ${t("headings.caseStudies")}`,
    ...listHead(facts).map(escapeMarkdown),
    ...studies.flatMap((study) => [
      `## ${escapeMarkdown(titleOf(study))}`,
      `**${t("caseStudies.class")}**: ${escapeMarkdown(formatClass(study))}`,
      quoteMarkdown(study.lines.join("\n")),
      `**${formatHeading(facts, study)}**`,
      listChosen(study)
        .map((line) => `- ${escapeMarkdown(line)}`)
        .join("\n"),
      `**${t("caseStudies.models")}**`,
      listModels(study)
        .map((line) => `- ${escapeMarkdown(line)}`)
        .join("\n") || t("caseStudies.noModels"),
      `**${t("caseStudies.analysis")}**`,
      nestMarkdown(study.words) || t("caseStudies.noWords"),
    ]),
  ]
    .join("\n\n")
    .concat("\n");

const listLatex = (lines: readonly string[]): string =>
  ["\\begin{itemize}", ...lines.map((line) => `  \\item ${escapeLatex(line)}`), "\\end{itemize}"].join("\n");

export const renderCaseStudiesLatex = (facts: Facts, studies: readonly CaseStudy[]): string =>
  [
    [...listHead(facts).map(commentLatex), "\\begingroup\\sloppy"].join("\n"),
    ...studies.map((study) =>
      [
        `\\subsection*{${escapeLatex(titleOf(study))}}`,
        `\\textbf{${escapeLatex(t("caseStudies.class"))}:} ${escapeLatex(formatClass(study))}`,
        [
          "\\begin{quote}\\small",
          ...study.lines
            .filter((line) => line.trim() !== "")
            .map((line) => `${escapeLatex(line.trim())}\\par`),
          "\\end{quote}",
        ].join("\n"),
        `\\textbf{${escapeLatex(formatHeading(facts, study))}}`,
        listLatex(listChosen(study)),
        ...(study.models.length > 0
          ? [`\\textbf{${escapeLatex(t("caseStudies.models"))}}`, listLatex(listModels(study))]
          : []),
        `\\textbf{${escapeLatex(t("caseStudies.analysis"))}}`,
        renderAnalysisLatex(study.words) || escapeLatex(t("caseStudies.noWords")),
      ].join("\n\n"),
    ),
    "\\par\\endgroup",
  ]
    .join("\n\n")
    .concat("\n");

/** A line per case. */
export const renderCaseStudiesCsv = (facts: Facts, studies: readonly CaseStudy[]): string =>
  `\uFEFF${[
    [
      "number",
      "track",
      "case",
      "answers_of",
      "error_class",
      "analysis",
      "gold",
      "n",
      "right",
      "chosen",
      "models_right",
      "models",
    ],
    ...studies.map(({ number, track, key, errorClass, words, options, n, right, models }) => [
      number,
      track,
      key,
      facts.view.who,
      errorClass,
      words,
      options.find(({ isGold }) => isGold)?.name ?? null,
      n,
      right,
      JSON.stringify(options.map(({ name, people }) => [name, people])),
      models.filter(({ isRight }) => isRight).length,
      models.filter(({ choice }) => choice !== null).length,
    ]),
  ]
    .map(csvLine)
    .join("")}`;

export const renderCaseStudiesJson = ({ results, view }: Facts, studies: readonly CaseStudy[]): string =>
  `${JSON.stringify(
    {
      schema: "benchside-case-studies/1",
      study: results.study,
      stamp: results.stamp,
      answersOf: view.who,
      caseStudies: studies,
    },
    null,
    2,
  )}\n`;
