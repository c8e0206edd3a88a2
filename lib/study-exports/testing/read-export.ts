import { parse } from "csv-parse/sync";
import type { Staff } from "#lib/auth/study-scope.ts";
import { listEntries, openExport, prepareExport } from "#lib/study-exports/export.ts";
import { exportQuery, lineFormats } from "#lib/study-exports/schema.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

export type Row = Record<string, unknown>;
export const aKey = "0123456789abcdef0123456789abcdef";

/** Every file of an export in both formats of lines, by name. */
export async function readExport(
  viewer: Staff,
  slug: string,
  asked: object = {},
): Promise<ReadonlyMap<string, string>> {
  const query = exportQuery.parse({ key: aKey, ...asked });
  const open = await openExport(viewer, expectValue(await prepareExport(viewer, slug, query)), "all");
  const files = new Map<string, string>();
  try {
    for (const { name, content } of listEntries(open, lineFormats)) {
      const pieces: Buffer[] = [];
      for await (const piece of content()) pieces.push(Buffer.from(piece));
      files.set(name, Buffer.concat(pieces).toString());
    }
  } finally {
    await open.close();
  }
  return files;
}

export const readLines = (text = ""): Row[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);

export const readTable = (text = ""): Record<string, string>[] =>
  parse(text, { columns: true, bom: true }) as Record<string, string>[];
