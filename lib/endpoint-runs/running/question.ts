import { drawOrders } from "#lib/endpoint-runs/orders.ts";
import type { RunSettings } from "#lib/endpoint-runs/schema.ts";
import { fillTemplate, type Template } from "#lib/prompt-templates/schema.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { type Arms, readArm } from "#lib/studies/arms/schema.ts";
import { parsePlan } from "#lib/studies/schema.ts";
import { answerKindOf } from "#lib/task-kinds/answer-registry.ts";
import type { Layout } from "#lib/task-kinds/kind.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import {
  kindsWithPrompt,
  readOnce,
  requireModelQuestion,
  serverKindOf,
} from "#lib/task-kinds/server-registry.ts";

/** A case as it lies in the database, for asking about it and for reading what was said. */
export type StoredRow = {
  key: string;
  kind: KindName;
  track: string;
  trackLanguage: string;
  original: string;
  optionNames: readonly string[];
  content: unknown;
};
export type StoredCase = StoredRow & { language: Locale };

/** In SQL, of a version v of a case c in a track t. A prompt says all that is sent: what it was taken apart into can stay, but for a template. */
export const storedCase = (
  isByTemplate: string,
) => `c.key, c.kind, t.name AS track, t.language AS "trackLanguage",
  v.original, v.option_names AS "optionNames",
  CASE WHEN c.kind IN (${kindsWithPrompt.map((kind) => `'${kind}'`).join(", ")}) AND NOT ${isByTemplate} THEN NULL
    ELSE v.content END AS content`;

export function openCase<Row extends StoredRow>({ content, ...row }: Row) {
  const language: Locale = row.trackLanguage.startsWith("zh") ? "zh-CN" : "en";
  return {
    ...row,
    language,
    content: content === null ? null : serverKindOf(row.kind).content.parse(content),
  };
}

/** What orders of options are drawn by: the seed that the model gets too, where there is one. */
export const orderSeedOf = ({ seed }: Pick<RunSettings, "seed">): number => seed ?? 0;

/** The order of options for one sample; null where a case has one for everybody. Each sample has its own, each try keeps it. */
export function drawOrder(
  { kind, key, optionNames }: Pick<StoredCase, "kind" | "key" | "optionNames">,
  settings: Pick<RunSettings, "seed" | "orders">,
  sample: number,
): Layout | null {
  if (settings.orders > 1)
    return drawOrders(optionNames.length, settings.orders, orderSeedOf(settings), key)[sample - 1] ?? null;
  const { optionOrder } = requireModelQuestion(kind);
  if (optionOrder === "fixed") return null;
  const seed = BigInt(orderSeedOf(settings));
  return answerKindOf(kind).layOut(optionNames.length, optionOrder, seed, `${key}\n${sample}`);
}

const inOrder = (stored: StoredCase, order: Layout | null) => ({
  ...stored,
  layout: order ?? [...stored.optionNames.keys()],
});

/** What is sent of it: by a template, of kinds that have fields for one. */
export function writeQuestion(stored: StoredCase, order: Layout | null, template: Template | null): string {
  const question = requireModelQuestion(stored.kind);
  const asked = inOrder(stored, order);
  if (template === null || question.fields === undefined) return question.write(asked);
  return fillTemplate(
    template,
    question.fields.fill(asked, { name: stored.track, language: stored.trackLanguage }),
  );
}

/** How all cases of a group are asked about in one call. */
function requireTogether(kind: KindName) {
  const { together } = requireModelQuestion(kind);
  if (!together) throw new Error(`cases of the kind ${kind} are asked about one by one`);
  return together;
}

/** `place` is the case's among those of its call; null where it was asked about by itself. */
function readReply(text: string, stored: StoredCase, order: Layout | null, place: number | null) {
  const asked = inOrder(stored, order);
  if (place !== null) return requireTogether(stored.kind).read(text, place, asked);
  return requireModelQuestion(stored.kind).read(text, asked);
}

/** A text that holds an answer, with the order in which its options were shown. */
export type Reply = { text: string; order: Layout | null };

/**
 * What the replies to all samples of a case, or in all orders of its options, come to, as an import takes it, and how
 * many of them hold an answer; null where none does.
 */
