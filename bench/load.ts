import http from "node:http";
import { enter, openBrowser } from "#bench/support/browser.ts";
import type { Figure } from "#bench/support/figure.ts";
import { loadPage } from "#bench/support/load.ts";
import { openProduct } from "#bench/support/product.ts";
import { openBrowser as openPlain } from "#lib/simulation/browser.ts";
import { walkIn } from "#lib/simulation/steps.ts";

export const name = "load";
export const about = "pages under load: 16 connections for 10 s each, after 2 s of warming up";

const CONNECTIONS = 16;
/** For trying the bench itself out; figures count at 1. */
const scale = Number(process.env.BENCH_SCALE ?? 1);
const [WARM_UP, SECONDS] = [Math.max(1, 2 * scale), Math.max(1, 10 * scale)];

const cookieOf = (cookies: Iterable<readonly [string, string]>) =>
  [...cookies].map(([key, value]) => `${key}=${value}`).join("; ");

export async function run(): Promise<Figure[]> {
  const product = await openProduct();
  const browser = await openBrowser();
  const signedIn = async (link: string) =>
    cookieOf((await enter(browser, link)).cookies.map(({ name: key, value }) => [key, value] as const));
  const [participant, admin] = [
    await signedIn(product.links.participant),
    await signedIn(product.links.admin),
  ];
  await browser.close();
  const agent = new http.Agent({ keepAlive: true });
  const sitter = openPlain(product.url, { agent });
  const sitting = `/sittings/${await walkIn(sitter, new URL(product.study).pathname)}`;
  agent.destroy();

  const study = "/studies/who-is-speaking-demo-study";
  const pages = [
    { what: "health (tried out every three seconds)", path: "/api/health/ready" },
    { what: "sign-in page (no question)", path: "/sign-in" },
    { what: "reading room, signed in", path: "/sittings", cookie: participant },
    { what: "a case", path: `${sitting}/1`, cookie: cookieOf(sitter.cookies) },
    { what: "the state of a sitting", path: `/api${sitting}/state`, cookie: cookieOf(sitter.cookies) },
    { what: "live page", path: study, cookie: admin },
  ];
  const figures: Figure[] = [];
  for (const { what, ...page } of pages) {
    const target = { port: product.port, ...page };
    await loadPage(target, { connections: CONNECTIONS, seconds: WARM_UP });
    const { perSecond, p50, p95, errors } = await loadPage(target, {
      connections: CONNECTIONS,
      seconds: SECONDS,
    });
    figures.push(
      { what, value: Math.round(perSecond), unit: "1/s" },
      { what: "  half of them within", value: p50, unit: "ms" },
      { what: "  95 of 100 within", value: p95, unit: "ms" },
      { what: "  errors", value: errors, unit: "", limit: 0 },
    );
  }
  return figures;
}
