import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import type { DrawingNode } from "#lib/figures/drawing.ts";
import { isForeign } from "#lib/figures/text.ts";

/** A file, and which of the faces in it where there are several. */
export type FaceFile = { readonly file: string; readonly family?: string };

/** None for a user whom the system doesn't know, as in a container. */
function listOwnFolders(): string[] {
  try {
    const home = homedir();
    return [".local/share/fonts", ".fonts", "Library/Fonts"].map((own) => path.join(home, own));
  } catch {
    return [];
  }
}

const folders = [
  "/usr/share/fonts",
  "/usr/local/share/fonts",
  "/Library/Fonts",
  "/System/Library/Fonts",
  "C:\\Windows\\Fonts",
].concat(listOwnFolders());

/** Sans serifs with the letters of mainland China, the best first. */
const wanted: readonly (readonly [file: string, family?: string])[] = [
  ["NotoSansCJK-Regular.ttc", "NotoSansCJKsc-Regular"],
  ["NotoSansCJKsc-Regular.otf"],
  ["NotoSansSC-Regular.otf"],
  ["SourceHanSansSC-Regular.otf"],
  ["SourceHanSans.ttc", "SourceHanSansSC-Regular"],
  ["SourceHanSans-Regular.ttc", "SourceHanSansSC-Regular"],
  ["Hiragino Sans GB.ttc", "HiraginoSansGB-W3"],
  ["STHeiti Light.ttc", "STHeitiSC-Light"],
  ["msyh.ttc", "MicrosoftYaHei"],
  ["simhei.ttf"],
  ["wqy-microhei.ttc", "WenQuanYiMicroHei"],
];

/** The machine's own face for letters that ours lacks; null where none is installed. */
async function lookForChinese(): Promise<FaceFile | null> {
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(folder, { recursive: true }).catch(() => []);
      return entries.map((entry) => path.join(folder, entry));
    }),
  );
  const byName = new Map(lists.flat().map((file) => [path.basename(file), file]));
  for (const [name, family] of wanted) {
    const file = byName.get(name);
    if (file) return family ? { file, family } : { file };
  }
  return null;
}

let found: Promise<FaceFile | null> | undefined;

/** Looked for once. */
export const findChinese = (): Promise<FaceFile | null> => (found ??= lookForChinese());

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
