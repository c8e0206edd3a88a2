import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { findProblems, type Facts } from "#lib/studies/findings/problems.ts";
import { findWarnings } from "#lib/studies/findings/warnings.ts";
import { designSchema, type Finding } from "#lib/studies/schema.ts";
import { newDesign, withoutChecks } from "#lib/studies/template.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

const names = ["Literary", "Drama", "Expertise"];
const count = (track: string, language = "en") => ({
  track,
  language,
  cases: 100,
  selected: 60,
  unsure: 30,
  controls: 10,
  unanswered: 0,
  unparsed: 0,
  withoutGold: 0,
  withGold: 100,
  withoutContext: 0,
  kinds: ["choice" as KindName],
});
const facts: Facts = {
  benchmark: { slug: "harbour", name: "Harbour", isDemo: false, filters: [] },
  tracks: names.map((name) => count(name)),
  referenceFound: true,
  sample: null,
  runs: [],
  comparatorUnanswered: null,
  unserved: null,
  reading: null,
  orders: null,
  sameTexts: null,
  localAddress: null,
};
const template = withoutChecks(newDesign("personaeval", 1));
const reference = { model: "lamp", method: "zero-shot", version: "", threshold: 0.8 };

/** The template's design with some parts changed. */
const change = (parts: Record<string, object>) =>
  designSchema.parse({
    ...template,
    ...Object.fromEntries(
      Object.entries(parts).map(([step, part]) => [step, { ...template[step as "frame"], ...part }]),
    ),
  });
const problemsOf = (parts: Record<string, object>, known: Partial<Facts> = {}) =>
  findProblems(change(parts), { ...facts, ...known });
const warningsOf = (parts: Record<string, object>, known: Partial<Facts> = {}) =>
  findWarnings(change(parts), { ...facts, ...known });
const said = { title: "T", welcome: "W", consent: "C", instructions: "I", debrief: "D" };
const brief = { en: said, "zh-CN": said };
const codes = (findings: readonly Finding[]) => findings.map(({ code }) => code);

