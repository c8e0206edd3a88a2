import { csvLine } from "#lib/files/csv/cell.ts";
import type { CaseStudy } from "#lib/reports/case-studies/case-studies.ts";
import { nestMarkdown, renderAnalysisLatex } from "#lib/reports/case-studies/analysis-latex.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { listHead } from "#lib/reports/head.ts";
import { escapeMarkdown, quoteMarkdown } from "#lib/reports/markdown.ts";
import { commentLatex, escapeLatex } from "#lib/reports/tables/latex.ts";
import { t } from "#lib/reports/words.ts";

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

const formatClass = ({ errorClass }: CaseStudy) => errorClass || t("caseStudies.noClass");

export const renderCaseStudiesMarkdown = (facts: Facts, studies: readonly CaseStudy[]): string =>
  [
    `# ${t("headings.caseStudies")}`,
    ...listHead(facts).map(escapeMarkdown),
    ...studies.flatMap((study) => [
      `## ${escapeMarkdown(titleOf(study))}`,
      `**${t("caseStudies.class")}**: ${escapeMarkdown(formatClass(study))}`,
      quoteMarkdown(study.lines.join("\n")),
      `**${t("caseStudies.people", { who: facts.view.who, n: study.n })}**`,
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
        `\\textbf{${escapeLatex(t("caseStudies.people", { who: facts.view.who, n: study.n }))}}`,
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
