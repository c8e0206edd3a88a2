import { createHash } from "node:crypto";
import type { GivenLabels } from "#lib/task-kinds/label-set.ts";

/** Something that a person or a model wrote in a study, and what only staff may know of it. */
export type WrittenText = {
  track: string;
  case: string;
  text: string;
  origin: string;
  /** The study's own number of the person; null of a model. */
  participant: number | null;
  /** Null where no answer is right. */
  right: boolean | null;
};

/** A group or an attribute has so many characters at most. */
const maxCharacters = 200;
const short = (text: string) => [...text].slice(0, maxCharacters).join("").trim();
const digestOf = (parts: readonly unknown[]) =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");

/** One line of a case file for each text. Neither id nor order tells who wrote it. */
export function writeCodedTexts(study: string, texts: readonly WrittenText[], labels: GivenLabels): string {
  return texts
    .map((one) => ({ one, id: digestOf([study, one.track, one.case, one.origin, one.participant]) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ one, id }) => `${JSON.stringify(lineOf(one, id.slice(0, 24), labels))}\n`)
    .join("");
}

function lineOf(
  { track, case: key, text, origin, participant, right }: WrittenText,
  id: string,
  labels: GivenLabels,
) {
  // Cases of two tracks may have the same key, and a group stands in one track.
  const name = `${track}: ${key}`;
  const group = [...name].length > maxCharacters ? digestOf([track, key]) : name.trim();
  const attributes = {
    origin: short(origin),
    ...(participant !== null && { participant: String(participant) }),
    ...(right !== null && { answer: right ? "right" : "wrong" }),
  };
  const content = { parts: [{ role: "judged", text }] };
  return { id, track, kind: "label", many: true, labels, group, attributes, content };
}

/** How many say to the letter what another one says. A plan that gives both to one person doesn't open. */
export const countRepeated = (texts: readonly WrittenText[]): number =>
  texts.length - new Set(texts.map(({ text }) => text)).size;
