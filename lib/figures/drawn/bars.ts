import {
  type Drawing,
  drawingOf,
  group,
  label,
  line,
  type Parts,
  rect,
  title,
} from "#lib/figures/drawing.ts";
import { isNarrow, type Look } from "#lib/figures/look.ts";
import { widthOf, wrap, shorten } from "#lib/figures/text.ts";
import { inCount, asPercent, inPercent } from "#lib/figures/written.ts";
import { drawName, drawText, linked, mark, tint } from "#lib/figures/marks.ts";

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
  const { inks, text } = look;
  const { people, words } = input;
  const { keyRoom, labelRoom, start, full } = layout;
  const { key, label: name, isGold, chosen } = option;
  const lines = wrap(name, labelRoom, text, { weight: isGold ? "semibold" : "regular" });
  const height = (lines.length * 1.2 + (isGold ? 1.15 : 0) + 0.8) * text;
  const middle = y + height / 2;
  const top = middle - ((lines.length * 1.2 + (isGold ? 1.15 : 0)) * text) / 2;
  const thick = text * 1.15;
  const long = people > 0 ? (chosen / people) * full : 0;
  const said = saidOf(chosen, people);
  const node = group([
    title(`${key} ${name} · ${said}`),
    drawName(look, 0, top, [key], true),
    drawName(look, keyRoom, top, lines, isGold),
    isGold &&
      drawText(look, keyRoom, top + (lines.length * 1.2 + 0.85) * text, words.gold, {
        isBold: true,
        ink: inks.people,
      }),
    line(start + long, middle, start + full, middle, { stroke: inks.line, "stroke-width": text * 0.08 }),
    rect(
      { x: start, y: middle - thick / 2, width: long, height: thick },
      { fill: inks.people, "fill-opacity": isGold ? 1 : 0.55 },
    ),
    label(start + long + text * 0.45, middle + text * 0.34, said, {
      "font-size": text,
      "font-weight": isGold ? 600 : undefined,
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
  const parts: Parts[] = [drawText(look, 0, from + small, input.words.people)];
  const top = from + small * 1.7;
  let y = top;
  for (const option of input.options) {
    const { node, height } = drawOption(option, y, input, layout, look);
    parts.push(node);
    y += height;
  }
  const { start } = layout;
  parts.push(line(start, top, start, y, { stroke: inks.edge, "stroke-width": text * 0.07 }));
  return { parts, bottom: y };
}

/** One case: what people chose, and under it what every model gave each option. */
export function drawBars(input: BarsInput, look: Look): Drawing {
  const { text, small, width } = look;
  if (input.options.length === 0) return drawingOf(width, text, null);
  const people = drawPeople(input, 0, look);
  if (input.models.length === 0) return drawingOf(width, people.bottom + text * 0.3, people.parts);
  const models = drawModelRows(input, people.bottom + small * 1.2, look);
  return drawingOf(width, models.bottom + text * 0.3, [people.parts, models.parts]);
}

export type BarsOption = {
  readonly id: string;
  /** A letter, say: it names the option's column of models. */
  readonly key: string;
  readonly label: string;
  readonly isGold: boolean;
  /** How many people chose it; their share comes from `people`. */
  readonly chosen: number;
};

export type BarsModel = {
  readonly id: string;
  readonly label: string;
  readonly kind: "model" | "selecting";
  /** One an option, in their order. */
  readonly probabilities: readonly (number | null)[];
  /** Which option it chose, by its place. */
  readonly choice: number | null;
  /** In place of its numbers, where it gave none. */
  readonly instead?: string;
  readonly href?: string;
};

export type BarsInput = {
  readonly options: readonly BarsOption[];
  /** How many people answered. */
  readonly people: number;
  readonly models: readonly BarsModel[];
  readonly words: {
    readonly people: string;
    readonly models: string;
    /** Beside the right option: never by colour alone. */
    readonly gold: string;
    /** Over its column of numbers, shorter. */
    readonly goldColumn: string;
    /** What the frame round a number means. */
    readonly choice: string;
    /** Over the choices, where there is no room for every option. */
    readonly choiceColumn: string;
  };
};

type Cell = { said: string; share: number | null; isChoice: boolean };
type Column = { heading: string; isGold: boolean; cell: (model: BarsModel) => Cell };

const formatShare = (share: number | null | undefined, decimals: number): string =>
  share === null || share === undefined ? "–" : inPercent(share, decimals);

function columnOfEach({ options }: BarsInput, decimals: number): Column[] {
  return options.map(({ key, isGold }, i) => ({
    heading: key,
    isGold,
    cell: ({ probabilities, choice }) => ({
      said: formatShare(probabilities[i], decimals),
      share: probabilities[i] ?? null,
      isChoice: choice === i,
    }),
  }));
}

/** Where every option has no room: the right one, and the one that was chosen. */
function twoColumns({ options, words }: BarsInput): Column[] {
  const gold = options.findIndex(({ isGold }) => isGold);
  const at = (model: BarsModel, i: number): Cell => ({
    said: i < 0 ? "–" : `${options[i]?.key ?? ""} ${formatShare(model.probabilities[i], 0)}`,
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

function layOutModels(input: BarsInput, look: Look) {
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

type ModelLayout = ReturnType<typeof layOutModels>;

function drawModel(model: BarsModel, y: number, height: number, layout: ModelLayout, look: Look) {
  const { inks, text, small, width } = look;
  const { columns, labelRoom, cell } = layout;
  const baseline = y + height / 2 + text * 0.34;
  const name = shorten(model.label, labelRoom - text * (model.kind === "selecting" ? 1.6 : 0.6), text);
  const cells = columns.map((column, i) => {
    const { said, share, isChoice } = column.cell(model);
    const x = labelRoom + i * cell;
    const inner = text * 0.09;
    return [
      rect(
        { x: x + inner, y: y + inner, width: cell - 2 * inner, height: height - 2 * inner },
        { ...tint(share, look), ...(isChoice && { stroke: inks.ink, "stroke-width": text * 0.12 }) },
      ),
      drawText(look, x + cell / 2, y + height / 2 + small * 0.34, said, {
        isBold: isChoice,
        ink: inks.ink,
        anchor: "middle",
      }),
    ];
  });
  return linked(look, model.href, [
    title([model.label, model.instead].filter(Boolean).join(" · ")),
    drawText(look, 0, baseline, name, { size: text, ink: inks.ink }),
    model.kind === "selecting" &&
      mark("selecting", widthOf(name, text) + text * 0.7, y + height / 2, text * 0.3, look),
    model.instead
      ? drawText(
          look,
          labelRoom + text * 0.3,
          baseline,
          shorten(model.instead, width - labelRoom - text, small),
          { isItalic: true, isOnLines: true },
        )
      : cells,
  ]);
}

const centreOf = ({ labelRoom, cell }: ModelLayout, i: number) => labelRoom + (i + 0.5) * cell;

/** The right option's column: named where its heading doesn't, and between two lines. */
function markGold(
  { words }: BarsInput,
  layout: ModelLayout,
  { headings, top, bottom }: { headings: number; top: number; bottom: number },
  look: Look,
): Parts {
  const { inks, text, small, width } = look;
  const { columns, labelRoom, cell } = layout;
  const gold = columns.findIndex(({ isGold }) => isGold);
  if (gold < 0) return null;
  const said = words.goldColumn;
  const half = widthOf(said, small, "semibold") / 2;
  const middle = Math.min(Math.max(centreOf(layout, gold), half), width - half);
  return [
    columns[gold]?.heading !== said &&
      drawText(look, middle, headings - small * 0.25, said, {
        isBold: true,
        ink: inks.people,
        anchor: "middle",
      }),
    [0, 1].map((side) => {
      const x = labelRoom + (gold + side) * cell;
      return line(x, top - small * 0.1, x, bottom, { stroke: inks.people, "stroke-width": text * 0.12 });
    }),
  ];
}

/** A row a model: what it gave each option in percent, its choice framed, the right option's column named. */
function drawModelRows(input: BarsInput, from: number, look: Look): { parts: Parts; bottom: number } {
  const { inks, text, small, width } = look;
  const { models, words } = input;
  const layout = layOutModels(input, look);
  const { columns, cell } = layout;
  const height = text * 1.6;
  const intro = wrap(`${words.models} ${words.choice}`.trim(), width, small, { lines: 3 });
  const headings = from + small * (intro.length * 1.3 + 1.6);
  const top = headings + small * 1.3;
  const bottom = top + models.length * height;
  const parts = [
    intro.map((written, i) => drawText(look, 0, from + small * (1 + i * 1.3), written)),
    columns.map(({ heading, isGold }, i) =>
      drawText(
        look,
        centreOf(layout, i),
        headings + small * 0.85,
        shorten(heading, cell * (columns.length === 2 ? 1 : 1.5), small, "semibold"),
        { isBold: true, ink: isGold ? inks.people : inks.ink, anchor: "middle" },
      ),
    ),
    markGold(input, layout, { headings, top, bottom }, look),
    models.map((model, i) => drawModel(model, top + i * height, height, layout, look)),
  ];
  return { parts, bottom };
}
