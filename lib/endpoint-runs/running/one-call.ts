import {
  drawOrder,
  inOrder,
  readReply,
  requireTogether,
  writeQuestion,
  type StoredCase,
} from "#lib/endpoint-runs/running/question.ts";
import type { ArmInstructions } from "#lib/endpoint-runs/arm-instructions.ts";
import type { RunSettings } from "#lib/endpoint-runs/schema.ts";
import type { Template } from "#lib/prompt-templates/schema.ts";
import type { Layout } from "#lib/task-kinds/kind.ts";
import { readOnce } from "#lib/task-kinds/server-registry.ts";

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
