import PDFDocument from "pdfkit";
import { drawFigure, type Figure } from "#lib/figures/figure.ts";
import { paperLook } from "#lib/figures/look.ts";
import { findChinese, hasForeign, Letters, ownFaces, type OwnFace } from "#lib/figures/pdf/faces.ts";
import type { Page } from "#lib/figures/svg.ts";
import type { Attributes, DrawingNode, Tag } from "#lib/figures/drawing.ts";

/** For \includegraphics: as large as the SVG, its faces in it, and the same bytes for the same figure. */
export async function renderPdf(figure: Figure, { widthMm, name, theme }: Page): Promise<Buffer> {
  const look = paperLook(widthMm, theme);
  const { width, height, nodes } = drawFigure(figure, look);
  const doc = openPage([width, height], name);
  // Paper is white anyway.
  if (theme === "dark") doc.rect(0, 0, width, height).fill(look.inks.ground);
  const chinese = hasForeign(nodes) ? await findChinese() : null;
  drawNodes(doc, nodes, new Letters(doc, ownFaces, chinese));
  return collect(doc);
}

function openPage(size: [number, number], name: string): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    size,
    margin: 0,
    // The first with transparency, which bands and tints are drawn with.
    pdfVersion: "1.4",
    // Otherwise it opens one of its own.
    font: "",
    info: { Title: name, Producer: "Benchside", Creator: "Benchside", CreationDate: new Date(0) },
  });
  // No date, so that bytes are the same; and no second copy of the title, which the library would write unescaped.
  delete doc.info.CreationDate;
  return Object.assign(doc, { endMetadata: () => undefined });
}

function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
    doc.end();
  });
}

type Doc = PDFKit.PDFDocument;

/** What a drawing may ask of paper: a test holds every figure against these. */
export const understood: ReadonlySet<string> = new Set(
  (
    "x y x1 y1 x2 y2 cx cy r rx ry width height d transform fill fill-opacity stroke stroke-width stroke-opacity " +
    "stroke-dasharray stroke-linejoin stroke-linecap opacity paint-order font-size font-weight font-style text-anchor"
  ).split(" "),
);

/** As SVG does, a part takes from its group what it doesn't say itself. */
function drawNodes(doc: Doc, nodes: readonly DrawingNode[], letters: Letters, above: Attributes = {}): void {
  for (const { tag, attributes, children, text } of nodes) {
    if (tag === "title") continue;
    const { transform, ...own } = attributes;
    const all = { ...above, ...own };
    if (transform !== undefined) {
      doc.save();
      turn(doc, String(transform));
    }
    if (children) drawNodes(doc, children, letters, all);
    else if (text !== undefined) write(doc, text, all, letters);
    else if (outline(doc, tag, all)) paint(doc, all);
    if (transform !== undefined) doc.restore();
  }
}

function turn(doc: Doc, transform: string): void {
  for (const [, name, values = ""] of transform.matchAll(/(translate|rotate)\(([^)]*)\)/g)) {
    const [first = 0, second = 0] = values.split(/[\s,]+/).map(Number);
    if (name === "translate") doc.translate(first, second);
    else doc.rotate(first);
  }
}

const numberOf = (attributes: Attributes, name: string): number => Number(attributes[name] ?? 0);

/** Whether there is anything to paint. */
function outline(doc: Doc, tag: Tag, attributes: Attributes): boolean {
  const [x, y, width, height] = (["x", "y", "width", "height"] as const).map((name) =>
    numberOf(attributes, name),
  ) as [number, number, number, number];
  switch (tag) {
    case "rect": {
      const corner = numberOf(attributes, "rx") || numberOf(attributes, "ry");
      if (corner > 0) doc.roundedRect(x, y, width, height, corner);
      else doc.rect(x, y, width, height);
      return width > 0 && height > 0;
    }
    case "circle":
      doc.circle(numberOf(attributes, "cx"), numberOf(attributes, "cy"), numberOf(attributes, "r"));
      return true;
    case "line":
      doc
        .moveTo(numberOf(attributes, "x1"), numberOf(attributes, "y1"))
        .lineTo(numberOf(attributes, "x2"), numberOf(attributes, "y2"));
      return true;
    case "path":
      if (attributes.d) doc.path(String(attributes.d));
      return Boolean(attributes.d);
    case "g":
    case "a":
    case "text":
    case "title":
      return false;
  }
}

function dress(doc: Doc, attributes: Attributes): { fill: string | null; stroke: string | null } {
  const inkOf = (name: string, otherwise: string | null) => {
    const ink = attributes[name] ?? otherwise;
    return ink === null || ink === "none" ? null : String(ink);
  };
  const seen = Number(attributes.opacity ?? 1);
  const fill = inkOf("fill", "#000000");
  const stroke = inkOf("stroke", null);
  if (fill) doc.fillColor(fill).fillOpacity(seen * Number(attributes["fill-opacity"] ?? 1));
  if (stroke) {
    doc.strokeColor(stroke).strokeOpacity(seen * Number(attributes["stroke-opacity"] ?? 1));
    doc.lineWidth(Number(attributes["stroke-width"] ?? 1));
    doc.lineJoin(attributes["stroke-linejoin"] === "round" ? "round" : "miter");
    doc.lineCap(attributes["stroke-linecap"] === "round" ? "round" : "butt");
    const [on, off] = String(attributes["stroke-dasharray"] ?? "")
      .split(/[\s,]+/)
      .map(Number);
    if (on) doc.dash(on, { space: off || on });
    else doc.undash();
  }
  return { fill, stroke };
}

/** A line has no inside. */
function paint(doc: Doc, attributes: Attributes): void {
  const isLine = attributes.x1 !== undefined;
  const { fill, stroke } = dress(doc, isLine ? { ...attributes, fill: "none" } : attributes);
  if (fill && stroke) doc.fillAndStroke();
  else if (fill) doc.fill();
  else if (stroke) doc.stroke();
}

const faceOf = (attributes: Attributes): OwnFace =>
  attributes["font-style"] === "italic"
    ? "italic"
    : Number(attributes["font-weight"] ?? 400) >= 600
      ? "semibold"
      : "regular";

function write(doc: Doc, text: string, attributes: Attributes, letters: Letters): void {
  doc.fontSize(numberOf(attributes, "font-size"));
  const runs = letters.runsOf(text, faceOf(attributes)).map((run) => ({
    ...run,
    width: doc.font(run.face).widthOfString(run.text),
  }));
  const width = runs.reduce((sum, run) => sum + run.width, 0);
  const anchor = attributes["text-anchor"];
  const start = numberOf(attributes, "x") - (anchor === "end" ? width : anchor === "middle" ? width / 2 : 0);
  const { fill, stroke } = dress(doc, attributes);
  // What keeps letters readable lies below them.
  const passes = [...(stroke ? [{ stroke: true, fill: false }] : []), ...(fill ? [{ fill: true }] : [])];
  for (const pass of passes) {
    let x = start;
    for (const run of runs) {
      doc
        .font(run.face)
        .text(run.text, x, numberOf(attributes, "y"), { lineBreak: false, baseline: "alphabetic", ...pass });
      x += run.width;
    }
  }
}
