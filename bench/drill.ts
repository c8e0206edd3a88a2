import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { atEnd } from "#bench/support/clean-up.ts";
import { Crowd } from "#bench/support/drill/crowd.ts";
import { listFaults, type Fault } from "#bench/support/drill/faults.ts";
import { openStage, type Stage } from "#bench/support/drill/stage.ts";
import { scale, type Figure } from "#bench/support/figure.ts";
import { describeStored } from "#bench/support/sitting/stored.ts";

export const name = "drill";
export const about =
  "two web processes, a worker and a database behind nginx, each killed, stopped, filled and cut off while 30 people answer (Linux, root, nginx)";

const PEOPLE = Math.max(4, Math.round(30 * scale));
const BACK_WITHIN_SECONDS = 15;
const PATIENCE_SECONDS = 180;

export async function run(): Promise<Figure[]> {
  const stage = await openStage();
  const crowd = new Crowd(stage);
  atEnd(() => crowd.stop());
  await crowd.enter(PEOPLE);
  crowd.start();
  await crowd.untilAllAnswered(60);
  const backup = path.join(stage.root, "yesterday.backup.tar");
  await stage.server.run(["backup", "create", backup]);
  const figures: Figure[] = [];
  for (const fault of listFaults(stage)) {
    console.error(fault.name);
    figures.push(...(await goThrough(fault, crowd)));
  }
  console.error("yesterday’s backup is restored");
  const restored = await restoreInTheMiddle(backup, stage, crowd);
  await crowd.stop();

  return [
    ...figures,
    ...restored,
    ...(await describeStored(stage.server.ownerUrl, crowd.savings.concat(crowd.refused), crowd.unheard)),
  ];
}

/** Strikes, waits, mends, and waits until everybody's answers are taken again. */
async function goThrough(fault: Fault, crowd: Crowd): Promise<Figure[]> {
  const calm = await crowd.untilAllAnswered(PATIENCE_SECONDS);
  if (calm === Infinity) throw new Error(`before “${fault.name}”, answers were not taken`);
  const look = crowd.watch();
  await fault.strike();
  await delay(fault.seconds * 1000);
  await fault.mend();
  const back = await crowd.untilAllAnswered(PATIENCE_SECONDS);
  const { failures, longestSeconds, answers } = look();
  const what = `${fault.name}: everybody’s answers taken again after`;
  return [
    { what, value: back, unit: "s", limit: BACK_WITHIN_SECONDS },
    { what: "  longest that somebody waited, the fault included", value: longestSeconds, unit: "s" },
    { what: "  answers acknowledged meanwhile", value: answers, unit: "" },
    { what: "  requests that failed and were repeated", value: failures, unit: "" },
  ];
}

/** The database is set back to that backup in the middle of the study; devices give back what it lacks. */
async function restoreInTheMiddle(file: string, stage: Stage, crowd: Crowd): Promise<Figure[]> {
  const units = [stage.first, stage.second, stage.worker];
  const before = crowd.savings.length;
  await Promise.all(units.map((unit) => unit.stop()));
  // This process has made the study, and is still connected.
  const { db } = await import("#lib/db.ts");
  await db.$disconnect();
  await stage.server.run(["backup", "restore", file, "--yes", "--no-backup-first"]);
  for (const unit of units) await unit.start();
  const back = await crowd.untilAllAnswered(PATIENCE_SECONDS);
  const { lost, refused } = await crowd.giveBack();
  return [
    { what: "yesterday’s backup restored: everybody’s answers taken again after", value: back, unit: "s" },
    { what: "  acknowledged before, in all", value: before, unit: "" },
    { what: "  which the database lacked, and devices gave back", value: lost, unit: "", least: 1 },
    { what: "  refused when given back", value: refused, unit: "", limit: 0 },
  ];
}
