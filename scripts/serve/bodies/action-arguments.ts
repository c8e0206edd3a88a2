import { countValues, isTooDeep } from "#lib/files/json-text.ts";

/** React's own signs for what JSON has no words for. Those for code, streams and files no form of ours sends. */
const signs = /^\$(\$|undefined$|NaN$|-?Infinity$|-0$|T$|D|n-?\d{1,100}$|K[\da-f]{1,4}$)/;
const reference = /^\$(@?)([\da-f]{1,4})((?::[^:]+)*)$/;

/**
 * The most that our own forms bring is the answer before them, where that made as many invitations as can be made at
 * once: 10,005 values.
 */
export const valueLimit = 12_000;
/** Ours take two: the answer before, and the form. */
const argumentLimit = 16;

/**
 * Whether JSON texts hold more values than React may be given, which needs a second for a megabyte of small ones.
 * They are counted before anything is made of them; an empty list counts twice.
 */
export function areTooMany(texts: readonly string[]): boolean {
  let left = valueLimit;
  for (const text of texts) {
    left -= countValues(text, left);
    if (left < 0) return true;
  }
  return false;
}

/**
 * Whether React can read the arguments of an action: JSON texts by number, of which the first holds all. What it
 * can't read it takes for a fault of the server's.
 */
export const areArguments = (texts: ReadonlyMap<number, string>): boolean => isShort(read(texts)?.get(0));

/** The same of an action that a form names without a script, with the arguments it already has. */
export function isBoundAction(texts: ReadonlyMap<number, string>): boolean {
  const values = read(texts);
  const { id, bound } = (values?.get(0) ?? {}) as { id?: unknown; bound?: unknown };
  if (typeof id !== "string" || !/^[\da-f]{42}$/.test(id)) return false;
  if (typeof bound !== "string") return bound === null;
  const [, number = ""] = /^\$@([\da-f]{1,4})$/.exec(bound) ?? [];
  return isShort(values?.get(parseInt(number, 16)));
}

const isShort = (list: unknown) => Array.isArray(list) && list.length <= argumentLimit;

function read(texts: ReadonlyMap<number, string>): Map<number, unknown> | null {
  const values = new Map<number, unknown>();
  for (const [number, text] of texts) {
    const value = parse(text);
    if (value === undefined || isTooDeep(value)) return null;
    values.set(number, value);
  }
  return isSound([...values.values()], values) ? values : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSound(value: unknown, values: ReadonlyMap<number, unknown>): boolean {
  if (typeof value === "string") return !value.startsWith("$") || signs.test(value) || leads(value, values);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, part]) => key !== "__proto__" && isSound(part, values));
}

/** What was sent once and stands in two places is written once, and pointed at: "$1:rows:0". */
function leads(sign: string, values: ReadonlyMap<number, unknown>): boolean {
  const [, isAwaited, number = "", path = ""] = reference.exec(sign) ?? [];
  const keys = path.split(":").slice(1);
  let value = values.get(parseInt(number, 16));
  if (number === "" || value === undefined || (number === "0" && (keys.length === 0 || isAwaited)))
    return false;
  for (const key of keys) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return false;
    value = Reflect.get(value, key);
  }
  return true;
}
