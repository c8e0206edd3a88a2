import {
  type Mark,
  findMarks,
  indexNames,
  type Heading,
} from "#lib/task-kinds/choice/prompt/prompt-marks.ts";
import { type Dialogue, limits } from "#lib/task-kinds/choice/schema.ts";
import type { Turn } from "#lib/task-kinds/dialogue.ts";
import { readParts } from "#lib/task-kinds/turn-parts.ts";

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
  let reached: { spot: Spot; score: number; before: ParsePath | null }[] = [];
  for (const [level, spots] of levels.entries()) {
    const here: ParsePath[] = [];
    for (const spot of spots) {
      if (level === 0) {
        const start = ground.judgeStart(spot.at);
        if (start) here.push({ spot, score: start.score + own(spot, 0), before: null });
        continue;
      }
      let best: ParsePath | null = null;
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
  const best = ends.reduce<ParsePath | null>((a, b) => (a && a.score > b.score ? a : b), null);
  return best && { score: best.score, spots: unwind(best) };
}

type ParsePath = { spot: Spot; score: number; before: ParsePath | null };

function unwind(last: ParsePath): Spot[] {
  const spots: Spot[] = [];
  for (let step: ParsePath | null = last; step; step = step.before) spots.unshift(step.spot);
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

const isOpening = (marks: readonly Mark[], at: number) => {
  const next = marks[at + 1];
  return marks[at]?.kind === "speaker" && next?.kind === "begin" && next.follows;
};

/**
 * The marks that open a turn. The first one stands below the conversation's heading, so that an example
 * in the instructions above it isn't taken for it; each later one stands right after an end.
 */
function findOpenings(marks: readonly Mark[]): number[] {
  let first = -1;
  let anywhere = -1;
  let announced = false;
  for (let at = 0; at < marks.length && first < 0; at++) {
    const mark = marks[at];
    if (mark?.kind === "heading" && mark.section === "conversation") announced = true;
    if (!mark || !isOpening(marks, at)) continue;
    if (anywhere < 0) anywhere = at;
    if (announced || (mark.follows && marks[at - 1]?.kind === "heading")) first = at;
  }
  if (first < 0) first = anywhere;
  const openings = first < 0 ? [] : [first];
  for (let at = first + 1; first >= 0 && at < marks.length; at++)
    if (isOpening(marks, at) && marks[at]?.follows && marks[at - 1]?.kind === "end") openings.push(at);
  return openings;
}

/** `closing` is the mark that ends the last turn. */
function readTurns(
  text: string,
  marks: readonly Mark[],
  openings: readonly number[],
  closing: number,
): Turn[] | null {
  const kept = dropEchoes(text, marks, openings);
  if (kept.length > limits.turns) return null;
  const turns = kept.map((opening, index) => {
    const speaker = marks[opening];
    const last = marks[(kept[index + 1] ?? closing + 1) - 1];
    return {
      label: speaker?.kind === "speaker" ? speaker.label : "",
      speaker: speaker?.kind === "speaker" ? speaker.name : null,
      parts: readParts(text.slice(marks[opening + 1]?.end, last?.start)),
    };
  });
  const asked = turns.findLast((turn) => turn.speaker === null)?.label;
  if (asked === undefined || turns.some((turn) => (turn.speaker?.length ?? 0) > limits.name)) return null;
  return turns.map(({ label, speaker, parts }) => ({
    speaker: speaker ?? (label === asked ? null : label),
    parts,
  }));
}

/**
 * Nobody answers themselves: of several openings of the unknown speaker in a row all but one are words of
 * a turn. Where just one goes on like a turn, with a thought, that one is it; otherwise all stay.
 */
function dropEchoes(text: string, marks: readonly Mark[], openings: readonly number[]): readonly number[] {
  const isUnknown = (opening: number | undefined) => {
    const mark = opening === undefined ? undefined : marks[opening];
    return mark?.kind === "speaker" && mark.name === null;
  };
  const kept: number[] = [];
  for (let at = 0; at < openings.length;) {
    const run: number[] = [];
    do run.push(openings[at++] ?? 0);
    while (isUnknown(run[0]) && isUnknown(openings[at]));
    const thinking = run.filter((opening) => opensWithThought(text, marks, opening + 1));
    kept.push(...(run.length > 1 && thinking.length === 1 && kept.length > 0 ? thinking : run));
  }
  return kept;
}

function opensWithThought(text: string, marks: readonly Mark[], begin: number): boolean {
  const from = marks[begin]?.end ?? 0;
  return !marks[begin + 1]?.follows && /^[[［【]/.test(text.slice(from, from + 2000).trimStart());
}

type Start = {
  score: number;
  /** The mark that would end the conversation. */
  closing: number;
  section: Heading | null;
};
type Ground = {
  /** How well the candidates could start at this mark; null where no conversation has ended before it. */
  judgeStart(at: number): Start | null;
  /** How much of what belongs elsewhere stands between two marks, and after one. */
  strangeness(from: number, to: number): number;
  strangenessAfter(at: number): number;
};

const announced = { candidates: 6, other: 3 };
const closedByHeading = 3;
const strange = { opening: 5, task: 5, format: 3 };

/** What stands where around the candidates, counted once so that every place can be judged at once. */
function surveyGround(marks: readonly Mark[], openings: readonly number[]): Ground {
  const isOpening = new Set(openings);
  const unknown = openings.find((at) => {
    const mark = marks[at];
    return mark?.kind === "speaker" && mark.name === null;
  });
  const lastOpening = new Int32Array(marks.length + 1).fill(-1);
  const lastEnd = new Int32Array(marks.length + 1).fill(-1);
  const lastClosing = new Int32Array(marks.length + 1).fill(-1);
  const strangeUpTo = new Int32Array(marks.length + 1);
  marks.forEach((mark, at) => {
    const heading = headingBelow(marks, at);
    const ends = mark.kind === "end";
    lastOpening[at + 1] = isOpening.has(at) ? at : (lastOpening[at] ?? -1);
    lastEnd[at + 1] = ends ? at : (lastEnd[at] ?? -1);
    lastClosing[at + 1] = ends && heading ? at : (lastClosing[at] ?? -1);
    strangeUpTo[at + 1] =
      (strangeUpTo[at] ?? 0) +
      (isOpening.has(at) ? strange.opening : 0) +
      (ends && heading?.section === "task" ? strange.task : 0) +
      (mark.kind === "heading" && mark.section === "format" ? strange.format : 0);
  });
  const upTo = (at: number) => strangeUpTo[at] ?? 0;

  function judgeStart(at: number): Start | null {
    const opening = lastOpening[at] ?? -1;
    if (unknown === undefined || unknown > opening) return null;
    const closing = chooseClosing(at, opening);
    if (closing <= opening) return null;
    const section = titleAbove(marks, at);
    const score =
      (section?.section === "candidates"
        ? announced.candidates
        : section && marks[at]?.follows
          ? announced.other
          : 0) + (headingBelow(marks, closing) ? closedByHeading : 0);
    return { score, closing, section };
  }

  // The heading below the conversation's end is the task's; the candidates' own only where there is no other.
  function chooseClosing(at: number, opening: number): number {
    const closing = lastClosing[at] ?? -1;
    if (closing <= opening) return lastEnd[at] ?? -1;
    if (closing < at - 2) return closing;
    const earlier = lastClosing[closing] ?? -1;
    return earlier > opening ? earlier : closing;
  }

  return {
    judgeStart,
    strangeness: (from, to) => upTo(to) - upTo(from + 1),
    strangenessAfter: (at) => ((openings.at(-1) ?? -1) > at ? strange.opening : 0),
  };
}

function headingBelow(marks: readonly Mark[], at: number): Heading | null {
  const next = marks[at + 1];
  return next?.kind === "heading" && next.follows && next.names.length === 0 ? next : null;
}

function titleAbove(marks: readonly Mark[], at: number): Heading | null {
  const above = marks[at - 1];
  return above?.kind === "heading" && above.names.length === 0 ? above : null;
}