export function combineReplies(
  replies: readonly Reply[],
  stored: StoredCase,
  settings: Pick<RunSettings, "samples" | "orders" | "combining">,
  place: number | null = null,
) {
  const read = replies
    .map(({ text, order }) => readReply(text, stored, order, place))
    .filter((one) => one.ok);
  if (read.length === 0) return null;
  const combining = settings.samples > 1 ? settings.combining : settings.orders > 1 ? "mean" : null;
  const said = read.map((one) => one.said);
  const answer = requireModelQuestion(stored.kind).combine(said, combining, stored.optionNames);
  return { answer, normalised: read.some((one) => one.normalised), held: read.length };
}

/**
 * In SQL, of a version v of a case c: cases that are alike in all of these are asked about in one call of a run that asks
 * about groups. One without a group is asked about alone.
 */
export const oneCall = `c.track_id, v.group_name, CASE WHEN v.group_name IS NULL THEN v.id END, v.content -> '${readOnce}'`;

/** What one call asks about: a case, and in a run that asks about groups all others of its own. */
export type CallCase = StoredCase & { others: readonly StoredCase[] };
type CallSettings = Pick<RunSettings, "seed" | "orders" | "isGrouped">;

/** Of several cases one order after the other. */
export function drawCall(asked: CallCase, settings: CallSettings, sample: number): Layout | null {
  if (!settings.isGrouped) return drawOrder(asked, settings, sample);
  return [asked, ...asked.others].flatMap(
    (one) => drawOrder(one, settings, sample) ?? [...one.optionNames.keys()],
  );
}

export function writeCall(
  { others, ...first }: CallCase,
  order: Layout | null,
  asking: { isGrouped: boolean; template: Template | null; told: ArmInstructions },
): string {
  const said = asking.told[first.language];
  const question = writeAsked({ others, ...first }, order, asking);
  return said === "" ? question : `${said}\n\n${question}`;
}

function writeAsked(
  { others, ...first }: CallCase,
  order: Layout | null,
  { isGrouped, template }: { isGrouped: boolean; template: Template | null },
): string {
  if (!isGrouped) return writeQuestion(first, order, template);
  let from = 0;
  const asked = [first, ...others].map((one) => {
    const own = order?.slice(from, (from += one.optionNames.length)) ?? null;
    return inOrder(one, own);
  });
  return requireTogether(first.kind).write(asked);
}

/** Null where a text holds an answer to any case of its call: those that it leaves out are unanswered. Else why the first has none. */
export function failureOfCall(text: string, asked: CallCase, order: Layout | null, isGrouped: boolean) {
  let from = 0;
  const read = [asked, ...asked.others].map((one, place) => {
    const own = isGrouped ? (order?.slice(from, (from += one.optionNames.length)) ?? null) : order;
    return readReply(text, one, own, isGrouped ? place : null);
  });
  if (read.some(({ ok }) => ok)) return null;
  const [first] = read;
  return first && !first.ok ? first.failure : null;
}

/** What models are told before each question, in the language of its case. */
export type ArmInstructions = Readonly<Record<Locale, string>>;

export const noInstructions: ArmInstructions = { en: "", "zh-CN": "" };

const ofTranslation = {
  allowed: { en: "You may translate the text before you answer.", "zh-CN": "你可以先翻译文本再作答。" },
  not: {
    en: "Answer from the text as it stands, without translating it.",
    "zh-CN": "请直接根据原文作答，不要翻译。",
  },
} as const;

/** Arms that are told something else: where they see other cases, a run asks about the cases of all of them. */
export function listWordedArms(plan: unknown): Arms["arms"] {
  const { arms } = parsePlan(plan).assignment;
  return arms?.differ === "instructions" || arms?.differ === "translation" ? arms.arms : [];
}

/** What people of the arm are told besides, as a model is told it; a language without words has those of the other. */
export function formatModel(plan: unknown, arm: number): ArmInstructions {
  const { arms } = parsePlan(plan).assignment;
  const instructionsIn = (language: Locale): string => {
    const { instructions, translation } = readArm(arms, arm, language);
    return translation === null
      ? instructions.trim()
      : ofTranslation[translation ? "allowed" : "not"][language];
  };
  const [en, zh] = [instructionsIn("en"), instructionsIn("zh-CN")];
  return { en: en || zh, "zh-CN": zh || en };
}
