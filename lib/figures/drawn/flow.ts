import {
  type Drawing,
  type DrawingNode,
  drawingOf,
  group,
  line,
  outline,
  type Parts,
  path,
  rect,
} from "#lib/figures/drawing.ts";
import { isNarrow, type Look } from "#lib/figures/look.ts";
import { widthOf, wrap } from "#lib/figures/text.ts";
import { drawText } from "#lib/figures/marks.ts";

type FlowBox = { title: string; lines: readonly string[] };
/** From top to bottom; who leaves on the way to the next step stands beside the arrow. */
export type FlowInput = { steps: readonly (FlowBox & { id: string; leaving?: FlowBox })[] };

type Text = { text: string; isBold: boolean };
type SizedBox = { x: number; width: number; height: number; texts: readonly Text[] };

const lead = 1.35;
const maxLines = 6;

const padOf = ({ text }: Look): number => text * 0.7;

/** As wide as what they say, and never wider than there is room for. */
function widthOfBoxes(boxes: readonly FlowBox[], most: number, look: Look): number {
  const wide = boxes.flatMap(({ title, lines }) => [
    widthOf(title, look.text, "semibold"),
    ...lines.map((line) => widthOf(line, look.text)),
  ]);
  return Math.min(most, Math.max(0, ...wide) + 2 * padOf(look) + 1);
}

function measure({ title, lines }: FlowBox, x: number, width: number, look: Look): SizedBox {
  const { text } = look;
  const pad = padOf(look);
  const room = width - 2 * pad;
  const written = (words: string, isBold: boolean) =>
    wrap(words, room, text, { lines: maxLines, weight: isBold ? "semibold" : "regular" }).map((line) => ({
      text: line,
      isBold,
    }));
  const texts = [...written(title, true), ...lines.flatMap((line) => written(line, false))];
  return { x, width, texts, height: texts.length * lead * text + 2 * pad - (lead - 1) * text };
}

function drawBox({ x, width, height, texts }: SizedBox, y: number, look: Look): DrawingNode {
  const { inks, text } = look;
  const pad = padOf(look);
  return group([
    rect({ x, y, width, height }, { fill: inks.ground, stroke: inks.edge, "stroke-width": 1, rx: 2 }),
    texts.map(({ text: written, isBold }, i) =>
      drawText(look, x + pad, y + pad + (i * lead + 0.85) * text, written, {
        size: text,
        ink: inks.ink,
        isBold,
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
  const gap = text * (isNarrow(look) ? 1.6 : 2.6);
  const room = look.width - gap - 1;
  const share = isNarrow(look) ? 0.52 : 0.5;
  const main = widthOfBoxes(steps, room * share, look);
  const aside = widthOfBoxes(
    steps.flatMap(({ leaving }) => leaving ?? []),
    room * (1 - share),
    look,
  );
  // On paper in the middle of its column; on a screen below its heading.
  const left = 0.5 + (look.medium === "paper" ? (room - main - aside) / 2 : 0);
  const parts: Parts[] = [];
  let y = 0.5;
  for (const [i, step] of steps.entries()) {
    const box = measure(step, left, main, look);
    parts.push(drawBox(box, y, look));
    const bottom = y + box.height;
    y = bottom;
    if (i === steps.length - 1) break;
    const leaving = step.leaving && measure(step.leaving, left + main + gap, aside, look);
    const between = Math.max(text * 2.4, leaving ? leaving.height + text * 1.2 : 0);
    const middle = left + main / 2;
    y = bottom + between;
    parts.push(drawArrow([middle, bottom], [middle, y], look));
    if (!leaving) continue;
    const at = bottom + between / 2;
    parts.push(
      drawArrow([middle, at], [leaving.x, at], look),
      drawBox(leaving, at - leaving.height / 2, look),
    );
  }
  return drawingOf(look.width, y + 0.5, parts);
}
