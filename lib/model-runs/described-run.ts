import type { Prisma } from "#lib/generated/prisma/client.ts";

/** A run, how it was made and what it had before it. */
export const describedRun = {
  id: true,
  model: true,
  method: true,
  version: true,
  notes: true,
  ranAt: true,
  instructions: true,
  context: true,
  tools: true,
  optionOrder: true,
  isFilter: true,
  base: true,
  hasReasoning: true,
  replicate: true,
} as const satisfies Prisma.ModelRunSelect;
