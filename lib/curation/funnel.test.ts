import { expect, test } from "vitest";
import type { Lineage, LineageLink } from "#lib/benchmarks/lineage/schema.ts";
import { drawLineage, formatLineage } from "#lib/curation/funnel.ts";

const pool = { slug: "pool", name: "Pool" };
const hard = { slug: "hard", name: "Hard" };
const seen = { slug: "seen", name: "Seen by people" };
const run = { method: "zero-shot", version: "", isFake: false, digest: "" };
const link = { digest: "", madeAt: new Date("2026-11-27T12:00:00Z") };

const lineage: Lineage = [
  {
    ...link,
    benchmark: hard,
    parent: pool,
    stages: [
      {
        stage: "confidence",
        settings: { threshold: 0.5, exactly: "stays", rule: "most" },
        counts: {
          cases: 110_000,
          dropped: 81_435,
          kept: 28_565,
          withoutVote: 12,
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
    benchmark: seen,
    parent: hard,
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
      id: "0",
      title: "Pool",
      lines: ["110,000 cases"],
      leaving: {
        title: "Confidence: 81,435 out",
        lines: [
          "right option above 0.5 in most runs",
          "Literary: 80,000",
          "Drama: 1,435",
          "Oar · zero-shot alone: 70,000",
          "lantern · zero-shot alone: 60,000",
        ],
      },
    },
    {
      id: "1",
      title: "Hard",
      lines: ["28,565 cases", "500 to the next stage"],
      leaving: {
        title: "Review: 120 out",
        lines: ["not decided: 10", "not accepted: 90", "accepted, in batches that weren’t: 20"],
      },
    },
    { id: "2", title: "Seen by people", lines: ["380 cases"] },
  ]);
  expect(csv.slice(0, 3)).toEqual([
    ["number", "benchmark", "stage", "what", "track", "run", "unit", "count"],
    [1, "hard", "confidence", "into", null, null, "cases", 110_000],
    [1, "hard", "confidence", "dropped", "Literary", null, "cases", 80_000],
  ]);
  expect(csv.at(-1)).toEqual([2, "seen", "review", "out", null, null, "cases", 380]);
  expect(formatLineage(lineage, "en")).toBe("380 of 110,000 cases remained after 2 stages.");
  expect(drawLineage(lineage, "zh-CN").title).toBe("题目如何筛选而来");
});

const made: LineageLink = {
  ...link,
  benchmark: pool,
  parent: null,
  stages: [
    {
      stage: "pool",
      settings: { files: [], track: "Literary", language: "en", before: 0 },
      counts: { works: 770, roles: 20_000, into: 150_000, out: 149_000, reasons: { no_profile: 1000 } },
      models: [],
    },
    {
      stage: "length",
      settings: { fewestTokens: 25, tokenizer: "cl100k_base" },
      counts: { into: 149_000, out: 110_003, reasons: { too_short: 38_997 } },
      models: [],
    },
    {
      stage: "distractors",
      settings: {
        way: "each",
        among: "all",
        distractors: 3,
        seed: 1,
        odd: { same_person: "replace", first_speaker: "keep" },
      },
      counts: {
        into: 110_003,
        out: 110_000,
        reasons: { too_few_roles: 3 },
        replaced: 512,
        odd: { same_person: 0, first_speaker: 40 },
      },
      models: [
        { model: "bge-m3", length: 1024, sha256: "" },
        { model: "fake-embed", length: 32, isFake: true, sha256: "" },
      ],
    },
  ],
};

test("where cases were made of a pool, the figure begins with its exchanges, and goes on to the last benchmark", () => {
  const { figure, csv } = drawLineage([made, ...lineage], "en");
  if (figure.kind !== "flow") throw new Error(figure.kind);
  expect(figure.input.steps.slice(0, 4)).toEqual([
    {
      id: "0",
      title: "Pool",
      lines: ["150,000 exchanges", "works: 770; roles with a profile: 20,000"],
      leaving: { title: "Pool: 1,000 out", lines: ["last speaker without profile"] },
    },
    {
      id: "1",
      title: "After: Pool",
      lines: ["149,000 exchanges"],
      leaving: {
        title: "Length: 38,997 out",
        lines: ["last turn under 25 tokens (cl100k_base)"],
      },
    },
    {
      id: "2",
      title: "After: Length",
      lines: ["110,003 exchanges"],
      leaving: {
        title: "Distractors: 3 out",
        lines: [
          "distractors: 3, nearest by each model, from all works",
          "bge-m3",
          "fake-embed (fake server)",
          "too few other roles: 3",
          "cases with a replaced option: 512",
          "cases with an earlier speaker: 40",
        ],
      },
    },
    {
      id: "3",
      title: "Pool",
      lines: ["110,000 cases"],
      leaving: expect.objectContaining({ title: "Confidence: 81,435 out" }) as object,
    },
  ]);
  expect(figure.input.steps.map(({ title }) => title).slice(4)).toEqual(["Hard", "Seen by people"]);
  expect(csv.filter(([number]) => number === 3)).toEqual([
    [3, "pool", "distractors", "into", null, null, "exchanges", 110_003],
    [3, "pool", "distractors", "too few other roles", null, null, "exchanges", 3],
    [3, "pool", "distractors", "in which somebody odd was replaced by the next", null, null, "cases", 512],
    [
      3,
      "pool",
      "distractors",
      "with an option that may be somebody there under another name",
      null,
      null,
      "cases",
      0,
    ],
    [3, "pool", "distractors", "with somebody who spoke before among the options", null, null, "cases", 40],
    [3, "pool", "distractors", "out", null, null, "cases", 110_000],
  ]);
  const all = [made, ...lineage];
  expect(formatLineage(all, "en")).toBe("380 of 150,000 exchanges became cases after 5 stages.");
  expect(formatLineage(all, "zh-CN")).toBe("150,000 段对话经过 5 个阶段，380 段成为题目。");
});
