import { readFile } from "node:fs/promises";
import path from "node:path";
import { checkReferences, croissantSchema } from "#lib/benchmark-folders/check/croissant-rules.ts";
import { readTable, type Table } from "#lib/benchmark-folders/check/parquet-footer.ts";
import { about, again, type FileSum } from "#lib/benchmark-folders/check/sums.ts";
import { folderFiles } from "#lib/benchmark-folders/schema.ts";
import { readPlacedJson } from "#lib/files/placed-json.ts";
import type { ImportProblem } from "#lib/files/import-problems.ts";

/** That the Parquet files hold as many rows as those in JSON Lines. */
export async function checkTables(
  folder: string,
  counts: ReadonlyMap<string, number>,
): Promise<ImportProblem[]> {
  const problems: ImportProblem[] = [];
  for (const [file, rows] of counts) {
    const table = await readTable(path.join(folder, file));
    if (table === null) problems.push(about(file, `This is no Parquet file that can be read. ${again}`));
    else if (table.rows !== rows)
      problems.push(
        about(file, `The same file in JSON Lines has ${rows} rows. ${again}`, String(table.rows)),
      );
  }
  return problems;
}

/** That croissant.json is as Croissant wants it, and says of the files what they are. */
export async function checkCroissant(
  folder: string,
  files: ReadonlyMap<string, FileSum>,
): Promise<ImportProblem[]> {
  const name = folderFiles.croissant;
  const read = readPlacedJson(name, await readFile(path.join(folder, name)), croissantSchema);
  if (!read.ok) return read.problems;
  const { value, blame } = read.file;
  const problems = checkReferences(read.file);
  const places = new Map<string, string>();
  for (const [i, { "@id": id, contentUrl, contentSize, sha256 }] of value.distribution.entries()) {
    places.set(id, contentUrl);
    const found = files.get(contentUrl);
    const say = (key: string, problem: string) => problems.push(blame(["distribution", i, key], problem));
    if (!found) say("contentUrl", `There is no such file among the checksums. ${again}`);
    else if (found.sha256 !== sha256) say("sha256", `The file has another SHA-256. ${again}`);
    else if (contentSize !== `${found.bytes} B`)
      say("contentSize", `The file has ${found.bytes} bytes. ${again}`);
  }
  const tables = new Map<string, Table | null>();
  for (const [i, { field }] of value.recordSet.entries())
    for (const [j, { source }] of field.entries()) {
      const place = places.get(source.fileObject["@id"]);
      if (place === undefined || !files.has(place)) continue;
      if (!tables.has(place)) tables.set(place, await readTable(path.join(folder, place)));
      if (tables.get(place)?.columns.includes(source.extract.column) === false)
        problems.push(
          blame(
            ["recordSet", i, "field", j, "source", "extract", "column"],
            `${place} has no such column. ${again}`,
          ),
        );
    }
  return problems;
}
