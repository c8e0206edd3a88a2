import type { CommonAnswer } from "#lib/sittings/answers/schema.ts";
import type { OwnValue } from "#lib/task-kinds/kind.ts";

/** What the page adds to an answer: how long it took, and how the profiles stood. */
type PageReport = "activeMs" | "firstAnswerMs" | "focusLosses" | "unfolded";
/** What somebody gives. */
export type AnswerContent = OwnValue & Omit<CommonAnswer, PageReport>;

const reported = ["activeMs", "firstAnswerMs", "focusLosses", "unfolded"];
export const listParts = (...all: readonly OwnValue[]) => [
  ...new Set(all.flatMap((value) => Object.keys(value).filter((part) => !reported.includes(part)))),
];

/** A mark that isn't set, and a part that isn't there, is as good as an empty one; "no" is an answer. */
function readPart(value: OwnValue, part: string): unknown {
  const found = value[part] ?? "";
  const isMark = part === "isFlagged" || part === "cannotRead";
  return String(found) === "" || (isMark && !found) ? null : found;
}

export const isGiven = (value: OwnValue, part: string): boolean => readPart(value, part) !== null;

// A form that is sent breaks its lines otherwise than the same form read in its page.
const write = (value: OwnValue, part: string) =>
  JSON.stringify(readPart(value, part)).replaceAll("\\r\\n", "\\n");

export const isSamePart = (one: OwnValue, other: OwnValue, part: string): boolean =>
  write(one, part) === write(other, part);

export const isSameGiven = (one: OwnValue, other: OwnValue): boolean =>
  listParts(one, other).every((part) => isSamePart(one, other, part));

/** Whether all that was given in `mine` stands in `kept`, too. */
export const holdsAll = (kept: OwnValue, mine: OwnValue): boolean =>
  listParts(mine).every((part) => !isGiven(mine, part) || isSamePart(mine, kept, part));
