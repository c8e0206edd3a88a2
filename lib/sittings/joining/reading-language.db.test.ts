import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { getOwnPlace } from "#lib/sittings/serving/case-queries.ts";
import { listOwnSittings } from "#lib/sittings/queries.ts";
import { newDesign } from "#lib/studies/template.ts";
import { consent, useTrialStudies } from "#lib/testing/trial-study.ts";

const { open } = await useTrialStudies({ cases: 12 });
const { words } = newDesign("personaeval", 2025);

test("a study's texts are told in the reader's language, whatever was signed", async () => {
  const { viewer, sittingId } = await consent(await open());
  for (const language of ["en", "zh-CN"] as const) {
    const place = await getOwnPlace(viewer, sittingId, language);
    expect(place).toMatchObject({ language, words: words[language] });
    const [listed] = await listOwnSittings(viewer, language);
    expect(listed).toMatchObject({ language, study: { title: words[language].title } });
  }
  const signed = await db.sitting.findUniqueOrThrow({ where: { id: sittingId } });
  expect(signed.language).toBe("en");
});

test("where the study isn't offered in it, they are told as they were signed", async () => {
  const { viewer, sittingId } = await consent(
    await open({ words: { "zh-CN": { ...words["zh-CN"], debrief: "" } } }),
  );
  expect(await getOwnPlace(viewer, sittingId, "zh-CN")).toMatchObject({ language: "en", words: words.en });
});
