import { onceAProcess } from "#lib/once-a-process.ts";

/** More than all pages that are under way at once have. */
const most = 2000;

const underWay = () =>
  onceAProcess("drawings under way", () => ({ last: 0, drawings: new Map<string, string>() }));

/** Lays a drawing ready for whoever writes the page that is under way; returns where it lies. */
export function handOver(markup: string): string {
  const all = underWay();
  const place = `drawing-${(all.last += 1)}`;
  all.drawings.set(place, markup);
  const [oldest] = all.drawings.keys();
  if (all.drawings.size > most && oldest !== undefined) all.drawings.delete(oldest);
  return place;
}

export const takeOver = (place: string): string => underWay().drawings.get(place) ?? "";
