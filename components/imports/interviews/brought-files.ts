import type { PickedFile } from "#components/imports/item.ts";
import { interviewFileOf, isRegistry } from "#lib/interviews/schema.ts";

const isOfUse = (name: string) =>
  /\.(csv|jsonl|ndjson|vtt|srt)$/i.test(name) ||
  /(?:^|\/)results\.json$/i.test(name) ||
  interviewFileOf(name) !== null ||
  isRegistry(name);
const isPlainText = (name: string) => /\.txt$/i.test(name);

/** Of a folder only what can be imported: nobody chose the rest of it. Plain text is notes, unless there is nothing else. */
function listOfUse(inFolders: readonly PickedFile[]): PickedFile[] {
  const ofUse = inFolders.filter(({ name }) => isOfUse(name));
  return ofUse.length > 0 ? ofUse : inFolders.filter(({ name }) => isPlainText(name));
}

/** Chosen with a field: with a folder come the ways to its files. */
export function broughtByField(files: readonly File[]): PickedFile[] {
  const brought = files.map((file) => ({ file, name: file.webkitRelativePath || file.name }));
  const [alone, inFolders] = [
    brought.filter(({ file }) => file.webkitRelativePath === ""),
    brought.filter(({ file }) => file.webkitRelativePath !== ""),
  ];
  return [...alone, ...listOfUse(inFolders)];
}

/** Dropped: folders are walked through. Entries are there only while the event is, so all are taken at once. */
export async function broughtByDrop({ items, files }: DataTransfer): Promise<PickedFile[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry());
  if (!entries.some((entry) => entry?.isDirectory)) return broughtByField([...files]);
  const found = await Promise.all(
    entries.flatMap(async (entry) => {
      const inside = entry ? await walk(entry) : [];
      return entry?.isDirectory ? listOfUse(inside) : inside;
    }),
  );
  return found.flat();
}

async function walk(entry: FileSystemEntry): Promise<PickedFile[]> {
  if (entry.isFile) {
    const name = entry.fullPath.replace(/^\//, "");
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ file, name }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const inside: PickedFile[] = [];
  // A folder is read by the hundred.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return inside;
    for (const one of some) inside.push(...(await walk(one)));
  }
}
