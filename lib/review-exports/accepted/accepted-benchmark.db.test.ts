import { describe, expect, test } from "vitest";
import { getLineage } from "#lib/benchmarks/lineage-queries.ts";
import { db } from "#lib/db.ts";
import { keepAcceptedCases, type RunKeeping } from "#lib/review-exports/accepted/accepted-benchmark.ts";
import { closeReview } from "#lib/reviews/plan/state-mutations.ts";
import { reviewFigures } from "#lib/reviews/results/review-figures.ts";
import { getReviewRows } from "#lib/reviews/results/rows-queries.ts";
import { useTrialReviews } from "#lib/reviews/testing/trial-review.ts";
import { simulateReview } from "#lib/simulation/review/simulate-review.ts";
import { quietly } from "#lib/testing/benchmark-files.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const { viewer, benchmark, open } = await useTrialReviews({ cases: 24 });

describe("the cases that a review accepted", async () => {
  const run: RunKeeping = (_benchmark, _payload, store) => store(quietly);

  async function reviewed() {
    const review = await open({ batchSize: 12, coverage: { first: 24 } });
    const wish = { annotators: [1, 1], reviewers: [1], auditors: 0, acceptable: 0.75, seed: 5n };
    const { signal } = quietly;
    expectValue(await simulateReview(viewer, review.slug, { ...wish, acceptsBatches: true }, { signal }));
    const keep = (name: string, how: RunKeeping) =>
      keepAcceptedCases(viewer, { slug: review.slug, name }, how);
    expect(await keep("Kept", run)).toMatchObject({ ok: false, error: "not_closed" });
    expectValue(await closeReview(viewer, review.slug));
    return { review, keep };
  }

  test("are a benchmark of their own, with where they come from; nothing is made before the end, nor twice, nor by halves", async () => {
    const { review, keep } = await reviewed();
    const isThere = async (name: string) => (await db.benchmark.count({ where: { name } })) === 1;

    // Killed before its import had begun: what it made stays, empty, and doesn't stand in the way.
    const killed = Promise.withResolvers<never>();
    const begun = Promise.withResolvers<void>();
    const first = keep("Kept", () => {
      begun.resolve();
      return killed.promise;
    });
    await begun.promise;
    expect(await isThere("Kept")).toBe(true);
    // Killed before the last word: the database undoes what it had from it.
    const second = keep("Kept", (_benchmark, _payload, store) => store({ ...quietly, confirm: endImports }));
    await expect(second).rejects.toThrow();
    expect(await db.track.count({ where: { benchmark: { name: "Kept" } } })).toBe(0);

    const both = await Promise.allSettled([keep("Kept", run), keep("Kept", run)]);
    const [kept, ...more] = both.flatMap((one) =>
      one.status === "fulfilled" && one.value.ok ? one.value.value : [],
    );
    if (!kept) throw new Error("nothing was kept");
    expect(more).toEqual([]);
    const rows = await getReviewRows(viewer, review.slug);
    if (!rows) throw new Error("the review is gone");
    const { funnel } = reviewFigures(rows);
    expect(kept.cases).toBe(funnel.acceptedInBatches);
    const made = await db.benchmark.findUniqueOrThrow({
      where: { slug: kept.benchmark },
      select: { id: true, tracks: { select: { name: true, cases: { select: { key: true } } } } },
    });
    expect(made.tracks.flatMap((track) => track.cases)).toHaveLength(kept.cases);
    expect(await getLineage(viewer, made.id)).toMatchObject({
      parent: { slug: benchmark.slug },
      stages: [{ stage: "review", settings: { review: review.slug }, counts: { accepted: funnel.accepted } }],
    });
    expect(await keep("Kept", run)).toMatchObject({ ok: false, error: "name_taken" });
    killed.reject(new Error("killed"));
    await expect(first).rejects.toThrow("killed");
    expect(await isThere("Kept")).toBe(true);
  });
});

/** As if the process that stores were killed: its connection ends. */
async function endImports(): Promise<void> {
  await db.$queryRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction' AND pid <> pg_backend_pid()`;
}
