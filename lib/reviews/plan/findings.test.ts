import { describe, expect, test } from "vitest";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { findProblems, findWarnings, type SourceFacts } from "#lib/reviews/plan/findings.ts";
import type { Member } from "#lib/reviews/plan/queries.ts";
import { textIn, templateNames, type ReviewPart } from "#lib/reviews/plan/schema.ts";
import { describeTemplate, settingsOf } from "#lib/reviews/plan/templates.ts";

const source: SourceFacts = { isThere: true, study: null, tracks: ["Literary"], items: 5 };
const settings = settingsOf("curated-cases");
const none = { en: "", "zh-CN": "" };

const members = (...given: ReviewPart[][]): Member[] =>
  given.map((parts, index) => ({
    userId: `person-${index}`,
    number: index + 1,
    name: `Person ${index + 1}`,
    handle: "",
    parts,
    role: "participant",
    isSimulated: false,
    addedAt: new Date(),
    removedAt: null,
    isDeactivated: false,
  }));
const whole = members(["annotator"], ["reviewer"], ["reviewer", "auditor"], ["lead"]);

describe("what keeps a review from opening", () => {
  test.each(templateNames)("nothing in %s as it begins", (name) => {
    expect(findProblems(settingsOf(name), source)).toEqual([]);
    // InterviewSim's own rule goes by the share that was right.
    expect(findWarnings(settingsOf(name), whole).map(({ code }) => code)).toEqual(
      name === "interviewsim-transcripts" ? ["by_estimate"] : [],
    );
    for (const words of Object.values(describeTemplate(name)))
      for (const said of Object.values(words)) expect(said).not.toBe("");
  });

  test("is told by code and place", () => {
    const codes = (changed: Partial<typeof settings>, facts: Partial<SourceFacts> = {}) =>
      findProblems({ ...settings, ...changed }, { ...source, ...facts }).map(({ code }) => code);
    expect(codes({}, { isThere: false, items: 0 })).toEqual(["no_source"]);
    expect(codes({}, { study: { isClosed: false } })).toEqual(["study_not_closed"]);
    expect(codes({ tracks: ["Drama"] }, { items: 0 })).toEqual(["unknown_tracks", "no_items"]);
    expect(codes({ decisions: { acceptWord: none, reasons: [] }, errorTypes: [] })).toEqual([
      "no_accept_word",
      "no_reasons",
      "no_error_types",
    ]);
    expect(codes({ errorTypes: [{ key: "missed", words: none }] })).toEqual(["without_words"]);
  });
});

describe("what is worth a look", () => {
  const codes = (given: readonly Member[], changed: Partial<typeof settings> = {}) =>
    findWarnings({ ...settings, ...changed }, given).map(({ code }) => code);

  test("is who is missing: nobody checks themselves", () => {
    expect(codes([])).toEqual(["no_annotator", "no_auditor", "no_lead"]);
    expect(codes(members(["annotator", "reviewer"], ["auditor"], ["lead"]))).toEqual(["nobody_checks"]);
    expect(codes(members(["annotator", "reviewer"], ["reviewer", "auditor", "lead"]))).toEqual([
      "no_second_reviewer",
    ]);
    const without = whole.map((member) => ({ ...member, removedAt: new Date() }));
    expect(codes(without)).toEqual(codes([]));
  });

  test("is what people are told", () => {
    const guidance = { en: "Look twice.", "zh-CN": "" };
    expect(codes(whole, { guidance })).toEqual(["one_language"]);
    expect(textIn(guidance, "zh-CN")).toBe("Look twice.");
    expect(textIn(none, "en")).toBe("");
    const coverage = { ...settings.coverage, by: "estimate" as const };
    expect(codes(whole, { blind: false, coverage })).toEqual(["not_blind", "by_estimate"]);
  });

  test("has words for every code", () => {
    const told = [...findProblems({ ...settings, errorTypes: [] }, source), ...findWarnings(settings, [])];
    for (const { code } of told) expect(en.reviews.findings[code]).toMatch(/\.$/);
  });
});
