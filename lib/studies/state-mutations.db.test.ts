import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { archiveStudy, closeStudy, pauseStudy, reopenStudy } from "#lib/studies/state-mutations.ts";
import { lookAt, makeDraft, requireStudy } from "#lib/studies/testing/drafts.ts";
import { someCases } from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const trial = await useTrialBenchmark({ cases: someCases(6) });
const { viewer } = trial;
const moves = { pause: pauseStudy, reopen: reopenStudy, close: closeStudy, archive: archiveStudy };
type Move = keyof typeof moves;

async function makeOpen(): Promise<string> {
  const slug = await makeDraft(viewer, trial.slug());
  const opened = await openStudy(viewer, slug, await lookAt(viewer, slug));
  if (!opened.ok) throw new Error(opened.error);
  return slug;
}

const possible: Record<string, readonly Move[]> = {
  open: ["pause", "close"],
  paused: ["reopen", "close"],
  closed: ["archive"],
  archived: [],
};
const ways: Record<string, readonly Move[]> = {
  open: [],
  paused: ["pause"],
  closed: ["pause", "close"],
  archived: ["close", "archive"],
};

test.each(Object.keys(possible))("from %s only what is meant to be possible is", async (state) => {
  for (const name of Object.keys(moves) as Move[]) {
    const slug = await makeOpen();
    for (const step of ways[state] ?? []) await moves[step](viewer, slug);
    expect((await requireStudy(viewer, slug)).state).toBe(state);
    const moved = await moves[name](viewer, slug);
    expect([name, moved.ok || moved.error]).toEqual([
      name,
      possible[state]?.includes(name) ? true : "not_possible",
    ]);
  }
});

test("a draft can't be paused or closed, and nothing can that isn't there", async () => {
  const slug = await makeDraft(viewer, trial.slug());
  for (const move of Object.values(moves)) {
    expect(await move(viewer, slug)).toMatchObject({ error: "not_possible" });
    expect(await move(viewer, "nowhere")).toMatchObject({ error: "not_found" });
  }
});

test("closing sets its time, takes the typed title, and is recorded once however often it is asked", async () => {
  const slug = await makeOpen();
  expect(await closeStudy(viewer, slug, "Something")).toMatchObject({ error: "wrong_name" });
  const results = await Promise.all([1, 2, 3].map(() => closeStudy(viewer, slug, "Night watch")));
  expect(results.filter(({ ok }) => ok)).toEqual([{ ok: true, value: { from: "open" } }]);
  const study = await requireStudy(viewer, slug);
  expect(study.closedAt).toBeInstanceOf(Date);
  expect(await db.auditEvent.count({ where: { subjectId: study.id, action: "study.closed" } })).toBe(1);
});
