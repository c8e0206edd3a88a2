import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import type { TestProject } from "vitest/node";
import { startProduct, type Product } from "#e2e/support/product.ts";
import { isAlive } from "#scripts/process/liveness.mjs";

/** What a thread of tests knows of its product, which the run has started and stops. */
export type ProductFacts = ReturnType<typeof factsOf>;

declare module "vitest" {
  interface ProvidedContext {
    products: readonly ProductFacts[];
  }
}

const factsOf = ({ web, ...product }: Product) => ({
  url: product.url,
  port: product.port,
  dir: product.dir,
  databaseUrl: product.databaseUrl,
  ownerUrl: product.ownerUrl,
  authSecret: product.authSecret,
  endpointKeysKey: product.endpointKeysKey,
  cardSigningKey: product.cardSigningKey,
  metricsToken: product.metricsToken,
  logFile: web.logFile,
  pids: [web.pid, product.databasePid],
});

export default async function startProducts(project: TestProject): Promise<() => Promise<void>> {
  const { maxWorkers } = project.config;
  const products = await Promise.all(
    Array.from({ length: maxWorkers }, () => startProduct({ parent: tmpdir() })),
  );
  const facts = products.map(factsOf);
  project.provide("products", facts);
  return async () => {
    await Promise.all(products.map((product) => product.stop()));
    const left = facts.flatMap(({ dir, pids }) => [
      ...pids.filter(isAlive),
      ...(existsSync(dir) ? [dir] : []),
    ]);
    if (left.length > 0) throw new Error(`a product left behind: ${left.join(", ")}`);
  };
}
