import { expect, test } from "vitest";
import type { Lineage } from "#lib/benchmarks/lineage/schema.ts";
import { renderCard, type CardFacts } from "#lib/benchmark-folders/card.ts";

const digest = "ab".repeat(32);
type Description = CardFacts["description"];

const plain: Description = {
  format: "benchside-benchmark/1",
  name: "Rivers *and* mills",
  description: "",
  isDemo: false,
  digest,
  cases: 1056,
  asOf: "2026-03-04T05:06:07.000Z",
  studies: [],
  lineage: null,
  tracks: [
    { name: "Literary", language: "en", categories: "own", categoryNames: [], cases: 1000 },
    { name: "戏剧", language: "zh-CN", categories: "ordered", categoryNames: ["low", "high"], cases: 56 },
  ],
  stated: {
    release: "1.0.0",
    licence: "CC BY 4.0",
    creator: "The river group",
    contact: "rivers@example.org",
    limits: "Three works only.\n\n\nMade up.",
    address: null,
  },
};

const write = (changes: Partial<Description> = {}, chain: Lineage | null = null, kinds = ["choice"]) =>
  renderCard({ description: { ...plain, ...changes }, kinds, chain });

/** What programs read: between the two lines at the top. */
const headOf = (card: string) => card.split("---\n")[1] ?? "";

test("a card without studies or lineage claims nothing of people, and says that nothing is known of the making", () => {
  const card = write();
  expect(headOf(card)).toBe(
    [
      'pretty_name: "Rivers *and* mills"',
      "license: cc-by-4.0",
      "language:",
      '  - "en"',
      '  - "zh"',
      "size_categories:",
      "  - 1K<n<10K",
      "tags:",
      "  - benchmark",
      "configs:",
      "  - config_name: cases",
      "    default: true",
      "    data_files:",
      "      - split: test",
      "        path: data/cases.parquet\n",
    ].join("\n"),
  );
  for (const said of [
    "# Rivers \\*and\\* mills",
    "| Literary | en | 1,000 | each case’s own |",
    "| 戏剧 | zh-CN | 56 | low < high |",
    "The cases were imported from files; nothing else was recorded",
    "nothing is claimed of people",
    "Three works only.\n\nMade up.",
    "CC BY 4.0 (<https://spdx.org/licenses/CC-BY-4.0.html>)",
    "go to rivers@example.org.",
  ])
    expect(card).toContain(said);
  expect(card).not.toMatch(/human-baseline|lineage\.json|data\/answers|undefined/);
});

test("a licence that no list has is named as it was typed, and linked where it is an address", () => {
  const of = (licence: string) => write({ stated: { ...plain.stated, licence } });
  const words = of('Ours: "read, don’t train"');
  expect(headOf(words)).toContain('license: other\nlicense_name: "Ours: \\"read, don’t train\\""\n');
  expect(words).not.toContain("license_link");
  const address = of("https://example.org/licence");
  expect(headOf(address)).toContain('license_link: "https://example.org/licence"');
  expect(address.match(/<https:\/\/example\.org\/licence>/g)).toBeNull();
});

const madeAt = new Date("2026-02-03T04:05:06Z");
const chain: Lineage = [
  {
    benchmark: { slug: "rivers", name: "Rivers" },
    parent: null,
    digest,
    madeAt,
    stages: [
      {
        stage: "length",
        models: [],
        settings: { fewestTokens: 25, tokenizer: "o200k_base" },
        counts: { into: 1176, out: 1056, reasons: { too_short: 120 } },
      },
    ],
  },
  {
    benchmark: { slug: "hard-rivers", name: "Hard rivers" },
    parent: { slug: "rivers", name: "Rivers" },
    digest,
    madeAt,
    stages: [
      {
        stage: "confidence",
        settings: { threshold: 0.5, exactly: "stays", rule: "any" },
        counts: { cases: 1056, dropped: 430, kept: 626, withoutVote: 0, tracks: [] },
        models: [
          {
            model: "lamp",
            method: "zero-shot",
            version: "",
            isFake: true,
            predictions: 1056,
            dropped: 430,
            digest,
          },
          {
            model: "lens",
            method: "",
            version: "",
            isFake: false,
            predictions: 1056,
            dropped: 0,
            digest,
          },
        ],
      },
    ],
  },
];

