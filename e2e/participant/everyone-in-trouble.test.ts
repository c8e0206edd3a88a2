import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { localeCookie } from "#lib/i18n/locale.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { choose, startSittingAs, sending } from "#e2e/participant/faults/started-sitting.ts";
import { hasSidewaysScroll } from "#e2e/support/screens.ts";
import { expect, test, thorough } from "#e2e/support/test.ts";
import { t, zhT } from "#e2e/support/words.ts";

// What axe looks at is the same in both languages, but for words and sizes; a theme changes colours alone.
for (const { locale, words, ...axe } of [
  { locale: "en", words: t, width: 1280, colorScheme: "dark", scope: "colours" },
  { locale: "zh-CN", words: zhT, width: 360, colorScheme: "light", scope: "everything" },
] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ colorScheme: axe.colorScheme });
    thorough(
      `axe finds nothing where something goes wrong, ${axe.colorScheme}`,
      async ({ page, context, product, signInAs, expectErrors }) => {
        expectErrors(/ERR_(INTERNET_DISCONNECTED|CONNECTION_FAILED)/, /status of 401/, /status of 409/);
        await context.addCookies([{ name: localeCookie, value: locale, url: product.url }]);
        const { caseAt, sitter, study, person, visitor } = await startSittingAs(page, signInAs);
        const found: Record<string, string[]> = {};
        async function look(name: string, seen: string): Promise<void> {
          await expect(page.getByText(seen).filter({ visible: true }).first()).toBeVisible();
          for (const width of new Set([360, axe.width])) {
            await page.setViewportSize({ width, height: 800 });
            expect(await hasSidewaysScroll(page), `${name} ${width}`).toBe(false);
          }
          const violations = await findViolations(page, axe.scope);
          if (violations.length > 0) found[name] = violations;
        }

        await page.goto(caseAt(1));
        await choose(page, 0);
        await expect(sending(page)).toHaveText(words("sending.saved"));
        const other = await context.newPage();
        await other.goto(caseAt(1));
        await choose(other, 1);
        await look("elsewhere", words("answering.elsewhere"));
        await other.close();

        await context.setOffline(true);
        await choose(page, 2);
        await look("offline", words("sending.keptOne"));
        await context.setOffline(false);
        await expect(sending(page)).toHaveText(words("sending.saved"));

        const signInId = visitor.signIn.signInId;
        await db.signIn.update({ where: { id: signInId }, data: { endedAt: new Date() } });
        await choose(page, 3);
        await look("signed-out", words("sending.signedOut"));
        await signInAs(person, context);

        await context.route("**/cases?*", (route) => route.abort("connectionfailed"));
        await page.goto(caseAt(1));
        await expect(sending(page)).toHaveText(words("sending.saved"));
        await page.getByRole("button", { name: words("sitting.case.next"), exact: true }).click();
        await look("absent", words("answering.unreachable"));
        await context.unroute("**/cases?*");

        await context.route("**/answers", (route) => route.abort("connectionfailed"));
        await page.goto(caseAt(2));
        await choose(page, 0);
        await expect(sending(page)).toContainText(words("sending.keptOne"));
        await page.goto(`/sittings/${sitter.sittingId}/finish`);
        await look("finish", words("way.finish.sendingOne"));
        await context.unroute("**/answers");

        await page.goto(caseAt(2));
        await expect(sending(page)).toHaveText(words("sending.saved"));
        await context.route("**/answers", (route) => route.abort("connectionfailed"));
        await choose(page, 1);
        await expect(sending(page)).toContainText(words("sending.waiting"));
        await closeStudy(operator(), study.slug);
        await context.unroute("**/answers");
        await page.evaluate(() => dispatchEvent(new Event("online")));
        await look("closed", words("sitting.own.errors.closed"));
        await page.goto(`/sittings/${sitter.sittingId}`);
        await page.getByText(words("sending.discard"), { exact: true }).click();
        await look("refused", words("sending.problems.closed"));
        expect(found).toEqual({});
      },
    );
  });
}
