import { usePostgres } from "#scripts/postgres/cluster.ts";

// Another process for the tests of postgres/: uses the server until its input ends, or it is killed.
const cluster = await usePostgres({ dir: process.argv[2] ?? "", flags: ["fsync=off"] });
console.log(JSON.stringify({ how: cluster.how, pid: cluster.pid, port: cluster.port }));
process.stdin.resume();
process.stdin.once("end", async () => {
  await cluster.release();
  process.exit(0);
});
