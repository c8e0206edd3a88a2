import type { Figure } from "#bench/support/figure.ts";
import { atEnd } from "#bench/support/clean-up.ts";
import { Crowd } from "#bench/support/drill/crowd.ts";
import { listFaults } from "#bench/support/drill/faults.ts";
import { goThrough } from "#bench/support/drill/go-through.ts";
import { backUp, restoreInTheMiddle } from "#bench/support/drill/restore.ts";
import { openStage } from "#bench/support/drill/stage.ts";
import { compareStored } from "#bench/support/sitting/stored.ts";

export const name = "drill";
export const about =
  "two web processes, a worker and an own PostgreSQL behind nginx, each killed, stopped, filled and cut off while 30 people answer (Linux, root, nginx)";

const PEOPLE = Math.max(4, Math.round(30 * Number(process.env.BENCH_SCALE ?? 1)));

export async function run(): Promise<Figure[]> {
  const stage = await openStage();
  const crowd = new Crowd(stage);
  atEnd(() => crowd.stop());
  await crowd.enter(PEOPLE);
  crowd.start();
  await crowd.untilAllAnswered(60);
  const backup = await backUp(stage);
  const figures: Figure[] = [];
  for (const fault of listFaults(stage)) {
    console.error(fault.name);
    figures.push(...(await goThrough(fault, crowd, stage)));
  }
  console.error("yesterday’s backup is restored");
  const restored = await restoreInTheMiddle(backup, stage, crowd);
  await crowd.stop();

  for (const { trouble } of crowd.refused.slice(0, 5)) console.error(`refused: ${trouble}`);
  const stored = await compareStored(stage.server.ownerUrl, [...crowd.savings, ...crowd.refused]);
  return [
    { what: "major version of PostgreSQL", value: stage.server.major, unit: "" },
    ...figures,
    ...restored,
    {
      what: `answers of ${PEOPLE} people acknowledged in all`,
      value: stored.acknowledged,
      unit: "",
      least: PEOPLE,
    },
    { what: "  refused for good", value: crowd.refused.length, unit: "", limit: 0 },
    { what: "  not there exactly once as they were given", value: stored.wrong, unit: "", limit: 0 },
    { what: "  places where an older one counts", value: stored.outdated, unit: "", limit: 0 },
    { what: "  there though nobody gave them", value: stored.unknown, unit: "", limit: 0 },
  ];
}
