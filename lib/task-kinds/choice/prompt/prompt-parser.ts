import { findOpenings, readTurns } from "#lib/task-kinds/choice/prompt/conversation.ts";
import {
  type Mark,
  findMarks,
  indexNames,
  type Heading,
} from "#lib/task-kinds/choice/prompt/prompt-marks.ts";
import type { Dialogue } from "#lib/task-kinds/choice/schema.ts";
import { type Ground, surveyGround } from "#lib/task-kinds/choice/prompt/prompt-ground.ts";

// Without hashes every line could be a heading; in a text longer than any known prompt that takes too long.
const longestLoose = 250_000;

/** The conversation and the candidates without the instructions meant for a model; null if it has no such parts. */
export function parsePrompt(
  prompt: string,
  optionNames: readonly string[],
  givenProfiles: readonly (string | null)[] = [],
): Dialogue | null {
  const names = indexNames(optionNames);
  if (optionNames.length === 0 || names.options.has("")) return null;
  const text = unifyNewlines(prompt);
  const known = optionNames.map((_, index) => unifyNewlines(givenProfiles[index] ?? "").trim() || null);
  for (const loose of text.length > longestLoose ? [false] : [false, true]) {
    const marks = findMarks(text, names, loose);
    const openings = findOpenings(marks);
    if (openings.length === 0) return null;
    const block = findBlock(text, marks, openings, known);
    if (block) return readDialogue(text, marks, openings, block);
  }
  return null;
}

function readDialogue(
  text: string,
  marks: readonly Mark[],
  openings: readonly number[],
  block: Block,
): Dialogue | null {
  const start = Math.min(...block.spots.map((spot) => spot.at));
  const turns = readTurns(
    text,
    marks,
    openings.filter((at) => at < start),
    block.closing,
  );
  return turns && { form: "dialogue", turns, profiles: readProfiles(text, marks, block) };
}

const unifyNewlines = (text: string) => (text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text);

function readProfiles(text: string, marks: readonly Mark[], block: Block): (string | null)[] {
  const downwards = block.spots.toSorted((a, b) => a.at - b.at);
  return block.spots.map((spot) => {
    const next = downwards[downwards.indexOf(spot) + 1];
    const end = next
      ? next.start
      : spot.knownEnd >= 0
        ? spot.knownEnd
        : findBlockEnd(text, marks, block, spot.at, spot.depth);
    return text.slice(spot.end, end).trim() || null;
  });
}

/** Where the last profile ends: at the heading of the next section, which a profile may have written before. */
function findBlockEnd(
  text: string,
  marks: readonly Mark[],
  block: Block,
  last: number,
  depth: number,
): number {
  const below = marks.slice(last + 1).filter((mark) => mark.kind === "heading");
  const above = marks.slice(block.closing, last).filter((mark) => mark.kind === "heading");
  const hasTask = above.some((mark) => mark !== block.section && mark.names.length === 0);
  const level = block.section?.depth ?? depth - 1;
  const formats = below.filter((mark) => mark.section === "format");
  const next =
    (hasTask ? undefined : below.find((mark) => mark.section === "task")) ??
    formats.findLast((mark) => mark.depth === level) ??
    formats.at(-1) ??
    below.find((mark) => mark.depth === level) ??
    below.find((mark, index) => /json/i.test(text.slice(mark.end, below[index + 1]?.start))) ??
    below.find((mark) => mark.depth < depth);
  return next?.start ?? text.length;
}

type Block = {
  /** The heading of each option, in option order. */
  spots: readonly Spot[];
  /** The index of the mark that ends the conversation. */
  closing: number;
  /** The heading above them all. */
  section: Heading | null;
};

// What makes a line the true one, weighed against each other. A profile that is known outweighs all the rest.
const weight = { known: 100, numbered: 2, filled: 2, blanks: 1 };

type Chain = { score: number; spots: readonly Spot[] };

