import { expect, test } from "vitest";
import { checkFolder } from "#lib/benchmark-folders/check/check-folder.ts";
import { folderDescription } from "#lib/benchmark-folders/schema.ts";
import { readIn, readRows, request, useFolders } from "#lib/benchmark-folders/testing/written-folder.ts";
import { openFolder } from "#lib/benchmark-folders/write-folder.ts";
import type { Arms } from "#lib/studies/arms/schema.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { getArms } from "#lib/study-results/arms/arms.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { expectValue, finish, useTrialStudies } from "#lib/testing/trial-study.ts";

const { viewer, open, benchmark } = await useTrialStudies({ cases: 16 });
const { write } = useFolders();

const context = (...turns: (number | null)[]): Arms => ({
  differ: "context",
  unit: "people",
  arms: turns.map((each) => ({ name: each === null ? "All turns" : `${each} before`, turns: each })),
});

/** Six people, three in each arm, closed. */
async function closedStudy(arms: Arms) {
  const study = await open({ sample: { quota: { Literary: 12 } }, assignment: { arms, people: 6 } });
  for (let person = 0; person < 6; person++) await finish(study, 12, 30_000);
  expectValue(await closeStudy(viewer, study.slug));
  return study;
}

test("of arms that show cases otherwise, answers and figure of the one that doesn’t go along, and verify", async () => {
  const study = await closedStudy(context(null, 0));
  const folder = await write(viewer, benchmark.id, { study: [study.slug] });
  expect(await checkFolder(folder)).toMatchObject({ problems: [], answers: 36 });
  const rows = readRows(folder, "data/answers.jsonl");
  expect(new Set(rows.map(({ arm }) => arm))).toEqual(new Set(["All turns"]));
  const [told] = folderDescription.parse(JSON.parse(readIn(folder, "benchmark.json"))).studies;
  const [plain] = getArms((await getRows(viewer, study.slug)) as never, mainView("people"));
  expect(told).toMatchObject({
    people: 3,
    arms: { differ: "context", names: ["All turns", "0 before"], shown: "All turns" },
    baselines: [{ people: 3, answers: 36, accuracy: plain?.people.accuracy, low: plain?.interval.low }],
  });
  expect(readIn(folder, "README.md")).toContain("answers and figure are of “All turns” alone");
});

thorough("where no arm shows cases as they are, nothing goes along", async () => {
  const study = await closedStudy(context(0, 1));
  expect(await openFolder(viewer, benchmark.id, { ...request, study: [study.slug] })).toMatchObject({
    ok: false,
    error: "no_plain_arm",
  });
});

test("of arms that are told something else, all answers go along, each with its arm", async () => {
  const study = await closedStudy({
    differ: "translation",
    unit: "people",
    arms: [
      { name: "Not", translation: false },
      { name: "Allowed", translation: true },
    ],
  });
  const folder = await write(viewer, benchmark.id, { study: [study.slug] });
  expect(await checkFolder(folder)).toMatchObject({ problems: [], answers: 72 });
  const rows = readRows(folder, "data/answers.jsonl");
  expect(rows.filter(({ arm }) => arm === "Allowed")).toHaveLength(36);
  expect(readIn(folder, "README.md")).toContain("`arm` tells them apart");
});
