import type { Part } from "#lib/task-kinds/dialogue.ts";

const squareOpen = "[［";
const squareClose = "]］";

/** A bracket at the very start is the inner thought, round brackets are manner, the rest is spoken. */
export function readParts(turn: string): Part[] {
  const text = turn.trim();
  const parts: Part[] = [];
  const add = (type: Part["type"], from: number, to: number) => {
    const piece = text.slice(from, to).trim();
    if (piece) parts.push({ type, text: piece });
  };
  const thoughtEnd = findThoughtEnd(text);
  if (thoughtEnd > 0) add("thought", 1, thoughtEnd);
  let spoken = thoughtEnd > 0 ? thoughtEnd + 1 : 0;
  for (const [open, close] of findRoundPairs(text, spoken)) {
    add("speech", spoken, open);
    add("manner", open + 1, close);
    spoken = close + 1;
  }
  add("speech", spoken, text.length);
  return parts;
}

function findThoughtEnd(text: string): number {
  const first = text.charAt(0);
  if (first !== "【" && !(first && squareOpen.includes(first))) return -1;
  const [opens, closes] = first === "【" ? ["【", "】"] : [squareOpen, squareClose];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (opens.includes(char)) depth++;
    else if (closes.includes(char) && --depth === 0) return at;
  }
  return -1;
}

/** The outermost pairs; a bracket without a partner pairs with nothing and stays in the text. */
function findRoundPairs(text: string, from: number): [number, number][] {
  const open: number[] = [];
  const pairs: [number, number][] = [];
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "(" || char === "（") open.push(at);
    else if (char === ")" || char === "）") {
      const start = open.pop();
      if (start === undefined) continue;
      while ((pairs.at(-1)?.[0] ?? -1) > start) pairs.pop();
      pairs.push([start, at]);
    }
  }
  return pairs;
}
