import { listClosedObjects } from "#lib/model-answers/closed-objects.ts";
import { placeAmong } from "#lib/model-answers/place-among.ts";
import { withoutEnd } from "#lib/text-end.ts";

/** The last whole JSON object of a text. */
export type ReadObject = {
  /** What stands under a name, also where that differs in case or blanks; undefined for none. */
  get(name: string): unknown;
  /** Whether a comma was taken away, lines joined, or a name read that isn't written so. */
  readonly isMended: boolean;
};

/** Null where there is none. Whatever isn't closed is left alone: the rest of it would be guessed. */
export function readObject(text: string): ReadObject | null {
  return findObject(text, false) ?? findObject(text.replaceAll(/[\r\n\t]+/g, " "), true);
}

function findObject(text: string, isJoined: boolean): ReadObject | null {
  for (const written of listClosedObjects(text)) {
    const object = parse(written);
    const found = object ?? parse(written.replace(/,\s*\}$/, "}"));
    if (found) return new Found(found, isJoined || object === null);
  }
  return null;
}

class Found implements ReadObject {
  readonly #object: Readonly<Record<string, unknown>>;
  isMended: boolean;

  constructor(object: Readonly<Record<string, unknown>>, isMended: boolean) {
    this.#object = object;
    this.isMended = isMended;
  }

  get(name: string): unknown {
    if (Object.hasOwn(this.#object, name)) return this.#object[name];
    const alike = Object.keys(this.#object).filter((key) => placeAmong(key, [[name]]));
    if (alike.length !== 1) return undefined;
    this.isMended = true;
    return this.#object[alike[0] ?? ""];
  }
}

function parse(written: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(written) as Readonly<Record<string, unknown>>;
  } catch {
    return null;
  }
}

/** What is left of a text without what a model thought before. */
export const withoutThought = (text: string): string => text.replace(/^[\s\S]*<\/think>/i, "");

/** The same without without the marks that stand around one word. */
export const bareWords = (text: string): string =>
  withoutEnd(withoutThought(text).replace(/^[*`"“'\s]+/, ""), /[*`"”'.。\s]/);
