import { gzipSync } from "node:zlib";
import type { Figure } from "#bench/support/figure.ts";
import type { Sitter } from "#bench/support/sitting/people.ts";
import type { Site } from "#bench/support/site.ts";

const inKB = (bytes: number) => bytes / 1000;

/** What the answer with all of a sitting's cases weighs, whole and with each text once. */
export async function weighCases({ url }: Site, { sittingId, cookies }: Sitter): Promise<Figure[]> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const figures: Figure[] = [];
  for (const [what, query] of Object.entries({ "each text once": "&texts=once", "as older pages ask": "" })) {
    const address = `${url}/api/sittings/${sittingId}/cases?after=0&count=50${query}`;
    const times: number[] = [];
    let body = Buffer.alloc(0);
    for (let round = 0; round < 5; round++) {
      const since = performance.now();
      const response = await fetch(address, { headers: { cookie } });
      body = Buffer.from(await response.arrayBuffer());
      times.push(performance.now() - since);
    }
    figures.push({ what: `fifty cases, ${what}`, value: inKB(body.length), unit: "kB" });
    figures.push({ what: "  packed, as it is sent", value: inKB(gzipSync(body).length), unit: "kB" });
    figures.push({ what: "  until it is here, quickest of five", value: Math.min(...times), unit: "ms" });
  }
  return figures;
}
