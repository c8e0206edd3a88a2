import { expect, test } from "vitest";
import { findNearestOfAll, findNearest } from "#lib/curation/pool/distractors/nearest.ts";
import { someVectors } from "#lib/curation/testing/some-vectors.ts";

test("the nearest are the same on threads", async () => {
  const { signal } = new AbortController();
  const vectors = someVectors(1200, 300);
  expect(await findNearestOfAll(vectors, { most: 4, signal })).toEqual(findNearest(vectors, { most: 4 }));
  const gone = AbortSignal.abort(new Error("nobody waits"));
  await expect(findNearestOfAll(vectors, { most: 4, signal: gone })).rejects.toThrow();
});
