import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { atEnd, temporaryFolder } from "#bench/support/clean-up.ts";
import { largestChild } from "#bench/support/command.ts";
import { openNginx, siteName } from "#bench/support/drill/nginx.ts";
import { scale, type Figure } from "#bench/support/figure.ts";
import { repeat } from "#bench/support/load.ts";
import { openServer } from "#bench/support/server.ts";
import { enterAll } from "#bench/support/sitting/people.ts";
import { answersOf } from "#bench/support/sitting/save-load.ts";
import { openSittingLink } from "#bench/support/sitting/study.ts";
import { timed } from "#bench/support/timing.ts";
import { openBrowser } from "#lib/simulation/browser.ts";
import { sendAnswer } from "#lib/simulation/steps.ts";
import { lackFor, makeImage, startImage } from "#scripts/container/testing/machine.ts";
import { findQuietPort } from "#scripts/process/ports.ts";

export const name = "two-web";
export const about =
  "one, then two web processes of the container image behind nginx, with a worker, under the same load (Linux, root, buildah, nginx)";

const PEOPLE = Math.max(4, Math.round(64 * scale));
const [WARM_UP, SECONDS] = [Math.max(1, 3 * scale), Math.max(2, 15 * scale)];
const PATIENCE_SECONDS = 60;

export async function run(): Promise<Figure[]> {
  const lack = lackFor();
  if (lack) throw new Error(lack);
  const folder = temporaryFolder();
  const { root, config } = await makeImage(folder);
  const server = await openServer();
  const link = await openSittingLink(server);
  const key = randomBytes(32).toString("base64");
  const env = {
    HOST: "127.0.0.1",
    DATABASE_URL: server.appUrl,
    AUTH_SECRET: key,
    ENDPOINT_KEYS_KEY: key,
    CARD_SIGNING_KEY: key,
    BENCHSIDE_URL: `https://${siteName}`,
    LOG_LEVEL: "warn",
    TRUST_PROXY: "1",
  };
  const start = async (args: readonly string[]) => {
    const port = await findQuietPort();
    const unit = startImage(root, config, args, { ...env, PORT: String(port) });
    atEnd(async () => {
      unit.kill();
      await unit.ended;
    });
    return { ...unit, port };
  };
  await start(["worker"]);
  const webs: Awaited<ReturnType<typeof start>>[] = [];
  const figures: Figure[] = [];
  for (const count of [1, 2]) {
    const web = await start(config.Cmd);
    await web.untilItAnswers(`http://127.0.0.1:${web.port}/api/health/ready`, PATIENCE_SECONDS);
    webs.push(web);
    const behind = path.join(folder, `behind-${count}`);
    mkdirSync(behind, { mode: 0o755 });
    const nginx = await openNginx(
      behind,
      webs.map(({ port }) => port),
    );
    figures.push({ what: "web processes", value: count, unit: "" }, ...(await measure(nginx, link)));
    for (const { pid } of webs)
      figures.push({ what: "  memory of one, at most", value: (largestChild(pid) * 1024) / 1e6, unit: "MB" });
    await nginx.stop();
  }
  return figures;
}

/** Each works as quickly as it is answered, first by opening cases, then by giving answers. */
async function measure({ via, agent }: Awaited<ReturnType<typeof openNginx>>, link: string) {
  const open = () => openBrowser(`https://${siteName}`, { via, agent: agent() });
  let people: Awaited<ReturnType<typeof enterAll>> = [];
  const entering = await timed(async () => (people = await enterAll(open, link, PEOPLE)));
  const visitors = people.map(({ browser, sittingId, options }) => {
    const next = answersOf(options);
    return {
      page: async () => (await browser.open(`/sittings/${sittingId}/1`)).status,
      answer: async () => (await sendAnswer(browser, sittingId, next())).status,
    };
  });
  const figures: Figure[] = [{ what: "  people entering", value: (PEOPLE * 1000) / entering, unit: "1/s" }];
  for (const [what, asked] of [
    ["cases opened", visitors.map(({ page }) => page)],
    ["answers stored", visitors.map(({ answer }) => answer)],
  ] as const) {
    await repeat(asked, WARM_UP);
    const { perSecond, p95, errors } = await repeat(asked, SECONDS);
    figures.push(
      { what: `  ${what} by ${PEOPLE} at once`, value: perSecond, unit: "1/s" },
      { what: "    95 of 100 within", value: p95, unit: "ms" },
      { what: "    errors", value: errors, unit: "", limit: 0 },
    );
  }
  return figures;
}
