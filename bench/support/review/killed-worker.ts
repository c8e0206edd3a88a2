import { annotate, noneWorked } from "#bench/support/review/people.ts";
import type { OwnPart } from "#lib/auth/review-scope.ts";

// Told what to work on, it decides as quickly as it can and tells each acknowledgement, until it is killed.
process.once("message", (asked) => {
  const { databaseUrl, parts } = asked as { databaseUrl: string; parts: OwnPart[] };
  void work(databaseUrl, parts);
});

async function work(databaseUrl: string, parts: readonly OwnPart[]): Promise<void> {
  const { env } = await import("#lib/env.ts");
  env.databaseUrl = databaseUrl;
  const worked = noneWorked();
  const tell = (id: string) => void process.send?.(id);
  await Promise.all(parts.map((part) => annotate(part, { until: Infinity, everyMs: 5, worked, tell })));
}
