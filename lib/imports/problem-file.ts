import { randomUUID } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { csvLine } from "#lib/files/csv/cell.ts";
import { dataFolder, makePrivate } from "#lib/files/private-folder.ts";
import type { ImportProblem } from "#lib/files/import-problems.ts";
import { isDiskFull } from "#lib/uploads/receive.ts";

const fileOf = (name: string) => path.join(dataFolder("reports"), `${name}.csv`);
const columns = ["file", "line", "column", "problem", "found"] as const;

/**
 * Writes every problem into a file to be downloaded, and returns its name. Null where the disk is full: the
 * import itself has ended by then, and its report is worth more than the list.
 */
export async function keepProblems(
  problems: readonly ImportProblem[],
  name: string = randomUUID(),
): Promise<string | null> {
  try {
    await makePrivate(dataFolder("reports"));
    const file = await open(fileOf(name), "w", 0o600);
    try {
      await file.write("\uFEFF" + csvLine(columns));
      for (const problem of problems) await file.write(csvLine(columns.map((column) => problem[column])));
    } finally {
      await file.close();
    }
    return name;
  } catch (error) {
    await rm(fileOf(name), { force: true });
    if (isDiskFull(error)) return null;
    throw error;
  }
}

/** Null once the list has been tidied away. */
export function openProblems(name: string): ReadableStream | null {
  if (!existsSync(fileOf(name))) return null;
  return Readable.toWeb(createReadStream(fileOf(name))) as ReadableStream;
}
