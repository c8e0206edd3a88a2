import { test } from "vitest";
import { expectSame } from "#lib/metrics/testing/expect-same.ts";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";
import { getAgreement } from "#lib/study-results/agreement/agreement.ts";
import { getAlternatives } from "#lib/study-results/agreement/alternative.ts";
import { checkGold } from "#lib/study-results/agreement/gold-check.ts";
import { getModelDetail } from "#lib/study-results/models/models.ts";
import { writeResults } from "#lib/results/document.ts";
import { calibratePeople } from "#lib/study-results/people/calibration-of-people.ts";
import { listCohorts } from "#lib/study-results/people/cohorts.ts";
import { computePeers } from "#lib/study-results/people/peers.ts";
import { computePeople } from "#lib/study-results/people/people.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView, type View } from "#lib/study-results/schema.ts";
import { makeArmedRows } from "#lib/study-results/testing/armed-rows.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import { makeRatedRows } from "#lib/study-results/testing/rated-rows.ts";
import { relistRows } from "#lib/study-results/testing/relisted.ts";
import { makeRowsOfKind } from "#lib/study-results/testing/rows-of-kinds.ts";
import { kindNames } from "#lib/task-kinds/registry.ts";

/** Of people and cases by their ids; whatever is resampled, or fitted step by step, goes by their numbers. */
async function figuresOf(rows: StudyRows, view: View) {
  const { resampled: _, mixedModel: __, stamp: ___, ...results } = await writeResults(rows, view);
  const personOf = ({ index }: { index: number }) => rows.people[index]?.sittingId ?? "";
  const { people, totals } = computePeople(rows, view);
  const gold = await checkGold(rows, view);
  const peers = computePeers(rows, view);
  const by = <T extends { index: number }>(list: readonly T[], idOf: (one: T) => string | number) =>
    Object.fromEntries(list.map(({ index, ...one }) => [idOf({ index, ...one } as T), one]));
  return {
    results,
    agreement: await getAgreement(rows, view),
    alternatives: (await getAlternatives(rows, view)).map(({ run, annotators, ...found }) => [
      run.id,
      found,
      by(annotators, personOf),
    ]),
    gold: [by(gold.people, personOf), by(gold.cases, ({ index }) => rows.cases[index]?.id ?? "")],
    models: rows.runs.map((run) => ({ ...getModelDetail(rows, view, run), run: run.id })),
    calibration: calibratePeople(rows, view),
    cohorts: listCohorts(rows, view),
    peers: { ...peers, people: by(peers.people, personOf) },
    people: [by(people, personOf), totals],
  };
}

const say = (seed: number) => {
  const draw = wholeNumbers(seed, 3);
  return () => (toShare(draw()) < 0.05 ? null : toShare(draw()) < 0.6 ? 0 : Math.floor(3 * toShare(draw())));
};
const studies: Readonly<Record<string, () => StudyRows>> = {
  ...Object.fromEntries(
    kindNames.map((kind, seed) => [
      kind,
      () =>
        makeRowsOfKind(kind, {
          people: 5,
          cases: 90,
          groups: 45,
          tracks: 2,
          say: say(seed),
          judge: say(seed + 20),
        }),
    ]),
  ),
  "choice, of several strata": () =>
    makeRandomRows({
      people: 9,
      cases: 36,
      runs: 6,
      seed: 5,
      controls: 0.3,
      known: 0.2,
      excluded: 0.2,
      cohorts: ["A", "B"],
    }),
  "choice, in arms": () => makeArmedRows("cases"),
  "ratings, each of few": () => makeRatedRows({ seed: 3, groups: 50, raters: 6, ratersEach: 3 }),
};

test.each(Object.keys(studies))("%s: no figure goes by the order of people or cases", async (name) => {
  const rows = studies[name]?.();
  if (!rows) throw new Error("there is no such study");
  const view: View = { ...mainView("people"), stratum: "all" };
  const here = await figuresOf(rows, view);
  for (const seed of [1, 2]) expectSame(await figuresOf(relistRows(rows, seed), view), here, name);
});
