import type { Point } from "#lib/reading/marks.ts";
import type { Span } from "#lib/reading/pieces.ts";

// From places in a text to places on the page, and back. Each paragraph is one node of text and says where it begins.

const paragraphsOf = (root: ParentNode, piece: number): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(`p[data-piece="${piece}"]`),
];
const startOf = ({ dataset }: HTMLElement) => Number(dataset.start);

/** What is there of it: a stretch may begin in one paragraph and end in another. */
export function rangesOf(root: ParentNode, { piece, start, end }: Span): Range[] {
  return paragraphsOf(root, piece).flatMap((paragraph) => {
    const node = paragraph.firstChild;
    if (!(node instanceof Text)) return [];
    const from = Math.max(0, start - startOf(paragraph));
    const to = Math.min(node.length, end - startOf(paragraph));
    if (to <= from) return [];
    const range = new Range();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [range];
  });
}

/** Where a piece begins: its heading where it has one. */
export const headOf = (root: ParentNode, piece: number): HTMLElement | null =>
  root.querySelector<HTMLElement>(`h3[data-head="${piece}"]`) ?? paragraphsOf(root, piece)[0] ?? null;

/** The piece in which something stands. */
export function pieceAt(element: Element | null): number | null {
  const { head, piece } = element instanceof HTMLElement ? element.dataset : {};
  const found = head ?? piece;
  return found === undefined ? null : Number(found);
}

/** What is selected of a text, from the first of its characters to the last; null where nothing is. */
export function selectedIn(root: ParentNode & Node): { from: Point; to: Point } | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(root)) return null;
  const paragraphs = [...root.querySelectorAll<HTMLElement>("p[data-piece]")];
  const selected = paragraphs.filter((paragraph) => range.intersectsNode(paragraph));
  const [first, last] = [selected[0], selected.at(-1)];
  if (!first || !last) return null;
  const begins = first.contains(range.startContainer)
    ? offsetIn(first, range.startContainer, range.startOffset)
    : 0;
  const length = last.textContent.length;
  const ends = last.contains(range.endContainer)
    ? offsetIn(last, range.endContainer, range.endOffset)
    : length;
  return {
    from: { piece: Number(first.dataset.piece), offset: startOf(first) + begins },
    to: { piece: Number(last.dataset.piece), offset: startOf(last) + ends },
  };
}

const offsetIn = (paragraph: HTMLElement, container: Node, offset: number): number =>
  container instanceof Text ? offset : offset > 0 ? paragraph.textContent.length : 0;

/** The first piece that is to be seen beneath what stands above the text. */
export function topPiece(root: HTMLElement, above: number): number {
  const chunks = [...root.querySelectorAll<HTMLElement>("[data-chunk]")];
  const isBelow = (element: Element) => element.getBoundingClientRect().bottom > above + 8;
  const chunk = chunks.find(isBelow);
  const paragraph = [...(chunk?.querySelectorAll<HTMLElement>("p[data-piece]") ?? [])].find(isBelow);
  return Number(paragraph?.dataset.piece ?? 0);
}
