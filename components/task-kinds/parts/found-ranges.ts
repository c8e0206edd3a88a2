import { findWords } from "#lib/reading/pieces.ts";

/** Where words stand in a text that is set as one paragraph. */
export function findRanges(element: HTMLElement | null, sought: string): Range[] {
  const node = element?.querySelector("p")?.firstChild;
  if (!(node instanceof Text)) return [];
  return findWords([{ title: null, text: node.data }], sought).map(({ start, end }) => {
    const range = new Range();
    range.setStart(node, start);
    range.setEnd(node, end);
    return range;
  });
}
