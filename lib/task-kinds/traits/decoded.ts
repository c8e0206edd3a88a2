import { ofTraits, traitNames, type Level, type TraitsValue } from "#lib/task-kinds/traits/profile.ts";

// What no page needs with which a sitting begins.

/** Neutral because raters or runs were tied. */
export const tied = 3;

/** The five levels, a tie among them; null where the number stands for no profile. */
export function decodeLevels(code: number): number[] | null {
  if (!Number.isInteger(code) || code < 0 || code >= 4 ** traitNames.length) return null;
  return traitNames.map((_, at) => Math.floor(code / 4 ** (traitNames.length - 1 - at)) % 4);
}

export function valueFrom(code: number): TraitsValue {
  const levels = decodeLevels(code);
  if (!levels) throw new Error(`${code} stands for no profile`);
  return ofTraits((_, at) => (levels[at] === tied ? 1 : levels[at]) as Level);
}
