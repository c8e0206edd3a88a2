import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import type { FoldedText } from "#lib/sittings/serving/unfold-texts.ts";

/** A shorter one is hardly more than what would stand in its place. */
const minFolded = 200;

/**
 * The texts that come more than once in these cases, each by itself, and its number where it stood: in the order in which
 * they come first, so that nothing is told but which texts are the same.
 */
export function foldTexts(cases: readonly ShownCase[]): { cases: ShownCase[]; texts: string[] } {
  const seen = new Set<string>();
  const again = new Set<string>();
  const note = (text: string) => (seen.has(text) ? again : seen).add(text);
  for (const { content } of cases) eachText(content, note);
  const texts = [...seen].filter((text) => again.has(text));
  const places = new Map(texts.map((text, same): [string, FoldedText] => [text, { same }]));
  const fold = (text: string) => places.get(text) ?? text;
  return { cases: cases.map((one) => ({ ...one, content: eachText(one.content, fold) })), texts };
}

/** The same with another value in place of each long text. */
function eachText(node: unknown, replace: (text: string) => unknown): unknown {
  if (typeof node === "string") return node.length < minFolded ? node : replace(node);
  if (Array.isArray(node)) return node.map((one) => eachText(one, replace));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, eachText(value, replace)]));
}
