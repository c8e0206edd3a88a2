/** Where words stand in a text that is set as one paragraph, without regard to case. */
export function findRanges(element: HTMLElement | null, sought: string): Range[] {
  const node = element?.querySelector("p")?.firstChild;
  if (!(node instanceof Text) || sought.trim() === "") return [];
  const found: Range[] = [];
  const words = new RegExp(sought.trim().replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "giu");
  for (const { index, 0: match } of node.data.matchAll(words)) {
    const range = new Range();
    range.setStart(node, index);
    range.setEnd(node, index + match.length);
    found.push(range);
  }
  return found;
}

/** Paints them over the text, which stays as it is. Browsers that can't still lead from one to the next. */
export function mark(ranges: readonly Range[], at: number): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.set("found", new Highlight(...ranges));
  CSS.highlights.set("found-here", new Highlight(...ranges.slice(at, at + 1)));
}

export function scrollToRange(range: Range): void {
  const { top, bottom } = range.getBoundingClientRect();
  if (top < innerHeight * 0.2 || bottom > innerHeight * 0.8) window.scrollBy({ top: top - innerHeight / 3 });
}
