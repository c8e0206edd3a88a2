import { readFile } from "node:fs/promises";
import path from "node:path";
import { readTable, type Table } from "#lib/benchmark-folders/check/parquet-footer.ts";
import { again, type FileSum } from "#lib/benchmark-folders/check/sums.ts";
import { folderFiles } from "#lib/benchmark-folders/schema.ts";
import { type PlacedJson, readPlacedJson } from "#lib/files/json-document.ts";
import { aboutFile, type ImportProblem } from "#lib/files/file-problems.ts";
import { z } from "zod";

/** That the Parquet files hold as many rows as those in JSON Lines. */
export async function checkTables(
  folder: string,
  counts: ReadonlyMap<string, number>,
): Promise<ImportProblem[]> {
  const problems: ImportProblem[] = [];
  for (const [file, rows] of counts) {
    const table = await readTable(path.join(folder, file));
    if (table === null) problems.push(aboutFile(file, `This is no Parquet file that can be read. ${again}`));
    else if (table.rows !== rows)
      problems.push(
        aboutFile(file, `The same file in JSON Lines has ${rows} rows. ${again}`, String(table.rows)),
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
    const report = (key: string, problem: string) => problems.push(blame(["distribution", i, key], problem));
    if (!found) report("contentUrl", `There is no such file among the checksums. ${again}`);
    else if (found.sha256 !== sha256) report("sha256", `The file has another SHA-256. ${again}`);
    else if (contentSize !== `${found.bytes} B`)
      report("contentSize", `The file has ${found.bytes} bytes. ${again}`);
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

// What Croissant 1.1 asks of a description, as far as it concerns files in a folder and tables in them.

const schemaOrg = /^https?:\/\/schema\.org\/$/;
const croissant = "http://mlcommons.org/croissant/";
const conformsTo = /^http:\/\/mlcommons\.org\/croissant\/1\.[01]$/;

const text = z.string().min(1, "This is empty. Say something here.");
const id = text;
const reference = z.strictObject({ "@id": id }, "A reference is an object with @id alone.");
const listed = <T extends z.ZodType>(one: T) =>
  z.union([one.transform((value) => [value] as z.output<T>[]), z.array(one).min(1)]);

const field = z.looseObject({
  "@type": z.literal("cr:Field"),
  "@id": id,
  name: text,
  dataType: listed(
    z.enum(["sc:Text", "sc:Integer", "sc:Float", "sc:Boolean", "sc:Date", "sc:DateTime", "sc:Time"]),
  ),
  isArray: z.boolean().optional(),
  arrayShape: z
    .string()
    .regex(/^\(?-?\d+(,\s*-?\d+)*,?\)?$/, "This is no shape of an array.")
    .optional(),
  source: z.looseObject({
    fileObject: reference,
    extract: z.strictObject({ column: text }),
  }),
});

const recordSet = z.looseObject({
  "@type": z.literal("cr:RecordSet"),
  "@id": id,
  name: text,
  key: listed(reference),
  field: z.array(field).min(1),
});

const fileObject = z.looseObject({
  "@type": z.literal("cr:FileObject"),
  "@id": id,
  name: text,
  contentUrl: text,
  contentSize: z.string().regex(/^\d+ B$/, "This is no size in bytes, as 25 B."),
  encodingFormat: z.string().regex(/^[a-z]+\/[a-z0-9.+-]+$/, "This is no media type."),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "This is no SHA-256."),
});

const organization = z.looseObject({ "@type": z.enum(["Organization", "Person"]), name: text });

const address = z.string().regex(/^(https?|urn):\S+$/, "This is no address.");

const croissantSchema = z.looseObject({
  "@context": z.looseObject({
    "@vocab": z.string().regex(schemaOrg, "The words of a data set are those of schema.org."),
    cr: z.literal(croissant),
    dct: z.literal("http://purl.org/dc/terms/"),
  }),
  "@type": z.enum(["sc:Dataset", "Dataset"]),
  conformsTo: listed(z.string()).refine(
    (all) => all.some((one) => conformsTo.test(one)),
    "This names no version of Croissant that is known here, 1.0 or 1.1.",
  ),
  name: text,
  description: text,
  license: listed(text),
  url: address,
  creator: listed(organization),
  datePublished: z.iso.date("This is no date."),
  version: z.string().regex(/^\d+\.\d+\.\d+$/, "This is no version as 1.0.0."),
  distribution: z.array(fileObject).min(1),
  recordSet: z.array(recordSet),
});
type Croissant = z.output<typeof croissantSchema>;

type Path = readonly PropertyKey[];

/** What holds of a description by itself beyond the form of its parts: names are unique, and lead somewhere. */
function checkReferences({ value, blame }: PlacedJson<Croissant>): ImportProblem[] {
  const problems: ImportProblem[] = [];
  const report = (path: Path, problem: string) => problems.push(blame(path, problem));
  const ids = new Set<string>();
  const enter = (path: Path, one: { "@id": string }) => {
    if (ids.has(one["@id"])) report([...path, "@id"], "This @id stands twice. Each needs its own.");
    ids.add(one["@id"]);
  };
  value.distribution.forEach((file, i) => enter(["distribution", i], file));
  const files = new Set(value.distribution.map((file) => file["@id"]));
  value.recordSet.forEach((records, i) => {
    const path = ["recordSet", i];
    enter(path, records);
    records.field.forEach((one, j) => {
      enter([...path, "field", j], one);
      if (!files.has(one.source.fileObject["@id"]))
        report([...path, "field", j, "source", "fileObject"], "There is no such file in distribution.");
      if (one.arrayShape !== undefined && one.isArray !== true)
        report([...path, "field", j, "arrayShape"], "What has the shape of an array has to say isArray.");
    });
    const own = new Set(records.field.map((one) => one["@id"]));
    records.key.forEach((one, j) => {
      if (!own.has(one["@id"])) report([...path, "key", j], "There is no such field in this record set.");
    });
  });
  problems.push(...checkWords({ value, blame }));
  return problems;
}

/** Croissant's own words, which the context has to lead to its vocabulary. */
const ownWords = [
  "recordSet",
  "field",
  "source",
  "extract",
  "column",
  "fileObject",
  "dataType",
  "key",
  "isArray",
  "arrayShape",
  "isLiveDataset",
];

function checkWords({ value, blame }: Pick<PlacedJson<Croissant>, "value" | "blame">): ImportProblem[] {
  const context: Readonly<Record<string, unknown>> = value["@context"];
  const used = new Set<string>();
  JSON.stringify({ ...value, "@context": undefined }, (key, part: unknown) => {
    if (ownWords.includes(key)) used.add(key);
    return part;
  });
  const lost = [...used].filter((word) => iriOf(context[word]) !== `cr:${word}`);
  const problems = lost.map((word) =>
    blame(["@context"], `The context doesn’t say that ${word} is Croissant’s own word, cr:${word}.`),
  );
  if (iriOf(context["conformsTo"]) !== "dct:conformsTo")
    problems.push(blame(["@context"], "The context doesn’t say that conformsTo is dct:conformsTo."));
  return problems;
}

const iriOf = (term: unknown): unknown =>
  typeof term === "object" && term !== null ? (term as { "@id"?: unknown })["@id"] : term;
