import type { BarsInput } from "#lib/figures/drawn/bars/bars-input.ts";
import { drawModelRows } from "#lib/figures/drawn/bars/bars-models.ts";
import { type Drawing, type DrawingNode, group, label, line, rect, title } from "#lib/figures/drawing.ts";
import { isNarrow, type Look } from "#lib/figures/look.ts";
import { widthOf, wrap } from "#lib/figures/text.ts";
import { inCount, asPercent } from "#lib/figures/written.ts";

type Option = BarsInput["options"][number];

const saidOf = (chosen: number, people: number) =>
  people > 0 ? `${inCount(chosen)} · ${asPercent(chosen / people)}` : inCount(chosen);

/** How wide the keys, the labels, the bars and what is said of them are. */
function layOut({ options, people, words }: BarsInput, look: Look) {
  const { text, small, width } = look;
  const keyRoom = Math.max(...options.map(({ key }) => widthOf(key, text, "semibold"))) + text * 0.7;
  const widest = Math.max(
    ...options.map(({ label: name, isGold }) => widthOf(name, text, isGold ? "semibold" : "regular")),
    widthOf(words.gold, small, "semibold"),
  );
  const labelRoom = Math.min(widest + 1, width * (isNarrow(look) ? 0.36 : 0.4) - keyRoom);
  const saidRoom =
    Math.max(...options.map(({ chosen }) => widthOf(saidOf(chosen, people), text, "semibold"))) + text * 0.6;
  const start = keyRoom + labelRoom + text * 0.9;
  return { keyRoom, labelRoom, start, full: width - start - saidRoom };
}

function drawOption(
  option: Option,
  y: number,
  input: BarsInput,
  layout: ReturnType<typeof layOut>,
  look: Look,
) {
  const { inks, text, small } = look;
  const { people, words } = input;
  const { keyRoom, labelRoom, start, full } = layout;
  const { key, label: name, isGold, chosen } = option;
  const weight = isGold ? 600 : undefined;
  const lines = wrap(name, labelRoom, text, { weight: isGold ? "semibold" : "regular" });
  const height = (lines.length * 1.2 + (isGold ? 1.15 : 0) + 0.8) * text;
  const middle = y + height / 2;
  const top = middle - ((lines.length * 1.2 + (isGold ? 1.15 : 0)) * text) / 2;
  const thick = text * 1.15;
  const long = people > 0 ? (chosen / people) * full : 0;
  const said = saidOf(chosen, people);
  const node = group([
    title(`${key} ${name} · ${said}`),
    label(0, top + text * 0.92, key, { "font-size": text, "font-weight": 600, fill: inks.ink }),
    ...lines.map((written, i) =>
      label(keyRoom, top + (i * 1.2 + 0.92) * text, written, {
        "font-size": text,
        "font-weight": weight,
        fill: inks.ink,
      }),
    ),
    ...(isGold
      ? [
          label(keyRoom, top + (lines.length * 1.2 + 0.85) * text, words.gold, {
            "font-size": small,
            "font-weight": 600,
            fill: inks.people,
          }),
        ]
      : []),
    line(start + long, middle, start + full, middle, { stroke: inks.line, "stroke-width": text * 0.08 }),
    rect(
      { x: start, y: middle - thick / 2, width: long, height: thick },
      { fill: inks.people, "fill-opacity": isGold ? 1 : 0.55 },
    ),
    label(start + long + text * 0.45, middle + text * 0.34, said, {
      "font-size": text,
      "font-weight": weight,
      fill: inks.ink,
      stroke: inks.ground,
      "stroke-width": text * 0.3,
      "paint-order": "stroke",
    }),
  ]);
  return { node, height };
}

/** A bar for each option, as long as the share of people who chose it. */
function drawPeople(input: BarsInput, from: number, look: Look) {
  const { inks, text, small } = look;
  const layout = layOut(input, look);
  const nodes: DrawingNode[] = [
    label(0, from + small, input.words.people, { "font-size": small, fill: inks.muted }),
  ];
  const top = from + small * 1.7;
  let y = top;
  for (const option of input.options) {
    const { node, height } = drawOption(option, y, input, layout, look);
    nodes.push(node);
    y += height;
  }
  const { start } = layout;
  nodes.push(line(start, top, start, y, { stroke: inks.edge, "stroke-width": text * 0.07 }));
  return { nodes, bottom: y };
}

/** One case: what people chose, and under it what every model gave each option. */
export function drawBars(input: BarsInput, look: Look): Drawing {
  const { text, small, width } = look;
  if (input.options.length === 0) return { width, height: text, nodes: [] };
  const people = drawPeople(input, 0, look);
  if (input.models.length === 0) return { width, height: people.bottom + text * 0.3, nodes: people.nodes };
  const models = drawModelRows(input, people.bottom + small * 1.2, look);
  return { width, height: models.bottom + text * 0.3, nodes: [...people.nodes, ...models.nodes] };
}