describe("what keeps a study from opening", () => {
  test("is nothing, by the template on a benchmark with its tracks", () => {
    expect(findProblems(template, facts)).toEqual([]);
  });

  test("is everything that a blank one lacks", () => {
    const blank = newDesign("blank", 1);
    const nothing = { ...facts, benchmark: null, tracks: [] };
    expect(codes(findProblems(blank, nothing))).toEqual([
      "no_benchmark",
      "no_tracks",
      "no_quota",
      "no_language",
    ]);
  });

  test.each<[string, Record<string, object>, Partial<Facts>, Finding]>([
    [
      "a track that isn't there",
      {},
      { tracks: facts.tracks.slice(0, 2) },
      { step: "frame", code: "unknown_track", values: { track: "Expertise" } },
    ],
    [
      "a run that is gone",
      { frame: { reference } },
      { referenceFound: false },
      { step: "frame", code: "unknown_run", values: { model: "lamp", method: "zero-shot" } },
    ],
    [
      "cases asked of a track outside the frame",
      { frame: { tracks: ["Literary", "Drama"] } },
      {},
      { step: "sample", code: "quota_outside", values: { track: "Expertise" } },
    ],
    [
      "controls where nothing says what was right",
      { sample: { controls: { Literary: 2 } } },
      {},
      { step: "sample", code: "controls_without_reference" },
    ],
    [
      "cases that a run was unsure of, where none is named",
      { sample: { unsure: { Literary: 2 } } },
      {},
      { step: "sample", code: "unsure_without_reference" },
    ],
    [
      "more cases than anybody answers",
      { sample: { quota: { Literary: 201 } } },
      {},
      { step: "sample", code: "too_many_cases", values: { cases: 201, most: 200 } },
    ],
    [
      "a rule about checks without checks",
      { rules: { failedChecks: 1 } },
      {},
      { step: "rules", code: "checks_rule_without_checks" },
    ],
  ])("is %s", (_what, parts, known, problem) => {
    expect(problemsOf(parts, known)).toEqual([problem]);
  });

  test("is every shortfall of the sample, in the words of its kind", () => {
    const shortfalls = [
      { stratum: "selected", track: "Drama", needed: 3, found: 1, reason: "too_few" },
      { stratum: "attention", track: null, needed: 2, found: 0, reason: "too_few" },
      { stratum: "selected", track: "Literary", needed: 45, found: 40, reason: "source_limit" },
      {
        stratum: "practice",
        track: "Literary",
        needed: 1,
        found: 0,
        reason: "unknown_case",
        case: { track: "Literary", key: "7" },
      },
    ] as const;
    const found = problemsOf({ sample: { mostFromOneSource: 2 } }, { sample: { ok: false, shortfalls } });
    expect(found.map(({ code, values }) => [code, values])).toEqual([
      ["too_few", { stratum: "selected", track: "Drama", needed: 3, found: 1 }],
      ["too_few_common", { stratum: "attention", needed: 2, found: 0 }],
      ["source_limit", { stratum: "selected", track: "Literary", needed: 45, found: 40, most: 2 }],
      ["unknown_case", { stratum: "practice", track: "Literary", key: "7" }],
    ]);
  });

  test("is not told twice: a track outside the frame is not also short of cases", () => {
    const shortfalls = [
      { stratum: "selected", track: "Expertise", needed: 2, found: 0, reason: "too_few" },
    ] as const;
    const found = problemsOf(
      { frame: { tracks: ["Literary", "Drama"] } },
      { sample: { ok: false, shortfalls } },
    );
    expect(codes(found)).toEqual(["quota_outside"]);
  });

  test("is a question without words or choices, in a language the study is offered in", () => {
    const option = (value: string, en: string) => ({ value, label: { en } });
    const background = [
      { key: "age", kind: "number", label: { en: "Age", "zh-CN": "年龄" } },
      { key: "age", kind: "choice", label: { en: "Age", "zh-CN": "年龄" }, options: [] },
      {
        key: "reads",
        kind: "choice",
        label: { en: "Reads?" },
        options: [option("y", "Yes"), option("y", "")],
      },
    ];
    const inEnglish = { ...template.words, "zh-CN": {} };
    expect(codes(problemsOf({ questions: { background }, words: inEnglish }))).toEqual(
      ["background_duplicate_key", "background_no_options", "background_duplicate_option"].concat([
        "background_no_option_label",
      ]),
    );
    const inBoth = problemsOf({ questions: { background: background.slice(2) } });
    expect(inBoth.map(({ code, values }) => [code, values?.language])).toEqual([
      ["background_no_label", "zh-CN"],
      ["background_duplicate_option", undefined],
      ["background_no_option_label", "zh-CN"],
      ["background_no_option_label", "en"],
      ["background_no_option_label", "zh-CN"],
    ]);
  });
});

