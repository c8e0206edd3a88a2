import path from "node:path";
import type { Crowd } from "#bench/support/drill/crowd.ts";
import type { Stage } from "#bench/support/drill/stage.ts";
import type { Figure } from "#bench/support/figure.ts";
import { runBenchside } from "#bench/support/personaeval/command.ts";

const patienceSeconds = 120;

const backup = (args: readonly string[], { server }: Stage) =>
  runBenchside(["backup", ...args], server.dataDir, server.settings);

/** What will be yesterday's, made while people answer. */
export async function backUp(stage: Stage): Promise<string> {
  const file = path.join(stage.root, "yesterday.backup.tar");
  await backup(["create", file], stage);
  return file;
}

/** The database is set back to that backup in the middle of the study; devices give back what it lacks. */
export async function restoreInTheMiddle(file: string, stage: Stage, crowd: Crowd): Promise<Figure[]> {
  const { first, second } = stage;
  const before = crowd.savings.length;
  const instances = [first, second];
  await Promise.all(instances.map((instance) => instance.stop()));
  // This process has made the study, and is still connected.
  const { db } = await import("#lib/db.ts");
  await db.$disconnect();
  await backup(["restore", file, "--yes", "--no-backup-first"], stage);
  for (const instance of instances) await instance.start();
  const back = await crowd.untilAllAnswered(patienceSeconds);
  const { lost, refused } = await crowd.giveBack();
  return [
    { what: "yesterday’s backup restored: everybody’s answers taken again after", value: back, unit: "s" },
    { what: "  acknowledged before, in all", value: before, unit: "" },
    {
      what: "  of which the restored database lacked, and devices gave back",
      value: lost,
      unit: "",
      least: 1,
    },
    { what: "  refused when given back", value: refused, unit: "", limit: 0 },
  ];
}
