import { operator } from "#lib/auth/operator.ts";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import { designPath, preregistrationAddress } from "#lib/paths.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { hasSidewaysScroll } from "#e2e/support/screens.ts";
import { draftStudy } from "#e2e/support/studies.ts";
import { expect, thorough } from "#e2e/support/test.ts";
import { t, zhT } from "#e2e/support/words.ts";

const line = (kind: object, at: number) =>
  JSON.stringify({
    ...kind,
    id: `case-${at}`,
    group: `g${at % 12}`,
    attributes: { method: at < 12 ? "Mirror" : "Plain", model: "quill" },
    content: {
      parts: [
        { role: "question", text: `What does the keeper do at ${at} o’clock?` },
        { role: "judged", text: `At ${at} o’clock the keeper winds the lamp and writes it down.` },
      ],
    },
  });

/** Two methods over the same twelve groups, once rated and once labelled. */
async function designOf() {
  const name = `Power ${crypto.randomUUID().slice(0, 8)}`;
  const benchmark = await createBenchmark(operator(), { name, description: "" });
  const kinds = {
    Silver: { track: "Silver", kind: "rating", scale: "rolethink-silver" },
    Facts: { track: "Facts", kind: "label", labels: ["Entailment", "Neutral", "Contradiction"] },
  };
  for (const [track, kind] of Object.entries(kinds))
    await bring(benchmark, {
      track,
      cases: Array.from({ length: 24 }, (_, at) => line(kind, at)).join("\n"),
      results: {},
    });
  const quota = { Silver: 24, Facts: 24 };
  return {
    benchmark: benchmark.slug,
    frame: { tracks: Object.keys(quota) },
    sample: { seed: 7, quota },
    assignment: { people: 5 },
  };
}

const words = "builderPlan.power.judged";

thorough(
  "power of means and shares stands by track, follows assumptions typed by keyboard, and refuses those that can't be",
  async ({ page, signInAs, newDevice }) => {
    await signInAs("admin");
    const { slug } = await draftStudy(await designOf());
    await page.goto(designPath(slug, "power"));
    const table = page.getByRole("table", { name: t(`${words}.caption`) });
    const halfOf = (track: string) => table.getByRole("row", { name: track }).getByRole("cell").nth(3);
    await expect(table.getByRole("row", { name: "Silver" })).toContainText(t(`${words}.measures.mean`));
    await expect(table.getByRole("row", { name: "Facts" })).toContainText(t(`${words}.measures.shares`));
    const [ratings, labels] = [await halfOf("Silver").innerText(), await halfOf("Facts").innerText()];
    expect(await findViolations(page)).toEqual([]);

    const severity = page
      .getByRole("group", { name: t(`${words}.assumed.mean`) })
      .getByLabel(t(`${words}.assumed.fields.raterSd`));
    await severity.focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("1");
    await page.keyboard.press("Enter");
    await expect(halfOf("Silver")).not.toHaveText(ratings);
    await expect(halfOf("Facts")).toHaveText(labels);

    const share = page.getByLabel(t(`${words}.assumed.fields.share`));
    await share.fill("3");
    await share.press("Enter");
    await expect(page.getByText(t("builder.fieldErrors.more_than_a_share_varies"))).toBeVisible();
    await expect(halfOf("Facts")).toHaveText(labels);

    const said = await page.request.get(preregistrationAddress(slug, "text"));
    expect(await said.text()).toMatch(
      /Silver, mean rating: 12 cases of an origin in 12 groups, each case judged by 5/,
    );

    const phone = await newDevice({
      viewport: { width: 360, height: 740 },
      locale: "zh-CN",
      colorScheme: "dark",
    });
    await phone.context().addCookies(await page.context().cookies());
    await phone.goto(designPath(slug, "power"));
    await expect(phone.getByRole("heading", { name: zhT(`${words}.title`) })).toBeVisible();
    expect(await hasSidewaysScroll(phone)).toBe(false);
    expect(await findViolations(phone)).toEqual([]);
  },
);
