import { parityFields } from "#lib/model-runs/schema.ts";
import { listCompared, type Facts } from "#lib/reports/facts.ts";
import { listHead } from "#lib/reports/head.ts";
import { escapeMarkdown, quoteMarkdown } from "#lib/reports/markdown.ts";
import { countAsked } from "#lib/studies/strata/schema.ts";
import { countRatedOnce } from "#lib/study-results/rows/rated-once.ts";
import { countUnfolded } from "#lib/reports/profiles.ts";
import { joinList, formatRunName, t } from "#lib/reports/words.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

type Field = (typeof parityFields)[number];

export type ParityRecord = {
  people: Record<Field, string>;
  /** What people read, by language. */
  texts: readonly { title: string; instructions: string }[];
  models: readonly { runId: number; name: string; fields: Record<Field, string | null> }[];
  differences: readonly string[];
};

/** What people and each model had before them; nobody is taken to have had what isn't written down. */
export function readParity(facts: Facts): ParityRecord {
  const models = listCompared(facts).map((model) => {
    const recorded = facts.record.parity.get(model.runId);
    const fields = Object.fromEntries(
      parityFields.map((field) => [field, recorded?.[field] || null]),
    ) as Record<Field, string | null>;
    return { runId: model.runId, name: formatRunName(model), fields };
  });
  const texts = (facts.plan?.texts ?? []).map(({ language, version, sha256, words }) => ({
    title: t("parity.text", { language: t(`parity.languages.${language}`), version, hash: sha256 }),
    instructions: words.instructions,
  }));
  return { people: formatPeople(facts), texts, models, differences: listDifferences(facts, models) };
}

function formatPeople({ rows, plan, record }: Facts): ParityRecord["people"] {
  const written = plan?.texts.filter(({ words }) => words.instructions.trim() !== "") ?? [];
  const { ordersOptions } = serverKindOf(rows.kind);
  const { optionOrder } = rows.study.design.assignment;
  return {
    instructions:
      written.length > 0
        ? t("parity.instructions", {
            languages: joinList(written.map(({ language }) => t(`parity.languages.${language}`))),
          })
        : t("parity.noInstructions"),
    context: formatPresented(rows, record),
    tools: t("parity.tools"),
    optionOrder: t(
      ordersOptions ? (optionOrder === "random" ? "parity.shuffled" : "parity.fixed") : "parity.oneOrder",
    ),
  };
}

const listPresented = ({ kind }: StudyRows, { presented }: Facts["record"]) =>
  presented.filter((one) => one.kind === kind);

/** Models are given such cases as the prompt that people’s pages are set from. */
const comesAsPrompt = ({ kind }: StudyRows) => serverKindOf(kind).csv !== null;

function countScripts(rows: StudyRows, record: Facts["record"]) {
  const all = listPresented(rows, record);
  const cases = all.reduce((count, one) => count + one.cases, 0);
  return { cases, parsed: all.reduce((count, one) => count + (one.isScript ? one.cases : 0), 0) };
}

/**
 * Which parts of a case people had, where it has some, and which only judges: what a judge had of them stands in its own
 * context.
 */
function formatParts(
  rows: StudyRows,
  record: Facts["record"],
  seen: "roles" | "hidden" = "roles",
): string | null {
  const counted = new Map<string, number>();
  for (const { cases, [seen]: listed } of listPresented(rows, record)) {
    const roles = listed.join(", ");
    if (roles !== "") counted.set(roles, (counted.get(roles) ?? 0) + cases);
  }
  return joinList([...counted].map(([roles, cases]) => t("parity.parts", { roles, cases }))) || null;
}

function formatPresented(rows: StudyRows, record: Facts["record"]): string {
  const list = formatParts(rows, record);
  const hidden = formatParts(rows, record, "hidden");
  if (list)
    return [t("parity.partsOf", { list }), ...(hidden ? [t("parity.hidden", { list: hidden })] : [])].join(
      " ",
    );
  if (!comesAsPrompt(rows)) return t("parity.whole");
  const { cases, parsed } = countScripts(rows, record);
  return t("parity.context", { parsed, unparsed: cases - parsed, cases });
}

function listDifferences({ rows, view, record }: Facts, models: ParityRecord["models"]): string[] {
  const { assignment, questions, sample } = rows.study.design;
  const { parsed, cases } = countScripts(rows, record);
  const minutes = questions.timeLimitMinutes;
  const { confidence } = questions;
  const unrecorded = parityFields.flatMap((field) => {
    const without = models.filter(({ fields }) => fields[field] === null);
    if (without.length === 0) return [];
    const told = { field: t(`fields.${field}`), list: joinList(without.map(({ name }) => name)) };
    return [t(`parity.difference.${without.length === models.length ? "none" : "unrecorded"}`, told)];
  });
  const order = assignment.optionOrder === "random" ? "shuffled" : "fixedOrder";
  const parts = formatParts(rows, record);
  const hidden = formatParts(rows, record, "hidden");
  const ratedOnce = countRatedOnce(rows);
  return [
    t("parity.difference.instructions"),
    ...(parts ? [t("parity.difference.parts")] : []),
    ...(hidden ? [t("parity.difference.hidden", { list: hidden })] : []),
    ...(ratedOnce ? [t("parity.difference.ratedOnce", ratedOnce)] : []),
    ...(comesAsPrompt(rows) && parsed > 0 ? [t("parity.difference.presentation", { parsed, cases })] : []),
    ...(record.unfolded ? [t("parity.difference.profiles", countUnfolded(record.unfolded, rows, view))] : []),
    ...(serverKindOf(rows.kind).ordersOptions ? [t(`parity.difference.${order}`)] : []),
    t("parity.difference.series", {
      each: countAsked(sample),
      practice: sample.practice.count,
      back: questions.mayGoBack ? "yes" : "no",
    }),
    ...(minutes === null ? [] : [t("parity.difference.limit", { minutes })]),
    ...(confidence.ask !== "off" && confidence.form === "slider" ? [t("parity.difference.confidence")] : []),
    ...unrecorded,
  ];
}

export function renderParity(facts: Facts, { people, texts, models, differences }: ParityRecord): string {
  const listed = (fields: Record<Field, string | null>) =>
    parityFields.map((field) => {
      const value = fields[field];
      const name = `**${t(`fields.${field}`)}**`;
      if (value === null) return `${name}: ${t("parity.notRecorded")}`;
      return value.includes("\n")
        ? `${name}:\n\n${quoteMarkdown(value)}`
        : `${name}: ${escapeMarkdown(value)}`;
    });
  return [
    `# ${t("parity.title")}`,
    ...listHead(facts).map(escapeMarkdown),
    t("parity.intro"),
    `## ${t(`parity.${facts.view.who}`)}`,
    ...listed(people),
    ...texts.flatMap(({ title, instructions }) => [
      `### ${escapeMarkdown(title)}`,
      instructions.trim() === "" ? t("parity.noText") : quoteMarkdown(instructions),
    ]),
    ...models.flatMap(({ name, fields }) => [`## ${escapeMarkdown(name)}`, ...listed(fields)]),
    `## ${t("parity.differences")}`,
    differences.map((line) => `- ${escapeMarkdown(line)}`).join("\n"),
  ]
    .join("\n\n")
    .concat("\n");
}