test("the way from the pool is told stage by stage, with what was faked", () => {
  const card = write({ lineage: digest }, chain);
  for (const said of [
    "Rivers was made of a pool of exchanges on 2026-02-03:",
    "1,176 in, 1,056 out",
    "Hard rivers was made of Rivers on 2026-02-03:",
    "1,056 in, 626 out",
    "lamp · zero-shot is a fake model",
    "* `lineage.json`:",
  ])
    expect(card).toContain(said);
  expect(card).not.toContain("lens is a fake model");
  expect(card).not.toContain("nothing else was recorded");
});

const study: Description["studies"][number] = {
  study: "who-speaks",
  title: "Who speaks?",
  who: "simulated",
  isDemo: true,
  plan: digest,
  people: 20,
  openedAt: "2026-02-04T00:00:00.000Z",
  closedAt: "2026-02-09T00:00:00.000Z",
  selection: { model: "lamp", method: "", version: "" },
  arms: { differ: "profiles", names: ["Told", "Un*told*"], shown: "Told" },
  baselines: [
    {
      kind: "choice",
      stratum: "selected",
      people: 20,
      cases: 50,
      answers: 1000,
      accuracy: 0.9084,
      low: 0.87,
      high: 0.9361,
      level: 0.95,
      reason: null,
    },
    {
      kind: "choice",
      stratum: "control",
      people: 2,
      cases: 3,
      answers: 6,
      accuracy: null,
      low: null,
      high: null,
      level: 0.95,
      reason: "too_few",
    },
    {
      kind: "rating",
      stratum: "selected",
      people: 20,
      cases: 9,
      answers: 180,
      accuracy: null,
      low: null,
      high: null,
      level: 0.95,
      reason: "no_right_answers",
    },
    {
      kind: "mcq",
      stratum: "selected",
      people: 20,
      cases: 9,
      answers: 180,
      accuracy: 1,
      low: null,
      high: null,
      level: 0.95,
      reason: "no_variation",
    },
  ],
};

test("answers come with their figures and n, a reason in place of each that isn’t there, and what they are no proof of", () => {
  const card = write({ isDemo: true, studies: [study] }, null, ["choice", "rating"]);
  expect(headOf(card)).toContain("  - human-baseline\n");
  expect(headOf(card)).toContain(
    "config_name: answers\n    data_files:\n      - split: test\n        path: data/answers.parquet",
  );
  for (const said of [
    "**A demo: made up to try the product with.**",
    "**Who speaks?** (`who-speaks`), 2026-02-04 to 2026-02-09; plan frozen before it began",
    "**Nobody took part: a program made these answers up.** A demo.",
    "**90.8% right** (95% interval 87.0% to 93.6%; 20 people, 50 cases, 1,000 answers)",
    "choice, `control`: no figure (too few for a claim; 2 people, 3 cases, 6 answers)",
    "rating, `selected`: no figure (nothing is right or wrong, so there is no accuracy; 20 people",
    "**100.0% right** (no interval: nothing varies;",
    "are those that lamp got wrong while sure",
    "differ in whether profiles are shown (“Told”, “Un\\*told\\*”): answers and figure are of “Told” alone",
    "The answers of `who-speaks` say nothing of people.",
  ])
    expect(card).toContain(said);
  const all = write({
    studies: [{ ...study, arms: { differ: "instructions", names: ["A", "B"], shown: null } }],
  });
  expect(all).toContain("the figure is over all of them, and `arm` tells them apart");
});
