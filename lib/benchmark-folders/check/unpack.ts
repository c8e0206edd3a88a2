import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { folderFiles } from "#lib/benchmark-folders/schema.ts";
import {
  maxRatio,
  openZip,
  ZipError,
  type Zip,
  type ZipEntry,
  type ZipFault,
} from "#lib/files/zip/zip-entries.ts";
import { aboutFile, type ImportProblem } from "#lib/files/file-problems.ts";

const known: ReadonlySet<string> = new Set(
  Object.values(folderFiles).flatMap((one) =>
    Object.values([one].flat()).flatMap((name) => (typeof name === "string" ? name : Object.values(name))),
  ),
);

/** Of an archive that says it is more than this, nothing is unpacked. */
const maxBytes = 8 * 1024 ** 3;

const faults: Record<ZipFault, string> = {
  cut_off: "The archive isn’t whole: it was cut off on the way, or changed. Get it again.",
  encrypted: "The archive is encrypted. Unpack it, and take the folder.",
  wrong_name:
    "The archive has a file whose name leads out of the folder. Get it again from a source you trust.",
  unknown_method: "The archive is packed by a method that isn’t known here. Unpack it, and take the folder.",
  too_large: "The archive unpacks to more than 8 GB. Unpack it yourself, and take the folder.",
  too_dense: `The archive, or a file in it, unpacks to more than ${maxRatio} times its size, which no exported benchmark does. Get it again from a source you trust.`,
  too_many: "The archive has too many files to be an exported benchmark.",
};

/** The files of an exported benchmark in an archive, by their names in the folder; null for any other archive. */
function findFolder({ entries }: Pick<Zip, "entries">): Map<string, ZipEntry> | null {
  const description = entries.find(
    ({ name }) => name === folderFiles.description || name.endsWith(`/${folderFiles.description}`),
  );
  const prefix = description?.name.slice(0, -folderFiles.description.length) ?? "";
  const inside = entries.filter(({ name }) => name.startsWith(prefix));
  const found = new Map(inside.map((entry) => [entry.name.slice(prefix.length), entry]));
  const isFolder = [folderFiles.sums, folderFiles.cases.jsonl, folderFiles.description].filter((name) =>
    found.has(name),
  );
  return isFolder.length >= 2 ? found : null;
}

/** Whether an archive is an exported benchmark, perhaps not a whole one. */
export async function isFolderArchive(file: string): Promise<boolean> {
  const zip = await openZip(file).catch((error: unknown) => {
    if (error instanceof ZipError) return error.fault;
    throw error;
  });
  // Unpacking it says so.
  if (typeof zip === "string") return zip === "too_many";
  zip.close();
  return findFolder(zip) !== null;
}

/** Writes what belongs to an exported benchmark into a folder, under names of ours alone. */
export async function unpackFolder(
  file: string,
  { name, into, signal }: { name: string; into: string; signal?: AbortSignal },
): Promise<ImportProblem | null> {
  try {
    const zip = await openZip(file);
    try {
      const found = findFolder(zip);
      if (!found)
        return aboutFile(
          name,
          `This archive is no exported benchmark: it has no ${folderFiles.sums} and ${folderFiles.cases.jsonl}. Export one, or import the files in it one by one.`,
        );
      const wanted = [...found].filter(([inside]) => known.has(inside));
      if (wanted.reduce((sum, [, { bytes }]) => sum + bytes, 0) > maxBytes) throw new ZipError("too_large");
      for (const [inside, entry] of wanted) {
        const place = path.join(into, inside);
        await mkdir(path.dirname(place), { recursive: true });
        await pipeline(await entry.stream(), createWriteStream(place, { mode: 0o600 }), { signal });
      }
      return null;
    } finally {
      zip.close();
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    if (error instanceof ZipError) return aboutFile(name, faults[error.fault], error.entry);
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOSPC", "ENOENT", "EACCES", "EMFILE"].includes(code)) throw error;
    return aboutFile(name, faults.cut_off);
  }
}
