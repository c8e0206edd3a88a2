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

export const name = "load";
export const about =
  "pages and answers from one web process of the image, then from two, behind nginx and with a worker (Linux, root, buildah, nginx)";

const PEOPLE = Math.max(4, Math.round(16 * scale));
const [WARM_UP, SECONDS] = [Math.max(1, 3 * scale), Math.max(2, 10 * scale)];
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
      figures.push({ what: "  memory of one, at most", value: largestChild(pid), unit: "MB" });
    await nginx.stop();
  }
  return figures;
}

/** So many ask at once, each as quickly as they are answered. */
async function measure({ via, agent }: Awaited<ReturnType<typeof openNginx>>, link: string) {
  const open = () => openBrowser(`https://${siteName}`, { via, agent: agent() });
  let people: Awaited<ReturnType<typeof enterAll>> = [];
  const entering = await timed(async () => (people = await enterAll(open, link, PEOPLE)));
  const figures: Figure[] = [{ what: "  people entering", value: (PEOPLE * 1000) / entering, unit: "1/s" }];
  const measureOne = async (what: string, asks: (() => Promise<number>)[]) => {
    await repeat(asks, WARM_UP);
    const { perSecond, p50, p95, errors } = await repeat(asks, SECONDS);
    figures.push(
      { what: `  ${what}`, value: perSecond, unit: "1/s" },
      { what: "    half of them within", value: p50, unit: "ms" },
      { what: "    95 of 100 within", value: p95, unit: "ms" },
      { what: "    errors", value: errors, unit: "", limit: 0 },
    );
  };
  const pages: [string, (sittingId: string) => string][] = [
    ["health (tried out every three seconds)", () => "/api/health/ready"],
    ["reading room", () => "/sittings"],
    ["a case", (sittingId) => `/sittings/${sittingId}/1`],
    ["the state of a sitting", (sittingId) => `/api/sittings/${sittingId}/state`],
  ];
  for (const [what, pathOf] of pages) {
    const asks = people.map(({ browser, sittingId }) => async () => {
      const { status } = await browser.ask("GET", pathOf(sittingId));
      return status;
    });
    await measureOne(what, asks);
  }
  const answering = people.map(({ browser, sittingId, options }) => {
    const next = answersOf(options);
    return async () => (await sendAnswer(browser, sittingId, next())).status;
  });
  await measureOne("answers stored", answering);
  return figures;
}
