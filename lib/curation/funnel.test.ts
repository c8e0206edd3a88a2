import { expect, test } from "vitest";
import type { Lineage } from "#lib/benchmarks/lineage/schema.ts";
import { drawLineage, tellLineage } from "#lib/curation/funnel.ts";

const pool = { slug: "pool", name: "Pool" };
const hard = { slug: "hard", name: "Hard" };
const seen = { slug: "seen", name: "Seen by people" };
const run = { method: "zero-shot", version: "", isFake: false, digest: "" };
const link = { digest: "", madeAt: new Date("2026-11-27T12:00:00Z") };

const lineage: Lineage = [
  {
    ...link,
    ...{ benchmark: hard, parent: pool },
    stages: [
      {
        stage: "confidence",
        settings: { threshold: 0.5, exactly: "stays", rule: "most" },
        counts: {
          ...{ cases: 110_000, dropped: 81_435, kept: 28_565, withoutVote: 12 },
          tracks: [
            { track: "Literary", cases: 100_000, dropped: 80_000, kept: 20_000, withoutVote: 12 },
            { track: "Drama", cases: 10_000, dropped: 1435, kept: 8565, withoutVote: 0 },
          ],
        },
        models: [
          { ...run, model: "Oar", predictions: 109_988, dropped: 70_000 },
          { ...run, model: "lantern", predictions: 100_000, dropped: 60_000 },
        ],
      },
    ],
  },
  {
    ...link,
    ...{ benchmark: seen, parent: hard },
    stages: [
      {
        stage: "review",
        settings: { review: "who", manifest: "" },
        counts: { items: 500, decided: 490, checked: 100, accepted: 400, acceptedInBatches: 380 },
        models: [],
      },
    ],
  },
];

test("a chain of stages is drawn with what went in and out, and why the rest left", () => {
  const { figure, csv } = drawLineage(lineage, "en");
  if (figure.kind !== "flow") throw new Error(figure.kind);
  expect(figure.input.steps).toEqual([
    {
      ...{ id: "0", title: "Pool", lines: ["110,000 cases"] },
      leaving: {
        title: "Confidence: 81,435 out",
        lines: [
          "the right option had more than 0.5 in most runs",
          "Literary: 80,000",
          "Drama: 1,435",
          "Oar · zero-shot, by itself: 70,000",
          "lantern · zero-shot, by itself: 60,000",
        ],
      },
    },
    {
      ...{ id: "1", title: "Hard", lines: ["28,565 cases", "500 went into the next stage"] },
      leaving: {
        title: "Review: 120 out",
        lines: ["not decided: 10", "not accepted: 90", "accepted, in batches that weren’t: 20"],
      },
    },
    { id: "2", title: "Seen by people", lines: ["380 cases"] },
  ]);
  expect(csv.slice(0, 3)).toEqual([
    ["number", "benchmark", "stage", "what", "track", "run", "cases"],
    [1, "hard", "confidence", "into", null, null, 110_000],
    [1, "hard", "confidence", "dropped", "Literary", null, 80_000],
  ]);
  expect(csv.at(-1)).toEqual([2, "seen", "review", "out", null, null, 380]);
  expect(tellLineage(lineage, "en")).toBe("Of 110,000 cases, 380 came through 2 stages.");
  expect(drawLineage(lineage, "zh-CN").title).toBe("题目如何筛选而来");
});
