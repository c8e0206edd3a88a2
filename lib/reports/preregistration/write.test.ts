import { expect, test } from "vitest";
import { own, renderPreregistration } from "#lib/reports/preregistration/write.ts";
import {
  claims,
  describeTrack,
  hash,
  imaginePlanned,
  lamp,
  said,
  texts,
  written,
} from "#lib/reports/testing/planned.ts";
import { taskOf } from "#lib/studies/frame/planned-task.ts";
import { designSchema } from "#lib/studies/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

test("cases that come again are told, where the plan has any", () => {
  const { sample } = designSchema.parse(written);
  const told = renderPreregistration(imaginePlanned({ sample: { ...sample, repeats: 3 } }), "text");
  expect(told).toContain("Each participant gets 3 cases a second time");
  expect(renderPreregistration(imaginePlanned(), "text")).not.toContain("a second time");
});

test("pairs, linked cases, single questions and what is left out are told, with their rules", () => {
  const { sample, assignment } = designSchema.parse(written);
  const drawn = {
    groups: { Literary: 2 },
    pairBy: { Literary: "question_id" },
    linked: { Literary: 2 },
    oncePerQuestion: true,
    leftOut: [{ track: "Literary", key: "b-7" }],
  };
  const changes = {
    sample: { ...sample, ...drawn },
    assignment: { ...assignment, design: "blocks" as const },
  };
  const told = renderPreregistration(imaginePlanned(changes), "text");
  for (const said of [
    "Literary is drawn by pairs: 2 cases of one group with the same question_id",
    "2 cases of Literary are in every block",
    "No participant is given two cases that ask one question",
    "1 case is left out by name: Literary: b-7",
    "stand in every cell",
    "no cell takes two cases that ask one question",
  ])
    expect(told).toContain(said);
  expect(renderPreregistration(imaginePlanned(), "text")).not.toMatch(/pairs:|every block|by name:/);
});

test("a plan with claims says what is hypothesized, how it is tested, and by which plan", () => {
  const text = renderPreregistration(imaginePlanned({ claims }), "text");
  for (const said of [
    hash,
    "frozen on 2026-03-04 at 05:06 UTC by Benchside 1.2.3",
    "rules of version 3",
    "H1: The accuracy of people differs from that of lens (zero-shot)",
    "H2: People and lens (zero-shot) are equivalent",
    "H3: lens (zero-shot) is not inferior to people",
    "H4: The consensus of people",
    "Margin of equivalence and non-inferiority: 5.0 percentage points",
    "errors of lamp (zero-shot)",
    "no ranking and no test: lamp (few-shot)",
    "Drawn from Literary, selected cases: 12 cases.",
    "Seed of the sample: 7",
    "more than 1 attention check are excluded",
    "at most 4.0 percentage points, or when 60 participants count",
    "narrowest at about 60 participants",
    "with epsilon 0.2",
    "percentage points wide",
  ])
    expect(text).toContain(said);
  expect(text).not.toMatch(/[*`]{2}|^#|\bundefined\b/m);
});

test("a plan without claims hypothesizes nothing, and one that names no model nothing of a difference", () => {
  const unclaimed = renderPreregistration(imaginePlanned(), "text");
  expect(unclaimed).toContain("The plan states no hypotheses");
  expect(unclaimed).not.toMatch(/H1|epsilon|Margin/);
  const named = { ...claims, comparator: null, stopping: null };
  const text = renderPreregistration(imaginePlanned({ claims: named }), "text");
  expect(text).toContain("no hypothesis is stated about a difference");
  expect(text).toContain("there is no rule for stopping earlier");
  expect(text).not.toContain("H1");
  const unserved = renderPreregistration(
    imaginePlanned({ claims: { ...claims, comparator: { by: "unserved_cases" } } }),
    "text",
  );
  expect(unserved).toContain("differs from that of the comparator on the same cases");
  expect(unserved).toContain("on cases of the frame that no participant is given");
});

test("a comparator that opening chose is named with how it came out", () => {
  const planned = imaginePlanned({ claims: { ...claims, comparator: { by: "unserved_cases" } } });
  const run = { ...lamp, model: "prism" };
  const best = [{ ...run, answered: 200, right: 180, accuracy: 0.9 }];
  const unserved = { rule: "The best.", cases: 200, candidates: 3, best };
  const comparator = { run: { ...run, ranAt: null, results: [] }, unserved };
  const text = renderPreregistration({ ...planned, plan: { ...planned.plan, comparator } }, "text");
  expect(text).toContain("H1: The accuracy of people differs from that of prism (zero-shot)");
  expect(text).toContain("this was prism (zero-shot), with 180 right of 200 such cases, out of 3 runs");
});

test("a draft says so, and names have no marks of Markdown", () => {
  const draft = renderPreregistration({ ...imaginePlanned({ claims }), frozen: null }, "md");
  expect(draft.split("\n").slice(0, 3)).toEqual([
    "# Preregistration: Who \\* speaks?",
    "",
    "DRAFT, NOT FROZEN YET. This is the plan of the study (who-speaks) as it stands; anything in it may change until the study opens.",
  ]);
  expect(draft).not.toContain(hash);
  expect(draft.match(/^## /gm)).toHaveLength(10);
});

test("a plan of two kinds says what is read before each, in the study's own words or the usual ones", () => {
  const { plan: planned, ...rest } = imaginePlanned();
  const whole = { ...said, title: "T", welcome: "W", consent: "C", instructions: "I", debrief: "D" };
  const en = { ...whole, parts: { rating: "From here on you **rate**." } };
  const told = renderPreregistration(
    {
      ...rest,
      plan: {
        ...planned,
        design: { ...planned.design, words: { ...planned.design.words, en } },
        texts: { ...texts, en },
        task: taskOf([{ cases: 90 }, { cases: 9, kinds: ["rating"], withGold: 0 }]),
      },
    },
    "text",
  );
  expect(told).toContain("of the kind “Ratings” participants read: “From here on you **rate**.”");
  expect(told).toContain("of the kind “Choice” participants read: “In this part you say who is speaking");
  expect(renderPreregistration(imaginePlanned(), "text")).not.toContain("of the kind “");
});

test("where no answer is right, nothing is said of accuracy, and each kind says what it comes to", () => {
  const sayOf = (kind: KindName) => {
    const track = { track: "Silver", language: "en", cases: 90, selected: 90, controls: 0 };
    const { plan: planned, ...rest } = imaginePlanned({ claims });
    const judged = { ...planned, ...describeTrack({ ...track, kinds: [kind], withGold: 0 }) };
    const text = renderPreregistration({ ...rest, plan: judged }, "text");
    const upToPower = text.slice(0, text.indexOf("\nPOWER\n"));
    expect(upToPower).not.toMatch(/accuracy of people|H1|McNemar|MOVER|choose one of its options/i);
    expect(upToPower).toContain(own(`${kind}.asked`));
    return upToPower;
  };
  expect(sayOf("rating")).toContain("Mean ratings by origin");
  expect(sayOf("label")).toContain("Shares of each answer");
  expect(sayOf("texts")).toContain("Shares of each answer");
  expect(sayOf("pair")).toContain("Bradley and Terry");
  expect(sayOf("traits")).toContain("1 − Σ|r − g| / 10");
  expect(sayOf("rating")).toContain("with epsilon 0.2");
  expect(sayOf("label")).not.toContain("epsilon");
});
