import { expect, test } from "vitest";
import { listLooks } from "#lib/audit/queries.ts";
import { withdrawOwnSitting } from "#lib/sittings/ending/withdraw-mutations.ts";
import { getLive } from "#lib/sittings/watching/live-queries.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { getParticipantFlags } from "#lib/study-results/people/care-queries.ts";
import { looksOf } from "#lib/study-results/interim-policy.ts";
import { getRows, getWholeRows } from "#lib/study-results/rows/rows-queries.ts";
import { makeAdmin } from "#lib/testing/people.ts";
import { begin, expectValue, finish, useTrialStudies, type TrialStudy } from "#lib/testing/trial-study.ts";
import { operator } from "#lib/auth/operator.ts";

const { viewer, open } = await useTrialStudies({ cases: 3 });
const seen = { sample: { quota: { Literary: 2 } }, rules: { interim: true } };

const looksAt = async ({ id }: TrialStudy) =>
  (await listLooks(id)).map(({ person, as, finished }) => [person, as, finished]);

test("a look at results while people answer is in the record once for each person and number of finished people", async () => {
  const study = await open(seen);
  const other = await makeAdmin();
  // Nobody has begun: there is nothing to see.
  await getRows(viewer, study.slug);
  expect(await looksAt(study)).toEqual([]);
  await begin(study);
  for (let again = 0; again < 2; again++) await getRows(viewer, study.slug);
  await finish(study, 2, 1000);
  await Promise.all([1, 2, 3].map(() => getWholeRows(other, study.slug)));
  await getLive(viewer, study.id);
  await getRows(viewer, study.slug);
  await getRows(operator(), study.slug);
  // Who is careless says nothing of how right anybody is.
  await finish(study, 2, 1000);
  await getParticipantFlags(other, study);
  expectValue(await closeStudy(viewer, study.slug));
  await getRows(viewer, study.slug);
  await getLive(viewer, study.id);
  expect(await looksAt(study)).toEqual([
    [1, "admin", 0],
    [2, "admin", 1],
    [1, "admin", 1],
    [3, "command_line", 1],
  ]);
});

test("where the plan shows nothing before the end there is no look", async () => {
  const study = await open({ ...seen, rules: { interim: false } });
  await begin(study);
  await getRows(viewer, study.slug);
  await getLive(viewer, study.id);
  expect(await looksAt(study)).toEqual([]);
});

test("who finished and withdrew after the planned number was reached doesn’t make it a study that was closed early", async () => {
  const study = await open({ ...seen, assignment: { people: 2 } });
  const [one] = [await finish(study, 2, 1000), await finish(study, 2, 1000)];
  const looks = async () => {
    const rows = await getRows(viewer, study.slug);
    return rows && [rows.study.finished.people, rows.people.length, looksOf(rows, "people")];
  };
  expect(await looks()).toEqual([2, 2, "running"]);
  expectValue(await closeStudy(viewer, study.slug));
  expect(await looks()).toEqual([2, 2, "one"]);
  expectValue(await withdrawOwnSitting(one.viewer, one.sittingId, { erase: true }));
  expect(await looks()).toEqual([2, 1, "one"]);
});
