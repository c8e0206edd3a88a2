import { describe, expect, test } from "vitest";
import {
  countByRuns,
  measureDependence,
  countByTrack,
  countOutcomes,
  isDropped,
  partVotes,
  type VoteGroup,
} from "#lib/curation/confidence/votes.ts";

test.each([
  ["g", true, true],
  ["s", false, false],
  ["-", false, false],
  ["gs", true, false],
  ["g-", true, true],
  ["gss", true, false],
  ["ggs", true, true],
  ["g-s", true, false],
  ["gg-s", true, true],
  ["--", false, false],
])("a case voted on as %s goes: by any %s, by most %s", (votes, any, most) => {
  expect([isDropped(votes, "any"), isDropped(votes, "one"), isDropped(votes, "most")]).toEqual([
    any,
    any,
    most,
  ]);
});

/** What runs say of each case, and so what is counted by hand below: a case after the other, without any counting. */
const said: readonly (readonly [track: string, ...probabilities: (number | null)[]])[] = [
  ["Literary", 0.9, 0.2, 0.7],
  ["Literary", 0.6, 0.6, 0.6],
  ["Literary", 0.1, 0.8, 0.1],
  ["Literary", 0.55, 0.1, 0.3],
  ["Literary", 0.5, 0.5, 0.5],
  ["Drama", null, 0.9, 0.4],
  ["Drama", null, null, null],
  ["Drama", 0.95, null, 0.1],
];
const votesOn = ([, ...probabilities]: (typeof said)[number]) =>
  probabilities.map((p) => (p === null ? "-" : p > 0.5 ? "g" : "s")).join("");
const alike: VoteGroup[] = [...Map.groupBy(said, (one) => `${one[0]} ${votesOn(one)}`)].map(
  ([name, cases]) => {
    const [track = "", votes = ""] = name.split(" ");
    return { track, votes, cases: cases.length };
  },
);

describe("eight cases and three runs", () => {
  test("go by any of them, or by most of those that say how sure they are", () => {
    expect(countOutcomes(alike, "any")).toEqual({ cases: 8, dropped: 6, kept: 2, withoutVote: 1 });
    expect(countOutcomes(alike, "most")).toEqual({ cases: 8, dropped: 2, kept: 6, withoutVote: 1 });
    expect(countByTrack(alike, ["Literary", "Drama", "Expertise"], "any")).toEqual([
      { track: "Literary", cases: 5, dropped: 4, kept: 1, withoutVote: 0 },
      { track: "Drama", cases: 3, dropped: 2, kept: 1, withoutVote: 1 },
      { track: "Expertise", cases: 0, dropped: 0, kept: 0, withoutVote: 0 },
    ]);
    const parted = partVotes(alike, "most");
    expect(parted.dropped.sort()).toEqual(["ggg", "gsg"]);
    expect(parted.kept.sort()).toEqual(["---", "-gs", "g-s", "gss", "sgs", "sss"]);
  });

  test("hang on each run as far as the others don’t agree, where they can", () => {
    // Of the four that go by the first run, three were answered by both others, and one of these goes by it alone.
    expect(measureDependence(alike, 3, "any")).toEqual([
      { cases: 8, voted: 6, dropped: 4, compared: 3, alone: 1, without: { kept: 4, back: 2, gone: 0 } },
      { cases: 8, voted: 6, dropped: 3, compared: 2, alone: 1, without: { kept: 4, back: 2, gone: 0 } },
      { cases: 8, voted: 7, dropped: 2, compared: 2, alone: 0, without: { kept: 2, back: 0, gone: 0 } },
    ]);
    // Without the second: the case that the first alone answered goes; one each of two is not most.
    expect(measureDependence(alike, 3, "most").map(({ without }) => without)).toEqual([
      { kept: 7, back: 1, gone: 0 },
      { kept: 6, back: 0, gone: 0 },
      { kept: 5, back: 1, gone: 2 },
    ]);
    expect(countByRuns(alike, 3)).toEqual([2, 4, 1, 1]);
  });

  test("with one run, nothing is said of others", () => {
    const one = alike.map(({ votes, ...rest }) => ({ ...rest, votes: votes.slice(0, 1) }));
    expect(measureDependence(one, 1, "one")).toEqual([
      { cases: 8, voted: 6, dropped: 4, compared: 0, alone: 0, without: null },
    ]);
  });

  test("agree with a count that goes from case to case", () => {
    for (const rule of ["any", "most"] as const)
      for (const [run, found] of measureDependence(alike, 3, rule).entries()) {
        const each = said.map((one) => {
          const votes = votesOn(one);
          const others = votes.slice(0, run) + votes.slice(run + 1);
          return [isDropped(votes, rule), isDropped(others, rule)] as const;
        });
        expect(found.without).toEqual({
          kept: each.filter(([, without]) => !without).length,
          back: each.filter(([all, without]) => all && !without).length,
          gone: each.filter(([all, without]) => !all && without).length,
        });
      }
  });
});
