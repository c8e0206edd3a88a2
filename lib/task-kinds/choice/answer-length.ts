import "server-only";
import type { ChoiceContent } from "#lib/task-kinds/choice/schema.ts";

export const tokenizerName = "cl100k_base";

// Its table of ranks takes some 45 MB: only who counts loads it, once.
let loading: Promise<(text: string) => number> | undefined;

async function load(): Promise<(text: string) => number> {
  const { countTokens, setMergeCacheSize } = await import("gpt-tokenizer/encoding/cl100k_base");
  // By default it remembers the last 100,000 words it took apart, which is ten times the table in memory.
  setMergeCacheSize(5000);
  // By default "<|endoftext|>" in a text would be an error; here it is text like any other.
  const asText = { disallowedSpecial: new Set<string>() };
  return (text) => countTokens(text, asText);
}

/** The tokens of the unknown speaker's turns; null where a case is plain text. */
export async function answerLength(content: ChoiceContent): Promise<number | null> {
  if (content.form === "text") return null;
  const count = await (loading ??= load());
  return content.turns
    .filter((turn) => turn.speaker === null)
    .map((turn) => count(turn.parts.map((part) => part.text).join(" ")))
    .reduce((sum, tokens) => sum + tokens, 0);
}
