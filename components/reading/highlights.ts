// Words are painted over a text, which stays as it is. Browsers that can't still lead from one to the next.

export type HighlightLayer = "marked" | "found" | "found-here";
const layers = ["marked", "found", "found-here"] as const;

/** Several texts of a page may be painted at once: what is painted of one name is that of all of them. */
const owners = new Map<HighlightLayer, Map<object, readonly Range[]>>(
  layers.map((name) => [name, new Map()]),
);

export function paint(owner: object, name: HighlightLayer, ranges: readonly Range[]): void {
  if (!("highlights" in CSS)) return;
  const all = owners.get(name);
  if (ranges.length > 0) all?.set(owner, ranges);
  else if (!all?.delete(owner)) return;
  const highlight = new Highlight();
  highlight.priority = layers.indexOf(name);
  for (const own of all?.values() ?? []) for (const range of own) highlight.add(range);
  CSS.highlights.set(name, highlight);
}

export function unpaint(owner: object): void {
  for (const name of layers) paint(owner, name, []);
}

/** What wasn't set yet takes another room as soon as it is: one goes there once more when it is painted. */
export function settle(go: () => void): void {
  go();
  requestAnimationFrame(() => {
    go();
    requestAnimationFrame(go);
  });
}

/** Into the middle of the window, unless it is there. */
export function scrollToRange(range: Range): void {
  const { top, bottom } = range.getBoundingClientRect();
  if (top < innerHeight * 0.2 || bottom > innerHeight * 0.8) window.scrollBy({ top: top - innerHeight / 3 });
}
