import { listChanged, mergeGiven, pickGiven } from "#lib/sittings/answers/changed-parts.ts";
import {
  isGiven,
  isSameGiven,
  isSamePart,
  type AnswerContent,
} from "#lib/sittings/answers/answer-content.ts";
import type { StoredValue } from "#lib/sittings/answers/stored-answer.ts";
import type { OwnValue } from "#lib/task-kinds/kind.ts";

/** One revision of an answer, as the database tells of it. */
export type Revision = {
  revision: number;
  value: StoredValue;
  /** The revision upon which it was given; 0: upon none; null: upon all that came before it. */
  upon: number | null;
  /** Made of others by the server. */
  isMerged: boolean;
  /** The one that is being stored. */
  isNew: boolean;
};
export type Merge = {
  /** What counts from now on, where no revision says it. */
  value: StoredValue | null;
  /** What counted before: another device gave it, and this one, which had not seen it, gave something else for the same part. */
  overruled: StoredValue | null;
};

/** Each part as it was given last by somebody who changed it. In the order in which they were given. */
function fold(history: readonly Revision[], nothing: AnswerContent): AnswerContent {
  const valueOf = new Map(history.map(({ revision, value }) => [revision, value]));
  return history
    .filter(({ isMerged }) => !isMerged)
    .reduce(
      (merged, { value, upon }) =>
        upon === null
          ? { ...nothing, ...pickGiven(value) }
          : mergeGiven(valueOf.get(upon) ?? nothing, value, merged),
      nothing,
    );
}

function complete(value: StoredValue, given: AnswerContent): StoredValue {
  const { cannotRead, ...rest } = { ...value, ...given };
  return { ...rest, ...(cannotRead && { cannotRead }) };
}

/** What somebody sends who had not seen all that is there, put together with the rest. In the order in which they were given. */
export function mergeHistory(history: readonly Revision[], nothing: AnswerContent): Merge {
  const newest = history.at(-1);
  const sent = history.find(({ isNew }) => isNew);
  const others = history.filter((one) => one !== sent);
  const last = others.at(-1);
  if (!newest || !sent || !last) throw new Error("there is nothing to be merged");
  const merged = fold(history, nothing);
  const counted = fold(others, nothing);
  const base: OwnValue = others.find(({ revision }) => revision === sent.upon)?.value ?? nothing;
  const isOverruled = listChanged(base, sent.value).some(
    (part) =>
      isSamePart(merged, sent.value, part) &&
      !isSamePart(counted, sent.value, part) &&
      !isSamePart(counted, base, part) &&
      isGiven(counted, part),
  );
  return {
    value: isSameGiven(merged, newest.value) ? null : complete(newest.value, merged),
    overruled: isOverruled ? complete(last.value, counted) : null,
  };
}
