import { scale, type Figure } from "#bench/support/figure.ts";
import { loadPage } from "#bench/support/load.ts";
import { openServer } from "#bench/support/server.ts";
import { openSignedIn } from "#bench/support/signed-in.ts";
import { cookieOf, enterPeople } from "#bench/support/sitting/people.ts";
import { openSittingLink } from "#bench/support/sitting/study.ts";

export const name = "load";
export const about = "pages under load: 16 connections for 10 s each, after 2 s of warming up";

const CONNECTIONS = 16;
const [WARM_UP, SECONDS] = [Math.max(1, 2 * scale), Math.max(1, 10 * scale)];

export async function run(): Promise<Figure[]> {
  const server = await openServer();
  const link = await openSittingLink(server);
  const site = await openSignedIn(server);
  const [sitter] = await enterPeople(site, link, 1);
  if (!sitter) throw new Error("nobody entered");
  const sitting = `/sittings/${sitter.sittingId}`;
  const [participant, admin] = [cookieOf(sitter.cookies), cookieOf(site.admin.cookies)];
  const pages = [
    { what: "health (tried out every three seconds)", path: "/api/health/ready" },
    { what: "sign-in page (no question)", path: "/sign-in" },
    { what: "reading room, signed in", path: "/sittings", cookie: participant },
    { what: "a case", path: `${sitting}/1`, cookie: participant },
    { what: "the state of a sitting", path: `/api${sitting}/state`, cookie: participant },
    { what: "live page", path: "/studies/who-is-speaking", cookie: admin },
  ];
  const figures: Figure[] = [];
  for (const { what, ...page } of pages) {
    const target = { port: site.port, ...page };
    await loadPage(target, CONNECTIONS, WARM_UP);
    const { perSecond, p50, p95, errors } = await loadPage(target, CONNECTIONS, SECONDS);
    figures.push(
      { what, value: Math.round(perSecond), unit: "1/s" },
      { what: "  half of them within", value: p50, unit: "ms" },
      { what: "  95 of 100 within", value: p95, unit: "ms" },
      { what: "  errors", value: errors, unit: "", limit: 0 },
    );
  }
  return figures;
}
