import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";

/** A file, and which of the faces in it where there are several. */
export type FaceFile = { readonly file: string; readonly family?: string };

const folders = [
  "/usr/share/fonts",
  "/usr/local/share/fonts",
  path.join(homedir(), ".local/share/fonts"),
  path.join(homedir(), ".fonts"),
  "/Library/Fonts",
  "/System/Library/Fonts",
  path.join(homedir(), "Library/Fonts"),
  "C:\\Windows\\Fonts",
];

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
