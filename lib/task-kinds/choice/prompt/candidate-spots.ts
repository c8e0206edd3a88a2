import type { Mark } from "#lib/task-kinds/choice/prompt/prompt-marks.ts";

/** A heading that is the whole name of an option. */
export type Spot = {
  option: number;
  /** Its place among the marks, and its line in the text. */
  at: number;
  start: number;
  end: number;
  depth: number;
  number: number | null;
  blankBefore: boolean;
  blankAfter: boolean;
  /** Where the first text after it starts. */
  content: number;
  /** Where the option's known profile ends if it stands right below, else -1; and the first text after that. */
  knownEnd: number;
  knownNext: number;
};

// More headings of one name than this are an attack; comparing all with all would take for ever.
const maxOfOneName = 64;

/** For each option the headings that name it, downwards. */
export function findSpots(
  text: string,
  marks: readonly Mark[],
  profiles: readonly (string | null)[],
): Spot[][] {
  const found: { at: number; number: number | null }[][] = profiles.map(() => []);
  marks.forEach((mark, at) => {
    if (mark.kind === "heading")
      for (const { option, number } of mark.names) found[option]?.push({ at, number });
  });
  return found.map((all, option) => {
    const outer = all.slice(0, maxOfOneName / 2).concat(all.slice(maxOfOneName / 2).slice(-maxOfOneName / 2));
    return outer.flatMap(({ at, number }) => {
      const mark = marks[at];
      if (mark?.kind !== "heading") return [];
      const content = nextContent(text, mark.end);
      const known = profiles[option];
      const knownEnd = known ? endOf(text, known, content) : -1;
      return {
        option,
        at,
        start: mark.start,
        end: mark.end,
        depth: mark.depth,
        number,
        blankBefore: isBlankBetween(text, text.lastIndexOf("\n", mark.start - 2) + 1, mark.start),
        blankAfter: text.slice(mark.end, content).split("\n", 3).length > 2,
        content,
        knownEnd,
        knownNext: knownEnd < 0 ? -1 : nextContent(text, knownEnd),
      };
    });
  });
}

function endOf(text: string, known: string, from: number): number {
  if (!text.startsWith(known, from)) return -1;
  const end = from + known.length;
  return end === text.length || /\s/.test(text.charAt(end)) ? end : -1;
}

export function nextContent(text: string, from: number): number {
  const visible = /\S/g;
  visible.lastIndex = from;
  return visible.exec(text)?.index ?? text.length;
}

function isBlankBetween(text: string, from: number, to: number): boolean {
  return from < to && nextContent(text, from) >= to;
}
