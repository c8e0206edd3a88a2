import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { hashOf } from "#lib/canonical.ts";
import { freezeWords } from "#lib/studies/opening/frozen-words.ts";
import { makeManifest, parseManifest } from "#lib/studies/opening/manifest.ts";
import { readStudyFile } from "#lib/studies/opening/study-file.ts";
import { upgradeManifest, upgradePlan, withVersion, type VersionStep } from "#lib/studies/plan-versions.ts";
import { designSchema, needs, questionsSchema, parsePlan } from "#lib/studies/schema.ts";

type Json = Readonly<Record<string, unknown>>;
type LandedVersion = { commit: string; hash: string; plan: Json; manifest: string };

// A plan with whatever plans could say by then, and its manifest, both made by the first commit that took them.
const folder = new URL("testing/landed-plans/", import.meta.url);
const landed = readdirSync(folder)
  .toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
  .map((name) => ({
    name,
    ...(JSON.parse(readFileSync(new URL(name, folder), "utf8")) as LandedVersion),
  }));

describe.each(landed)("the plan of $name", ({ hash, plan, manifest }) => {
  test("is read as it was, from the database and from a file: what it doesn’t say is absent", () => {
    expect(parsePlan(plan)).toEqual(plan);
    const file = { ok: true, file: { title: "Night watch", ...plan } };
    expect(readStudyFile(JSON.stringify({ title: "Night watch", ...plan }))).toEqual(file);
    expect(readStudyFile(JSON.stringify({ title: "Night watch", version: 1, ...plan }))).toEqual(file);
  });

  test("is read from its manifest, and makes the same again, to the byte", () => {
    const { sampling, cells, texts, cases, ...rest } = parseManifest(manifest);
    const { format: _format, languages, ...given } = rest;
    expect(given.design).toEqual(plan);
    const design = parsePlan(plan);
    const again = makeManifest({
      ...given,
      design,
      cases,
      digest: sampling.digest,
      cells: [
        { capacity: 2, cases: [0, 1] },
        { capacity: 2, cases: [2, 0] },
      ],
      texts: languages.map((language) => ({
        language,
        version: 1,
        words: freezeWords(design.words, language),
      })),
    });
    expect([cells.count, texts.length]).toEqual([2, 2]);
    expect(again).toBe(manifest);
    expect(hashOf(again)).toBe(hash);
  });
});

// Where this fails, a plan has learned something: the commit that teaches it adds a plan and a manifest of its own.
test("the newest of them says all that a plan can say", () => {
  const say = (node: Node, said: unknown, place: string): string[] => {
    if (typeof said !== "object" || said === null || Array.isArray(said)) return [];
    return Object.entries(propertiesOf(node)).flatMap(([name, property]) => {
      const value = (said as Json)[name];
      return value === undefined ? [place + name] : say(property, value, `${place + name}.`);
    });
  };
  const schema = z.toJSONSchema(designSchema, { unrepresentable: "any", reused: "inline" });
  expect(say(schema as Node, landed.at(-1)?.plan, "")).toEqual([]);
});

type Node = { properties?: Record<string, Node>; anyOf?: Node[] };
const propertiesOf = ({ properties = {}, anyOf = [] }: Node): Record<string, Node> =>
  anyOf.reduce((all, node) => ({ ...all, ...propertiesOf(node) }), properties);

describe("a version that calls a field otherwise", () => {
  const inQuestions = (plan: Json, change: (questions: Json) => Json) => ({
    ...plan,
    questions: change(plan["questions"] as Json),
  });
  const steps: VersionStep[] = [
    {
      plan: (plan) => inQuestions(plan, ({ reason, ...rest }) => ({ ...rest, rationale: reason })),
      words: ({ debrief, ...rest }) => ({ ...rest, thanks: debrief }),
      manifest: ({ slug, ...rest }) => ({ ...rest, address: slug }),
    },
    { plan: (plan) => inQuestions(plan, ({ rationale, ...rest }) => ({ ...rest, typed: { rationale } })) },
  ];
  const third = designSchema.extend({
    questions: questionsSchema
      .omit({ reason: true })
      .extend({ typed: z.strictObject({ rationale: z.enum(needs) }) }),
  });

  test.each(landed)("reads the plan and the manifest of $name", ({ plan, manifest }) => {
    const { reason } = parsePlan(plan).questions;
    const upgraded = third.parse(upgradePlan(plan, steps));
    expect(upgraded.questions.typed).toEqual({ rationale: reason });
    const frozen = parseManifest(manifest);
    const { slug, ...rest } = frozen;
    expect(upgradeManifest(JSON.parse(manifest), steps)).toEqual({
      ...rest,
      format: "benchside-study/3",
      address: slug,
      design: upgraded,
      texts: frozen.texts.map(({ words: { debrief, ...words }, ...text }) => ({
        ...text,
        words: { ...words, thanks: debrief },
      })),
    });
  });

  test("tells its version where it is stored, and goes on from there", () => {
    const old = landed[0]?.plan ?? {};
    const second = upgradePlan(old, steps.slice(0, 1)) as Json;
    const stored = withVersion(second, steps.slice(0, 1));
    expect(stored).toEqual({ version: 2, ...second });
    expect(upgradePlan(stored, steps)).toEqual(upgradePlan(old, steps));
    const newest = third.parse(upgradePlan(old, steps));
    expect(upgradePlan(withVersion(newest, steps), steps)).toEqual(newest);
    expect(withVersion(old)).toBe(old);
  });

  test.each([0, 1.5, 9, "1", null])("is refused where it is %j, which nobody knows", (version) => {
    const plan = { ...landed[0]?.plan, version };
    expect(upgradePlan(plan, steps)).toBe(plan);
    expect(() => parsePlan(plan)).toThrow("version");
    expect(readStudyFile(JSON.stringify({ title: "Night watch", ...plan }))).toEqual({
      ok: false,
      problems: { version: "unrecognized_keys" },
    });
  });

  test("is refused in the format of a manifest, where nobody knows it", () => {
    const manifest = landed[0]?.manifest.replace("benchside-study/1", "benchside-study/9") ?? "";
    expect(upgradeManifest(JSON.parse(manifest), steps)).toEqual(JSON.parse(manifest));
    expect(() => parseManifest(manifest)).toThrow("format");
  });
});
