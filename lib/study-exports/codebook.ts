import { listAllColumns, type Column } from "#lib/study-exports/columns.ts";
import {
  exportKinds,
  type ExportChoices,
  type ExportKind,
  type ExportWho,
} from "#lib/study-exports/schema.ts";
import { kindNames } from "#lib/task-kinds/registry.ts";

const rowsOf: Record<ExportKind, string> = {
  answers:
    "One row per answer that was stored, practice and attention checks included (`stratum` tells them apart). A case without a row was not answered.",
  participants: "One row for everybody who began and did not withdraw.",
  cases: "One row per case of the frozen sample.",
  predictions:
    "One row for each model run and each case of the sample it has an answer to. Reliable comparisons with people use exactly the cases that people answered.",
  history: "One row per revision: what an answer was each time it was stored.",
};

const whose: Record<ExportWho, string> = {
  people: "Answers of people. Simulated participants are left out.",
  simulated:
    "**Simulated: every answer in these files was made up by a program, and says nothing about people.**",
  all: "**Answers of people and simulated answers together: `simulated` is 1 where a program made them up, which says nothing about people.**",
};
const numbers: Record<ExportChoices["numbers"], string> = {
  random:
    "Participant numbers were drawn for this export. Files that were made with the same key, from the same data, have the same numbers.",
  study:
    "Participant numbers are those of the study’s own screens, as was asked for: whoever sees those screens can tell who is who.",
};
const texts: Record<ExportChoices["texts"], string> = {
  with: "What people typed (reasons, open questions, words on reported cases) stands as they typed it. **Read it before you pass the files on: it may say who somebody is.**",
  without: "What people typed was left out: there are no columns for it.",
};

const always = `## Every file

- CSV: UTF-8 with a byte-order mark, commas, CRLF, a header; an empty field is nothing. A text that a spreadsheet would take for a formula has an apostrophe in front. Lists have blanks between.
- JSON Lines: one object a line with the same fields, to the letter; \`null\` is nothing.
- Parquet: the same rows with typed columns: texts, whole numbers of 64 bits, numbers, and lists of these; null is nothing. No text has an apostrophe in front.
- Participants have numbers only. There are no names, codes, addresses, invitations or ids of recruiting services, and no times of day: times are milliseconds from a participant’s own start.
- Who withdrew is in no file. Who is left out of the figures, by a rule or by hand, is in with \`excluded\` 1.
- Participants are joined by \`participant\`, cases by \`track\` and \`case\`. Options are counted from 1 in the case’s own order, whatever order somebody saw.
- Cohort, language and answers to background questions can tell who somebody is where few share them.
`;

const models = `## people-as-model

One file per track, \`Track_people.csv\`, as the PersonaEval evaluation code writes the results of a model: \`prompt\`, \`gt\`, the options, \`res\`, \`response\`, \`success\`, \`cost\`, \`tokens\`, and a probability for each option.

- The probabilities are the shares of people’s choices. \`res\` is the option most people chose, the first of several; \`success\` is 1 where it is right. \`response\` counts the answers. \`cost\` and \`tokens\` are empty.
- Counted are choices in selected and unsure cases and controls. Who is left out of the figures is left out here.
- Rows join by prompt, so everything stands to the letter; there is no apostrophe in front of anything. A case that came without a prompt is left out.
- Simulated answers are in files of their own, \`Track_simulated-people.csv\`.
`;

const manifest = `## manifest.json

The plan of the study as it was frozen at opening: its SHA-256 is the hash that the study shows.
`;

type Columns = Readonly<Record<ExportKind, readonly Column[]>>;
export type Codebook = {
  title: string;
  slug: string;
  manifestHash: string | null;
  choices: Pick<ExportChoices, "numbers" | "who" | "texts">;
  columns: Columns;
  /** What was written, where it is known: rows by file. */
  files: readonly { name: string; rows: number }[];
  /** Cases with counted answers that no row of people as a model stands for. */
  withoutPrompt: number;
};

/** Says of one export what is in it. */
export function writeCodebook({ title, slug, manifestHash, choices, files, ...rest }: Codebook): string {
  const hash = manifestHash === null ? [] : [`- The plan has the hash \`${manifestHash}\`.`];
  const left = rest.withoutPrompt;
  const head = [
    `# Codebook`,
    "",
    // A title could hold marks that mean something here.
    `Answers of the study \`${slug}\`: ${title.replace(/[\\`*_[\]<>#|~]/g, "\\$&")}`,
    "",
    `- ${whose[choices.who]}`,
    `- ${numbers[choices.numbers]}`,
    `- ${texts[choices.texts]}`,
    ...hash,
    ...(left > 0 ? [`- People as a model: ${left} cases came without a prompt and are left out.`] : []),
    ...(files.length > 0
      ? ["", "## Files", "", ...files.map(({ name, rows }) => `- \`${name}\`: ${rows} rows`)]
      : []),
    "",
    "",
  ];
  return head.join("\n") + body(rest.columns);
}

/** The same of exports in general. */
export function writeGeneralCodebook(): string {
  const general = { key: "KEY", kind: "choice", label: { en: "", "zh-CN": "" } } as const;
  const everything = {
    background: [general],
    preferNotToSay: true,
    mayPass: true,
    comprehension: [general],
    profiles: "open",
    mayGoBack: false,
    draftsCount: true,
    reportPassage: true,
    lastComment: true,
    asksUnsure: true,
    tellsApart: true,
  } as const;
  const columns = listAllColumns({ kinds: kindNames, options: 1, plan: everything, texts: "with" });
  const choices = [
    ...Object.entries(whose).map(([who, words]) => `- \`who=${who}\`: ${words}`),
    ...Object.entries(numbers).map(([one, words]) => `- \`numbers=${one}\`: ${words}`),
    ...Object.entries(texts).map(([one, words]) => `- \`texts=${one}\`: ${words}`),
  ];
  const head = `# Codebook

What the files of an export hold. Every export brings its own, with the columns it has: as many options as its cases, a column for each of its background questions, and those of what its plan records.

## What is chosen

${choices.join("\n")}

`;
  return head + body(columns);
}

function body(columns: Columns): string {
  const files = exportKinds.map((kind) => {
    const lines = columns[kind].map(({ name, about }) => `- \`${name}\`: ${about}`);
    return `## ${kind}\n\n${rowsOf[kind]}\n\n${lines.join("\n")}\n`;
  });
  return [always, ...files, models, manifest].join("\n");
}
