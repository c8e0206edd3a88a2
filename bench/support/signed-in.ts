import http from "node:http";
import path from "node:path";
import type { BrowserContext } from "@playwright/test";
import { openBrowser } from "#bench/support/browser.ts";
import { atEnd } from "#bench/support/clean-up.ts";
import type { Server } from "#bench/support/server.ts";
import { cookieOf } from "#bench/support/sitting/people.ts";
import { openSite, type Site } from "#bench/support/site.ts";
import { durabilitySettings } from "#lib/environment.ts";
import { run } from "#scripts/entry/run.mjs";
import { projectRoot } from "#scripts/project.ts";

/** What has come so far is shown as it comes. */
export type FetchPage = (address: string, see?: (body: string) => void) => Promise<string>;

export type SignedInSite = Site & {
  ask: FetchPage;
  admin: Awaited<ReturnType<BrowserContext["storageState"]>>;
};

/** The production build on a server's data, and how an admin's browser asks it. */
export async function openSignedIn(server: Server): Promise<SignedInSite> {
  const web = await openSite(server);
  const script = path.join(projectRoot, "scripts/setup.ts");
  const said = await run(process.execPath, ["--conditions=react-server", script], {
    cwd: projectRoot,
    env: {
      ...process.env,
      ...web.env,
      DATABASE_OWNER_URL: server.ownerUrl,
      DATABASE_ACCEPTED_RISKS: durabilitySettings.join(),
      BENCHSIDE_URL: web.url,
    },
  });
  const browser = await openBrowser();
  const page = await browser.newPage();
  await page.goto(/^ *admin {2}(\S+)$/m.exec(said)?.[1] ?? "");
  await page.locator("main form button").last().click();
  await page.waitForURL((url) => !url.pathname.startsWith("/enter/"));
  const admin = await page.context().storageState();
  await browser.close();
  const cookie = cookieOf(admin.cookies);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  atEnd(() => agent.destroy());

  const ask: FetchPage = (address, see) =>
    new Promise((resolve, reject) => {
      const request = http.get(`${web.url}${address}`, { agent, headers: { cookie } }, (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          body += part;
          see?.(body);
        });
        response.once("end", () => {
          if (response.statusCode === 200) resolve(body);
          else reject(new Error(`${address} answered ${response.statusCode}: ${body.slice(0, 400)}`));
        });
      });
      request.once("error", reject);
    });
  return Object.assign(web, { ask, admin });
}
