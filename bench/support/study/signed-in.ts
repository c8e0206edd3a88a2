import http from "node:http";
import path from "node:path";
import { enter, openBrowser, type SignedIn } from "#bench/support/browser.ts";
import { atEnd } from "#bench/support/clean-up.ts";
import type { Server } from "#bench/support/personaeval/server.ts";
import { openSite } from "#bench/support/site.ts";
import { quantile, timed } from "#bench/support/timing.ts";
import { run } from "#scripts/entry/run.mjs";
import { projectRoot } from "#scripts/project.ts";

/** What has come so far is shown as it comes. */
export type Ask = (address: string, see?: (body: string) => void) => Promise<string>;

export type SignedInSite = { ask: Ask; url: string; admin: SignedIn; pid: number };

/** The production build on a server's data, and how an admin's browser asks it. */
export async function openSignedIn(server: Server): Promise<SignedInSite> {
  const web = await openSite(server);
  const script = path.join(projectRoot, "scripts/first-run.ts");
  const said = await run(process.execPath, ["--conditions=react-server", script], {
    cwd: projectRoot,
    env: { ...process.env, ...web.env, BENCHSIDE_URL: web.url },
  });
  const made = JSON.parse(said.trim().split("\n").at(-1) ?? "[]") as { role: string; url: string }[];
  const browser = await openBrowser();
  const admin = await enter(browser, made.find(({ role }) => role === "admin")?.url ?? "");
  await browser.close();
  const cookie = admin.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  atEnd(() => agent.destroy());

  const ask: Ask = (address, see) =>
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
  return { ask, url: web.url, admin, pid: web.pid };
}

/** The 95th percentile over all addresses, asked one after the other, after a round that doesn't count. */
export async function measureAnswers(
  ask: Ask,
  addresses: readonly string[],
  rounds: number,
): Promise<number> {
  for (const address of addresses) await ask(address);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++)
    for (const address of addresses) times.push(await timed(() => ask(address)));
  return quantile(times, 0.95);
}
