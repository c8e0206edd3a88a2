import type { Scale } from "#lib/figures/axis.ts";
import { type DrawingNode, group, label, line, title } from "#lib/figures/drawing.ts";
import type { WrightModel } from "#lib/figures/drawn/wright-input.ts";
import type { Look } from "#lib/figures/look.ts";
import { linked, mark } from "#lib/figures/marks.ts";
import { shorten, widthOf } from "#lib/figures/text.ts";
import { inDigits } from "#lib/figures/written.ts";

type Room = { readonly names: number; readonly from: number; readonly to: number };

export const nameHeight = ({ small }: Look): number => small * 1.35;

/** Names one under the other, each as near to its mark as those above and below let it. */
export function placeNames(wanted: readonly number[], top: number, bottom: number, apart: number): number[] {
  const order = [...wanted.keys()].sort((a, b) => (wanted[a] as number) - (wanted[b] as number));
  const placed: number[] = [];
  let last = top - apart;
  for (const i of order) {
    last = Math.max(last + apart, wanted[i] as number);
    placed[i] = last;
  }
  let next = bottom + apart;
  for (const i of order.toReversed()) {
    next = Math.min(next - apart, placed[i] as number);
    placed[i] = next;
  }
  return placed;
}

/** Each on the nearest upright way on which its bar meets no other. */
function chooseWays(bars: readonly (readonly [number, number])[], ways: number): number[] {
  const taken = Array.from({ length: ways }, (): (readonly [number, number])[] => []);
  return bars.map((bar, i) => {
    const free = taken.findIndex((others) =>
      others.every(([top, bottom]) => bar[1] < top || bar[0] > bottom),
    );
    const way = free === -1 ? i % ways : free;
    taken[way]?.push(bar);
    return way;
  });
}

/** Marks with one standard error to either side, and their names to the left of them. */
export function drawModels(
  models: readonly WrightModel[],
  scale: Scale,
  { names, from, to }: Room,
  look: Look,
): DrawingNode[] {
  const { inks, small, text } = look;
  const [bottom, top] = scale.extent;
  const apart = text * 0.9;
  const ways = Math.max(1, Math.floor((to - from) / apart));
  const sorted = models.toSorted((a, b) => b.place - a.place);
  const bars = sorted.map(({ place, error }) => [scale.at(place + error), scale.at(place - error)] as const);
  const chosen = chooseWays(bars, ways);
  const at = sorted.map(({ place }) => scale.at(place));
  const rows = placeNames(at, top + small * 0.5, bottom - small * 0.3, nameHeight(look));
  return sorted.flatMap((model, i) => {
    const [x, y, row] = [to - ((chosen[i] as number) + 0.5) * apart, at[i] as number, rows[i] as number];
    const [high, low] = bars[i] as readonly [number, number];
    const said = shorten(model.note ? `${model.label} · ${model.note}` : model.label, names, small);
    const end = widthOf(said, small) + small * 0.3;
    const thin = { stroke: inks.line, "stroke-width": text * 0.06 };
    return [
      line(end, row, from, row, thin),
      line(from, row, x, y, thin),
      line(x, high, x, low, { stroke: inks.model, "stroke-width": text * 0.12 }),
      group(
        linked(look, model.href, [
          title(`${model.label} · ${inDigits(model.place, 2)} ± ${inDigits(model.error, 2)}`),
          mark("model", x, y, text * 0.34, look),
          label(0, row + small * 0.33, said, { "font-size": small, fill: inks.ink }),
        ]),
      ),
    ];
  });
}
