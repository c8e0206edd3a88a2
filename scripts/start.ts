import { runProduct } from "#scripts/supervise/supervisor.ts";

await runProduct({ dev: process.argv.includes("--dev") });