describe("what a reviewer would ask about", () => {
  test("of the template: small tracks, and no checks or practice", () => {
    expect(findWarnings(template, facts).map(({ code, values }) => values?.track ?? code)).toEqual(
      ["Drama", "Expertise", "no_attention", "no_practice"].concat([
        "no_contact",
        "no_approval",
        "consent_incomplete",
        "reporting_incomplete",
      ]),
    );
  });

  test.each<[string, Record<string, object>, Partial<Facts>, string[]]>([
    ["selection by a model's errors", { frame: { reference } }, {}, ["selection_effect", "no_controls"]],
    [
      "selection with controls",
      { frame: { reference }, sample: { controls: { Literary: 5 } } },
      {},
      ["selection_effect"],
    ],
    [
      "cases in two languages",
      {},
      { tracks: [count("Literary"), count("Drama", "zh")] },
      ["mixed_languages"],
    ],
    [
      "blocks with room for more than are planned, and two answers a case",
      { assignment: { design: "blocks", people: 21, ratersPerCase: 2 } },
      {},
      ["people_not_multiple", "few_raters"],
    ],
    ["blocks that come out even", { assignment: { design: "blocks", people: 21 } }, {}, []],
    [
      "a limit of time",
      { questions: { timeLimitMinutes: 30 }, words: brief },
      {},
      ["time_limit", "break_beside_limit"],
    ],
    ["a language that isn't there", { words: { "zh-CN": {} } }, {}, ["language_absent"]],
    [
      "a language that isn't finished",
      { words: { "zh-CN": { ...template.words["zh-CN"], debrief: " " } } },
      {},
      ["language_unfinished"],
    ],
    ["interim results", { rules: { interim: true } }, {}, ["interim_on"]],
    ["a demo", {}, { benchmark: { slug: "d", name: "D", isDemo: true, filters: [] } }, ["demo_benchmark"]],
    [
      "models that filtered the benchmark",
      {},
      {
        benchmark: {
          slug: "d",
          name: "D",
          isDemo: false,
          filters: [{ model: "Oar", method: "zero-shot", version: "", way: "confidence", threshold: 0.5 }],
        },
      },
      ["filter_effect"],
    ],
  ])("of %s", (_what, parts, known, expected) => {
    const usual = codes(findWarnings(template, facts));
    expect(codes(warningsOf(parts, known)).filter((code) => !usual.includes(code))).toEqual(expected);
  });

  test("first of a sitting that takes longer than an hour", () => {
    const reading = (minutes: number) => ({ median: 60 * minutes, ninetieth: 60 * minutes });
    const [first] = warningsOf({}, { reading: reading(180) });
    expect(first).toMatchObject({ step: "sample", code: "long_sitting", values: { most: 60 } });
    expect(first?.values?.minutes).toBeGreaterThan(180);
    expect(codes(warningsOf({}, { reading: reading(20) }))).not.toContain("long_sitting");
  });

  test("of cases in a language the study isn't offered in, unless they may be passed", () => {
    const tracks = [count("Literary"), count("Drama", "zh-Hant"), count("Expertise")];
    const of = (parts: Record<string, object>) =>
      warningsOf(parts, { tracks }).filter(({ code }) => code === "language_not_offered");
    const inEnglish = { ...template.words, "zh-CN": {} };
    const [none, unread] = [{ questions: { mayPass: false } }, { words: inEnglish }];
    expect(of({ ...none, ...unread })).toEqual([
      { step: "sample", code: "language_not_offered", values: { cases: 3, language: "zh-Hant" } },
    ]);
    expect(of({ ...none, ...unread, sample: { quota: { Literary: 45 } } })).toEqual([]);
    expect([...of(none), ...of(unread)]).toEqual([]);
  });

  test("of a rule that no number of failed checks can meet", () => {
    const sample = { attention: { count: 2, cases: [] }, practice: { count: 1, cases: [] } };
    expect(codes(warningsOf({ sample, rules: { failedChecks: 2 } }))).toContain("checks_rule_never");
    expect(codes(warningsOf({ sample, rules: { failedChecks: 1 } }))).not.toContain("checks_rule_never");
    expect(codes(warningsOf({ sample }))).not.toContain("no_attention");
  });
});

// That each code has words is a matter of types.
test("the builder has no words for what is never found", () => {
  const source = ["problems", "drawing", "warnings", "texts"]
    .map((name) => readFileSync(new URL(`${name}.ts`, import.meta.url), "utf8"))
    .join("");
  const isFound = (code: string) =>
    source.includes(`"${code}"`) ||
    source.includes(`\`${code.replace(/^(?:background|comprehension)_/, "${part}_")}\``);
  expect(Object.keys(en.builder.findings).filter((code) => !isFound(code))).toEqual([]);
});
