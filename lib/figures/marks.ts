import {
  type Attributes,
  circle,
  type DrawingNode,
  outline,
  path,
  rect,
  settle,
} from "#lib/figures/drawing.ts";
import type { Look } from "#lib/figures/look.ts";

export type Kind = "people" | "consensus" | "model" | "selecting" | "published" | "publishedPeople";

/** One colour a meaning, and one shape, for those who don't see the colour. */
export function inkOf(kind: Kind, { inks }: Look): string {
  if (kind === "selecting") return inks.selecting;
  return kind === "model" || kind === "published" ? inks.model : inks.people;
}

/** Circles are people, squares are models; a diamond the consensus, a triangle the selecting model; hollow is published. */
export function mark(kind: Kind, x: number, y: number, r: number, look: Look): DrawingNode {
  const ink = inkOf(kind, look);
  const filled: Attributes = { fill: ink };
  const hollow: Attributes = { fill: look.inks.ground, stroke: ink, "stroke-width": r * 0.4 };
  const side = (half: number) => ({ x: x - half, y: y - half, width: 2 * half, height: 2 * half });
  switch (kind) {
    case "people":
      return circle(x, y, r, filled);
    case "publishedPeople":
      return circle(x, y, r * 0.85, hollow);
    case "model":
      return rect(side(r * 0.88), filled);
    case "published":
      return rect(side(r * 0.75), hollow);
    case "consensus":
      return path(outline([[x, y - 1.3 * r], [x + 1.3 * r, y], [x, y + 1.3 * r], [x - 1.3 * r, y]]), filled); // oxfmt-ignore
    case "selecting":
      return path(outline([[x, y - 1.2 * r], [x + 1.15 * r, y + 0.9 * r], [x - 1.15 * r, y + 0.9 * r]]), filled); // oxfmt-ignore
  }
}

/**
 * A way to the cases behind a mark, on the screen alone. The figure's table holds the same ways for the keyboard
 * and for screen readers, so these are taken out of their order.
 */
export function linked(
  look: Look,
  href: string | undefined,
  children: readonly DrawingNode[],
): DrawingNode[] {
  if (!href || look.medium === "paper") return [...children];
  return [{ tag: "a", attributes: { href, tabindex: -1 }, children }];
}

/** Of lines that are no data. */
export const dashes = ({ text }: Look): string => `${settle(text * 0.3)} ${settle(text * 0.2)}`;

/** Keeps a text readable on whatever lies below it. */
export const halo = ({ inks, text }: Look): Attributes => ({
  stroke: inks.ground,
  "stroke-width": text * 0.3,
  "stroke-linejoin": "round",
  "paint-order": "stroke",
});
