import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { getOwnPlace, getOwnScore } from "#lib/sittings/serving/case-queries.ts";
import { nameKinds } from "#lib/studies/opening/frozen-queries.ts";
import { parseManifest } from "#lib/studies/opening/manifest.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { readManifest } from "#lib/studies/opening/plan-reading.ts";
import { getManifest } from "#lib/studies/queries.ts";
import { lookAt, makeDraft, requireStudy } from "#lib/studies/testing/drafts.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { answerCase, begin, expectValue } from "#lib/testing/trial-study.ts";

const trial = await useTrialBenchmark();
const { viewer } = trial;
const read = (name: string) =>
  readFileSync(`docs/formats/${name}-example.jsonl`, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const levels = { openness: 0, conscientiousness: 0, extraversion: 0, agreeableness: 0, neuroticism: 0 };

/** Two texts and three labels of which it is known what is right, one of which it isn't, and a judged person with expected levels. */
async function open(questions: object) {
  const texts = read("texts")
    .filter(({ gold }) => gold !== undefined)
    .slice(0, 2);
  const labels = read("labels").map(({ gold: _, ...rest }) => rest);
  const known = labels.slice(0, 3).map((line) => ({ ...line, gold: "Contradiction" }));
  const [person] = read("traits");
  const expected = Object.fromEntries(Object.keys(levels).map((trait) => [trait, "Low"]));
  const lines = [
    ...texts,
    ...known,
    ...labels.slice(3, 4),
    { ...person, gold: expected, track: "Traits" },
  ].map((line, position) => ({ ...line, id: `case-${position}`, group: undefined }));
  const all = lines.map((line) => JSON.stringify(line)).join("\n");
  expect((await trial.importCases(all, { track: null })).problems).toEqual([]);
  const quota = { [String(texts[0]?.["track"])]: 2, Consistency: 4, Traits: 1 };
  const slug = await makeDraft(viewer, trial.slug(), {
    ...{ frame: { tracks: Object.keys(quota) }, sample: { seed: 7, quota }, questions },
  });
  expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
  const { id } = await requireStudy(viewer, slug);
  const { code } = expectValue(await createOpenLink(viewer, id, { cap: 10, cohort: null, expiresAt: null }));
  return { id, link: code };
}

test("the score at the end is told kind by kind, of cases of which it is known what is right", async () => {
  const study = await open({ showScore: true, mayPass: true });
  const sitter = await begin(study);
  const place = await getOwnPlace(sitter.viewer, sitter.sittingId);
  expect(place?.kinds).toEqual(["texts", "label", "traits"]);
  let passes = 1;
  for (const { position, asked } of place?.progress ?? [])
    await answerCase(
      sitter,
      position,
      asked.kind === "traits"
        ? levels
        : asked.kind === "label" && passes-- > 0
          ? { cannotRead: true }
          : { choice: 0 },
    );
  expect(await getOwnScore(sitter.viewer, sitter.sittingId)).toEqual([]);
  expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
  const scores = await getOwnScore(sitter.viewer, sitter.sittingId);
  expect(scores.map(({ kind, count, passed }) => [kind, count + passed])).toEqual([
    ["texts", 2],
    ["label", 3],
  ]);
  for (const { right, count } of scores) expect(right).toBeLessThanOrEqual(count);
});

test("a manifest that names no kinds has those of the cases that the study drew", async () => {
  const study = await open({});
  const stored = await getManifest(study.id);
  const manifest = parseManifest(stored?.content ?? "");
  const old = manifest.eligible.map(({ kinds: _, withGold: __, ...rest }) => rest);
  expect(readManifest({ ...manifest, eligible: old }).task.kinds).toEqual(["choice"]);
  const named = await nameKinds(study.id, old);
  const kindsOf = (eligible: typeof manifest.eligible) =>
    eligible.map(({ track, kinds = [] }) => `${track}: ${kinds.join(", ")}`);
  expect(kindsOf(named)).toEqual(kindsOf(manifest.eligible));
  expect(readManifest({ ...manifest, eligible: named }).task).toMatchObject({
    kinds: readManifest(manifest).task.kinds,
    measures: readManifest(manifest).task.measures,
  });
  // Of a track of which no case was drawn nothing is known, and nothing is said.
  const undrawn = await nameKinds(
    study.id,
    old.map((one) => ({ ...one, track: `no ${one.track}` })),
  );
  expect(undrawn.flatMap(({ kinds }) => kinds)).toEqual([]);
  // What it names itself stands.
  expect(await nameKinds(study.id, manifest.eligible)).toBe(manifest.eligible);
});
