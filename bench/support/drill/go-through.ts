import { setTimeout as delay } from "node:timers/promises";
import type { Crowd } from "#bench/support/drill/crowd.ts";
import type { Fault } from "#bench/support/drill/faults.ts";
import { Scraper } from "#bench/support/drill/scraper.ts";
import type { Stage } from "#bench/support/drill/stage.ts";
import type { Figure } from "#bench/support/figure.ts";

const backWithin = 15;
const patienceSeconds = 180;

/** Strikes, waits, mends, and waits until everybody's answers are taken again. */
export async function goThrough(fault: Fault, crowd: Crowd, stage: Stage): Promise<Figure[]> {
  const calm = await crowd.untilAllAnswered(patienceSeconds);
  if (calm === Infinity) throw new Error(`before “${fault.name}”, answers were not taken`);
  const scraper = new Scraper(stage);
  await scraper.start();
  const look = crowd.watch();
  await fault.strike();
  await delay(fault.seconds * 1000);
  await fault.mend();
  const back = await crowd.untilAllAnswered(patienceSeconds);
  const { failures, longestSeconds, answers } = look();
  const seen = await scraper.stop();
  const figures: Figure[] = [
    {
      what: `${fault.name}: everybody’s answers taken again after`,
      value: back,
      unit: "s",
      limit: backWithin,
    },
    { what: "  longest that somebody waited, the fault included", value: longestSeconds, unit: "s" },
    { what: "  answers acknowledged meanwhile", value: answers, unit: "" },
    { what: "  requests that failed and were repeated", value: failures, unit: "" },
  ];
  if (!fault.unseen)
    figures.push({ what: "  seen in the metrics, of 1", value: Number(seen), unit: "", least: 1 });
  return figures;
}
