import type { Figure } from "#bench/support/figure.ts";
import { measureAnswers, type Ask } from "#bench/support/study/signed-in.ts";

const LIMIT_MS = 100;
const ROUNDS = 20;

/** What is asked every two seconds, and the page somebody opens. */
export async function measureLive(ask: Ask, slug: string): Promise<Figure[]> {
  const refresh = `/api/studies/${slug}/live`;
  const asked = {
    "refresh of the live page": [refresh],
    "  on a middle and the last page of people": [`${refresh}?page=20`, `${refresh}?page=40`],
    "  of those at work, of those who submitted": [
      `${refresh}?filter=working`,
      `${refresh}?filter=submitted`,
    ],
    "the live page itself": [`/studies/${slug}`],
  };
  const figures: Figure[] = [];
  for (const [what, addresses] of Object.entries(asked)) {
    const value = await measureAnswers(ask, addresses, ROUNDS);
    const isRefresh = addresses.every((address) => address.startsWith(refresh));
    figures.push({ what, value, unit: "ms", ...(isRefresh ? { limit: LIMIT_MS } : {}) });
  }
  return figures;
}
