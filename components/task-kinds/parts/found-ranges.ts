import { findWords } from "#lib/reading/pieces.ts";

/** Where words stand in the paragraphs of a text, each of which may be parted into several nodes. */
export function findRanges(element: HTMLElement | null, sought: string): Range[] {
  const paragraphs = [...(element?.querySelectorAll("p") ?? [])].map(nodesOf);
  const pieces = paragraphs.map((nodes) => ({ title: null, text: nodes.map(({ data }) => data).join("") }));
  return findWords(pieces, sought).map(({ piece, start, end }) =>
    rangeOver(paragraphs[piece] ?? [], start, end),
  );
}

function rangeOver(nodes: readonly Text[], start: number, end: number): Range {
  const range = new Range();
  let before = 0;
  for (const node of nodes) {
    const after = before + node.length;
    if (start >= before && start < after) range.setStart(node, start - before);
    if (end > before && end <= after) range.setEnd(node, end - before);
    before = after;
  }
  return range;
}

function nodesOf(paragraph: Element): Text[] {
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  return nodes;
}
