import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { getOwnPlace } from "#lib/sittings/serving/case-queries.ts";
import { listOwnSittings } from "#lib/sittings/queries.ts";
import { parseManifest } from "#lib/studies/opening/manifest.ts";
import { getManifest } from "#lib/studies/queries.ts";
import { newDesign } from "#lib/studies/template.ts";
import { consent, useTrialStudies } from "#lib/testing/trial-study.ts";

const { open } = await useTrialStudies({ cases: 12 });
const { words } = newDesign("personaeval", 2025);
/** Of the template's texts, those that the design fills nothing into. */
const readWords = (language: "en" | "zh-CN") => {
  const { title, instructions } = words[language];
  return { title, instructions };
};

test("a study's texts are told in the reader's language, whatever was signed", async () => {
  const { viewer, sittingId } = await consent(await open({ words }));
  for (const language of ["en", "zh-CN"] as const) {
    const place = await getOwnPlace(viewer, sittingId, language);
    expect(place).toMatchObject({ language, words: readWords(language) });
    const [listed] = await listOwnSittings(viewer, language);
    expect(listed).toMatchObject({ language, study: { title: words[language].title } });
  }
  const signed = await db.sitting.findUniqueOrThrow({ where: { id: sittingId } });
  expect(signed.language).toBe("en");
});

test("where the study isn't offered in it, they are told as they were signed", async () => {
  const { viewer, sittingId } = await consent(
    await open({ words: { ...words, "zh-CN": { ...words["zh-CN"], debrief: "" } } }),
  );
  expect(await getOwnPlace(viewer, sittingId, "zh-CN")).toMatchObject({
    language: "en",
    words: readWords("en"),
  });
});

test("fields are filled in what is read and frozen, and stay in the plan; one that nobody knows opens nothing", async () => {
  const written = { ...words.en, welcome: "{cases} in {minutes} of {limit} min", debrief: "{contact}" };
  const nothing = { en: "", "zh-CN": "" };
  const lines = { institution: nothing, approval: nothing, retention: nothing, payment: nothing };
  const ethics = { ...lines, contact: { en: "Ana_N", "zh-CN": "安娜" } };
  const questions = { timeLimitMinutes: 20 };
  const study = await open({ questions, words: { en: written, ethics } });
  const read = { welcome: "5 in 10 of 20 min", debrief: String.raw`Ana\_N`, ethics: { contact: "Ana_N" } };
  const { viewer, sittingId } = await consent(study);
  expect(await getOwnPlace(viewer, sittingId, "en")).toMatchObject({ words: read });
  const manifest = parseManifest((await getManifest(study.id))?.content ?? "");
  expect(manifest.texts.find(({ language }) => language === "en")?.words).toMatchObject(read);
  expect(manifest.design.words.en).toEqual(written);
  await expect(open({ words: { en: { ...words.en, debrief: "{passages}" } } })).rejects.toThrow(
    "unknown_field",
  );
});
