import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { hashOf, writeCanonical } from "#lib/canonical.ts";
import { makeManifest, parseManifest } from "#lib/studies/opening/manifest.ts";
import { newDesign } from "#lib/studies/template.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const design = newDesign("personaeval", 9);
const make = () =>
  makeManifest({
    title: "Night watch",
    slug: "night-watch",
    openedAt: "2026-01-02T03:04:05.678Z",
    software: { name: "benchside", version: "1.2.3" },
    benchmark: { slug: "harbour", name: "Harbour" },
    design,
    reference: null,
    eligible: [{ track: "Literary", language: "en", cases: 3, selected: 3, controls: 0 }],
    digest: sha256("sample"),
    cells: [
      { capacity: 2, cases: [0, 1] },
      { capacity: 2, cases: [2, 0] },
    ],
    cases: ["a", "b", "c"].map((key) => ({
      stratum: "selected",
      track: "Literary",
      key,
      version: 1,
      sha256: sha256(key),
    })),
    texts: [{ language: "en", version: 1, words: design.words.en }],
  });

test("the same content is the same text, whatever the order of its keys", () => {
  const text = writeCanonical({ b: [2, { d: null, c: "ü" }], a: 1 });
  expect(text).toBe(
    '{\n  "a": 1,\n  "b": [\n    2,\n    {\n      "c": "ü",\n      "d": null\n    }\n  ]\n}\n',
  );
  expect(writeCanonical({ a: 1, b: [2, { c: "ü", d: null }] })).toBe(text);
  expect(make()).toBe(make());
});

test("a manifest holds the whole design, counts, digests and texts, and can be read again", () => {
  const manifest = parseManifest(make());
  expect(manifest.design).toEqual(design);
  expect(manifest.sampling).toMatchObject({
    seed: 9,
    digest: sha256("sample"),
    counts: [{ stratum: "selected", track: "Literary", cases: 3 }],
  });
  expect(manifest.cells).toEqual({ count: 2, capacity: 2, casesEach: 2, digest: sha256("2:0,1\n2:2,0\n") });
  expect(manifest.languages).toEqual(["en"]);
  expect(manifest.texts[0]?.sha256).toBe(sha256(writeCanonical(design.words.en)));
});

test("another text or another cell makes another hash", () => {
  const changed = make().replace("Night watch", "Night watches");
  expect(hashOf(changed)).not.toBe(hashOf(make()));
});
