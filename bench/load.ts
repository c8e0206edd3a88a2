import { enter, openBrowser } from "#bench/support/browser.ts";
import type { Figure } from "#bench/support/figure.ts";
import { loadPage } from "#bench/support/load.ts";
import { openProduct } from "#bench/support/product.ts";

export const name = "load";
export const about = "pages under load: 16 connections for 10 s each, after 2 s of warming up";

const CONNECTIONS = 16;

export async function run(): Promise<Figure[]> {
  const product = await openProduct();
  const browser = await openBrowser();
  const { cookies } = await enter(browser, product.links.participant);
  await browser.close();
  const cookie = cookies.map(({ name: key, value }) => `${key}=${value}`).join("; ");

  const pages = [
    { what: "health (one question to the database)", path: "/api/health" },
    { what: "sign-in page (no question)", path: "/sign-in" },
    { what: "reading room, signed in (one question)", path: "/sittings", cookie },
  ];
  const figures: Figure[] = [];
  for (const { what, ...page } of pages) {
    const target = { port: product.port, ...page };
    await loadPage(target, { connections: CONNECTIONS, seconds: 2 });
    const { perSecond, p50, p95, errors } = await loadPage(target, { connections: CONNECTIONS, seconds: 10 });
    figures.push(
      { what, value: Math.round(perSecond), unit: "1/s" },
      { what: "  half of them within", value: p50, unit: "ms" },
      { what: "  95 of 100 within", value: p95, unit: "ms" },
      { what: "  errors", value: errors, unit: "", limit: 0 },
    );
  }
  return figures;
}
