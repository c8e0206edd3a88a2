import { expect, test } from "vitest";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { findProblems, type Facts } from "#lib/studies/findings/problems.ts";
import { findWarnings } from "#lib/studies/findings/warnings.ts";
import type { TrackCount } from "#lib/studies/frame/survey.ts";
import { taskOf, measureOf } from "#lib/studies/frame/planned-task.ts";
import { designSchema } from "#lib/studies/schema.ts";
import { kindNames, type KindName } from "#lib/task-kinds/registry.ts";

const count = (kind: KindName, changes: Partial<TrackCount> = {}): TrackCount => ({
  track: kind,
  language: "en",
  cases: 40,
  selected: 40,
  unsure: 0,
  controls: 0,
  unanswered: 0,
  unparsed: 0,
  withoutGold: 0,
  withGold: 0,
  withoutContext: 0,
  kinds: [kind],
  ...changes,
});

test("what a track comes to follows from its kind, and from whether it is known what is right", () => {
  const measures = kindNames.map((kind) => [
    kind,
    measureOf(count(kind)),
    measureOf(count(kind, { withGold: 40 })),
  ]);
  expect(measures).toEqual(
    expect.arrayContaining([
      ["texts", "shares", "accuracy"],
      ["rating", "mean", "mean"],
      ["pair", "wins", "wins"],
      ["traits", "levels", "levels"],
      ["label", "shares", "accuracy"],
    ]),
  );
  expect(measureOf(count("choice", { withGold: 40 }))).toBe("accuracy");
});

test("several kinds are told together; an empty track tells nothing, and a plan without tracks is of the usual kind", () => {
  const both = taskOf([
    count("rating"),
    count("choice", { withGold: 40 }),
    count("pair", { cases: 0, kinds: [] }),
  ]);
  expect(both).toMatchObject({ kinds: ["rating", "choice"], measures: ["mean", "accuracy"], hasRight: true });
  expect(taskOf([count("rating")])).toMatchObject({
    hasRight: false,
    hasGold: false,
    ordersOptions: false,
  });
  expect(taskOf([])).toEqual(taskOf([count("choice", { withGold: 40 })]));
  // As studies were frozen before kinds were.
  expect(taskOf([{ cases: 3 }])).toMatchObject({ kinds: ["choice"], hasRight: true });
});

const facts = (track: TrackCount): Facts => ({
  benchmark: { slug: "harbour", name: "Harbour", isDemo: false, filters: [] },
  tracks: [track],
  referenceFound: true,
  sample: null,
  runs: [],
  comparatorUnanswered: null,
  unserved: null,
  reading: null,
  orders: null,
  sameTexts: null,
  localAddress: null,
});
const design = designSchema.parse({
  frame: { tracks: ["rating"] },
  sample: { seed: 1, quota: { rating: 20 } },
  rules: { interim: true },
  claims: { stopping: { halfWidth: 0.05, mostPeople: 40 } },
});
const codesOf = (found: readonly { code: string }[]) => found.map(({ code }) => code);

test("a plan without right answers isn't asked for checks, practice or a comparator, and can't stop by accuracy", () => {
  const aboutRight = ["no_attention", "no_practice", "no_comparator"];
  const said = (track: TrackCount) => codesOf(findWarnings(design, facts(track)));
  expect(said(count("rating")).filter((code) => aboutRight.includes(code))).toEqual([]);
  expect(said(count("label", { withGold: 40 }))).toEqual(expect.arrayContaining(aboutRight));
  expect(codesOf(findProblems(design, facts(count("rating"))))).toContain("stopping_without_right");
  expect(codesOf(findProblems(design, facts(count("label", { withGold: 40 }))))).not.toContain(
    "stopping_without_right",
  );
});

test("cases that show nothing before the question are warned of, since people could only guess", () => {
  const warnings = findWarnings(design, facts(count("texts", { withoutContext: 12 })));
  expect(warnings).toContainEqual({
    step: "sample",
    code: "no_context",
    values: { track: "texts", cases: 40, without: 12 },
  });
  expect(codesOf(findWarnings(design, facts(count("texts"))))).not.toContain("no_context");
});

test("every kind says its own sentences", () => {
  const sentences = Object.values(en.planKinds).flatMap((kind) => [kind.asked, kind.sure]);
  expect(new Set(sentences).size).toBe(2 * kindNames.length);
});
