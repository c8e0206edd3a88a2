import { operator } from "#lib/auth/operator.ts";
import { readCard } from "#lib/cards/signing.ts";
import { cardBadgePath, cardFilePath, cardKeyAddress, cardPath, studyCardPath } from "#lib/paths.ts";
import { withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { getStudy } from "#lib/studies/queries.ts";
import { finishedStudy } from "#e2e/support/answered-study.ts";
import { ask } from "#e2e/support/ask.ts";
import { expect, thorough } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

thorough(
  "an admin publishes a card; a stranger reads it, checks the file and sees it follow who withdraws; switched off it is gone",
  async ({ page, newDevice, product, signInAs, expectErrors }) => {
    const study = await finishedStudy();
    await signInAs("admin");
    await page.goto(`/studies/${study.slug}/results/report`);
    await page.getByRole("link", { name: t("cards.staff.fromReport") }).click();
    await expect(page.getByText(t("cards.staff.off"))).toBeVisible();
    await page.getByLabel(t("cards.staff.form.licence")).fill("CC BY 4.0");
    await page.getByLabel(t("cards.staff.form.withModels")).press("Space");
    await page.getByLabel(t("cards.staff.form.contact")).fill("harbour@example.org");
    await page.keyboard.press("Enter");
    await expect(page.getByText(/The card is published: issue 1/)).toBeVisible();
    const open = page.getByRole("link", { name: t("cards.staff.open") });
    const code = ((await open.getAttribute("href")) ?? "").replace(cardPath(""), "");
    await expect(page.getByText(`](${product.url}${cardPath(code)})`)).toBeVisible();
    const picture = page.getByRole("img", { name: t("cards.staff.badge") });
    await picture.evaluate((image: HTMLImageElement) => image.decode());
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(20);

    // On a phone, in the dark, without any script, which Chromium fetches ahead of need and then reports.
    expectErrors(/^failed: \S+\.js csp$/, /status of 404/);
    const stranger = await newDevice({
      viewport: { width: 360, height: 780 },
      colorScheme: "dark",
      javaScriptEnabled: false,
    });
    expect((await stranger.goto(cardPath(code)))?.status()).toBe(200);
    await expect(stranger.getByRole("heading", { level: 1 })).toHaveText(study.title);
    await expect(stranger.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
    await expect(stranger.getByText("3 people, 12 cases, 36 answers")).toBeVisible();
    await expect(stranger.getByText("CC BY 4.0")).toBeVisible();
    await stranger.getByText(t("charts.table")).click();
    await expect(stranger.getByRole("row", { name: /lantern-2/ })).toBeVisible();
    await expect(stranger.getByText(/confidently wrong/)).toContainText("gpt-harbour");

    const file = await ask(product.url + cardFilePath(code));
    expect(file.headers).toMatchObject({ "cache-control": "public, no-cache", "x-robots-tag": "noindex" });
    expect(file.headers["set-cookie"]).toBeUndefined();
    const read = readCard(file.text);
    if (!read.ok) throw new Error(`not verified: ${read.error}`);
    const key = JSON.parse((await ask(product.url + cardKeyAddress)).text) as { fingerprint: string };
    expect(read.value.signature.fingerprint).toBe(key.fingerprint);
    const known = { headers: { "if-none-match": String(file.headers.etag) } };
    expect((await ask(product.url + cardFilePath(code), known)).status).toBe(304);
    const badge = await ask(product.url + cardBadgePath(code));
    expect(badge.headers["content-type"]).toContain("image/svg+xml");
    expect(badge.headers["cross-origin-resource-policy"]).toBe("cross-origin");
    expect(badge.text).toMatch(/Human baseline: [\d.]+% \[[\d.]+–[\d.]+\], n = 3</);

    const seen = await getStudy(operator(), study.slug);
    if (!seen) throw new Error("the study is gone");
    await withdrawSitting(operator(), seen.id, 1, { erase: true });
    await stranger.reload();
    await expect(stranger.getByText("2 people, 12 cases, 24 answers")).toBeVisible();
    expect((await ask(product.url + cardFilePath(code), known)).status).toBe(200);

    await page.reload();
    await page.getByRole("button", { name: t("cards.staff.withdraw.open") }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("cards.staff.withdraw.submit") })
      .click();
    await expect(page.getByText(t("cards.staff.off"))).toBeVisible();
    for (const path of [cardPath(code), cardFilePath(code), cardBadgePath(code)])
      expect((await ask(product.url + path)).status).toBe(404);
    expect((await stranger.goto(cardPath(code)))?.status()).toBe(404);
    expect(page.url()).toContain(studyCardPath(study.slug));
  },
);
