import type { Browser, Page } from "@playwright/test";
import { bringBenchmark, bringResults, type Files } from "#bench/support/first-figure/bring-files.ts";
import { Follower } from "#bench/support/first-figure/follower.ts";
import type { GuideStep } from "#bench/support/first-figure/guide.ts";
import { closeStudy, makeStudy } from "#bench/support/first-figure/make-study.ts";
import { takeFigure } from "#bench/support/first-figure/take-figure.ts";
import { inviteAndAnswer } from "#bench/support/first-figure/take-part.ts";

export type Walk = {
  browser: Browser;
  page: Page;
  link: string;
  files: Files;
  people: number;
  answers: number;
};

async function signIn(guide: Follower, { link }: Walk): Promise<void> {
  await guide.page.goto(link);
  await guide.press("Sign in as …");
  await guide.press("Not now");
}

/** What is done in each step of the guide, in the guide's order. */
export const steps: Readonly<Record<string, (guide: Follower, walk: Walk) => Promise<unknown>>> = {
  "1. Start": signIn,
  "2. The benchmark": (guide, { files }) => bringBenchmark(guide, files),
  "3. What models answered": (guide, { files }) => bringResults(guide, files),
  "4. The study": (guide, { files }) => makeStudy(guide, files),
  "5. Twenty people": async (guide, walk) => {
    walk.answers = await inviteAndAnswer(guide, walk.browser, walk.people);
  },
  "6. Close": closeStudy,
  "7. Figure and table": takeFigure,
};

/** Goes through the whole guide, and returns how many seconds each step took. */
export async function follow(guide: readonly GuideStep[], walk: Walk): Promise<Map<string, number>> {
  const seconds = new Map<string, number>();
  for (const step of guide) {
    const work = steps[step.heading];
    if (!work) throw new Error(`nobody knows how to do “${step.heading}” of the guide`);
    const since = performance.now();
    const follower = new Follower(walk.page, step);
    await work(follower, walk);
    follower.finish();
    seconds.set(step.heading, (performance.now() - since) / 1000);
    console.log(`  ${step.heading}`);
  }
  return seconds;
}
