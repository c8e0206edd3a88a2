import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { variables, type Variable } from "#lib/environment.ts";

const page = readFileSync("docs/asvs.md", "utf8");

/** The requirements of levels 1 and 2 in version 5.0.0, by section. */
const level2 = `
  1.1.1–2 1.2.1–9 1.3.1–11 1.4.1–3 1.5.1–2
  2.1.1–3 2.2.1–3 2.3.1–4 2.4.1–1
  3.2.1–2 3.3.1–4 3.4.1–6 3.5.1–5 3.7.1–2
  4.1.1–3 4.2.1–1 4.3.1–2 4.4.1–4
  5.1.1–1 5.2.1–3 5.3.1–2 5.4.1–3
  6.1.1–3 6.2.1–12 6.3.1–4 6.4.1–4 6.5.1–5 6.6.1–3 6.8.1–4
  7.1.1–3 7.2.1–4 7.3.1–2 7.4.1–5 7.5.1–2 7.6.1–2
  8.1.1–2 8.2.1–3 8.3.1–1 8.4.1–1
  9.1.1–3 9.2.1–4
  10.1.1–2 10.2.1–2 10.3.1–4 10.4.1–11 10.5.1–5 10.6.1–2 10.7.1–3
  11.1.1–2 11.2.1–3 11.3.1–3 11.4.1–4 11.5.1–1 11.6.1–1
  12.1.1–3 12.2.1–2 12.3.1–4
  13.1.1–1 13.2.1–5 13.3.1–2 13.4.1–5
  14.1.1–2 14.2.1–4 14.3.1–3
  15.1.1–3 15.2.1–3 15.3.1–7
  16.1.1–1 16.2.1–5 16.3.1–4 16.4.1–3 16.5.1–3
  17.1.1–1 17.2.1–4 17.3.1–2`;

/** "6.2.1–6.2.4" and "6.2.1–4" are four numbers. */
const listNumbers = (text: string): string[] =>
  [...text.matchAll(/(\d+\.\d+)\.(\d+)(?:–(?:\d+\.\d+\.)?(\d+))?/g)].flatMap(([, section, from, to = from]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => `${section}.${Number(from) + i}`),
  );

test("every requirement of level 2 stands once on the page, and no other", () => {
  const expected = listNumbers(level2);
  expect(expected).toHaveLength(253);
  const named = [...page.matchAll(/^(?:\* \*\*([\d., –]+)\*\*:|\| ([\d., –]*\d) \|)/gm)];
  const listed = named.flatMap(([, inList, inTable]) => listNumbers(inList ?? inTable ?? ""));
  expect(listed.toSorted()).toEqual(expected.toSorted());
});

test("the page lists every secret that the product takes", () => {
  const secrets = Object.entries<Variable>(variables).flatMap(([name, { secret }]) => (secret ? [name] : []));
  expect(secrets.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
