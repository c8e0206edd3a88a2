/** More than all pages that are under way at once have, in characters and in parts. */
const most = { characters: 32_000_000, parts: 2000 };

type UnderWay = { last: number; characters: number; parts: Map<string, string> };

// Next bundles a module once for what makes elements and once for what makes HTML of them: both have to find the same.
const shared = globalThis as { benchsideWritten?: UnderWay };

const underWay = (): UnderWay => (shared.benchsideWritten ??= { last: 0, characters: 0, parts: new Map() });

/** Lays a part ready for whoever writes the page that is under way; returns where it lies. */
export function handOver(markup: string): string {
  const all = underWay();
  const place = `written-${(all.last += 1)}`;
  all.parts.set(place, markup);
  all.characters += markup.length;
  for (const [oldest, old] of all.parts) {
    if (oldest === place || (all.parts.size <= most.parts && all.characters <= most.characters)) break;
    all.parts.delete(oldest);
    all.characters -= old.length;
  }
  return place;
}

export const takeOver = (place: string): string => underWay().parts.get(place) ?? "";
