import { rmSync, writeSync, openSync, closeSync } from "node:fs";
import path from "node:path";
import { withChildren, type Stage, type Unit } from "#bench/support/drill/stage.ts";
import { isAlive, signal, until } from "#scripts/process/liveness.mjs";

export type Fault = { name: string; seconds: number; strike: () => unknown; mend: () => unknown };

const lasting = (seconds: number, name: string, strike: Fault["strike"], mend: Fault["mend"]): Fault => ({
  name,
  seconds,
  strike,
  mend,
});

/** One part after the other: killed, frozen, stopped, filled, cut off. */
export const listFaults = (stage: Stage): Fault[] => [
  ...ofProcesses(stage),
  ...ofNginx(stage),
  ...ofDatabase(stage),
];

function ofProcesses({ first, second, worker }: Stage): Fault[] {
  const killed = (name: string, unit: Unit) =>
    lasting(
      5,
      name,
      () => signal(unit.pid, "SIGKILL"),
      () => {},
    );
  const frozen = (name: string, unit: Unit) => frozenFor(25, name, () => [unit.pid]);
  const restartAll = async () => {
    for (const unit of [first, second, worker]) {
      await unit.stop();
      await unit.start();
    }
  };
  return [
    killed("a web process is killed", first),
    frozen("a web process is frozen", second),
    killed("the worker is killed", worker),
    frozen("the worker is frozen", worker),
    lasting(
      10,
      "a web process is stopped for a while",
      () => second.stop(),
      () => second.start(),
    ),
    lasting(0, "all processes are restarted one after the other, as by an upgrade", restartAll, () => {}),
  ];
}

function frozenFor(seconds: number, name: string, find: () => number[]): Fault {
  let pids: number[] = [];
  const strike = () => {
    pids = find();
    for (const pid of pids) signal(pid, "SIGSTOP");
  };
  return lasting(seconds, name, strike, () => pids.forEach((pid) => signal(pid, "SIGCONT")));
}

function ofNginx({ nginx }: Stage): Fault[] {
  const kill = async () => {
    const all = withChildren(nginx.pid());
    await nginx.stop("SIGKILL");
    for (const pid of all) signal(pid, "SIGKILL");
  };
  return [
    lasting(5, "nginx is killed", kill, () => nginx.start()),
    frozenFor(10, "nginx is frozen", () => withChildren(nginx.pid())),
  ];
}

function ofDatabase({ server, disk, line }: Stage): Fault[] {
  const filler = path.join(disk, "filler");
  const kill = async () => {
    const pid = server.databasePid;
    signal(pid, "SIGKILL");
    await until(() => !isAlive(pid), { seconds: 10 });
  };
  const empty = async () => {
    rmSync(filler, { force: true });
    await server.recover();
  };
  const mend = () => line.mend();
  return [
    lasting(5, "the database is killed", kill, () => server.recover()),
    frozenFor(20, "the database is frozen", () => withChildren(server.databasePid)),
    lasting(20, "the database’s disk is full", () => fill(filler), empty),
    lasting(20, "the line to the database swallows everything", () => line.swallow(), mend),
    lasting(10, "the line to the database is cut", () => line.cut(), mend),
    lasting(
      0,
      "connections to the database are lost, new ones get through, as after a failover",
      () => line.lose(),
      () => line.notice(),
    ),
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
