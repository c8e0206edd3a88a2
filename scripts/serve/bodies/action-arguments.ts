import { isTooDeep } from "#lib/files/json-depth.ts";

/** React's own signs for what JSON has no words for. Those for code, streams and files no form of ours sends. */
const signs = /^\$(\$|undefined$|NaN$|-?Infinity$|-0$|T$|D|n-?\d{1,100}$|K[\da-f]{1,4}$)/;
const reference = /^\$(@?)([\da-f]{1,4})((?::[^:]+)*)$/;

/**
 * Whether React can read the arguments of an action: JSON texts by number, of which the first holds all. What it
 * can't read it takes for a fault of the server's.
 */
export function areArguments(texts: ReadonlyMap<number, string>): boolean {
  const values = new Map<number, unknown>();
  for (const [number, text] of texts) {
    const value = parse(text);
    if (value === undefined || isTooDeep(value)) return false;
    values.set(number, value);
  }
  return typeof values.get(0) === "object" && values.get(0) !== null && isSound([...values.values()], values);
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
