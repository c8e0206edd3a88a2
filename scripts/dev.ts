import { runProduct } from "#scripts/supervise/main.ts";

await runProduct({ dev: true });
