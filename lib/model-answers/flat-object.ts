// What is looked for in a model's answer: one JSON object with a number for every name, as models write it.

export type FlatValue = { value: number; isPercent: boolean };
export type FlatObject = {
  /** In the order in which they stand there; a name may stand there twice. */
  entries: readonly (readonly [name: string, value: FlatValue])[];
  hasTrailingComma: boolean;
};

const string = String.raw`"(?:[^"\\\u0000-\u001f]|\\.)*"`;
const number = String.raw`-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const entry = new RegExp(
  String.raw`\s*(${string})\s*:\s*(?:(${number})\s*(%?)|"\s*(${number})\s*%\s*")\s*`,
  "y",
);

/** Null where it is no object of numbers: its text may be JSON all the same. */
export function readFlatObject(text: string): FlatObject | null {
  const entries: (readonly [string, FlatValue])[] = [];
  let at = 1;
  for (;;) {
    entry.lastIndex = at;
    const found = entry.exec(text);
    if (!found) break;
    const [, name = "", bare, sign, quoted] = found;
    const value = { value: Number(bare ?? quoted), isPercent: bare === undefined || sign === "%" };
    const read = parseString(name);
    if (read === null) return null;
    entries.push([read, value]);
    at = entry.lastIndex;
    if (text[at] === "}") return { entries, hasTrailingComma: false };
    if (text[at] !== ",") return null;
    at += 1;
  }
  const isClosed = /\s*\}/y;
  isClosed.lastIndex = at;
  return entries.length > 0 && isClosed.test(text) ? { entries, hasTrailingComma: true } : null;
}

function parseString(literal: string): string | null {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return null;
  }
}
