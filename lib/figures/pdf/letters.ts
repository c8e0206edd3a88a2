import path from "node:path";
import type { DrawingNode } from "#lib/figures/drawing.ts";
import type { FaceFile } from "#lib/figures/pdf/chinese-face.ts";
import { isForeign } from "#lib/figures/text.ts";

// From the working directory: the built server's own files lie elsewhere.
const own = (face: string) =>
  path.join(process.cwd(), "node_modules", "source-sans", "TTF", `SourceSans3-${face}.ttf`);

/** The faces that figures for paper are set in. */
export const ownFaces = { regular: own("Regular"), semibold: own("Semibold"), italic: own("It") } as const;
export type OwnFace = keyof typeof ownFaces;

export const hasForeign = (nodes: readonly DrawingNode[]): boolean =>
  nodes.some(({ text, children = [], tag }) =>
    tag === "title" ? false : (text !== undefined && isForeign(text)) || hasForeign(children),
  );

type Run = { face: string; text: string };
type Font = { hasGlyphForCodePoint: (point: number) => boolean };

/** Faces that were taken apart once, by their files. */
const opened = new Map<string, Font>();

/** Which face each letter of a text is set in. */
export class Letters {
  readonly #doc: PDFKit.PDFDocument;
  readonly #chinese: Font | null;
  readonly #fonts = new Map<string, Font>();

  constructor(doc: PDFKit.PDFDocument, own: Readonly<Record<OwnFace, string>>, chinese: FaceFile | null) {
    this.#doc = doc;
    for (const [face, file] of Object.entries(own)) this.#fonts.set(face, this.#open(face, { file }));
    this.#chinese = chinese && this.#open("chinese", chinese);
  }

  /** In pieces of one face each. A letter that no face has is drawn as the box that stands for it. */
  runsOf(text: string, face: OwnFace): Run[] {
    const own = this.#fonts.get(face);
    const runs: Run[] = [];
    for (const letter of clean(text)) {
      const point = letter.codePointAt(0) ?? 0;
      const isOurs = own?.hasGlyphForCodePoint(point) || !this.#chinese?.hasGlyphForCodePoint(point);
      const name = isOurs ? face : "chinese";
      const last = runs.at(-1);
      if (last?.face === name) last.text += letter;
      else runs.push({ face: name, text: letter });
    }
    return runs;
  }

  #open(name: string, { file, family }: FaceFile): Font {
    const known = opened.get(file);
    // The library takes a face that was opened before, which its types don't know.
    this.#doc.registerFont(name, (known as unknown as string) ?? file, family);
    const { font } = (this.#doc.font(name) as unknown as { _font: { font: Font } })._font;
    opened.set(file, font);
    return font;
  }
}

const clean = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, "").toWellFormed();
