import { z } from "zod";
import { fileWords } from "#lib/task-kinds/file-words.ts";

// Who wrote a text that is judged, as a method and a model: for staff, and for figures.

/** What a judged text is written by, in short texts by name. */
export type Origin = Readonly<Record<string, string>>;

/** What stands after both texts: that neither is better. */
export const tie = "tie";

export const originLimits = { texts: 20, name: 60, text: 200 } as const;

const filled = (what: string, most: number) =>
  fileWords
    .trim()
    .min(1, `${what} can’t be empty.`)
    .max(most, `${what} can have at most ${most} characters.`);

export const originSchema = z
  .record(
    filled("A name in an origin", originLimits.name),
    filled("A text in an origin", originLimits.text),
    'origin must be an object with a text for each name, as {"method":"…","model":"…"}.',
  )
  .refine(
    (all) => Object.keys(all).length > 0,
    'An origin needs at least one text, as {"method":"…","model":"…"}.',
  )
  .refine(
    (all) => Object.keys(all).length <= originLimits.texts,
    `An origin can have at most ${originLimits.texts} texts.`,
  )
  .refine(
    (all) => formatOriginName(all) !== tie,
    `“${tie}” can’t be an origin’s only text: it stands for a tie.`,
  );

/** An origin is known by its texts, in the order of their names. */
export const formatOriginName = (origin: Origin): string =>
  Object.keys(origin)
    .sort()
    .map((name) => origin[name])
    .join(" · ");
