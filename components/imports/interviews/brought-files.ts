import type { Brought } from "#components/imports/item.ts";
import { interviewFileOf, isRegistry } from "#lib/interviews/schema.ts";

/** Of a folder only what can be imported: nobody chose the rest of it. */
const isOfUse = (name: string) =>
  /\.(csv|jsonl|ndjson)$/i.test(name) || interviewFileOf(name) !== null || isRegistry(name);

/** Chosen with a field: with a folder come the ways to its files. */
export function broughtByField(files: readonly File[]): Brought[] {
  return files.flatMap((file) => {
    const way = file.webkitRelativePath;
    return way === "" ? { file, name: file.name } : isOfUse(way) ? { file, name: way } : [];
  });
}

/** Dropped: folders are walked through. Entries are there only while the event is, so all are taken at once. */
export async function broughtByDrop({ items, files }: DataTransfer): Promise<Brought[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry());
  if (!entries.some((entry) => entry?.isDirectory)) return broughtByField([...files]);
  const found = await Promise.all(entries.flatMap((entry) => (entry ? walk(entry, true) : [])));
  return found.flat();
}

async function walk(entry: FileSystemEntry, isDropped: boolean): Promise<Brought[]> {
  if (entry.isFile) {
    const name = entry.fullPath.replace(/^\//, "");
    if (!isDropped && !isOfUse(name)) return [];
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ file, name }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const inside: Brought[] = [];
  // A folder is read by the hundred.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return inside;
    for (const one of some) inside.push(...(await walk(one, false)));
  }
}
