import type { Drawing, DrawingNode } from "#lib/figures/drawing.ts";
import { drawFigure, type Figure } from "#lib/figures/figure.ts";
import { paperLook, type PaperTheme, pointsPerMm, screenLook } from "#lib/figures/look.ts";
import { isForeign, isSquare } from "#lib/figures/text.ts";

// A name with a number in it needs its quotes.
const latin = "'Source Sans 3', Helvetica, Arial, sans-serif";
const chinese =
  "Noto Sans CJK SC, Noto Sans SC, Source Han Sans SC, PingFang SC, Microsoft YaHei, sans-serif";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** What XML can't hold at all is left out: a name with a control character must not spoil the file. */
export const escapeXml = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .toWellFormed()
    .replace(/[&<>"']/g, (letter) => entities[letter] ?? "");

type Run = { isSquare: boolean; text: string };

/** Square letters get their own face: renderers pick any that has the letter, a Japanese one for Chinese. */
function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const letter of text) {
    const last = runs.at(-1);
    const kind = isSquare(letter);
    if (last?.isSquare === kind) last.text += letter;
    else runs.push({ isSquare: kind, text: letter });
  }
  return runs;
}

// Of a joined "fi" beside another face resvg draws nothing at all, so the letters are kept apart.
const keepApart = (text: string): string => text.replace(/[fFtT](?=[a-zA-Z])/g, "$&\u200c");

const renderRun = (run: Run): string =>
  `<tspan font-family="${run.isSquare ? chinese : latin}">${escapeXml(keepApart(run.text))}</tspan>`;

const renderForPaper = (text: string): string =>
  isForeign(text) ? runsOf(text).map(renderRun).join("") : escapeXml(text);

function renderNode(
  { tag, attributes, children = [], text }: DrawingNode,
  write: (text: string) => string,
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${typeof value === "string" ? escapeXml(value) : value}"`)
    .join("");
  const inside =
    text === undefined ? children.map((child) => renderNode(child, write)).join("") : write(text);
  return inside ? `<${tag}${written}>${inside}</${tag}>` : `<${tag}${written}/>`;
}

/** Nothing can be hovered on paper. */
const withoutTitles = (nodes: readonly DrawingNode[]): DrawingNode[] =>
  nodes
    .filter(({ tag }) => tag !== "title")
    .map(({ children, ...node }) => (children ? { ...node, children: withoutTitles(children) } : node));

/** What stands inside an svg element of a page: as elements of React's it would take several times as long. */
export const renderInPage = ({ nodes }: Drawing): string =>
  nodes.map((node) => renderNode(node, escapeXml)).join("");

const inMm = (points: number): string => String(Math.round((points / pointsPerMm) * 1000) / 1000);

/** A file of its own: its size in millimetres, its colours and faces named. */
function renderSvgDocument(drawing: Drawing, name: string, ground: string): string {
  const { width, height, nodes } = drawing;
  const [w, h] = [Math.round(width * 100) / 100, Math.round(height * 100) / 100];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${inMm(width)}mm" height="${inMm(height)}mm" viewBox="0 0 ${w} ${h}"`,
    ` font-family="${latin}" role="img">`,
    `<title>${escapeXml(name)}</title>`,
    `<rect width="${w}" height="${h}" fill="${ground}"/>`,
    ...withoutTitles(nodes).map((node) => renderNode(node, renderForPaper)),
    "</svg>\n",
  ].join("");
}

export type Page = {
  readonly widthMm: number;
  /** What the figure is, for those who don't see it. */ readonly name: string;
  readonly theme?: PaperTheme;
};

export function renderSvg(figure: Figure, { widthMm, name, theme }: Page): string {
  const look = paperLook(widthMm, theme);
  return renderSvgDocument(drawFigure(figure, look), name, look.inks.ground);
}

export type PageFigure = {
  readonly width: number;
  readonly height: number;
  /** What stands inside an svg element of a page. */
  readonly markup: string;
};

const maxDrawings = 100;

const kept = new Map<string, PageFigure>();

/** The same figure at the same width is drawn once: it is known by all that it shows. */
export function drawInPage(figure: Figure, width: number): PageFigure {
  const key = `${width} ${JSON.stringify(figure)}`;
  const drawn = kept.get(key) ?? drawAnew(figure, width);
  // What is looked at goes last.
  kept.delete(key);
  kept.set(key, drawn);
  if (kept.size > maxDrawings) kept.delete(kept.keys().next().value ?? "");
  return drawn;
}

function drawAnew(figure: Figure, width: number): PageFigure {
  const drawing = drawFigure(figure, screenLook(width));
  return {
    width: Math.ceil(drawing.width),
    height: Math.ceil(drawing.height),
    markup: renderInPage(drawing),
  };
}
