import type { Mark } from "#lib/task-kinds/choice/prompt/prompt-marks.ts";
import { limits } from "#lib/task-kinds/choice/schema.ts";
import type { Turn } from "#lib/task-kinds/dialogue.ts";
import { readParts } from "#lib/task-kinds/turn-parts.ts";

const isOpening = (marks: readonly Mark[], at: number) => {
  const next = marks[at + 1];
  return marks[at]?.kind === "speaker" && next?.kind === "begin" && next.follows;
};

/**
 * The marks that open a turn. The first one stands below the conversation's heading, so that an example
 * in the instructions above it isn't taken for it; each later one stands right after an end.
 */
export function findOpenings(marks: readonly Mark[]): number[] {
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
export function readTurns(
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
