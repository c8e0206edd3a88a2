import { expect, test } from "vitest";
import { getAcross, sortParts } from "#lib/study-results/across/across.ts";
import { drawAcross } from "#lib/study-results/figures/across.ts";
import { chooseKind } from "#lib/study-results/rows/rows-queries.ts";
import { makeCase, makePerson, makeRows } from "#lib/study-results/testing/made-rows.ts";

const cases = Array.from({ length: 12 }, (_, i) => makeCase(i));
const people = [1, 2, 3, 4].map((number) => makePerson(number, cases));
const plain = makeRows({ cases, people, slug: "plain" });
const kinds = ["choice", "texts"] as const;
/** The same answers as those of two kinds, each by itself. */
const mixed = kinds.map((kind, at) => ({
  ...makeRows({ cases, people, slug: "mixed" }),
  kind,
  kinds,
  tracks: plain.tracks.map((track) => ({ ...track, name: ["Literary", "Lines"][at] ?? "" })),
}));
const [ofChoice, ofTexts] = mixed as [(typeof mixed)[number], (typeof mixed)[number]];
const pick = (rows: typeof plain) => ({ rows, pick: { slug: rows.study.slug, cohort: null } });

test("a part of a study of several kinds is named by its kind, on the plot and in its file", () => {
  const { parts } = getAcross(sortParts([pick(plain), pick(ofTexts)], {}).parts);
  const { figure, csv } = drawAcross(parts, { locale: "en" });
  expect(figure.input.groups[0]?.rows.map(({ label }) => label)).toEqual([
    "Study plain",
    "Study mixed (Texts)",
  ]);
  expect(csv.map((line) => line.at(-1))).toEqual(["kind", "choice", "texts"]);
  const chinese = drawAcross(parts, { locale: "zh-CN" }).figure.input.groups[0]?.rows;
  expect(chinese?.[1]?.label).toBe("Study mixed（文本选项）");
});

test("no two parts of different kinds are tested against each other; two of one kind are", () => {
  const { differences, tests } = getAcross(sortParts([pick(plain), pick(ofTexts), pick(ofChoice)], {}).parts);
  expect(differences.map(({ first, second, why, p }) => [first, second, why, p !== null])).toEqual([
    [0, 1, "other_kind", false],
    [0, 2, null, true],
    [1, 2, "same_people", false],
  ]);
  expect(tests).toBe(1);
});

test("a study without the kind that is asked for is told as such; no such kind asks for none", () => {
  const sorted = sortParts([pick(plain), pick(ofTexts)], { kind: "texts" });
  expect(sorted.parts.map(({ rows }) => rows.kind)).toEqual(["texts"]);
  expect(sorted.notShown.map(({ why }) => why)).toEqual(["no_such_kind"]);
  expect(sortParts([pick(plain)], { kind: "riddle" }).notShown).toEqual([]);
});

test("an address names a kind by itself or by a track of it; else it is the first", () => {
  const whole = { rows: ofChoice, byKind: mixed };
  expect(chooseKind(whole, { kind: "texts" }).kind).toBe("texts");
  expect(chooseKind(whole, { track: "Lines" }).kind).toBe("texts");
  expect(chooseKind(whole, { kind: "riddle", track: "Nowhere" }).kind).toBe("choice");
  expect(chooseKind(whole, { kind: "choice", track: "Lines" }).kind).toBe("choice");
});
