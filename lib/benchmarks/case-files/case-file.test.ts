import { describe, expect, test } from "vitest";
import { BenchmarkBook } from "#lib/benchmarks/case-files/books.ts";
import { partsOfGrouping, readJsonCase } from "#lib/benchmarks/case-files/case-file.ts";

const line = {
  kind: "texts",
  question: "What did she hear?",
  options: [
    { name: "A bell.", type: "a" },
    { name: "A horn.", type: "b" },
  ],
};
const read = (given: object) =>
  readJsonCase({ line: 3, bytes: Buffer.from(JSON.stringify({ ...line, ...given })), problems: [] });
const said = (given: object) => read(given).problems?.map(({ column, problem }) => [column, problem]);

describe("what a line says of where a case belongs", () => {
  test("is a group and short texts by name", () => {
    const attributes = { method: "Zero-shot", model: "GPT-4o" };
    expect(read({ group: " s3 ", attributes }).good).toMatchObject({ group: "s3", attributes });
    expect(read({}).good).toMatchObject({ group: null, attributes: null });
    expect(read({ group: null, attributes: {} }).good).toMatchObject({ group: null, attributes: null });
  });

  test("is bounded", () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`a${i}`, "x"]));
    expect(said({ group: "" })).toEqual([
      ["group", "A group can’t be empty. Leave it out if there is none."],
    ]);
    expect(said({ group: "g".repeat(201) })).toEqual([["group", "A group can have at most 200 characters."]]);
    expect(said({ attributes: many })).toEqual([["attributes", "A case can have at most 20 attributes."]]);
    expect(said({ attributes: { n: 1 } })).toEqual([["attributes.n", "This must be text."]]);
    expect(said({ attributes: { model: "m".repeat(201) } })).toEqual([
      ["attributes.model", "An attribute can have at most 200 characters."],
    ]);
    expect(said({ attributes: ["a"] })?.[0]?.[0]).toBe("attributes");
  });
});

test("cases without either have the versions they had; the order of names makes no other", () => {
  expect(partsOfGrouping({ group: null, attributes: null })).toEqual([]);
  const [one, other] = [
    { a: "1", b: "2" },
    { b: "2", a: "1" },
  ].map((attributes) => partsOfGrouping({ group: null, attributes }));
  expect(one).toEqual(other);
  expect(partsOfGrouping({ group: "g", attributes: null })).not.toEqual(one);
});

test("what is judged of a group stands in one track, also beside what is stored", () => {
  const book = new BenchmarkBook({ groups: new Map([["rating\nold", "Gold"]]), standards: new Map() });
  const enter = (group: string, track: string, kind: "rating" | "texts" = "rating") =>
    book.enter({ line: 3, group, kind, own: { scale: "rolethink-gold" } }, track, "a.jsonl");
  expect(enter("g1", "Gold")).toBeNull();
  expect(enter("g1", "Gold")).toBeNull();
  expect(enter("g1", "Silver")).toMatchObject({ line: 3, column: "group", found: "g1" });
  expect(enter("old", "Silver")?.problem).toContain("those of this group in Gold");
  // Questions about one person with three options and with four are two tracks.
  expect([enter("g1", "Three", "texts"), enter("g1", "Four", "texts")]).toEqual([null, null]);
});
