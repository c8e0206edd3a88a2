import { expect, test } from "vitest";
import { curate, writeCuratedCase } from "#lib/curation/pool/curate.ts";
import type { Pool, PoolSettings } from "#lib/benchmarks/lineage/pool-schema.ts";

const works = { Keys: ["Ada", "Bo", "Cy", "Di", "Ed"], Locks: ["Flo", "Gus"], Hinges: ["Hal"] };
const roles = Object.entries(works).flatMap(([work, names]) =>
  names.map((name) => ({ work, name, profile: `${name} of ${work}.` })),
);
const say = (id: string, work: string, before: string, speaker: string, text: string) => ({
  id,
  work,
  turns: [
    { speaker: before, text: "And?" },
    { speaker, text },
  ],
});
const long = "one two three four five";
const pool: Pool = {
  roles,
  exchanges: [
    say("kept", "Keys", "Ada", "Bo", `[hm] ${long}`),
    say("stranger", "Keys", "Ada", "Nobody", long),
    say("short", "Keys", "Bo", "Ada", "[only thought] yes"),
    say("few", "Locks", "Gus", "Flo", long),
    say("alone", "Hinges", "A voice", "Hal", long),
  ],
};
const settings: PoolSettings = {
  track: "Literary",
  language: "en",
  fewestTokens: 5,
  before: 0,
  way: "random",
  among: "work",
  distractors: 3,
  seed: 7,
  odd: { same_person: "replace", first_speaker: "keep" },
};
const sources = {
  countTokens: (text: string) => text.split(/\s+/).length,
  models: [],
  signal: new AbortController().signal,
};
const run = (change: Partial<PoolSettings> = {}) => curate(pool, { ...settings, ...change }, sources);

test("what goes out says at which stage and why, and the counts add up", async () => {
  const { cases, dropped, stages } = await run();
  expect(cases.map(({ exchange }) => exchange.id)).toEqual(["kept"]);
  expect(dropped.map(({ exchange, ...why }) => ({ id: exchange.id, ...why }))).toEqual([
    { id: "stranger", stage: "pool", reason: "no_profile", detail: "Nobody" },
    { id: "short", stage: "length", reason: "too_short", detail: "3" },
    { id: "few", stage: "distractors", reason: "too_few_roles", detail: "Locks" },
    { id: "alone", stage: "distractors", reason: "too_few_roles", detail: "Hinges" },
  ]);
  expect(stages).toEqual([
    { stage: "pool", into: 5, out: 4, reasons: { no_profile: 1 } },
    { stage: "length", into: 4, out: 3, reasons: { too_short: 1 } },
    { stage: "distractors", into: 3, out: 1, reasons: { too_few_roles: 2 } },
  ]);
});

test("lots are drawn by the seed: the same again, others with another, from all works where that is asked", async () => {
  const drawn = async (change: Partial<PoolSettings>) =>
    (await run({ ...change, among: "all" })).cases.map(({ chosen }) => chosen.map(({ role }) => role));
  const once = await drawn({});
  expect(once).toHaveLength(3);
  expect(await drawn({})).toEqual(once);
  expect(await drawn({ seed: 8 })).not.toEqual(once);
});

test("everybody else of a work, as with the levels of an audience", async () => {
  const { cases } = await run({ way: "work" });
  expect(
    cases.map(({ exchange, chosen }) => [exchange.id, chosen.map(({ role }) => roles[role]?.name)]),
  ).toEqual([
    ["kept", ["Ada", "Cy", "Di", "Ed"]],
    ["few", ["Gus"]],
  ]);
});

test("a case is written as a line: turns in parts, the last without a name, the right option anywhere", async () => {
  const [made] = (await run()).cases;
  const line = JSON.parse(made ? writeCuratedCase(made, pool, settings) : "{}") as {
    options: { name: string; profile: string }[];
  };
  expect(line).toMatchObject({
    id: "kept",
    track: "Literary",
    kind: "choice",
    source: "Keys",
    gold: "Bo",
    content: {
      turns: [
        { speaker: "Ada", parts: [{ type: "speech", text: "And?" }] },
        {
          speaker: null,
          parts: [
            { type: "thought", text: "hm" },
            { type: "speech", text: long },
          ],
        },
      ],
    },
  });
  expect(line.options).toHaveLength(4);
  expect(line.options.find(({ name }) => name === "Bo")?.profile).toBe("Bo of Keys.");
  const places = Array.from({ length: 40 }, (_, seed) => {
    const written = made ? writeCuratedCase(made, pool, { ...settings, seed }) : "{}";
    return (JSON.parse(written) as typeof line).options.findIndex(({ name }) => name === "Bo");
  });
  expect(new Set(places)).toEqual(new Set([0, 1, 2, 3]));
});
