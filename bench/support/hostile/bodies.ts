import { deep, form, formType, full } from "#lib/testing/hostile-bodies.ts";

export type Body = { what: string; type: string; body: string };

const million = 1_000_000;
const root = ["0", '[null,"$K1"]'] as const;
const asText = "text/plain;charset=UTF-8";
const json = full("1").slice(0, 900_000);
const asJson = "application/json";

/** What a server action is posted with: its arguments, or a form. */
export const actionBodies: readonly Body[] = [
  { what: "signs", type: asText, body: full('"$T"') },
  { what: "empty lists", type: asText, body: full("[]") },
  { what: "one long text", type: asText, body: `["${"a".repeat(million)}"]` },
  { what: "escapes", type: asText, body: `["${String.raw`\u0041`.repeat(million / 6)}"]` },
  { what: "deep lists", type: asText, body: deep },
  { what: "references", type: formType, body: form([["0", full('"$0:0"', "[1]")]]) },
  { what: "empty fields", type: formType, body: form([...numbered(9000), root]) },
  { what: "fields", type: formType, body: form([...numbered(1500, "a".repeat(500)), root]) },
  { what: "a long field", type: formType, body: form([["_1_handle", "a".repeat(950_000)], root]) },
  { what: "blanks", type: formType, body: form([["_1_handle", `a${" \t".repeat(470_000)}a`], root]) },
  { what: "a field of JSON", type: formType, body: form([["_1_file", json], ["_1_files", "[]"], root]) },
];

function numbered(count: number, value = ""): (readonly [string, string])[] {
  return Array.from({ length: count }, (_, index) => [`_1_f${index}`, value] as const);
}

/** What a route is asked with by a program or by the script of a page. */
export const routeBodies: readonly Body[] = [
  { what: "numbers", type: asJson, body: full("1") },
  { what: "empty lists", type: asJson, body: full("[]") },
  { what: "names", type: asJson, body: named(70_000) },
  { what: "deep lists", type: asJson, body: `{"a":${deep}}` },
  { what: "escapes", type: asJson, body: `{"a":"${String.raw`\u0041`.repeat(million / 6)}"}` },
  { what: "a long number", type: asJson, body: `{"a":${"9".repeat(million)}}` },
  { what: "answers", type: asJson, body: `{"answers":${full('{"position":1}')}}` },
  { what: "quotation marks", type: "text/csv", body: '"'.repeat(million) },
  { what: "commas", type: "text/csv", body: ",".repeat(million) },
  { what: "empty lines", type: "text/csv", body: "\n".repeat(million) },
  { what: "blanks", type: "text/plain", body: " \t".repeat(million / 2) },
];

function named(count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"name-${index}":0`).join(",")}}`;
}
