import type { Heading, Mark } from "#lib/task-kinds/choice/prompt/prompt-marks.ts";

export type Start = {
  score: number;
  /** The mark that would end the conversation. */
  closing: number;
  section: Heading | null;
};
export type Ground = {
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
export function surveyGround(marks: readonly Mark[], openings: readonly number[]): Ground {
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
