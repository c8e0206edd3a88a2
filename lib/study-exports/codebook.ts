import { listAllColumns, type Column } from "#lib/study-exports/columns.ts";
import {
  exportKinds,
  type ExportChoices,
  type ExportKind,
  type ExportPopulation,
} from "#lib/study-exports/schema.ts";
import { kindNames } from "#lib/task-kinds/registry.ts";

const rowsOf: Record<ExportKind, string> = {
  answers:
    "One row per stored answer, including practice cases and attention checks (see `stratum`). A case without a row was not answered.",
  participants: "One row per participant who began and did not withdraw.",
  cases: "One row per case of the frozen sample.",
  predictions:
    "One row per model run and case of the sample that it was run on, failed calls included. To compare a run with people, use exactly the cases that people answered.",
  history: "One row per revision: the answer as it was each time it was stored.",
};

const whose: Record<ExportPopulation, string> = {
  people: "Answers of people only. Simulated participants are left out.",
  simulated: "**Simulated: a program made up every answer in these files. Never report them as people’s.**",
  all: "**Answers of people and simulated answers together. Where `simulated` is 1, a program made up the answer.**",
};
const numbers: Record<ExportChoices["numbers"], string> = {
  random:
    "Participant numbers were drawn at random for this export. Files made with the same key from the same data have the same numbers.",
  study:
    "Participant numbers are those on the study’s own screens, as requested: anybody who sees those screens can tell who is who.",
};
const texts: Record<ExportChoices["texts"], string> = {
  with: "What people typed (reasons, open questions, reports, comments) is included as they typed it. **Read it before you share the files: it may reveal who somebody is.**",
  without: "What people typed is left out: the files have no columns for it.",
};

const always = `## Every file

- CSV: UTF-8 with a byte-order mark, a header row, commas, CRLF line endings. An empty field means no value. Text that a spreadsheet would read as a formula is preceded by an apostrophe. Values in a list are separated by spaces.
- JSON Lines: one object per line with the same fields, text unchanged; \`null\` means no value.
- Parquet: the same rows with typed columns (text, 64-bit integers, doubles, and lists of numbers), text unchanged; null means no value.
- Participants have numbers only. There are no names, codes, addresses, invitations or recruitment ids, and no times of day: times are milliseconds from the participant’s own start.
- Participants who withdrew are in no file. Participants excluded from the figures, by a rule or by hand, are included with \`excluded\` 1.
- Join participants by \`participant\`, and cases by \`track\` and \`case\`. Options are numbered from 1 in the case’s own order, as in \`cases\`, whatever order a participant saw.
- Cohort, language and background answers can identify somebody where few people share them.
`;

const models = `## people-as-model

One file per track, \`Track_people.csv\`, in the format in which the PersonaEval evaluation code writes a model’s results: \`prompt\`, \`gt\`, the options, \`res\`, \`response\`, \`success\`, \`cost\`, \`tokens\`, and a probability for each option.

- The probabilities are the shares of people’s choices. \`res\` is the option most people chose, or the first of them in a tie; \`success\` is 1 if it is right. \`response\` is the number of answers. \`cost\` and \`tokens\` are empty.
- Choices on selected, unsure and control cases count. Participants excluded from the figures are left out.
- Rows join by prompt, so text is unchanged, without apostrophes in front. Cases imported without a prompt are left out.
- Each row has \`people\`. Simulated answers are in separate files, \`Track_simulated-people.csv\`, and also have \`fake\`. Imported again, into any benchmark, they are a run that is marked as people or simulated people, in no ranking and no test.
- Cases of other kinds than \`choice\` stand as JSON Lines, \`Track_people.jsonl\`, as a judge’s results are imported: \`model\`, \`method\`, \`track\`, \`case\`, and what the kind has.
  - Ratings: \`score\`, the mean of the counted ratings. It is no \`rating\`, since that is a point of the scale.
  - Labels and texts with types: \`probabilities\`, the share of people for each label or text, in the order of the case.
  - Codes: \`labels\`, the codes that more than half of the people gave.
  - Pairs: \`choice\`, what most people said; \`tie\` if nothing has most.
  - Traits: \`traits\`, of each trait the level that every person gave, as if each were a run.
`;

