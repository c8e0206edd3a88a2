import { drawOrders } from "#lib/endpoint-runs/orders/draw-orders.ts";
import type { RunSettings } from "#lib/endpoint-runs/schema.ts";
import { fillTemplate, type Template } from "#lib/prompt-templates/schema.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import type { Layout } from "#lib/task-kinds/kind.ts";
import { answerKindOf } from "#lib/task-kinds/answer-registry.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { kindsWithPrompt, requireModelQuestion, serverKindOf } from "#lib/task-kinds/server-registry.ts";

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

export const inOrder = (stored: StoredCase, order: Layout | null) => ({
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
export function requireTogether(kind: KindName) {
  const { together } = requireModelQuestion(kind);
  if (!together) throw new Error(`cases of the kind ${kind} are asked about one by one`);
  return together;
}

/** `place` is the case's among those of its call; null where it was asked about by itself. */
export function readReply(text: string, stored: StoredCase, order: Layout | null, place: number | null) {
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
