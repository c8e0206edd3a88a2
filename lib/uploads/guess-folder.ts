import { folderDescription, folderFiles } from "#lib/benchmark-folders/schema.ts";
import { openZip, ZipError } from "#lib/files/zip/zip-entries.ts";
import type { UploadGuess } from "#lib/uploads/schema.ts";

/** An archive with an exported benchmark, whose cases name their tracks; null for any other file. */
export async function guessFolder(file: string, fileName: string): Promise<UploadGuess | null> {
  // Logs of Inspect are archives of very many files.
  if (/\.eval$/i.test(fileName)) return null;
  const zip = await openZip(file).catch((error: unknown) => {
    if (error instanceof ZipError) return null;
    throw error;
  });
  if (!zip) return null;
  try {
    const isCalled = (name: string) => (entry: { name: string }) =>
      entry.name === name || entry.name.endsWith(`/${name}`);
    if (!zip.entries.some(isCalled(folderFiles.cases.jsonl))) return null;
    const bytes = await zip.entries.find(isCalled(folderFiles.description))?.read();
    return {
      ...{ purpose: "cases", format: "folder", track: null, language: null, model: null },
      tracks: bytes ? readTracks(bytes) : [],
    };
  } catch (error) {
    // One that isn't whole is one all the same: its check says what is wrong with it.
    if (error instanceof ZipError)
      return { purpose: "cases", format: "folder", track: null, language: null, model: null };
    throw error;
  } finally {
    zip.close();
  }
}

function readTracks(bytes: Buffer): string[] {
  try {
    const read = folderDescription.pick({ tracks: true }).safeParse(JSON.parse(bytes.toString("utf8")));
    return read.success ? read.data.tracks.map(({ name }) => name) : [];
  } catch {
    return [];
  }
}
