import { writeCanonical } from "#lib/canonical.ts";
import type { FolderColumn } from "#lib/benchmark-folders/columns.ts";
import { readLicence } from "#lib/benchmark-folders/licences.ts";
import { folderFiles, type FolderDescription } from "#lib/benchmark-folders/schema.ts";
import type { CellType } from "#lib/study-exports/column-cells.ts";

const croissantVersion = "http://mlcommons.org/croissant/1.1";

const words = [
  "annotation",
  "arrayShape",
  "citeAs",
  "column",
  "containedIn",
  "equivalentProperty",
  "excludes",
  "extract",
  "field",
  "fileObject",
  "fileProperty",
  "fileSet",
  "format",
  "includes",
  "isArray",
  "isLiveDataset",
  "jsonPath",
  "key",
  "md5",
  "parentField",
  "path",
  "readLines",
  "recordSet",
  "references",
  "regex",
  "repeated",
  "replace",
  "samplingRate",
  "sdVersion",
  "separator",
  "source",
  "subField",
  "transform",
  "unArchive",
  "value",
];

/** Croissant's words, all that its readers look for, whether they are used here or not. */
const croissantContext = {
  "@language": "en",
  "@vocab": "https://schema.org/",
  sc: "https://schema.org/",
  cr: "http://mlcommons.org/croissant/",
  dct: "http://purl.org/dc/terms/",
  rai: "http://mlcommons.org/croissant/RAI/",
  conformsTo: "dct:conformsTo",
  data: { "@id": "cr:data", "@type": "@json" },
  dataType: { "@id": "cr:dataType", "@type": "@vocab" },
  examples: { "@id": "cr:examples", "@type": "@json" },
  ...Object.fromEntries(words.map((word) => [word, `cr:${word}`])),
};

const encodings = {
  jsonl: "application/jsonl",
  parquet: "application/x-parquet",
  json: "application/json",
} as const;

const types: Readonly<Record<CellType, { dataType: string; isArray?: true; arrayShape?: string }>> = {
  text: { dataType: "sc:Text" },
  whole: { dataType: "sc:Integer" },
  number: { dataType: "sc:Float" },
  wholes: { dataType: "sc:Integer", isArray: true, arrayShape: "-1" },
  numbers: { dataType: "sc:Float", isArray: true, arrayShape: "-1" },
};

export type WrittenFile = { name: string; sha256: string; bytes: number };

type Described = {
  description: FolderDescription;
  columns: { cases: readonly FolderColumn[]; answers: readonly FolderColumn[] };
  files: readonly WrittenFile[];
};

/** croissant.json: the folder as Croissant 1.1 describes it, every column of the Parquet files as a field. */
export function writeCroissant({ description, columns, files }: Described): string {
  const { name, description: about, stated, digest, asOf, tracks } = description;
  const dataset = {
    "@context": croissantContext,
    "@type": "sc:Dataset",
    conformsTo: croissantVersion,
    name,
    description: about === "" ? `The benchmark ${name}.` : about,
    license: readLicence(stated.licence).address ?? stated.licence,
    // A dataset has to have an address; of one that nobody gave, its digest is what it is found by.
    url: stated.address ?? `urn:sha256:${digest}`,
    creator: { "@type": "Organization", name: stated.creator, description: stated.contact },
    datePublished: asOf.slice(0, 10),
    version: stated.release,
    citeAs: [`${stated.creator}: ${name}, release ${stated.release}`, stated.address, `SHA-256 ${digest}`]
      .filter((part) => part !== null)
      .join(", "),
    inLanguage: [...new Set(tracks.map(({ language }) => language))],
    isLiveDataset: false,
    distribution: files.filter(({ name: file }) => encodingOf(file)).map(describeFile),
    recordSet: [
      describeRecords(
        "cases",
        columns.cases,
        ["track", "id"],
        "The cases, with their right answers where these are known.",
      ),
      ...(columns.answers.length > 0
        ? [
            describeRecords(
              "answers",
              columns.answers,
              ["study", "participant", "position"],
              "What people answered. An answer is to the case of its track and id.",
            ),
          ]
        : []),
    ],
  };
  return writeCanonical(dataset);
}

const encodingOf = (file: string): string | null =>
  file.endsWith(".jsonl")
    ? encodings.jsonl
    : file.endsWith(".parquet")
      ? encodings.parquet
      : file === folderFiles.lineage
        ? encodings.json
        : null;

const describeFile = ({ name, sha256, bytes }: WrittenFile) => ({
  "@type": "cr:FileObject",
  "@id": name,
  name,
  contentUrl: name,
  contentSize: `${bytes} B`,
  encodingFormat: encodingOf(name),
  sha256,
});

const describeRecords = (
  of: "cases" | "answers",
  columns: readonly FolderColumn[],
  key: readonly string[],
  about: string,
) => ({
  "@type": "cr:RecordSet",
  "@id": of,
  name: of,
  description: about,
  key: key.map((name) => ({ "@id": `${of}/${name}` })),
  field: columns.map(({ name, type, about: column }) => ({
    "@type": "cr:Field",
    "@id": `${of}/${name}`,
    name,
    description: column,
    ...types[type],
    source: { fileObject: { "@id": folderFiles[of].parquet }, extract: { column: name } },
  })),
});

export const sumsOf = (files: readonly WrittenFile[]): string =>
  [...files]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ sha256, name }) => `${sha256}  ${name}\n`)
    .join("");
