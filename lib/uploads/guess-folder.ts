import { folderFiles } from "#lib/benchmark-folders/schema.ts";
import { openZip, ZipError, type ZipEntry } from "#lib/files/zip/zip-entries.ts";
import type { UploadGuess } from "#lib/uploads/schema.ts";

/** An exported benchmark has a dozen files. */
const fewEntries = 50;
const maxDescription = 64 << 10;
const maxTracks = 20;

/** An archive with an exported benchmark, whose cases name their tracks; null for any other file. */
export async function guessFolder(file: string, fileName: string): Promise<UploadGuess | null> {
  // Logs of Inspect are archives of very many files.
  if (/\.eval$/i.test(fileName)) return null;
  const zip = await openZip(file, { first: fewEntries }).catch((error: unknown) => {
    if (error instanceof ZipError) return null;
    throw error;
  });
  if (!zip) return null;
  try {
    const isCalled = (name: string) => (entry: ZipEntry) =>
      entry.name === name || entry.name.endsWith(`/${name}`);
    if (!zip.entries.some(isCalled(folderFiles.cases.jsonl))) return null;
    const tracks = await readTracks(zip.entries.find(isCalled(folderFiles.description)));
    return { purpose: "cases", format: "folder", track: null, language: null, model: null, tracks };
  } finally {
    zip.close();
  }
}

/** Of one that isn't whole its check says what is wrong with it. */
async function readTracks(description: ZipEntry | undefined): Promise<string[]> {
  try {
    const bytes = await description?.read(maxDescription);
    const tracks = (JSON.parse(String(bytes)) as { tracks?: unknown } | null)?.tracks;
    if (!Array.isArray(tracks)) return [];
    const names = tracks.slice(0, maxTracks).map((track) => (track as { name?: unknown } | null)?.name);
    return names.filter((name) => typeof name === "string");
  } catch (error) {
    if (error instanceof ZipError || error instanceof SyntaxError) return [];
    throw error;
  }
}
