import { isSamePart, listParts, type AnswerContent } from "#lib/sittings/answers/answer-content.ts";
import type { OwnValue, TaskKind } from "#lib/task-kinds/kind.ts";

export const emptyAnswer = ({ nothing }: TaskKind): AnswerContent => ({
  ...nothing,
  confidence: null,
  reason: null,
  knowsWork: null,
  isFlagged: false,
  cannotRead: false,
});

export const pickGiven = (value: OwnValue): OwnValue =>
  Object.fromEntries(listParts(value).map((part) => [part, value[part]]));

/** What stands beside what the kind asks, and stays where a case can't be read. */
const beside = ["reason", "knowsWork", "isFlagged"];

/**
 * The parts that differ. Who can't read a case says so in place of all that its kind asks, and the other way round: the one
 * never stays beside the other.
 */
export function listChanged(since: OwnValue, now: OwnValue): string[] {
  const parts = listParts(since, now, { cannotRead: false });
  const changed = parts.filter((part) => !isSamePart(since, now, part));
  const isOfCase = (part: string) => !beside.includes(part);
  const isDecided = changed.some(isOfCase);
  return parts.filter(
    (part) =>
      changed.includes(part) ||
      (isDecided && (part === "cannotRead" || (now.cannotRead === true && isOfCase(part)))),
  );
}

/** `wanted`, with what was changed here since `base`. */
export function mergeGiven<Value extends OwnValue>(base: OwnValue, here: OwnValue, wanted: Value): Value {
  const changed = listChanged(base, here);
  return { ...wanted, ...Object.fromEntries(changed.map((part) => [part, here[part]])) };
}
