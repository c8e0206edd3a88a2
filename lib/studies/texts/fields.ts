import type { FrozenWords } from "#lib/studies/schema.ts";

/** What a text can leave to the design: `{cases}` in it becomes the number that the design says. */
export const textFields = [
  "cases",
  "minutes",
  "contact",
  "institution",
  "practice",
  "limit",
  "selection",
  "questions",
  "checks",
  "recruiting",
] as const;
export type TextField = (typeof textFields)[number];
/** In the words of one language; null where the design says nothing of it. */
export type FieldValues = Readonly<Record<TextField, string | null>>;

// With the braces of a Chinese keyboard, too.
const field = /[{｛]\s*([\p{L}_]+)\s*[}｝]/gu;

export const isTextField = (name: string): name is TextField =>
  (textFields as readonly string[]).includes(name);

/** The names between braces, known or not, each once. */
export const listFields = (text: string): string[] => [
  ...new Set([...text.matchAll(field)].map(([, name = ""]) => name)),
];

/** Lines that somebody wrote to stand by themselves. */
const lines: readonly string[] = ["contact", "institution"] satisfies TextField[];

/** What is unknown, or has no value, stays as it stands; a line that comes to nothing goes. */
export function fillFields(text: string, values: FieldValues, write = asItIs): string {
  return dropEmptied(text, values).replace(field, (whole, name: string, at: number, all: string) => {
    const value = isTextField(name) ? values[name] : null;
    if (value === null) return whole;
    return write(lines.includes(name) ? fitIntoSentence(value, all, [at, at + whole.length]) : value);
  });
}

const alone = /^(?:[-*]\s+)?[{｛]\s*([\p{L}_]+)\s*[}｝]$/u;

function dropEmptied(text: string, values: FieldValues): string {
  const isEmptied = (line: string) => {
    const name = alone.exec(line.trim())?.[1] ?? "";
    return isTextField(name) && values[name] === "";
  };
  return text
    .split("\n")
    .filter((line) => !isEmptied(line))
    .join("\n");
}

const asItIs = (value: string) => value;
/** Somebody's address may hold what Markdown takes for a mark of its own, and a line of its own would end a list. */
export const inMarkdown = (value: string): string =>
  value
    .replace(/\s+/g, (blanks) => (blanks.includes("\n") ? " " : blanks))
    .replace(/[\\`*_[\]<>#|~]/g, String.raw`\$&`);

/** One language's texts as participants read them. */
export function fillWords({ title, ethics, ticks, ...texts }: FrozenWords, values: FieldValues): FrozenWords {
  const fill = (text: string) => fillFields(text, values);
  const markdown = (text: string) => fillFields(text, values, inMarkdown);
  return {
    title: fill(title),
    welcome: markdown(texts.welcome),
    consent: markdown(texts.consent),
    instructions: markdown(texts.instructions),
    debrief: markdown(texts.debrief),
    ...(texts.parts && {
      parts: Object.fromEntries(Object.entries(texts.parts).map(([kind, text]) => [kind, markdown(text)])),
    }),
    ...(ethics && {
      ethics: Object.fromEntries(Object.entries(ethics).map(([name, said]) => [name, fill(said)])),
    }),
    ...(ticks && { ticks: ticks.map((tick) => ({ ...tick, label: fill(tick.label) })) }),
  };
}

const article = /^(?:the|an?|our|your|whoever)\b/i;
/** That of a sentence, not of an abbreviation: "e.V.", "Inc." */
const lastWord = /^(?:\p{Ll}{3,}|\p{L}{5,})$/u;
const marks = " \t\n*_#>-";

/**
 * A line that stands by itself elsewhere, as a part of the sentence it is put into: the sentence says whether it begins with a
 * capital, and where it ends.
 */
function fitIntoSentence(line: string, text: string, [from, to]: readonly [number, number]): string {
  let end = from;
  while (end > 0 && marks.includes(text.charAt(end - 1))) end--;
  const last = text.charAt(end - 1);
  const begins = last === "" || ".!?。！？".includes(last) || text.slice(end, from).includes("\n");
  const [first = ""] = line;
  const letter = begins ? first.toUpperCase() : ":：".includes(last) ? first : first.toLowerCase();
  const begun = article.test(line) ? letter + line.slice(first.length) : line;
  const after = text.slice(to).trimStart();
  if (after === "" || text.charAt(to) === "\n") return begun;
  return begun.endsWith(".") && after.startsWith(".") ? begun.slice(0, -1) : withoutStop(begun);
}

function withoutStop(line: string): string {
  const before = line.slice(0, -1);
  const isStop =
    line.endsWith("。") || (line.endsWith(".") && lastWord.test(before.split(/\P{L}/u).at(-1) ?? ""));
  return isStop ? before : line;
}
