import {
  type Drawing,
  type DrawingNode,
  group,
  label,
  line,
  outline,
  path,
  rect,
} from "#lib/figures/drawing.ts";
import { isNarrow, type Look } from "#lib/figures/look.ts";
import { wrap } from "#lib/figures/text.ts";

type FlowBox = { title: string; lines: readonly string[] };
/** From top to bottom; who leaves on the way to the next step stands beside the arrow. */
export type FlowInput = { steps: readonly (FlowBox & { id: string; leaving?: FlowBox })[] };

type Text = { text: string; isBold: boolean };
type Sized = { x: number; width: number; height: number; texts: readonly Text[] };

const lead = 1.35;
const mostLines = 6;

function measure({ title, lines }: FlowBox, x: number, width: number, { text }: Look): Sized {
  const pad = text * 0.7;
  const room = width - 2 * pad;
  const written = (words: string, isBold: boolean) =>
    wrap(words, room, text, { lines: mostLines, weight: isBold ? "semibold" : "regular" }).map((line) => ({
      ...{ text: line, isBold },
    }));
  const texts = [...written(title, true), ...lines.flatMap((line) => written(line, false))];
  return { x, width, texts, height: texts.length * lead * text + 2 * pad - (lead - 1) * text };
}

function drawBox({ x, width, height, texts }: Sized, y: number, { inks, text }: Look): DrawingNode {
  const pad = text * 0.7;
  return group([
    rect({ x, y, width, height }, { fill: inks.ground, stroke: inks.edge, "stroke-width": 1, rx: 2 }),
    ...texts.map(({ text: written, isBold }, i) =>
      label(x + pad, y + pad + (i * lead + 0.85) * text, written, {
        "font-size": text,
        "font-weight": isBold ? 600 : undefined,
        fill: inks.ink,
      }),
    ),
  ]);
}

function drawArrow(from: readonly [number, number], to: readonly [number, number], { inks, text }: Look) {
  const [x, y] = to;
  const [along, across] = [text * 0.55, text * 0.28];
  const isDown = from[0] === x;
  const head: [number, number][] = isDown
    ? [
        [x - across, y - along],
        [x + across, y - along],
      ]
    : [
        [x - along, y - across],
        [x - along, y + across],
      ];
  return [
    line(from[0], from[1], isDown ? x : x - along, isDown ? y - along : y, {
      stroke: inks.muted,
      "stroke-width": 1,
    }),
    path(outline([[x, y], ...head]), { fill: inks.muted }),
  ];
}

/** Who came, who left on the way and why, and who is left: the form that reviewers know from trials. */
export function drawFlow({ steps }: FlowInput, look: Look): Drawing {
  const { text } = look;
  // Beyond this the boxes would be wider than what they say.
  const width = Math.min(look.width, text * 62);
  const gap = text * (isNarrow(look) ? 1.6 : 2.6);
  const main = (width - gap) * (isNarrow(look) ? 0.52 : 0.5);
  const aside = width - gap - main;
  const nodes: DrawingNode[] = [];
  let y = 0.5;
  for (const [i, step] of steps.entries()) {
    const box = measure(step, 0.5, main - 1, look);
    nodes.push(drawBox(box, y, look));
    const bottom = y + box.height;
    y = bottom;
    if (i === steps.length - 1) break;
    const leaving = step.leaving && measure(step.leaving, main + gap, aside - 0.5, look);
    const between = Math.max(text * 2.4, leaving ? leaving.height + text * 1.2 : 0);
    const middle = main * 0.5;
    y = bottom + between;
    nodes.push(...drawArrow([middle, bottom], [middle, y], look));
    if (!leaving) continue;
    const at = bottom + between / 2;
    nodes.push(
      ...drawArrow([middle, at], [leaving.x, at], look),
      drawBox(leaving, at - leaving.height / 2, look),
    );
  }
  return { width: look.width, height: y + 0.5, nodes };
}
