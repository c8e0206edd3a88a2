import {
  type Baseline,
  type FolderDescription,
  folderFiles,
  type StudyInFolder,
} from "#lib/benchmark-folders/schema.ts";
import type { ArmDifference } from "#lib/studies/arms/schema.ts";
import { flowOf, funnelWords } from "#lib/curation/funnel.ts";
import type { Lineage, LineageStage } from "#lib/benchmarks/lineage/schema.ts";
import { escapeMarkdown } from "#lib/reports/markdown.ts";
import { formatReason } from "#lib/reports/words.ts";
import { formatSelectedCases } from "#lib/study-results/overview/selection-words.ts";

/** What a card is written from: the same is the same bytes. */
export type CardFacts = {
  description: Omit<FolderDescription, "studies"> & { studies: readonly Omit<StudyInFolder, "answers">[] };
  kinds: readonly string[];
  chain: Lineage | null;
};

/** README.md, as dataset cards are on the Hub of Hugging Face: what programs read at the top, then what people read. */
export function renderCard(facts: CardFacts): string {
  const { description } = facts;
  const { name, stated } = description;
  return [
    ...renderHead(facts),
    `# ${escapeMarkdown(name)}`,
    ...(description.isDemo ? ["**A demo: made up to try the product with.**"] : []),
    ...(description.description === "" ? [] : [paragraphs(description.description)]),
    `Release ${stated.release}. The cases have the digest \`${description.digest}\`.`,
    ...renderContents(facts),
    ...renderOrigin(facts),
    ...renderPeople(facts),
    ...renderLimits(facts),
    "## Licence",
    escapeMarkdown(stated.licence) + linkTo(readLicence(stated.licence).address, stated.licence),
    "## Contact",
    `Made by ${escapeMarkdown(stated.creator)}. Questions, corrections and requests to have something taken out go to ${escapeMarkdown(stated.contact)}.`,
    ...renderChecking(),
  ]
    .join("\n\n")
    .concat("\n");
}

const linkTo = (address: string | null, typed: string): string =>
  address === null || address === typed ? "" : ` (<${address}>)`;

/** A text of several paragraphs, as it is. */
const paragraphs = (text: string): string =>
  text
    .split(/\r?\n\s*\r?\n/)
    .map((one) => escapeMarkdown(one.trim()))
    .filter((one) => one !== "")
    .join("\n\n");

const sizes: readonly [most: number, name: string][] = [
  [1000, "n<1K"],
  [10_000, "1K<n<10K"],
  [100_000, "10K<n<100K"],
  [1_000_000, "100K<n<1M"],
  [Infinity, "1M<n<10M"],
];

/** YAML; a text in it is written as JSON, which YAML reads. */
function renderHead({ description }: CardFacts): string[] {
  const { name, stated, tracks, cases, studies } = description;
  const { hub, address } = readLicence(stated.licence);
  const languages = [...new Set(tracks.map(({ language }) => language.split("-")[0] ?? language))];
  const config = (of: "cases" | "answers", isFirst: boolean) => [
    `  - config_name: ${of}`,
    ...(isFirst ? ["    default: true"] : []),
    "    data_files:",
    "      - split: test",
    `        path: ${folderFiles[of].parquet}`,
  ];
  const lines = [
    "---",
    `pretty_name: ${JSON.stringify(name)}`,
    `license: ${hub}`,
    ...(hub === "other" ? [`license_name: ${JSON.stringify(stated.licence)}`] : []),
    ...(hub === "other" && address !== null ? [`license_link: ${JSON.stringify(address)}`] : []),
    "language:",
    ...languages.map((language) => `  - ${JSON.stringify(language)}`),
    "size_categories:",
    `  - ${sizes.find(([most]) => cases < most)?.[1] ?? ""}`,
    "tags:",
    "  - benchmark",
    ...(studies.length > 0 ? ["  - human-baseline"] : []),
    "configs:",
    ...config("cases", true),
    ...(studies.length > 0 ? config("answers", false) : []),
    "---",
  ];
  return [lines.join("\n")];
}

const inCount = (n: number) => n.toLocaleString("en");
const cell = (text: string) => escapeMarkdown(text);

