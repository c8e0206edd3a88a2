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
import { resolveLabels } from "#lib/task-kinds/label-set.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { radio } from "#e2e/participant/faults/started-sitting.ts";
import { recordResponses } from "#e2e/participant/faults/response-recorder.ts";
import { goThrough } from "#e2e/participant/faults/way-through.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { close, sitThrough } from "#e2e/support/answered-study.ts";
import { untilKeysAreHeard } from "#e2e/support/at-work.ts";
import { expectHeading, hasSidewaysScroll } from "#e2e/support/screens.ts";
import { draftStudy, openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t, zhT } from "#e2e/support/words.ts";
import { projectRoot } from "#scripts/project.ts";

// Something written gets a label, from a file to the results.

const lines = readFileSync(path.join(projectRoot, "docs/formats/labels-example.jsonl"), "utf8")
  .split("\n")
  .filter((line) => line.includes('"track":"Consistency"'));
const set = resolveLabels("interviewsim-consistency");
const secrets = ["Memory-100", "Zero-shot", "Education", '"ines"', '"tomas"', '"gold"'];

async function designOf() {
  const name = `Who said so ${crypto.randomUUID().slice(0, 8)}`;
  const benchmark = await createBenchmark(operator(), { name, description: "" });
  const judge = ["ines-swim-m", "ines-swim-z", "tomas-cat-m"].map((key) =>
    JSON.stringify({ model: "judge", case: key, track: "Consistency", label: "Contradiction" }),
  );
  await bring(benchmark, {
    track: "Consistency",
    cases: lines.join("\n"),
    results: { judge: judge.join("\n") },
  });
  return {
    benchmark: benchmark.slug,
    frame: { tracks: ["Consistency"] },
    sample: { seed: 7, quota: { Consistency: 8 } },
  };
}

test("answers are labelled on a narrow phone, in Chinese and the dark, and by simulated people; staff see how", async ({
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
      count: 8,
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
  expect(bytes).toContain("Like an otter");
  expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);

  const [person] = makePeople(5, 20).filter(({ habit }) => habit === "attentive");
  if (!person) throw new Error("nobody is attentive");
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
  await sitThrough(study, () => ({ isRight: false }));
  await close(study);

  const { person: researcher } = await signInAs("researcher");
  await addMember(operator(), { studyId: study.id, userId: researcher.id });
  await page.goto(resultsPath(study.slug, "overview"));
  const shares = page.getByRole("table", { name: t("resultsLabels.set", { set: set.name }) });
  await expect(shares.getByRole("row", { name: "judge" })).toContainText("3 of 3");
  const byMethod = page.getByRole("table", { name: t("resultsLabels.by", { attribute: "method" }) });
  await expect(byMethod.getByRole("row", { name: "Zero-shot judge" })).toContainText("1 of 1");
  await expect(page.getByRole("row", { name: t("resultsLabels.alpha") })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});

test("a draft is rehearsed by keyboard alone: rules whole at first, and the type of error asked after one label", async ({
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
  await expectHeading(page, t("sitting.case.place", { place: "1", count: "8" }));
  await untilKeysAreHeard(page);
  const rules = page.getByText(set.notes?.en ?? "").filter({ visible: true });
  const types = page.getByRole("group", { name: set.errors?.question.en ?? "" });
  await expect(rules).toBeVisible();
  await page.keyboard.press("u");
  await expect(rules).toBeHidden();
  await page.keyboard.press("1");
  await expect(radio(page, 0)).toBeChecked();
  await expect(types).toBeHidden();
  await page.keyboard.press("3");
  await expect(types).toBeVisible();
  await types.getByRole("radio").first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expectHeading(page, t("sitting.case.place", { place: "2", count: "8" }));
  await expect(rules).toBeHidden();
  await page.keyboard.press("p");
  await expect(radio(page, 2)).toBeChecked();
});
