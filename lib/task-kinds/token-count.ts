import "server-only";

export const tokenizerName = "cl100k_base";

// Its table of ranks takes some 45 MB: only who counts loads it, once.
let loading: Promise<(text: string) => number> | undefined;

async function load(): Promise<(text: string) => number> {
  const { countTokens, setMergeCacheSize } = await import("gpt-tokenizer/encoding/cl100k_base");
  // By default it remembers the last 100,000 words it took apart, which is ten times the table in memory.
  setMergeCacheSize(5000);
  // By default "<|endoftext|>" in a text would be an error; here it is text like any other.
  const asText = { disallowedSpecial: new Set<string>() };
  return (text) => countInPieces(text, (piece) => countTokens(piece, asText));
}

const runs = /\p{L}+|\s+|[^\s\p{L}\p{N}]+/gu;
const longestRun = 1000;

/** The time for one word grows with its square: a megabyte of one letter would take minutes in one piece. */
function countInPieces(text: string, count: (piece: string) => number): number {
  if (text.length <= longestRun) return count(text);
  let tokens = 0;
  let from = 0;
  for (const { 0: run, index } of text.matchAll(runs)) {
    for (let at = longestRun; at < run.length; at += longestRun) {
      const isHalf = (text.charCodeAt(index + at) & 0xfc00) === 0xdc00;
      const to = index + at + (isHalf ? 1 : 0);
      tokens += count(text.slice(from, to));
      from = to;
    }
  }
  return tokens + count(text.slice(from));
}

export async function loadTokenCount(): Promise<(text: string) => number> {
  return (loading ??= load());
}
