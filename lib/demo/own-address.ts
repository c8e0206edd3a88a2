import type { Locale } from "#lib/i18n/locale.ts";
import type { Layout } from "#lib/task-kinds/kind.ts";

/** How many somebody takes who only looks around. */
export const ownCount = 5;
/** Under what an address keeps what was answered: nothing of it is stored. */
export const ownName = "own";

type Passage = { track: string; key: string; language: string; content: unknown };

/** The shortest in a language; where it has too few, of the others as well. */
export function choosePassages<T extends Passage>(cases: readonly T[], locale: Locale): T[] {
  const isForeign = ({ language }: T) => language.slice(0, 2) !== locale.slice(0, 2);
  const length = ({ content }: T) => JSON.stringify(content).length;
  return cases
    .toSorted((a, b) => Number(isForeign(a)) - Number(isForeign(b)) || length(a) - length(b))
    .slice(0, ownCount);
}

/** How a passage is laid out for whoever takes it. */
export type OwnPlace = { position: number; track: string; key: string; optionOrder: Layout };

/** What was chosen at each place, as an address keeps it. */
export const writeOwn = (
  places: readonly OwnPlace[],
  chosenAt: (position: number) => number | null,
): string =>
  places
    .map(({ position, track, key, optionOrder }) => {
      const chosen = chosenAt(position);
      const option = chosen === null ? "" : (optionOrder[chosen] ?? "");
      return [track, key].map(encodeURIComponent).concat(String(option)).join("/");
    })
    .join(",");
