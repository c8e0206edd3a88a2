import { readFileSync } from "node:fs";
import path from "node:path";
import { operator } from "#lib/auth/operator.ts";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { resultsPath } from "#lib/paths.ts";
import { listRights } from "#lib/simulation/queries.ts";
import { makePeople } from "#lib/simulation/person.ts";
import { takePart } from "#lib/simulation/take-part.ts";
import { addMember } from "#lib/study-members/mutations.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { recordResponses } from "#e2e/participant/faults/response-recorder.ts";
import { goThrough } from "#e2e/participant/faults/way-through.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { close } from "#e2e/support/answered-study.ts";
import { untilKeysAreHeard } from "#e2e/support/at-work.ts";
import { expectHeading, hasSidewaysScroll } from "#e2e/support/screens.ts";
import { draftStudy, openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t, zhT } from "#e2e/support/words.ts";
import { projectRoot } from "#scripts/project.ts";

// Sets of answers are judged by five traits, from a file to the results.

const file = readFileSync(path.join(projectRoot, "docs/formats/traits-example.jsonl"), "utf8");
const keys = file
  .trimEnd()
  .split("\n")
  .map((line) => (JSON.parse(line) as { id: string }).id);
const traitNames = ["openness", "conscientiousness", "extraversion", "agreeableness", "neuroticism"];
const secrets = ["Zero-shot", "quill-3", '"nell"', '"orrin"'];

async function designOf(changes: Record<string, unknown> = {}) {
  const name = `Who they are ${crypto.randomUUID().slice(0, 8)}`;
  const benchmark = await createBenchmark(operator(), { name, description: "" });
  const traits = Object.fromEntries(traitNames.map((trait) => [trait, ["High", "Low", "High"]]));
  const judge = keys.map((key) =>
    JSON.stringify({ model: "judge", case: key, track: "Personality", traits }),
  );
  await bring(benchmark, { track: "Personality", cases: file, results: { judge: judge.join("\n") } });
  return {
    benchmark: benchmark.slug,
    frame: { tracks: ["Personality"] },
    sample: { seed: 7, quota: { Personality: keys.length } },
    ...changes,
  };
}

test("answers are judged on a narrow phone, in Chinese and the dark, and by simulated people; staff see how alike the sides are", async ({
  product,
  page,
  newDevice,
  signInAs,
  expectErrors,
}) => {
  test.slow();
  expectErrors(/^stranger: /);
  const study = await openedStudy(await designOf());
  const wire = await recordResponses(product);
  try {
    const phone = await newDevice({
      ...{ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
      ...{ locale: "zh-CN", colorScheme: "dark", baseURL: wire.url },
    });
    const looked = new Set<string>();
    await goThrough(phone, study.link, {
      words: zhT,
      count: keys.length,
      async choose(at) {
        for (const [row, trait] of traitNames.entries()) {
          const chosen = phone
            .locator("form")
            .filter({ visible: true })
            .locator(`input[name=${trait}][value="${(at + row) % 3}"]`);
          await chosen.check();
        }
      },
      async atEach() {
        expect(await hasSidewaysScroll(phone), phone.url()).toBe(false);
        const kind = new URL(phone.url()).pathname.replace(/\/\d+$/, "/CASE");
        if (!looked.has(kind)) expect(await findViolations(phone), phone.url()).toEqual([]);
        looked.add(kind);
        await wire.quiet();
      },
    });
    await phone.close();
  } finally {
    await wire.close();
  }
  const bytes = wire.recorded.map(({ headers, body }) => [...headers, body].join("\n")).join("\n");
  expect(bytes).toContain("had the ropes coiled");
  expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);

  for (const person of makePeople(5, 20)
    .filter(({ habit }) => habit === "attentive")
    .slice(0, 2)) {
    const took = await takePart(
      { ...person, leavesAfter: null },
      {
        baseUrl: product.url,
        link: joinPath(study.link),
        pace: "at_once",
        knows: (sittingId) => listRights(operator(), sittingId),
      },
    );
    expect(took.completionCode).toBeTruthy();
  }
  await close(study);

  const { person: researcher } = await signInAs("researcher");
  await addMember(operator(), { studyId: study.id, userId: researcher.id });
  await page.goto(resultsPath(study.slug, "overview"));
  const similarity = page.getByRole("table", { name: t("resultsTraits.similarity.title") });
  await expect(similarity.getByRole("row", { name: /Memory · quill-3/ }).first()).toBeVisible();
  const agreement = page.getByRole("table", { name: t("resultsTraits.agreement.title") });
  await expect(agreement.getByRole("row", { name: /Openness/ })).toContainText("18");
  expect(await findViolations(page)).toEqual([]);
});

test("a draft is rehearsed by keyboard alone: a number gives the level and goes on to the next trait", async ({
  page,
  signInAs,
}) => {
  const { slug } = await draftStudy(await designOf());
  await signInAs("admin");
  await page.goto(`/studies/${slug}/preview`);
  for (const name of [
    t("sitting.goOn"),
    t("sitting.consent.agree"),
    t("sitting.goOn"),
    t("sitting.instructions.start"),
  ]) {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  }
  await expectHeading(page, t("sitting.case.place", { place: "1", count: String(keys.length) }));
  await untilKeysAreHeard(page);
  const about = page
    .getByText(t("taskKinds.traits.sitting.reading.traits.openness.about"))
    .filter({ visible: true });
  await expect(about).toBeVisible();
  await page.keyboard.press("u");
  await expect(about).toBeHidden();
  const form = page.locator("form").filter({ visible: true, has: page.getByRole("radio") });
  const level = (trait: string, value: number) => form.locator(`input[name=${trait}][value="${value}"]`);
  for (const key of ["3", "1", "2"]) await page.keyboard.press(key);
  await expect(level("openness", 2)).toBeChecked();
  await expect(level("conscientiousness", 0)).toBeChecked();
  await expect(level("extraversion", 1)).toBeChecked();
  // Back by the arrows, which choose nothing.
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(level("conscientiousness", 0)).toBeFocused();
  await page.keyboard.press("2");
  await expect(level("conscientiousness", 1)).toBeChecked();
  await page.keyboard.press("ArrowDown");
  for (const key of ["3", "3"]) await page.keyboard.press(key);
  await expect(level("neuroticism", 2)).toBeChecked();
  await page.keyboard.press("Enter");
  await expectHeading(page, t("sitting.case.place", { place: "2", count: String(keys.length) }));
});