/** The candidates' headings: one for each option, in their order and of one depth where that can be. */
function findBlock(
  text: string,
  marks: readonly Mark[],
  openings: readonly number[],
  profiles: readonly (string | null)[],
): Block | null {
  const ground = surveyGround(marks, openings);
  const spots = findSpots(text, marks, profiles);
  const given = profiles.map((_, option) => option);
  const asPlaced = given.toSorted((a, b) => (spots[a]?.at(-1)?.at ?? 0) - (spots[b]?.at(-1)?.at ?? 0));
  for (const order of [given, asPlaced]) {
    const levels = order.map((option) => spots[option] ?? []);
    const chain = linkWithinDepths(levels, ground) ?? linkChain(levels, ground);
    const start = chain?.spots[0] && ground.judgeStart(chain.spots[0].at);
    if (!chain || !start) continue;
    const byOption = chain.spots.toSorted((a, b) => a.option - b.option);
    return { spots: byOption, closing: start.closing, section: start.section };
  }
  return null;
}

function linkWithinDepths(levels: readonly Spot[][], ground: Ground): Chain | null {
  const depths = new Set(levels[0]?.map((spot) => spot.depth));
  return [...depths]
    .map((depth) =>
      linkChain(
        levels.map((level) => level.filter((spot) => spot.depth === depth)),
        ground,
      ),
    )
    .reduce((best, chain) => (chain && chain.score > (best?.score ?? -Infinity) ? chain : best), null);
}

/** The best way through the levels, one spot of each, downwards in the text. */
function linkChain(levels: readonly Spot[][], ground: Ground): Chain | null {
  const usual = usualBlanks(levels.flat());
  const own = (spot: Spot, level: number) =>
    (spot.number === null || spot.number === level + 1 ? weight.numbered : 0) +
    (spot.blankBefore === usual.before ? weight.blanks : 0) +
    (spot.blankAfter === usual.after ? weight.blanks : 0);
  let reached: { spot: Spot; score: number; before: Reached | null }[] = [];
  for (const [level, spots] of levels.entries()) {
    const here: Reached[] = [];
    for (const spot of spots) {
      if (level === 0) {
        const start = ground.judgeStart(spot.at);
        if (start) here.push({ spot, score: start.score + own(spot, 0), before: null });
        continue;
      }
      let best: Reached | null = null;
      for (const from of reached) {
        if (from.spot.at >= spot.at) break;
        const score = from.score + own(spot, level) + between(from.spot, spot, ground);
        // A line that equals another candidate's heading stands in a profile above that candidate's own,
        // so of equals the lower one is true; the first one, with the instructions above it, is the upper.
        if (!best || score > best.score || (score === best.score && level > 1))
          best = { spot, score, before: from };
      }
      if (best) here.push(best);
    }
    reached = here;
  }
  const ends = reached.map((one) => ({ ...one, score: one.score + after(one.spot, ground) }));
  const best = ends.reduce<Reached | null>((a, b) => (a && a.score > b.score ? a : b), null);
  return best && { score: best.score, spots: unwind(best) };
}

type Reached = { spot: Spot; score: number; before: Reached | null };

function unwind(last: Reached): Spot[] {
  const spots: Spot[] = [];
  for (let step: Reached | null = last; step; step = step.before) spots.unshift(step.spot);
  return spots;
}

function between(from: Spot, to: Spot, ground: Ground): number {
  const known = from.knownEnd >= 0 && from.knownEnd <= to.start && from.knownNext >= to.start;
  return (
    (known ? weight.known : 0) +
    (from.content < to.start ? weight.filled : 0) -
    ground.strangeness(from.at, to.at)
  );
}

function after(last: Spot, ground: Ground): number {
  return (last.knownEnd >= 0 ? weight.known : 0) - ground.strangenessAfter(last.at);
}

function usualBlanks(spots: readonly Spot[]): { before: boolean; after: boolean } {
  const before = spots.filter((spot) => spot.blankBefore).length;
  const after = spots.filter((spot) => spot.blankAfter).length;
  return { before: before * 2 > spots.length, after: after * 2 > spots.length };
}

/** A heading that is the whole name of an option. */
type Spot = {
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
function findSpots(text: string, marks: readonly Mark[], profiles: readonly (string | null)[]): Spot[][] {
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

function nextContent(text: string, from: number): number {
  const visible = /\S/g;
  visible.lastIndex = from;
  return visible.exec(text)?.index ?? text.length;
}

function isBlankBetween(text: string, from: number, to: number): boolean {
  return from < to && nextContent(text, from) >= to;
}
