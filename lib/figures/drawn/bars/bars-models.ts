import type { BarsInput, BarsModel } from "#lib/figures/drawn/bars/bars-input.ts";
import { type DrawingNode, group, label, line, rect, title } from "#lib/figures/drawing.ts";
import type { Look } from "#lib/figures/look.ts";
import { halo, linked, mark } from "#lib/figures/marks.ts";
import { tint } from "#lib/figures/tint.ts";
import { shorten, widthOf, wrap } from "#lib/figures/text.ts";
import { inPercent } from "#lib/figures/written.ts";

type Cell = { said: string; share: number | null; isChoice: boolean };
type Column = { heading: string; isGold: boolean; cell: (model: BarsModel) => Cell };

const saidOf = (share: number | null | undefined, decimals: number): string =>
  share === null || share === undefined ? "–" : inPercent(share, decimals);

function columnOfEach({ options }: BarsInput, decimals: number): Column[] {
  return options.map(({ key, isGold }, i) => ({
    heading: key,
    isGold,
    cell: ({ probabilities, choice }) => ({
      said: saidOf(probabilities[i], decimals),
      share: probabilities[i] ?? null,
      isChoice: choice === i,
    }),
  }));
}

/** Where every option has no room: the right one, and the one that was chosen. */
function twoColumns({ options, words }: BarsInput): Column[] {
  const gold = options.findIndex(({ isGold }) => isGold);
  const at = (model: BarsModel, i: number): Cell => ({
    said: i < 0 ? "–" : `${options[i]?.key ?? ""} ${saidOf(model.probabilities[i], 0)}`,
    share: model.probabilities[i] ?? null,
    isChoice: false,
  });
  return [
    {
      heading: words.goldColumn,
      isGold: true,
      cell: (model) => ({ ...at(model, gold), isChoice: model.choice === gold }),
    },
    { heading: words.choiceColumn, isGold: false, cell: (model) => at(model, model.choice ?? -1) },
  ];
}

function layOut(input: BarsInput, look: Look) {
  const { text, small, width } = look;
  const { options, models, words } = input;
  const widest = Math.max(...models.map(({ label: name }) => widthOf(name, text)));
  const labelRoom = Math.min(widest + text * 1.8, width * 0.36);
  const room = width - labelRoom;
  const least = Math.max(widthOf("100", small) * 1.25, widthOf(words.goldColumn, small) * 0.6);
  if (options.length * least > room) {
    const columns = twoColumns(input);
    return { columns, labelRoom, cell: Math.min(room / 2, text * 8) };
  }
  const cell = Math.min(room / options.length, text * 6);
  return { columns: columnOfEach(input, cell > widthOf("100.0", small) * 1.25 ? 1 : 0), labelRoom, cell };
}

type Layout = ReturnType<typeof layOut>;

function drawModel(model: BarsModel, y: number, height: number, layout: Layout, look: Look) {
  const { inks, text, small, width } = look;
  const { columns, labelRoom, cell } = layout;
  const baseline = y + height / 2 + text * 0.34;
  const name = shorten(model.label, labelRoom - text * (model.kind === "selecting" ? 1.6 : 0.6), text);
  const cells = columns.flatMap((column, i): DrawingNode[] => {
    const { said, share, isChoice } = column.cell(model);
    const box = { x: labelRoom + i * cell, y, width: cell, height };
    const inner = text * 0.09;
    return [
      rect(
        { x: box.x + inner, y: box.y + inner, width: box.width - 2 * inner, height: box.height - 2 * inner },
        { ...tint(share, look), ...(isChoice ? { stroke: inks.ink, "stroke-width": text * 0.12 } : {}) },
      ),
      label(box.x + cell / 2, y + height / 2 + small * 0.34, said, {
        "font-size": small,
        "font-weight": isChoice ? 600 : undefined,
        fill: inks.ink,
        "text-anchor": "middle",
      }),
    ];
  });
  return group(
    linked(look, model.href, [
      title([model.label, model.instead].filter(Boolean).join(" · ")),
      label(0, baseline, name, {
        "font-size": text,
        fill: inks.ink,
      }),
      ...(model.kind === "selecting"
        ? [mark("selecting", widthOf(name, text) + text * 0.7, y + height / 2, text * 0.3, look)]
        : []),
      ...(model.instead
        ? [
            label(labelRoom + text * 0.3, baseline, shorten(model.instead, width - labelRoom - text, small), {
              "font-size": small,
              "font-style": "italic",
              fill: inks.muted,
              ...halo(look),
            }),
          ]
        : cells),
    ]),
  );
}

const centreOf = ({ labelRoom, cell }: Layout, i: number) => labelRoom + (i + 0.5) * cell;

/** The right option's column: named where its heading doesn't, and between two lines. */
function markGold(
  { words }: BarsInput,
  layout: Layout,
  { headings, top, bottom }: { headings: number; top: number; bottom: number },
  { inks, text, small, width }: Look,
): DrawingNode[] {
  const { columns, labelRoom, cell } = layout;
  const gold = columns.findIndex(({ isGold }) => isGold);
  const said = words.goldColumn;
  const half = widthOf(said, small, "semibold") / 2;
  return [
    ...(gold >= 0 && columns[gold]?.heading !== said
      ? [
          label(
            Math.min(Math.max(centreOf(layout, gold), half), width - half),
            headings - small * 0.25,
            said,
            {
              "font-size": small,
              "font-weight": 600,
              fill: inks.people,
              "text-anchor": "middle",
            },
          ),
        ]
      : []),
    ...(gold >= 0
      ? [0, 1].map((side) =>
          line(
            labelRoom + (gold + side) * cell,
            top - small * 0.1,
            labelRoom + (gold + side) * cell,
            bottom,
            {
              stroke: inks.people,
              "stroke-width": text * 0.12,
            },
          ),
        )
      : []),
  ];
}

/** A row a model: what it gave each option in percent, its choice framed, the right option's column named. */
export function drawModelRows(
  input: BarsInput,
  from: number,
  look: Look,
): { nodes: DrawingNode[]; bottom: number } {
  const { inks, text, small, width } = look;
  const { models, words } = input;
  const layout = layOut(input, look);
  const { columns, cell } = layout;
  const height = text * 1.6;
  const intro = wrap(`${words.models} ${words.choice}`.trim(), width, small, { lines: 3 });
  const headings = from + small * (intro.length * 1.3 + 1.6);
  const top = headings + small * 1.3;
  const bottom = top + models.length * height;
  const nodes = [
    ...intro.map((written, i) =>
      label(0, from + small * (1 + i * 1.3), written, { "font-size": small, fill: inks.muted }),
    ),
    ...columns.map(({ heading, isGold }, i) =>
      label(
        centreOf(layout, i),
        headings + small * 0.85,
        shorten(heading, cell * (columns.length === 2 ? 1 : 1.5), small, "semibold"),
        {
          "font-size": small,
          "font-weight": 600,
          fill: isGold ? inks.people : inks.ink,
          "text-anchor": "middle",
        },
      ),
    ),
    ...markGold(input, layout, { headings, top, bottom }, look),
    ...models.map((model, i) => drawModel(model, top + i * height, height, layout, look)),
  ];
  return { nodes, bottom };
}
