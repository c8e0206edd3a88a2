import { openBrowser } from "#bench/support/browser.ts";
import type { Figure } from "#bench/support/figure.ts";
import { openServer } from "#bench/support/personaeval/server.ts";
import { weighCases } from "#bench/support/sitting/case-weight.ts";
import { desktop, measureVisits, phone } from "#bench/support/sitting/load-figures.ts";
import { enterPeople } from "#bench/support/sitting/people.ts";
import { openSilverStudies } from "#bench/support/sitting/silver-study.ts";
import { measureSitting } from "#bench/support/sitting/whole-sitting.ts";
import { openSite } from "#bench/support/site.ts";

export const name = "sitting-long-texts";
export const about =
  "50 thoughts rated for 5 scenarios of 8,000 tokens: what is sent, first visits, a whole sitting by scenario and one spread";

export async function run(): Promise<Figure[]> {
  const server = await openServer();
  const { tokens, ...links } = await openSilverStudies(server);
  const site = await openSite(server);
  const browser = await openBrowser();
  const figures: Figure[] = [
    { what: "tokens of the shortest scenario", value: Math.min(...tokens), unit: "" },
  ];
  const orders = { "by scenario": links.byGroup, spread: links.spread };
  for (const [order, link] of Object.entries(orders)) {
    const [sitter] = await enterPeople(site, link, 1);
    if (!sitter) throw new Error("nobody entered");
    figures.push({ what: `a whole sitting, ${order}`, value: sitter.options.size, unit: "cases" });
    figures.push(...(await measureSitting(browser, site, sitter)));
  }
  const [visitor] = await enterPeople(site, links.spread, 1);
  if (!visitor) throw new Error("nobody entered");
  const visit = { path: `/sittings/${visitor.sittingId}/1`, who: visitor };
  return [
    ...figures,
    ...(await weighCases(site, visitor)),
    ...(await measureVisits(browser, site, [
      { what: "phone", viewport: phone, ...visit },
      { what: "desktop", viewport: desktop, ...visit },
    ])),
  ];
}