function renderContents({ description, kinds }: CardFacts): string[] {
  const { tracks, cases, studies, lineage } = description;
  const rows = tracks.map(
    (track) =>
      `| ${cell(track.name)} | ${cell(track.language)} | ${inCount(track.cases)} | ${
        track.categories === "own"
          ? "each case’s own"
          : track.categoryNames.map(cell).join(track.categories === "ordered" ? " < " : ", ")
      } |`,
  );
  const files = [
    `* \`${folderFiles.cases.jsonl}\` and \`${folderFiles.cases.parquet}\`: ${inCount(cases)} cases (${kinds.join(", ")}), with their right answers where these are known. Both files hold the same; in Parquet, texts stand as they are and everything else as JSON.`,
    ...(studies.length > 0
      ? [
          `* \`${folderFiles.answers.jsonl}\` and \`${folderFiles.answers.parquet}\`: what people answered, one row an answer. A case is found by its track and id; \`case_sha256\` says in which version it was shown.`,
        ]
      : []),
    `* \`${folderFiles.description}\`: what programs need to know of this folder. \`${folderFiles.croissant}\`: the columns of each file, as Croissant describes them.`,
    ...(lineage === null
      ? []
      : [`* \`${folderFiles.lineage}\`: what the cases come from, and every stage that made or chose them.`]),
    `* \`${folderFiles.sums}\`: the SHA-256 of every file.`,
  ];
  return [
    "## What it is",
    ["| track | language | cases | categories |", "| --- | --- | ---: | --- |", ...rows].join("\n"),
    files.join("\n"),
    "**The files hold the right answers.** Whoever trains a model on them can no longer measure it with them.",
  ];
}

function renderOrigin({ chain }: CardFacts): string[] {
  return [
    "## How it was made",
    ...(chain ?? []).flatMap(({ benchmark, parent, stages, madeAt }) => [
      `${escapeMarkdown(benchmark.name)} was made of ${parent === null ? "a pool of exchanges" : escapeMarkdown(parent.name)} on ${dayOf(madeAt)}:`,
      stages.map((stage) => `* ${formatStage(stage)}`).join("\n"),
    ]),
    ...(chain
      ? []
      : ["The cases were imported from files; nothing else was recorded of how they were made."]),
  ];
}

const dayOf = (date: Date | string): string =>
  (typeof date === "string" ? date : date.toISOString()).slice(0, 10);
const formatRunName = ({
  model,
  method,
  version,
}: {
  model: string;
  method: string;
  version: string;
}): string => escapeMarkdown([model, method, version].filter(Boolean).join(" · "));

/** In the words of the figure that draws it. */
function formatStage(stage: LineageStage): string {
  const t = funnelWords("en");
  const { into, out, why } = flowOf(stage, t);
  const models = stage.stage === "confidence" ? stage.models.filter(({ isFake }) => isFake) : [];
  return [
    `${t(`stages.${stage.stage}`)}: ${inCount(into[0])} in, ${inCount(out[0])} out`,
    ...why.map(escapeMarkdown),
    ...models.map((one) => `${formatRunName(one)} is a fake model`),
  ].join("; ");
}

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

function formatBaseline(baseline: Baseline): string {
  const { kind, stratum, people, cases, answers, accuracy, low, high, level, reason } = baseline;
  const of = `${kind}, \`${stratum}\``;
  const n = `${inCount(people)} people, ${inCount(cases)} cases, ${inCount(answers)} answers`;
  if (accuracy === null) return `${of}: no figure (${formatReason(reason)}; ${n})`;
  const interval =
    low === null || high === null
      ? `no interval: ${formatReason(reason)}`
      : `${Math.round(100 * level)}% interval ${percent(low)} to ${percent(high)}`;
  return `${of}: **${percent(accuracy)} right** (${interval}; ${n})`;
}

