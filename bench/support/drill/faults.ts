import { rmSync, writeSync, openSync, closeSync } from "node:fs";
import path from "node:path";
import { withChildren, type Instance } from "#bench/support/drill/instance.ts";
import type { Stage } from "#bench/support/drill/stage.ts";
import { isAlive, signal } from "#scripts/process/liveness.mjs";
import { until } from "#scripts/process/until.mjs";

export type Fault = {
  name: string;
  strike: () => unknown;
  seconds: number;
  mend: () => unknown;
  /** Why it can't be seen in the product's own metrics. */
  unseen?: string;
};

const nothing = () => {};

/** One part after the other: killed, frozen, stopped, filled, cut off. */
export function listFaults(stage: Stage): Fault[] {
  return [...ofInstances(stage), ...ofNginx(stage), ...ofDatabase(stage), ...ofLine(stage)];
}

function ofInstances({ first, second }: Stage): Fault[] {
  const frozen = (name: string, instance: Instance, kind: "serve" | "worker"): Fault => {
    let pid = 0;
    const strike = () => signal((pid = instance.find(kind)), "SIGSTOP");
    // The supervisor has put another in its place by then.
    return { name, strike, seconds: 25, mend: () => signal(pid, "SIGCONT") };
  };
  const killed = (name: string, instance: Instance, kind: "serve" | "worker"): Fault => ({
    name,
    strike: () => signal(instance.find(kind), "SIGKILL"),
    seconds: 5,
    mend: nothing,
  });
  return [
    killed("a web process is killed", first, "serve"),
    frozen("a web process is frozen", second, "serve"),
    killed("the worker is killed", first, "worker"),
    frozen("the worker is frozen", first, "worker"),
    {
      name: "an instance is stopped for a while",
      strike: () => second.stop(),
      seconds: 10,
      mend: () => second.start(),
    },
    {
      name: "both instances are restarted one after the other, as by an upgrade",
      strike: async () => {
        for (const instance of [first, second]) {
          await instance.stop();
          await instance.start();
        }
      },
      seconds: 0,
      mend: nothing,
    },
  ];
}

function ofNginx({ nginx }: Stage): Fault[] {
  const unseen = "nginx has metrics of its own";
  return [
    {
      name: "nginx is killed",
      strike: async () => {
        const all = withChildren(nginx.pid());
        await nginx.stop("SIGKILL");
        for (const pid of all) signal(pid, "SIGKILL");
      },
      seconds: 5,
      mend: () => nginx.start(),
      unseen,
    },
    {
      name: "nginx is frozen",
      strike: () => withChildren(nginx.pid()).forEach((pid) => signal(pid, "SIGSTOP")),
      seconds: 10,
      mend: () => withChildren(nginx.pid()).forEach((pid) => signal(pid, "SIGCONT")),
      unseen,
    },
  ];
}

function ofDatabase({ server, disk }: Stage): Fault[] {
  const filler = path.join(disk, "filler");
  let frozen: number[] = [];
  return [
    {
      name: "the database is killed",
      strike: async () => {
        const pid = server.databasePid;
        signal(pid, "SIGKILL");
        await until(() => !isAlive(pid), { seconds: 10 });
      },
      seconds: 5,
      mend: () => server.recover(),
    },
    {
      name: "the database is frozen",
      strike: () => {
        frozen = withChildren(server.databasePid);
        for (const pid of frozen) signal(pid, "SIGSTOP");
      },
      seconds: 20,
      mend: () => frozen.forEach((pid) => signal(pid, "SIGCONT")),
    },
    {
      name: "the database’s disk is full",
      strike: () => fill(filler),
      seconds: 20,
      mend: async () => {
        rmSync(filler, { force: true });
        await server.recover();
      },
    },
  ];
}

function ofLine({ line }: Stage): Fault[] {
  return [
    {
      name: "the line to the database swallows everything",
      strike: () => line.swallow(),
      seconds: 20,
      mend: () => line.mend(),
    },
    {
      name: "the line to the database is cut",
      strike: () => line.cut(),
      seconds: 10,
      mend: () => line.mend(),
    },
    {
      name: "connections to the database are lost, new ones get through, as after a failover",
      strike: () => line.lose(),
      seconds: 0,
      mend: () => line.notice(),
    },
  ];
}

/** To the last byte. */
function fill(file: string): void {
  const handle = openSync(file, "w");
  const step = (bytes: number) => {
    const zeros = Buffer.alloc(bytes);
    try {
      while (writeSync(handle, zeros) > 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  };
  for (const bytes of [1024 * 1024, 4096, 1]) step(bytes);
  closeSync(handle);
}