const logs = `## people-as-log

What people chose, as other tools log what a model answered: people are one more row. These files are downloaded separately, since each answer repeats its case.

- \`people-as-log.eval\`, for Inspect: one file per track. Each participant is an epoch, by the number that they have in this export. The model is \`people\`.
- \`consensus-as-log.eval\`, for Inspect: one file per track, with one sample per case. What was written is the share of people for each option as JSON; the answer is the option most people chose, or the first of them in a tie. The model is \`people-consensus\`.
- \`people-as-lm-eval.zip\`, for lm-evaluation-harness: the consensus on all tracks, as \`samples_TASK_DATE.jsonl\` and \`results_DATE.json\`.
- A sample’s \`id\` (the harness: \`doc.id\`) is \`case\`; its input is the prompt, or the text that was read. Options, targets and answers are texts, never letters. A case of which it isn’t known what is right has no target, and counts for no accuracy.
- A case that somebody didn’t answer has no sample in their epoch: epochs may hold different cases. In Inspect, \`read_eval_log\` reads them all; \`read_eval_log_samples\` needs \`all_samples_required=False\`.
- \`accuracy\` is as the tools compute it, and no figure of the study: Inspect’s is the mean over cases of the mean over participants; in a tie the consensus counts by chance among the tied options.
- The same answers count as in people-as-model, and simulated ones are in separate files, as \`simulated-people\`. Each sample has \`people\`, simulated ones also \`fake\`: imported again, they keep these marks. No moment stands in them but the day on which the study opened.
- For cases of the kinds \`choice\` and \`texts\`. Of the others no log can hold all that was answered: ratings are numbers, codes and traits are several answers at once, pairs depend on the side, and a label may have a type of error beside it.
- The product’s own import reads them back as runs, the participants one by one.
`;

const manifest = `## manifest.json

The study’s plan as frozen at opening. Its SHA-256 is the hash that the study shows.
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
  /** Those whose answers are to what an arm shows otherwise. */
  varied: number;
};

/** Says of one export what is in it. */
export function renderCodebook({ title, slug, manifestHash, choices, files, ...rest }: Codebook): string {
  const hash = manifestHash === null ? [] : [`- SHA-256 of the plan: \`${manifestHash}\``];
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
    ...(left > 0 ? [`- Cases without a prompt, left out of people-as-model: ${left}`] : []),
    ...(rest.varied > 0
      ? [`- Cases as an arm shows them otherwise, left out of people-as-model: ${rest.varied}`]
      : []),
    ...(files.length > 0
      ? [
          "",
          "## Files",
          "",
          ...files.map(({ name, rows }) => `- \`${name}\`: ${rows} ${rows === 1 ? "row" : "rows"}`),
        ]
      : []),
    "",
    "",
  ];
  return head.join("\n") + body(rest.columns);
}

/** The same of exports in general. */
export function renderGeneralCodebook(): string {
  const general = { key: "KEY", kind: "choice", label: { en: "", "zh-CN": "" } } as const;
  const everything = {
    background: [general],
    preferNotToSay: true,
    mayPass: true,
    comprehension: [general],
    minAnswered: 0.5,
    profiles: "open",
    mayGoBack: false,
    draftsCount: true,
    reportPassage: true,
    lastComment: true,
    hasRepeats: true,
    asksUnsure: true,
    tellsApart: true,
    hasReplicates: true,
    hasArms: true,
    variesCases: true,
    ratesOnce: true,
  } as const;
  const columns = listAllColumns({ kinds: kindNames, options: 1, plan: everything, texts: "with" });
  const choices = [
    ...Object.entries(whose).map(([who, words]) => `- \`who=${who}\`: ${words}`),
    ...Object.entries(numbers).map(([one, words]) => `- \`numbers=${one}\`: ${words}`),
    ...Object.entries(texts).map(([one, words]) => `- \`texts=${one}\`: ${words}`),
  ];
  const head = `# Codebook

What the files of an export contain. Every export includes its own codebook with exactly its columns: one per option of its cases, one per background question, and those for whatever else its plan records.

## Choices

${choices.join("\n")}

`;
  return head + body(columns);
}

function body(columns: Columns): string {
  const files = exportKinds.map((kind) => {
    const lines = columns[kind].map(({ name, about }) => `- \`${name}\`: ${about}`);
    return `## ${kind}\n\n${rowsOf[kind]}\n\n${lines.join("\n")}\n`;
  });
  return [always, ...files, models, logs, manifest].join("\n");
}
