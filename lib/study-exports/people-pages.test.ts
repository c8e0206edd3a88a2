import { expect, test } from "vitest";
import { readPeoplePage } from "#lib/study-exports/people-pages.ts";
import type { NumberedPerson } from "#lib/study-exports/numbering.ts";

const many = 150;
const people = Array.from({ length: many }, (_, i) => ({
  number: i + 1,
  index: i,
  person: { sittingId: `sitting-${i}` },
})) as unknown as NumberedPerson[];
/** Some have nothing, some more than a page. */
const countOf = (number: number) => (number % 5 === 0 ? 0 : number === 42 ? 70 : 7);

type Row = { number: number; position: number };
const everything: Row[] = people.flatMap(({ number }) =>
  Array.from({ length: countOf(number) }, (_, i) => ({ number, position: i + 1 })),
);

const most = { people: 0, rows: 0 };
const page = (after: string | null, limit: number, mark = "m1") =>
  readPeoplePage<Row>(
    { people, mark },
    { after, limit },
    2,
    async ({ ids, numbers, at: [number = 0, position = 0], limit: wanted }) => {
      most.people = Math.max(most.people, ids.length);
      const rows = everything
        .filter((row) => numbers.includes(row.number))
        .filter((row) => row.number > number || (row.number === number && row.position > position))
        .slice(0, wanted);
      most.rows = Math.max(most.rows, rows.length);
      return rows;
    },
    ({ number, position }) => [number, position],
  );

test.each([1, 13, 50, 2000])(
  "pages of %i hold every row once, in order, however they fall",
  async (limit) => {
    const rows: Row[] = [];
    for (let after: string | null = null; ;) {
      const found = await page(after, limit);
      if (typeof found === "string") throw new Error(found);
      expect(found.found.length).toBeLessThanOrEqual(limit);
      rows.push(...found.found.map(({ row }) => row));
      if (found.next === null) break;
      after = found.next;
    }
    expect(rows).toEqual(everything);
  },
);

test("no statement is asked for more people or rows than it may, so that memory stays as it is", async () => {
  most.rows = 0;
  await page(null, 60);
  expect(most.people).toBeLessThan(many);
  expect(most.rows).toBeLessThanOrEqual(60);
});

test("a page that never was, or that counted other people, is refused", async () => {
  for (const wrong of ["", "m1", "m1-1", "m1-1-1-1", "m1-x-1", "m1-1-99999999999", "M1-1-1"])
    expect(await page(wrong, 5)).toBe("wrong_cursor");
  const first = await page(null, 5);
  const next = typeof first === "string" ? null : first.next;
  expect(await page(next, 5, "m2")).toBe("people_changed");
});
