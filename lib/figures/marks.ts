import {
  type Attributes,
  circle,
  type DrawingNode,
  group,
  label,
  listNodes,
  outline,
  type Parts,
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
export const link = (look: Look, href: string | undefined, parts: Parts): Parts =>
  href && look.medium === "screen"
    ? { tag: "a", attributes: { href, tabindex: -1 }, children: listNodes(parts) }
    : parts;

export const linked = (look: Look, href: string | undefined, parts: Parts): DrawingNode =>
  group(link(look, href, parts));

/** Of lines that are no data. */
export const dashes = ({ text }: Look): string => `${settle(text * 0.3)} ${settle(text * 0.2)}`;

/** Keeps a text readable on whatever lies below it. */
export const halo = ({ inks, text }: Look): Attributes => ({
  stroke: inks.ground,
  "stroke-width": text * 0.3,
  "stroke-linejoin": "round",
  "paint-order": "stroke",
});

// So faint at most that dark letters on it keep a contrast of 4.5, in both themes.
const strongest = 0.48;

/** From 0 to 1, from the ground to the models' neutral. */
export const tint = (share: number | null, { inks }: Look): Attributes =>
  share === null
    ? { fill: "none" }
    : { fill: inks.model, "fill-opacity": strongest * Math.min(1, Math.max(0, share)) };

type TextStyle = {
  size?: number;
  ink?: string;
  isBold?: boolean;
  isItalic?: boolean;
  anchor?: "middle" | "end" | undefined;
  isOnLines?: boolean;
  /** In degrees, around where it begins. */
  turned?: string;
};

/** Words in the small letters and the muted ink, unless said otherwise. */
export function drawText(
  look: Look,
  x: number,
  y: number,
  text: string,
  { size = look.small, ink = look.inks.muted, isBold, isItalic, anchor, isOnLines, turned }: TextStyle = {},
): DrawingNode {
  return label(x, y, text, {
    ...(turned && { x: undefined, y: undefined }),
    "font-size": size,
    "font-weight": isBold ? 600 : undefined,
    "font-style": isItalic ? "italic" : undefined,
    fill: ink,
    "text-anchor": anchor,
    ...(isOnLines && halo(look)),
    transform: turned && `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${turned})`,
  });
}

/** A name on as many lines as it takes. */
export const drawName = (
  look: Look,
  x: number,
  top: number,
  lines: readonly string[],
  isBold = false,
): DrawingNode[] =>
  lines.map((line, i) =>
    drawText(look, x, top + (i * 1.2 + 0.92) * look.text, line, {
      size: look.text,
      ink: look.inks.ink,
      isBold,
    }),
  );
