import { expect, test } from "vitest";
import {
  caseReportWithdrawal,
  mainView,
  mayShow,
  readView,
  viewKey,
  writeView,
  type View,
} from "#lib/study-results/schema.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import type { StudyState } from "#lib/studies/schema.ts";

const known = {
  tracks: [{ name: "Literary" }, { name: "戏剧 & more" }],
  cohorts: ["PhD"],
  kind: "rating" as const,
  kinds: ["choice", "rating"] as const,
  has: { people: true, simulated: true },
};

test("a view comes back from its address as it was", () => {
  const view: View = {
    who: "simulated",
    kind: "rating",
    track: "戏剧 & more",
    stratum: "all",
    excluded: "with",
    known: "without",
    reported: "without",
    cohort: "PhD",
  };
  const query = writeView(view);
  expect(readView(Object.fromEntries(new URLSearchParams(query.toString())), known)).toEqual(view);
  expect(writeView(mainView("people")).toString()).toBe("");
  expect(viewKey({ ...view })).toBe(viewKey(view));
  expect(viewKey(mainView("people"))).not.toBe(viewKey(view));
});

test("what nobody knows is left out, and people come before simulated ones", () => {
  const odd = { track: "Nowhere", cohort: "a\u0000b", stratum: "none", who: ["x"], excluded: "maybe" };
  const { kinds: _, ...ofOneKind } = known;
  expect(readView(odd, ofOneKind)).toEqual(mainView("people"));
  expect(readView(odd, known)).toEqual({ ...mainView("people"), kind: "rating" });
  expect(readView({}, { ...known, has: { people: false, simulated: true } }).who).toBe("simulated");
});

test("while people answer, their results are shown only where the plan says so; made-up ones always", () => {
  const shown = (state: StudyState, interim: boolean) => {
    const { study } = makeRandomRows({
      people: 0,
      cases: 1,
      runs: 0,
      seed: 1,
      state,
      parts: { rules: { interim } },
    });
    return [mayShow(study, "people"), mayShow(study, "simulated")];
  };
  expect((["open", "paused", "closed", "archived"] as const).map((state) => shown(state, false))).toEqual([
    [false, true],
    [false, true],
    [true, true],
    [true, true],
  ]);
  expect(shown("open", true)).toEqual([true, true]);
});

test("nothing is asked of the database that it can’t be asked", () => {
  const asked = { slug: "a", track: "b", key: "c" };
  expect(caseReportWithdrawal.safeParse(asked).success).toBe(true);
  for (const name of Object.keys(asked))
    expect(caseReportWithdrawal.safeParse({ ...asked, [name]: "a\u0000b" }).success).toBe(false);
});
