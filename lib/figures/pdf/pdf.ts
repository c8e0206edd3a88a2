import PDFDocument from "pdfkit";
import { drawFigure, type Figure } from "#lib/figures/figure.ts";
import { paperLook } from "#lib/figures/look.ts";
import { drawNodes } from "#lib/figures/pdf/draw-nodes.ts";
import { findChinese } from "#lib/figures/pdf/chinese-face.ts";
import { hasForeign, Letters, ownFaces } from "#lib/figures/pdf/letters.ts";
import type { Page } from "#lib/figures/svg.ts";

/** For \includegraphics: as large as the SVG, its faces in it, and the same bytes for the same figure. */
export async function renderPdf(figure: Figure, { widthMm, name }: Page): Promise<Buffer> {
  const { width, height, nodes } = drawFigure(figure, paperLook(widthMm));
  const doc = openPage([width, height], name);
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
