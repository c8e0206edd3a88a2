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
import { resolveScale } from "#lib/task-kinds/scale.ts";

// Something written is rated, from a file to the results.

const file = readFileSync(path.join(projectRoot, "docs/formats/ratings-example.jsonl"), "utf8")
  .split("\n")
  .filter((line) => line.includes('"track":"Gold"'))
  .join("\n");
const scale = resolveScale("rolethink-gold");
const secrets = ["Zero-shot", "quill-3", '"quay"', '"ledger"'];

async function designOf(changes: Record<string, unknown> = {}) {
  const name = `Second thoughts ${crypto.randomUUID().slice(0, 8)}`;
  const benchmark = await createBenchmark(operator(), { name, description: "" });
  const judge = ["quay-a", "quay-b"].map((key) =>
    JSON.stringify({ model: "judge", case: key, track: "Gold", rating: 4 }),
  );
  await bring(benchmark, { track: "Gold", cases: file, results: { judge: judge.join("\n") } });
  return {
    benchmark: benchmark.slug,
    frame: { tracks: ["Gold"] },
    sample: { seed: 7, quota: { Gold: 4 } },
    ...changes,
  };
}

test("thoughts are rated on a narrow phone, in Chinese and the dark, and by simulated people; staff see how", async ({
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
      count: 4,
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
  expect(bytes).toContain("mine the only ladder");
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
  const table = page.getByRole("table", { name: scale.name });
  await expect(table.getByRole("row", { name: "Gold" })).toBeVisible();
  await expect(page.getByText(/No rating is right or wrong/)).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});

test("a draft is rehearsed by keyboard alone: the whole scale at first, folded by a key", async ({
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
  await expectHeading(page, t("sitting.case.place", { place: "1", count: "4" }));
  await untilKeysAreHeard(page);
  const about = page.getByText(scale.points[0]?.about?.en ?? "").filter({ visible: true });
  await expect(about).toBeVisible();
  await page.keyboard.press("u");
  await expect(about).toBeHidden();
  await page.keyboard.press("4");
  await expect(radio(page, 3)).toBeChecked();
  await page.keyboard.press("Enter");
  await expectHeading(page, t("sitting.case.place", { place: "2", count: "4" }));
  await expect(about).toBeHidden();
});
