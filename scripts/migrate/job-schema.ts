import { existsSync } from "node:fs";
import path from "node:path";
import type { Client } from "pg";
import { PgBoss } from "pg-boss";
import { projectRoot } from "#scripts/project.ts";

export type Queue = { name: string; options?: Record<string, unknown> };

async function listQueues(): Promise<readonly Queue[]> {
  const file = path.join(projectRoot, "lib/jobs/queues.ts");
  if (!existsSync(file)) return [];
  const { queues } = (await import(file)) as { queues: readonly Queue[] };
  return queues;
}

/** Installs or upgrades the job queue's own tables as their owner, since the application may not. */
export async function installJobSchema(client: Client): Promise<void> {
  const executeSql = async (text: string, values?: unknown[]) => client.query(text, values);
  const boss = new PgBoss({ db: { executeSql }, schema: "pgboss", supervise: false, schedule: false });
  const problems: Error[] = [];
  boss.on("error", (error) => problems.push(error));
  await boss.start();
  try {
    for (const { name, options = {} } of await listQueues()) {
      if (!(await boss.getQueue(name))) {
        await boss.createQueue(name, options);
        continue;
      }
      const { policy: _policy, partition: _partition, ...changeable } = options;
      if (Object.keys(changeable).length > 0) await boss.updateQueue(name, changeable);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  if (problems[0]) throw problems[0];
}
