import { type Block, findBlock } from "#lib/task-kinds/choice/prompt/candidate-block.ts";
import { findOpenings, readTurns } from "#lib/task-kinds/choice/prompt/conversation.ts";
import { type Mark, findMarks, indexNames } from "#lib/task-kinds/choice/prompt/prompt-marks.ts";
import type { Dialogue } from "#lib/task-kinds/choice/schema.ts";

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
