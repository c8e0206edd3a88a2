import { readFileSync } from "node:fs";
import path from "node:path";
import { operator } from "#lib/auth/operator.ts";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { figureAddress, resultsPath } from "#lib/paths.ts";
import { makePeople } from "#lib/simulation/person.ts";
import { listRights } from "#lib/simulation/queries.ts";
import { takePart } from "#lib/simulation/take-part.ts";
import { addMember } from "#lib/study-members/mutations.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { recordResponses } from "#e2e/participant/faults/response-recorder.ts";
import { radio } from "#e2e/participant/faults/started-sitting.ts";
import { goThrough } from "#e2e/participant/faults/way-through.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { close, sitThrough } from "#e2e/support/answered-study.ts";
import { untilKeysAreHeard } from "#e2e/support/at-work.ts";
import { expectHeading, hasSidewaysScroll } from "#e2e/support/screens.ts";
import { draftStudy, openedStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t, zhT } from "#e2e/support/words.ts";
import { projectRoot } from "#scripts/project.ts";

// Two texts side by side, from a file to the results.

const file = readFileSync(path.join(projectRoot, "docs/formats/pairs-example.jsonl"), "utf8");
// Without practice in the plan, its case could be drawn like any other.
const withoutPractice = file
  .split("\n")
  .filter((line) => !line.includes('"gold"'))
  .join("\n");
const keys = file.match(/(?<="id":")(?:orchard|tower|loft|pass)-\w+/g) ?? [];
const secrets = ["Zero-shot", "Memory", "quill-3", "lantern", '"orchard"', '"loft"', "something else"];
const practice = { count: 1, cases: [{ track: "Silver", key: "try" }] };

async function designOf(changes: Record<string, unknown> = {}) {
  const name = `Side by side ${crypto.randomUUID().slice(0, 8)}`;
  const benchmark = await createBenchmark(operator(), { name, description: "" });
  const said = ["first", "second", "first", "tie"] as const;
  const judge = keys.map((key, i) =>
    JSON.stringify({ model: "judge", case: key, track: "Silver", choice: said[i % 4] }),
  );
  await bring(benchmark, {
    track: "Silver",
    cases: "sample" in changes ? file : withoutPractice,
    results: { judge: judge.join("\n") },
  });
  const sample = { seed: 7, quota: { Silver: keys.length } };
  return { benchmark: benchmark.slug, frame: { tracks: ["Silver"] }, sample, ...changes };
}

test("pairs are decided on a narrow phone, in Chinese and the dark, and by simulated people; staff see whose are preferred", async ({
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
  expect(bytes).toContain("let them walk faster");
  expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);

  for (const person of makePeople(5, 4)) {
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
  for (let i = 0; i < 3; i++) await sitThrough(study, () => ({ isRight: false }));
  await close(study);

  const { person: researcher } = await signInAs("researcher");
  await addMember(operator(), { studyId: study.id, userId: researcher.id });
  await page.goto(resultsPath(study.slug, "overview"));
  await expect(page.getByText(/^96 comparisons of 12 cases in 4 groups by 8 people/)).toBeVisible();
  const against = page.getByRole("table", { name: t("resultsPairs.against.caption") });
  await expect(against.getByRole("row", { name: /^Zero-shot · quill-3/ })).toBeVisible();
  const judges = page.getByRole("table", { name: t("resultsPairs.judges.caption") });
  await expect(judges.getByRole("row", { name: /^judge/ })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  const csv = await page.request.get(figureAddress(study.slug, "strengths", new URLSearchParams(), "csv"));
  const table = (await csv.text()).replace("\uFEFF", "").trimEnd().split("\n");
  // Three origins by people, and by the judge.
  expect(table.map((row) => row.split(",")[0])).toEqual([
    "by",
    ...Array<string>(3).fill("people"),
    ...Array<string>(3).fill("judge"),
  ]);
});

test("a draft is rehearsed by keyboard alone: practice tells what is right on the texts, and the tie is the third key", async ({
  page,
  signInAs,
}) => {
  const sample = { seed: 7, quota: { Silver: keys.length }, practice };
  const { slug } = await draftStudy(await designOf({ sample }));
  await signInAs("admin");
  await page.goto(`/studies/${slug}/preview`);
  for (const name of [
    t("sitting.goOn"),
    t("sitting.consent.agree"),
    t("sitting.goOn"),
    t("sitting.instructions.practise"),
  ]) {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  }
  await untilKeysAreHeard(page);
  await expect(page.getByText("Which answer is about the weather?")).toBeVisible();
  await page.keyboard.press("3");
  await expect(radio(page, 2)).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(page.getByText(t("taskKinds.pair.sitting.practice.wrong"))).toBeVisible();
  await page.getByRole("button", { name: t("sitting.practice.goOn"), exact: true }).click();
  await expectHeading(page, t("sitting.case.place", { place: "1", count: String(keys.length) }));
  await untilKeysAreHeard(page);
  await page.keyboard.press("2");
  await expect(radio(page, 1)).toBeChecked();
});