function renderPeople({ description: { studies } }: CardFacts): string[] {
  const head = "## Human baseline";
  if (studies.length === 0)
    return [head, "No answers of people are in this folder, and nothing is claimed of people."];
  return [
    head,
    ...studies.flatMap((study) => [
      `**${escapeMarkdown(study.title)}** (\`${study.study}\`), ${dayOf(study.openedAt)} to ${dayOf(study.closedAt)}${
        study.plan === null ? "" : `; plan frozen before it began, SHA-256 \`${study.plan}\``
      }.${study.who === "simulated" ? " **Nobody took part: a program made these answers up.**" : ""}${study.isDemo ? " A demo." : ""}`,
      study.baselines.map((one) => `* ${formatBaseline(one)}`).join("\n"),
    ]),
    "A figure is over the answers with the `stratum` that stands beside its kind. Intervals treat people and cases both as drawn by chance. Left out are practice, attention checks, planned repeats, who was excluded by the study’s rules or by hand, and who withdrew.",
    "Participants have numbers that were drawn for this folder. What people typed is not in it, nor anything about who they are.",
  ];
}

const differences: Readonly<Record<ArmDifference, string>> = {
  instructions: "what people are told",
  context: "how much comes before",
  profiles: "whether profiles are shown",
  distractors: "whose distractors are offered",
  translation: "whether texts may be translated",
};

function formatArms(study: string, { differ, names, shown }: NonNullable<StudyInFolder["arms"]>): string {
  const list = names.map((name) => `“${escapeMarkdown(name)}”`).join(", ");
  const rest =
    shown === null
      ? "the figure is over all of them, and `arm` tells them apart."
      : `answers and figure are of “${escapeMarkdown(shown)}” alone, which shows cases as they are here.`;
  return `In \`${study}\` people or cases were divided among arms that differ in ${differences[differ]} (${list}): ${rest}`;
}

function renderLimits({ description: { studies, stated, filters = [] } }: CardFacts): string[] {
  const ofStudies = studies.flatMap(({ study, selection, arms, who }) => [
    ...(selection
      ? [
          `The selected cases of \`${study}\` are those that ${formatRunName(selection)} got wrong while sure: its accuracy on them is low by construction, and people’s accuracy on them says nothing of other cases.`,
        ]
      : []),
    ...(arms ? [formatArms(study, arms)] : []),
    ...(who === "simulated" ? [`The answers of \`${study}\` say nothing of people.`] : []),
  ]);
  const known = [
    ...(filters.length > 0
      ? [
          `The benchmark consists of ${escapeMarkdown(formatSelectedCases(filters, "en") ?? "")} (${filters.map(formatRunName).join("; ")}): how these models do on them was partly decided then, and no figure says anything of other cases.`,
        ]
      : []),
    ...ofStudies,
  ];
  return [
    "## Limits",
    paragraphs(stated.limits),
    ...(known.length > 0 ? [known.map((one) => `* ${one}`).join("\n")] : []),
  ];
}

const renderChecking = (): string[] => [
  "## Check it",
  "`sha256sum -c SHA256SUMS` in this folder checks that nothing was changed. `benchside verify FOLDER` also reads every case and compares counts, columns and digests. Benchside imports the folder, or its ZIP, and the cases then have the same digests.",
];

/** Identifiers of SPDX that data are often under, with their names on the Hub of Hugging Face. */
const known = [
  "CC0-1.0",
  "CC-BY-4.0",
  "CC-BY-SA-4.0",
  "CC-BY-NC-4.0",
  "CC-BY-ND-4.0",
  "CC-BY-NC-SA-4.0",
  "CC-BY-NC-ND-4.0",
  "CC-BY-3.0",
  "CC-BY-SA-3.0",
  "ODbL-1.0",
  "PDDL-1.0",
  "Apache-2.0",
  "MIT",
  "BSD-3-Clause",
  "GPL-3.0",
];
const otherNames: Readonly<Record<string, string>> = { "ODbL-1.0": "odbl", "PDDL-1.0": "pddl" };

type Licence = {
  /** As a card's front matter has it. */
  hub: string;
  /** An address where there is one. */
  address: string | null;
};

const plain = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, "-");

/** What is known of a licence that somebody typed: "CC BY 4.0" is CC-BY-4.0. */
export function readLicence(typed: string): Licence {
  if (/^https?:\/\/\S+$/.test(typed)) return { hub: "other", address: typed };
  const id = known.find((one) => plain(one) === plain(typed));
  if (id === undefined) return { hub: "other", address: null };
  return { hub: otherNames[id] ?? id.toLowerCase(), address: `https://spdx.org/licenses/${id}.html` };
}
